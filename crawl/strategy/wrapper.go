package strategy

import (
	"bytes"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/message"
)

// wrapper is what the strategies around another have in common. Its checkpoint is
// its own memory with its length, then that of the inner strategy, which may be
// large, to the end.
type wrapper struct {
	inner crawl.Strategy
	own   checkpoint
	// absent reports that there is no own memory to store now. Then the checkpoint is
	// that of the inner strategy alone. nil: there always is.
	absent func() bool
}

// Unwrap returns the inner strategy.
func (w *wrapper) Unwrap() crawl.Strategy { return w.inner }

// Err is the fault of the inner strategy.
func (w *wrapper) Err() error {
	if f, ok := w.inner.(interface{ Err() error }); ok {
		return f.Err()
	}
	return nil
}

// Seed implements [crawl.Strategy].
func (w *wrapper) Seed(links []crawl.Link) { w.inner.Seed(links) }

// Next implements [crawl.Strategy].
func (w *wrapper) Next(busy func(host string) bool) (crawl.Choice, bool) { return w.inner.Next(busy) }

// Take implements [crawl.Strategy].
func (w *wrapper) Take(url string) (crawl.Choice, bool) { return w.inner.Take(url) }

// Len implements [crawl.Strategy].
func (w *wrapper) Len() int { return w.inner.Len() }

// Waits reports whether a link of a host waits, as far as the inner strategy can say that.
func (w *wrapper) Waits(host string) bool {
	in, ok := w.inner.(interface{ Waits(host string) bool })
	return !ok || in.Waits(host)
}

// Block implements [crawl.Blocker], as far as the inner strategy does.
func (w *wrapper) Block(host, turn string) {
	if b, ok := w.inner.(crawl.Blocker); ok {
		b.Block(host, turn)
	}
}

// Unblock implements [crawl.Blocker].
func (w *wrapper) Unblock(turn string) (more bool) {
	b, ok := w.inner.(crawl.Blocker)
	return ok && b.Unblock(turn)
}

// prefix is what comes before the memory of the inner strategy.
func (w *wrapper) prefix() ([]byte, error) {
	var b binenc.Writer
	if w.absent != nil {
		if w.absent() {
			return nil, nil
		}
		b.Header(w.own.name, w.own.version)
	}
	own, err := w.own.MarshalBinary()
	b.Bytes(own)
	return b.Data(), err
}

// readPrefix reads it.
func (w *wrapper) readPrefix(r *binenc.Reader) error {
	if w.absent != nil {
		mark := w.own.mark()
		if !bytes.Equal(r.Peek(len(mark)), mark) {
			w.own.of.reset()
			return nil
		}
		r.Header(w.own.name, w.own.version)
	}
	own := r.Bytes()
	if err := r.Err(); err != nil {
		return err
	}
	return w.own.UnmarshalBinary(own)
}

// mark is what a checkpoint of any version begins with.
func (c *checkpoint) mark() []byte {
	var w binenc.Writer
	w.Text(c.name)
	return w.Data()
}

// MarshalBinary implements [crawl.Checkpointer].
func (w *wrapper) MarshalBinary() ([]byte, error) {
	prefix, err := w.prefix()
	if err != nil {
		return nil, err
	}
	data, err := w.inner.MarshalBinary()
	return append(prefix, data...), err
}

// WriteTo implements io.WriterTo, for large checkpoints.
func (w *wrapper) WriteTo(to io.Writer) (int64, error) {
	large, ok := w.inner.(io.WriterTo)
	if !ok {
		data, err := w.MarshalBinary()
		if err != nil {
			return 0, err
		}
		n, err := to.Write(data)
		return int64(n), err
	}
	n, err := w.writePrefix(to)
	if err != nil {
		return n, err
	}
	more, err := large.WriteTo(to)
	return n + more, err
}

// writePrefix writes what prefix returns. It takes the memory of the strategy twice, to know
// its length first, rather than hold all of it as bytes.
func (w *wrapper) writePrefix(to io.Writer) (int64, error) {
	if w.absent != nil && w.absent() {
		return 0, nil
	}
	size, err := w.own.WriteTo(io.Discard)
	if err != nil {
		return 0, err
	}
	var head binenc.Writer
	if w.absent != nil {
		head.Header(w.own.name, w.own.version)
	}
	head.Uint(uint64(size))
	n, err := to.Write(head.Data())
	if err != nil {
		return int64(n), err
	}
	more, err := w.own.WriteTo(to)
	if err == nil && more != size {
		err = message.Errorf("the memory of %s has %d bytes, and had %d", w.own.name, more, size)
	}
	return int64(n) + more, err
}

// UnmarshalBinary implements [crawl.Checkpointer]. After an error both strategies
// are empty.
func (w *wrapper) UnmarshalBinary(data []byte) error { return w.readFrom(binenc.NewReader(data)) }

// ReadPart implements [crawl.PartReader].
func (w *wrapper) ReadPart(p crawl.Part) error { return w.readFrom(binenc.NewStream(p, p.Len())) }

func (w *wrapper) readFrom(r *binenc.Reader) error {
	err := w.readPrefix(r)
	if err != nil {
		w.inner.UnmarshalBinary(nil) //nolint:errcheck // makes it empty
	} else {
		err = readRest(w.inner, r)
	}
	if err != nil {
		w.own.of.reset()
	}
	return err
}

// rest is a Part of what is left of a Reader.
type rest struct{ *binenc.Reader }

func (r rest) Len() int { return r.Left() }

// readRest lets a strategy read all that is left of r.
func readRest(s crawl.Strategy, r *binenc.Reader) error {
	switch of := s.(type) {
	case reads:
		return of.readFrom(r)
	case crawl.PartReader: // of another package
		return of.ReadPart(rest{r})
	}
	data := r.Rest()
	if err := r.Err(); err != nil {
		return err
	}
	return s.UnmarshalBinary(data)
}
