package node

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/member"
	"github.com/ontocrawl/ontocrawl/message"
)

// The budget of the crawl is leased by part: the table says how many pages and requests each
// may record in all, and the sum is never above the limits. A part that wants more takes a
// small share of what is left; one that has nothing to do gives back what it does not need
// when others want it.

// granted is the value of the key "budget": what each part may record, by its number.
type granted map[int]member.Room

type budget struct {
	w      *work
	wanted chan struct{} // has room for one

	mu     sync.Mutex
	asking map[int]bool
}

func newBudget(w *work) *budget {
	return &budget{w: w, wanted: make(chan struct{}, 1), asking: map[int]bool{}}
}

// limited reports whether the crawl has a budget.
func (b *budget) limited() bool { return b.w.c.MaxPages > 0 || b.w.c.MaxRequests > 0 }

// want notes that a part wants more. It is called with the lock of the Crawl held.
func (b *budget) want(part int) {
	b.mu.Lock()
	b.asking[part] = true
	b.mu.Unlock()
	select {
	case b.wanted <- struct{}{}:
	default:
	}
}

func (b *budget) wants() map[int]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := b.asking
	b.asking = map[int]bool{}
	return all
}

// opened grants a part that is opened what the table says.
func (b *budget) opened(part int) {
	var g granted
	b.w.n.table.get(budgetKey, &g)
	b.w.shared.Crawl.Grant(part, g[part])
}

// run takes and gives back until ctx ends.
func (b *budget) run(ctx context.Context) {
	if !b.limited() {
		return
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wanted:
		case <-tick.C:
		}
		wants := b.wants()
		if err := b.take(ctx, wants); err != nil {
			if ctx.Err() == nil {
				b.w.n.log.Warn("the budget cannot be written", "err", err)
			}
			continue
		}
		if b.w.told.someStarve() || len(wants) > 0 {
			if err := b.giveBack(ctx); err != nil && ctx.Err() == nil {
				b.w.n.log.Warn("the budget cannot be written", "err", err)
			}
		}
	}
}

// take takes more for the parts that want it, as far as there is any.
func (b *budget) take(ctx context.Context, wants map[int]bool) error {
	if len(wants) == 0 {
		return nil
	}
	var now granted
	err := change(ctx, b.w.n.b, budgetKey, func(old []byte) ([]byte, error) {
		var err error
		if now, err = parseGranted(old); err != nil {
			return nil, err
		}
		changed := false
		for part := range wants {
			if more := b.share(now, part); more != now[part] {
				now[part], changed = more, true
			}
		}
		if !changed {
			return nil, nil
		}
		return encode(now), nil
	})
	if err != nil {
		return err
	}
	for part := range wants {
		b.w.shared.Crawl.Grant(part, now[part])
	}
	return nil
}

// share is what a part may record when it has taken its share of what is left.
func (b *budget) share(now granted, part int) member.Room {
	var sum member.Room
	for _, r := range now {
		sum.Pages, sum.Requests = sum.Pages+r.Pages, sum.Requests+r.Requests
	}
	spare := b.w.shared.Crawl.Spare(part)
	r := now[part]
	if spare.Pages == 0 {
		r.Pages += some(b.w.c.MaxPages-sum.Pages, b.w.n.o.Parts)
	}
	if spare.Requests == 0 {
		r.Requests += some(b.w.c.MaxRequests-sum.Requests, b.w.n.o.Parts)
	}
	return r
}

// some is the share of a part in what is left.
func some(left, parts int) int {
	if left <= 0 {
		return 0
	}
	return max(1, left/(4*parts))
}

// giveBack gives back what parts here do not need.
func (b *budget) giveBack(ctx context.Context) error {
	rooms := granted{}
	for _, s := range b.w.states() {
		spare := b.w.shared.Crawl.Spare(s.Part)
		if (s.Idle || s.Passes) && !s.Starved && (spare.Pages > 0 || spare.Requests > 0) {
			rooms[s.Part] = b.w.shared.Crawl.GiveBack(s.Part)
		}
	}
	if len(rooms) == 0 {
		return nil
	}
	return change(ctx, b.w.n.b, budgetKey, func(old []byte) ([]byte, error) {
		now, err := parseGranted(old)
		for part, r := range rooms {
			now[part] = r
		}
		return encode(now), err
	})
}

// resetBudget frees what an earlier life of a part had.
func (n *node) resetBudget(ctx context.Context, part int) error {
	return change(ctx, n.b, budgetKey, func(old []byte) ([]byte, error) {
		now, err := parseGranted(old)
		if now[part] == (member.Room{}) || err != nil {
			return nil, err
		}
		delete(now, part)
		return encode(now), nil
	})
}

func parseGranted(value []byte) (granted, error) {
	now := granted{}
	if len(value) == 0 {
		return now, nil
	}
	if err := json.Unmarshal(value, &now); err != nil {
		return now, message.Errorf("the budget: %w", err)
	}
	return now, nil
}
