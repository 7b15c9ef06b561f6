package fetch

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"sync"
)

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
