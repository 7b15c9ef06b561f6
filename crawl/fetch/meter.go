package fetch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Limits of a body, both ways: what grows too much by decoding, and what is sent for
// nothing.
const (
	freeSize  = 1 << 20   // decoded bytes below which any ratio is fine
	maxRatio  = 200       // decoded bytes per byte on the wire: text reaches 20, a bomb 1,000
	freeWire  = 256 << 10 // bytes that a coding may take beside 9/8 of what it decodes to
	minRate   = 1000      // bytes per second, judged after graceTime
	graceTime = 10 * time.Second
)

// decoding is a body while it is decoded, layer by layer.
type decoding struct {
	ctx      context.Context
	share    *share // of the answer; nil: without limit
	reuse    *reuse
	meters   []*meter // the wire, then what each coding but the last decodes to
	layers   []*lazy
	decoded  counter
	decoders int64 // bytes that the decoders hold
}

// counter counts what is read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// reserve makes room for so many decoded bytes.
func (d *decoding) reserve(decoded int64) error {
	kept := int64(0)
	if b := d.meters[0].kept; b != nil {
		kept = int64(b.Len())
	}
	return d.share.grow(d.ctx, bodyCost(decoded, kept, d.decoders))
}

// fill reads until the end, or one byte more than limit. A body that grows too much
// by decoding is an error.
func (d *decoding) fill(b *bytes.Buffer, limit int64) (cut bool, err error) {
	wire := d.meters[0]
	for int64(b.Len()) <= limit {
		n := min(64<<10, limit+1-int64(b.Len()))
		if err := d.reserve(int64(b.Len()) + n); err != nil {
			wire.failed = true
			return false, err
		}
		makeRoom(b, n, limit)
		_, err := io.CopyN(b, &d.decoded, n)
		if size := int64(b.Len()); size > freeSize && size > maxRatio*wire.n {
			return false, english.Errorf("%w: %d bytes were decoded from %d", crawl.ErrTooLarge, size, wire.n)
		}
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// makeRoom grows a large buffer for n bytes more. A buffer that grows by itself would end
// with 16 MiB for a page of 8, and hold 24 while it is copied; this one doubles up to the
// limit. No more than that: many large answers may wait for the rest.
func makeRoom(b *bytes.Buffer, n, limit int64) {
	if 2*b.Cap()+bytes.MinRead <= largestKept || int64(b.Available()) >= n+bytes.MinRead {
		return
	}
	size := min(limit+1, 2*int64(b.Len())+n) + bytes.MinRead
	*b = *bytes.NewBuffer(append(make([]byte, 0, size), b.Bytes()...))
}

// whole returns the bytes read into b, without a copy if b is too large for another
// body, and full.
func whole(b *bytes.Buffer, limit int64) []byte {
	body := b.Bytes()[:min(int64(b.Len()), limit)]
	if b.Cap() <= largestKept || b.Cap() > 2*len(body) {
		return bytes.Clone(body)
	}
	return body
}

// blame returns the cause of err: a limit of ours, the network, or else the coding.
func (d *decoding) blame(err error) error {
	for _, m := range d.meters {
		if m.limit != nil {
			return m.limit
		}
	}
	if len(d.layers) > 0 && !d.meters[0].failed && !errors.Is(err, crawl.ErrTooLarge) {
		return english.Errorf("%w: %w", crawl.ErrEncoding, err)
	}
	return err
}

// meter counts bytes on their way into a decoder, and fails if they come too slowly,
// if too many come for what is decoded, or when its context ends.
type meter struct {
	ctx    context.Context
	r      io.Reader
	n      int64
	start  time.Time     // of reading; zero: their time does not matter
	from   *meter        // if not nil, what r decodes
	out    *int64        // if not nil, how many bytes were decoded from them
	kept   *bytes.Buffer // if not nil, takes what was read
	failed bool          // reading failed, or was given up
	limit  error         // of ours, if it was met
}

func (m *meter) Read(p []byte) (int, error) {
	if m.limit != nil { // some decoders go on after an error that comes with bytes
		return 0, m.limit
	}
	if err := m.ctx.Err(); err != nil { // what is buffered would be read all the same
		m.failed = true
		return 0, err
	}
	n, err := m.r.Read(p)
	m.n += int64(n)
	m.failed = m.failed || err != nil && !errors.Is(err, io.EOF)
	if m.kept != nil {
		m.kept.Write(p[:n]) //nolint:errcheck // never fails
	}
	if err == nil {
		m.limit = m.check()
		m.failed, err = m.failed || m.limit != nil, m.limit
	}
	return n, err
}

// check returns an error that says which limit m exceeds.
func (m *meter) check() error {
	if m.out != nil && m.n > freeWire+*m.out/8*9 {
		return english.Errorf("%w: %d bytes were sent for %d decoded", crawl.ErrTooLarge, m.n, *m.out)
	}
	if m.from != nil && m.n > freeSize && m.n > maxRatio*m.from.n {
		return english.Errorf("%w: %d bytes were decoded from %d", crawl.ErrTooLarge, m.n, m.from.n)
	}
	if m.start.IsZero() {
		return nil
	}
	if d := time.Since(m.start); d > graceTime && float64(m.n) < minRate*d.Seconds() {
		return english.Errorf("%w: %d bytes in %v", errTimeout, m.n, d.Round(time.Millisecond))
	}
	return nil
}
