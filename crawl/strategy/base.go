package strategy

import (
	"bytes"
	"encoding"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
	"github.com/ontocrawl/ontocrawl/message"
)

// base is what the strategies over a frontier have in common.
type base struct {
	checkpoint
	f frontier.Frontier
	// pick returns the URL that the next choice should take, or frontier.None; then
	// it has changed nothing.
	pick func(busy func(host string) bool) int32
	// choose takes a waiting URL.
	choose func(id int32) crawl.Choice
	fault  func() error // nil: there can be none
}

// Err is the fault of where the strategy spills ([Spill]). After it the crawl must end.
func (b *base) Err() error {
	if b.fault == nil {
		return nil
	}
	return b.fault()
}

// Seed implements [crawl.Strategy].
func (b *base) Seed(links []crawl.Link) { frontier.AddSeeds(b.f, links) }

// Next implements [crawl.Strategy].
func (b *base) Next(busy func(host string) bool) (crawl.Choice, bool) {
	id := b.pick(busy)
	if id < 0 {
		return crawl.Choice{}, false
	}
	return b.choose(id), true
}

// Take implements [crawl.Strategy]. It picks first, because picking may score links
// and step a search.
func (b *base) Take(url string) (crawl.Choice, bool) {
	id, ok := frontier.NumberWaiting(b.f, url)
	if !ok {
		return crawl.Choice{}, false
	}
	b.pick(nil)
	return b.choose(id), true
}

// Len implements [crawl.Strategy].
func (b *base) Len() int { return b.f.Waiting() }

func (b *base) urls() frontier.Frontier { return b.f }

// Knows reports whether the strategy has heard of a URL.
func (b *base) Knows(url string) bool {
	_, ok := b.f.Number(url)
	return ok
}

// Waits reports whether a link of a host waits, as far as is known.
func (b *base) Waits(host string) bool {
	f, ok := b.f.(hostFinder)
	if !ok {
		return true
	}
	n, ok := f.HostNumber(host)
	return ok && b.f.BestOf(n) != frontier.None
}

// Block implements [crawl.Blocker].
func (b *base) Block(host, turn string) { b.f.Block(host, turn) }

// Unblock implements [crawl.Blocker].
func (b *base) Unblock(turn string) (more bool) { return b.f.Unblock(turn) }

// freeHosts tells whether a host may be chosen from now; busy is asked about each
// host once.
func (b *base) freeHosts(busy func(string) bool) func(host int32) bool {
	asked := make(map[int32]bool)
	return func(host int32) bool {
		if b.f.Blocked(host) {
			return false
		}
		if busy == nil {
			return true
		}
		is, ok := asked[host]
		if !ok {
			is = busy(b.f.HostName(host))
			asked[host] = is
		}
		return !is
	}
}

// stored is a strategy's memory as a checkpoint writes and reads it.
type stored interface {
	save(w *binenc.Writer) error
	load(r *binenc.Reader)
	reset() // makes it empty
}

// checkpoint implements [crawl.Checkpointer], and io.WriterTo for large memories.
type checkpoint struct {
	name    string
	version uint64
	of      stored
}

// storedBefore is a memory of which older versions are read, too.
type storedBefore interface {
	oldest() uint64                          // version that is read
	loadOf(r *binenc.Reader, version uint64) // load, of a version from there on
}

// MarshalBinary implements [crawl.Checkpointer].
func (c *checkpoint) MarshalBinary() ([]byte, error) {
	var w binenc.Writer
	w.Header(c.name, c.version)
	err := c.of.save(&w)
	return w.Data(), err
}

// WriteTo implements io.WriterTo.
func (c *checkpoint) WriteTo(to io.Writer) (int64, error) {
	w := binenc.NewWriter(to)
	w.Header(c.name, c.version)
	if err := c.of.save(w); err != nil {
		return 0, err
	}
	return w.Flush()
}

// UnmarshalBinary implements [crawl.Checkpointer]. After an error the memory is
// empty.
func (c *checkpoint) UnmarshalBinary(data []byte) error {
	c.of.reset()
	r := binenc.NewReader(data)
	if of, ok := c.of.(storedBefore); ok {
		of.loadOf(r, r.HeaderOf(c.name, of.oldest(), c.version))
	} else {
		r.Header(c.name, c.version)
		c.of.load(r)
	}
	err := r.Close()
	if of, ok := c.of.(interface{ Err() error }); ok && of.Err() != nil {
		err = of.Err() // says more
	}
	if err != nil {
		c.of.reset()
	}
	return err
}

// writePart stores a part of a memory that has a form of its own.
func writePart(w *binenc.Writer, part encoding.BinaryMarshaler) error {
	data, err := part.MarshalBinary()
	w.Bytes(data)
	return err
}

// readPart reads what writePart wrote.
func readPart(r *binenc.Reader, part encoding.BinaryUnmarshaler) {
	data := r.Bytes()
	if r.Err() != nil {
		return
	}
	if err := part.UnmarshalBinary(data); err != nil {
		r.Fail("%v", err)
	}
}

// The counters of a checkpoint are read within these bounds.
const (
	maxCount32 = 1<<31 - 1
	maxCount40 = 1<<40 - 1
)

// readCount reads a counter of at most max.
func readCount(r *binenc.Reader, max uint64) int { return int(r.Uint() & max) }

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

// readPrefix reads it and returns what follows.
func (w *wrapper) readPrefix(data []byte) (rest []byte, err error) {
	r := binenc.NewReader(data)
	if w.absent != nil {
		var mark binenc.Writer
		mark.Header(w.own.name, w.own.version)
		if !bytes.HasPrefix(data, mark.Data()[:len(w.own.name)+1]) { // of any version
			w.own.of.reset()
			return data, nil
		}
		r.Header(w.own.name, w.own.version)
	}
	own, rest := r.Bytes(), r.Rest()
	if err := r.Err(); err != nil {
		return nil, err
	}
	return rest, w.own.UnmarshalBinary(own)
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
func (w *wrapper) UnmarshalBinary(data []byte) error {
	rest, err := w.readPrefix(data)
	if err != nil {
		w.inner.UnmarshalBinary(nil) //nolint:errcheck // makes it empty
	} else {
		err = w.inner.UnmarshalBinary(rest)
	}
	if err != nil {
		w.own.of.reset()
	}
	return err
}
