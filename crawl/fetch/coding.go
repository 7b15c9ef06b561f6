package fetch

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

const (
	maxCodings = 2 // content codings in one another
	acceptable = "gzip, deflate, br, zstd"
	maxWindow  = 8 << 20   // of zstd: RFC 9659, 3
	minWindow  = 128 << 10 // of zstd, for which room is made; a block may be as long (RFC 8878, 3.1.1.2.4)
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
		return nil, english.Errorf("%w: %d content encodings in one another", crawl.ErrTooLarge, len(codings))
	}
	return codings, nil
}

// open prepares the codings of wire to be undone, the last one first. It knows the
// codings of the Accept-Encoding header.
func (d *decoding) open(wire *meter, codings []string) error {
	d.meters = []*meter{wire}
	d.decoded.r = wire
	for i, c := range slices.Backward(codings) {
		open := d.opener(c)
		if open == nil {
			return english.Errorf("%w: content encoding %.40q", crawl.ErrContentType, c)
		}
		m := d.meters[len(d.meters)-1]
		l := &lazy{open: open, r: bufio.NewReader(m)}
		d.layers = append(d.layers, l)
		d.decoded.r, m.out = l, &d.decoded.n
		if i > 0 {
			next := &meter{ctx: d.ctx, r: l, from: m}
			m.out = &next.n
			d.meters = append(d.meters, next)
		}
	}
	return nil
}

// close gives the decoders back.
func (d *decoding) close() {
	for _, l := range d.layers {
		switch z := l.decoded.(type) {
		case *zstd.Decoder:
			z.Close()
		case *gzip.Reader:
			d.reuse.putGzip(z)
		}
	}
}

// opener is the decoder of a coding (RFC 9110, 8.4.1; RFC 7932; RFC 8878), nil
// if there is none.
func (d *decoding) opener(coding string) func(*bufio.Reader) (io.Reader, error) {
	switch coding {
	case "gzip", "x-gzip":
		return d.reuse.gzip
	case "deflate":
		return inflate
	case "br":
		return d.brotli
	case "zstd":
		return d.zstd
	}
	return nil
}

// hold makes room for the window of a decoder.
func (d *decoding) hold(window int64) error {
	d.decoders += window
	return d.reserve(d.decoded.n)
}

// brotli decodes windows of up to 16 MiB (RFC 7932, 9.1), as the format has it.
func (d *decoding) brotli(b *bufio.Reader) (io.Reader, error) {
	head, err := b.Peek(1)
	if err != nil {
		return nil, err
	}
	if err := d.hold(brotliWindow(head[0])); err != nil {
		return nil, err
	}
	return brotli.NewReader(b), nil
}

// brotliWindow is the window that the first byte of a stream names (RFC 7932, 9.1).
func brotliWindow(head byte) int64 {
	switch n := head >> 1 & 7; {
	case head&1 == 0:
		return 1 << 16
	case n != 0:
		return 1 << (17 + n)
	case head>>4&7 != 0:
		return 1 << (8 + head>>4&7)
	}
	return 1 << 17
}

// zstd decodes windows of up to maxWindow. A later frame of a body may have no larger
// window than the first.
func (d *decoding) zstd(b *bufio.Reader) (io.Reader, error) {
	window := int64(maxWindow)
	head, _ := b.Peek(zstd.HeaderMaxSize)
	var h zstd.Header
	if err := h.Decode(head); err == nil && !h.Skippable {
		size := h.WindowSize
		if h.SingleSegment {
			size = h.FrameContentSize
		}
		window = int64(min(max(size, minWindow), maxWindow))
	}
	if err := d.hold(window); err != nil {
		return nil, err
	}
	return zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(uint64(window)))
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
			return 0, english.Errorf("fetch: content encoding: %w", err)
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
