package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// What the journal of a part has of its letters is not read again from its log, which is cut
// below it: never by age. The table says first where the log begins then, and what its reader
// must know of the entries before.
//
// The log of a part that may be begun anew without its folder (Options.Lost) is not cut: its
// next life hears all letters from the first one on. With DurableCluster no part is begun
// anew: what its journal has is in the broker.

// cut is the value of the key of a log that was cut.
type cut struct {
	Below int64          `json:"below"`           // the first entry that is left
	Lives map[int]int    `json:"lives,omitempty"` // by sender: the latest life in the entries up to it
	Heard map[int]uint64 `json:"heard,omitempty"` // by sender: the last letter in them
}

func cutKey(part int) string { return fmt.Sprintf("cut/%d", part) }

// trims reports whether the logs of the parts here may be cut.
func (n *node) trims() bool { return n.copied() || n.o.Lost == 0 }

// trimAfter is how many entries more than one a log has before it is cut.
const trimAfter = 100

// cursor is how far the journal of a part has what its log has. Its methods may be called
// concurrently. Nil notes nothing.
type cursor struct {
	mu    sync.Mutex
	waits []passed // read, and not known to be durable
	at    cut
	below int64 // the log is cut there
}

// passed is an entry that was read.
type passed struct {
	seq   int64
	lives map[int]int
	last  map[int]uint64 // by sender: its last letter in the entry
}

// begin notes from where a log is read.
func (c *cursor) begin(from cut) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waits = nil
	c.at = cut{from.Below, maps.Clone(from.Lives), maps.Clone(from.Heard)}
	c.below = from.Below
}

// pass notes an entry that was read.
func (c *cursor) pass(seq int64, lives map[int]int, letters []*crawl.Letter) {
	if c == nil {
		return
	}
	p := passed{seq, maps.Clone(lives), map[int]uint64{}}
	for _, l := range letters {
		p.last[l.From] = max(p.last[l.From], l.Number)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waits = append(c.waits, p)
}

// advance takes what is durable: heard is the last letter by sender that the journal has. It
// returns where the log can be cut, if that is at least so many entries further; the last
// entry stays, so that a reader finds the end.
func (c *cursor) advance(heard []uint64, least int64) (at cut, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.waits) > 0 && c.waits[0].durable(heard) {
		p := c.waits[0]
		c.waits = c.waits[1:]
		if c.at.Lives == nil {
			c.at.Lives = map[int]int{}
		}
		if c.at.Heard == nil {
			c.at.Heard = map[int]uint64{}
		}
		maps.Copy(c.at.Lives, p.lives)
		for from, number := range p.last {
			c.at.Heard[from] = max(c.at.Heard[from], number)
		}
		c.at.Below = p.seq
	}
	return cut{c.at.Below, maps.Clone(c.at.Lives), maps.Clone(c.at.Heard)}, c.at.Below-max(c.below, 1) >= least
}

func (p *passed) durable(heard []uint64) bool {
	for from, number := range p.last {
		if from >= len(heard) || heard[from] < number {
			return false
		}
	}
	return true
}

// cursor returns the cursor of a part here; nil if its log is not cut.
func (w *work) cursor(part int) *cursor {
	if !w.n.trims() {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cursors == nil {
		w.cursors = map[int]*cursor{}
	}
	if w.cursors[part] == nil {
		w.cursors[part] = &cursor{}
	}
	return w.cursors[part]
}

// trim cuts the logs of the parts here that have so many entries too many. What fails is done
// by the next call.
func (w *work) trim(ctx context.Context, least int64) {
	w.mu.Lock()
	all := maps.Clone(w.cursors)
	w.mu.Unlock()
	for part, c := range all {
		at, ok := c.advance(w.shared.Crawl.Received(part), least)
		if !ok || w.n.home(part).Node != w.n.id {
			continue
		}
		try, cancel := context.WithTimeout(ctx, time.Second)
		err := change(try, w.n.b, cutKey(part), func(old []byte) ([]byte, error) {
			var have cut
			if old != nil && json.Unmarshal(old, &have) == nil && have.Below >= at.Below {
				return nil, nil
			}
			return encode(at), nil
		})
		if err == nil {
			err = w.n.b.Trim(try, letterLog(part), at.Below)
		}
		cancel()
		if err != nil {
			return
		}
		c.mu.Lock()
		c.below = at.Below
		c.mu.Unlock()
	}
}

// cutOf is where the log of a part begins.
func (n *node) cutOf(ctx context.Context, part int) (c cut, err error) {
	for {
		value, _, err := n.b.Get(ctx, cutKey(part))
		switch {
		case errors.Is(err, broker.ErrAbsent):
			return c, nil
		case err == nil:
			return c, json.Unmarshal(value, &c)
		case !errors.Is(err, broker.ErrUnavailable):
			return c, err
		}
		select {
		case <-ctx.Done():
			return c, context.Cause(ctx)
		case <-time.After(lookEvery):
		}
	}
}

// gapFor is how long the entries of a log are looked for that the table does not know as cut:
// after the death of a server it may be an old table.
const gapFor = 30 * time.Second

// readLog reads the log of letters to a part from where it begins. begin is called first, and
// again if the log was cut meanwhile.
func (n *node) readLog(ctx context.Context, part int, begin func(cut), yield func(broker.Entry) error) error {
	for until := time.Now().Add(gapFor); ; {
		from, err := n.cutOf(ctx, part)
		if err != nil {
			return err
		}
		begin(from)
		err = n.b.Read(ctx, letterLog(part), max(0, from.Below-1), yield)
		if !errors.Is(err, broker.ErrGap) || time.Now().After(until) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(lookEvery):
		}
	}
}
