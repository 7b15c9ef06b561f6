package node

import (
	"context"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker"
)

// With DurableCluster nobody begins a part anew, so a letter that is in its receiver's journal
// is needed by nobody in the log. The last entry stays: who reads on from there must come to
// the number at which the log ends.

// cutter cuts the log of the letters to a part here.
type cutter struct {
	w       *work
	part    int
	entries []entryRead // that were read and are not known to be heard
	heardOf int         // entries that could be cut
}

// entryRead is an entry that was read: the last number of each sender in it.
type entryRead struct {
	seq  int64
	upTo map[int]uint64
}

// cutEvery is after how many entries the log is cut.
const cutEvery = 200

// begin is the entry after which the log is to be read.
func (c *cutter) begin(ctx context.Context) (after int64, err error) {
	for {
		first, _, err := c.w.n.b.Bounds(ctx, letterLog(c.part))
		if !errors.Is(err, broker.ErrUnavailable) {
			return first - 1, err
		}
		select {
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		case <-time.After(lookEvery):
		}
	}
}

// read notes an entry, and cuts what the part's journal has.
func (c *cutter) read(ctx context.Context, seq int64, letters []*crawl.Letter) {
	e := entryRead{seq, map[int]uint64{}}
	for _, l := range letters {
		e.upTo[l.From] = max(e.upTo[l.From], l.Number)
	}
	c.entries = append(c.entries, e)
	n := 0
	for n < len(c.entries)-1 && c.heard(c.entries[n]) {
		n++
	}
	if c.entries, c.heardOf = c.entries[n:], c.heardOf+n; c.heardOf < cutEvery {
		return
	}
	c.heardOf = 0
	if err := c.w.n.b.Trim(ctx, letterLog(c.part), c.entries[0].seq); err != nil && ctx.Err() == nil {
		c.w.n.log.Debug("a log of letters was not cut", "part", c.part, "err", err)
	}
}

// heard reports whether all letters of an entry are durable in the part's journal.
func (c *cutter) heard(e entryRead) bool {
	for from, n := range e.upTo {
		if c.w.shared.Crawl.HeardUpTo(c.part, from) < n {
			return false
		}
	}
	return true
}
