// Package follow holds the part that drivers share: they look at the server again and
// again, at once when something wakes them and else now and then. A wake-up may be lost,
// and the server keeps nothing about who reads.
//
//	follow.go  Log: entries in order, and what is a gap; Wakes
//	table.go   Table: changes of a table, from what it holds
//	hear.go    Hearing: who listens to what is told
//	life.go    Life: a Broker until it is closed; what silence means
package follow

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Every is how often one looks without being woken.
const Every = time.Second

// Source is a log as a driver sees it.
type Source struct {
	// Fetch returns some of what follows after, in order; nothing if nothing follows now.
	// What comes with an error is used, too.
	Fetch  func(ctx context.Context, after int64) ([]broker.Entry, error)
	Bounds func(ctx context.Context) (first, last int64, err error)
	Wake   <-chan struct{}
	// Exact: what one look finds is so. Otherwise it is believed after some looks: a server
	// that has just become the leader may not have read all of its disk.
	Exact bool
}

// doubts is how many looks in a row must find entries missing.
const doubts = 3

// Log implements broker.Log.Read.
func Log(ctx context.Context, src Source, after int64, yield func(broker.Entry) error) error {
	doubt, idle := 0, 0
	for {
		entries, err := src.Fetch(ctx, after)
		jumped := false
		for _, e := range entries {
			if jumped = e.Seq != after+1; jumped {
				break
			}
			if err := yield(e); err != nil {
				return err
			}
			after, doubt, idle = e.Seq, 0, 0
		}
		if err := ended(ctx, err); err != nil {
			return err
		}
		if len(entries) > 0 && !jumped && err == nil {
			continue
		}
		// While nothing comes, the end of the log is looked at now and then.
		if err == nil && (jumped || doubt > 0 || idle < doubts || idle%8 == 0) {
			gap, err := missing(ctx, src, after, jumped)
			if err != nil {
				return err
			}
			if doubt++; gap.IsZero() {
				doubt = 0
			}
			if !gap.IsZero() && (src.Exact || doubt >= doubts) {
				return english.Errorf("%w: %v", broker.ErrGap, gap)
			}
		}
		idle++
		if err := wait(ctx, src.Wake); err != nil {
			return err
		}
	}
}

// missing says what is missing after a number, if anything is.
func missing(ctx context.Context, src Source, after int64, jumped bool) (gap english.Phrase, err error) {
	first, last, err := src.Bounds(ctx)
	if end := ended(ctx, err); end != nil {
		return gap, end
	}
	switch {
	case err != nil:
		return gap, nil // silent: nothing is known
	case first > after+1:
		return english.Phrasef("entry %d follows, the first one is %d", after+1, first), nil
	case last < after:
		return english.Phrasef("entry %d was there, the last one is %d", after, last), nil
	case jumped:
		return english.Phrasef("entry %d is not there", after+1), nil
	}
	return gap, nil
}

// ended returns the error with which a reader ends: any but a silent server's.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && !errors.Is(err, broker.ErrUnavailable) {
		return err
	}
	return nil
}

// wait returns when something wakes, or it is time to look.
func wait(ctx context.Context, wake <-chan struct{}) error {
	_, err := WaitFor(ctx, wake, Every)
	return err
}

// WaitFor returns when something wakes, or d is over.
func WaitFor(ctx context.Context, wake <-chan struct{}, d time.Duration) (woken bool, err error) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false, context.Cause(ctx)
	case <-wake:
		return true, nil
	case <-t.C:
		return false, nil
	}
}

// Wakes wakes those who wait for a name. The zero value is ready.
type Wakes struct {
	mu  sync.Mutex
	all map[string]map[chan struct{}]bool
}

// Add returns a channel that Ring(name) sends to, and what ends it.
func (w *Wakes) Add(name string) (wake <-chan struct{}, remove func()) {
	c := make(chan struct{}, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[string]map[chan struct{}]bool{}
	}
	if w.all[name] == nil {
		w.all[name] = map[chan struct{}]bool{}
	}
	w.all[name][c] = true
	return c, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all[name], c)
		if len(w.all[name]) == 0 {
			delete(w.all, name)
		}
	}
}

// Ring wakes all who wait for a name.
func (w *Wakes) Ring(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.all[name] {
		Wake(c)
	}
}

// Wake wakes one, unless it was woken already.
func Wake(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
