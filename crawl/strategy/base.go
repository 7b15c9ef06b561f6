package strategy

import (
	"encoding"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
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
func (c *checkpoint) UnmarshalBinary(data []byte) error { return c.readFrom(binenc.NewReader(data)) }

// ReadPart implements [crawl.PartReader].
func (c *checkpoint) ReadPart(p crawl.Part) error { return c.readFrom(binenc.NewStream(p, p.Len())) }

// reads is a strategy that reads its checkpoint up to the end of r, as UnmarshalBinary does.
type reads interface{ readFrom(r *binenc.Reader) error }

func (c *checkpoint) readFrom(r *binenc.Reader) error {
	c.of.reset()
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
