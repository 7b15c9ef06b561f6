package source

import (
	"bytes"
	"errors"
	"io"
)

var (
	errSize = errors.New("longer than a sitemap may be")
	errDeep = errors.New("nested too deeply")
	errLong = errors.New("no markup for too long")
)

// gzipped reports a compressed body, such as sitemap.xml.gz (the signature of
// gzip, RFC 1952, 2.3.1). Only one layer is unpacked: gzip within gzip is a
// bomb or a mistake.
func gzipped(body []byte) bool { return bytes.HasPrefix(body, []byte{0x1f, 0x8b, 8}) }

// sizeLimitReader fails with errSize after left bytes.
type sizeLimitReader struct {
	r    io.Reader
	left int64
}

func (b *sizeLimitReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errSize
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// maxToken bounds the bytes between two "<" of a sitemap: an address has at
// most 2,048 (sitemaps.org, "loc"), and a decoder holds each token in memory.
const maxToken = 64 << 10

// tokenLimitReader fails with errLong if no markup comes for too long.
type tokenLimitReader struct {
	r   io.Reader
	run int
}

func (d *tokenLimitReader) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			d.run += len(rest)
			break
		}
		if d.run+i > maxToken {
			return n, errLong
		}
		d.run, rest = 0, rest[i+1:]
	}
	if d.run > maxToken {
		return n, errLong
	}
	return n, err
}
