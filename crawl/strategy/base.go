package strategy

import (
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

// Block implements [crawl.Blocker].
func (b *base) Block(host string) { b.f.Block(host) }

// Unblock implements [crawl.Blocker].
func (b *base) Unblock(host string) { b.f.Unblock(host) }

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
	r.Header(c.name, c.version)
	c.of.load(r)
	err := r.Close()
	if err != nil {
		c.of.reset()
	}
	return err
}

// The counters of a checkpoint are read within these bounds.
const (
	maxCount32 = 1<<31 - 1
	maxCount40 = 1<<40 - 1
)

// readCount reads a counter of at most max.
func readCount(r *binenc.Reader, max uint64) int { return int(r.Uint() & max) }
