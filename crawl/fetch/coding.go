package fetch

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl"
)

const (
	maxCodings = 2 // content codings in one another
	acceptable = "gzip, deflate, br, zstd"
	maxWindow  = 8 << 20 // of zstd: RFC 9659, 3
)

// codingsOf lists the content codings of an answer, innermost first.
func codingsOf(h http.Header) ([]string, error) {
	var codings []string
	for _, c := range strings.Split(strings.ToLower(strings.Join(h.Values("Content-Encoding"), ",")), ",") {
		if c = strings.TrimSpace(c); c != "" && c != "identity" {
			codings = append(codings, c)
		}
	}
	if len(codings) > maxCodings {
		return nil, fmt.Errorf("%w: %d content encodings in one another", crawl.ErrTooLarge, len(codings))
	}
	return codings, nil
}

// decode undoes content codings, the last one first. It knows those of the
// Accept-Encoding header. The caller calls closer at the end.
func (p *reuse) decode(r io.Reader, codings []string) (decoded io.Reader, closer func(), err error) {
	var layers []*lazy
	for _, c := range slices.Backward(codings) {
		open := p.opener(c)
		if open == nil {
			return nil, nil, fmt.Errorf("%w: content encoding %.40q", crawl.ErrContentType, c)
		}
		l := &lazy{open: open, r: bufio.NewReader(r)}
		layers, r = append(layers, l), l
	}
	return r, func() {
		for _, l := range layers {
			switch z := l.decoded.(type) {
			case *zstd.Decoder:
				z.Close()
			case *gzip.Reader:
				p.putGzip(z)
			}
		}
	}, nil
}

// opener is the decoder of a coding (RFC 9110, 8.4.1; RFC 7932; RFC 8878), nil
// if there is none.
func (p *reuse) opener(coding string) func(*bufio.Reader) (io.Reader, error) {
	switch coding {
	case "gzip", "x-gzip":
		return p.gzip
	case "deflate":
		return inflate
	case "br":
		return func(b *bufio.Reader) (io.Reader, error) { return brotli.NewReader(b), nil }
	case "zstd":
		return func(b *bufio.Reader) (io.Reader, error) {
			return zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		}
	}
	return nil
}

// inflate reads the coding "deflate", which is the zlib format (RFC 9110,
// 8.4.1.2). Some servers send a bare deflate stream.
func inflate(b *bufio.Reader) (io.Reader, error) {
	// A zlib header is a multiple of 31 with method 8 (RFC 1950, 2.2).
	head, err := b.Peek(2)
	if err == nil && head[0]&15 == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
		return zlib.NewReader(b)
	}
	return flate.NewReader(b), nil
}

// lazy opens a decoder at the first read, so that an empty body is no error,
// whatever its header says.
type lazy struct {
	open    func(*bufio.Reader) (io.Reader, error)
	r       *bufio.Reader
	decoded io.Reader
}

func (l *lazy) Read(p []byte) (int, error) {
	if l.decoded == nil {
		if _, err := l.r.Peek(1); err != nil {
			return 0, err
		}
		d, err := l.open(l.r)
		if err != nil {
			return 0, fmt.Errorf("fetch: content encoding: %w", err)
		}
		l.decoded = d
	}
	return l.decoded.Read(p)
}

// reuse keeps the buffers of a body for the next one: one as large as a page, and
// the 40 kB window of gzip. The zero value is ready. Its methods may be called
// concurrently.
type reuse struct {
	buffers, gzips sync.Pool
}

// largestKept is the largest buffer that is kept.
const largestKept = 1 << 20

func (p *reuse) buffer() *bytes.Buffer {
	if b, ok := p.buffers.Get().(*bytes.Buffer); ok {
		return b
	}
	return new(bytes.Buffer)
}

func (p *reuse) putBuffer(b *bytes.Buffer) {
	if b.Cap() <= largestKept {
		b.Reset()
		p.buffers.Put(b)
	}
}

func (p *reuse) gzip(b *bufio.Reader) (io.Reader, error) {
	z, ok := p.gzips.Get().(*gzip.Reader)
	if !ok {
		return gzip.NewReader(b)
	}
	if err := z.Reset(b); err != nil {
		return nil, err
	}
	return z, nil
}

func (p *reuse) putGzip(z *gzip.Reader) { p.gzips.Put(z) }
