package node

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// The budget of the crawl is leased by part: the table says how many pages and requests each
// may record in all, and the sum is never above the limits. A part that has used half of its
// share takes more, up to a share of what is left; when nothing is left, one that has nothing to do gives back what it does not need
// if others want it.

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

// want notes that a part wants more. since format 3, as all that follows
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

// restFor is how long a node leaves the budget to others after it has written it: of nodes that write at the same
// time one succeeds, and the next wants of the parts here are collected meanwhile.
const restFor = 50 * time.Millisecond

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
		if b.balance(ctx) {
			b.w.n.wait(ctx, restFor)
		}
	}
}

// balance takes what parts here want, and gives back what others want.
func (b *budget) balance(ctx context.Context) (wrote bool) {
	wants := b.wants()
	b.refused(wants)
	wrote, err := b.take(ctx, wants)
	if starve := b.w.told.someStarve(); err == nil && (starve || len(wants) > 0) && b.short() {
		err = b.giveBack(ctx)
	}
	if err != nil && ctx.Err() == nil {
		b.w.n.log.Warn("the budget cannot be written", "err", err)
	}
	return wrote
}

// refused adds the parts here that were refused a choice when nothing was left, if something is left now: a part
// asks once, and what another gives back later would be nobody's.
func (b *budget) refused(wants map[int]bool) {
	var now granted
	b.w.n.table.get(budgetKey, &now)
	if left := b.left(now); b.w.c.MaxPages > 0 && left.Pages <= 0 || b.w.c.MaxRequests > 0 && left.Requests <= 0 {
		return
	}
	for _, s := range b.w.states() {
		if s.Starved {
			wants[s.Part] = true
		}
	}
}

// take takes more for the parts that want it, as far as there is any, and for others here that have little.
func (b *budget) take(ctx context.Context, wants map[int]bool) (wrote bool, err error) {
	if len(wants) == 0 {
		return false, nil
	}
	for _, s := range b.w.states() {
		if !s.Idle && !s.Passes {
			wants[s.Part] = true
		}
	}
	var now granted
	err = change(ctx, b.w.n.b, budgetKey, func(old []byte) ([]byte, error) {
		var err error
		if now, err = parseGranted(old); err != nil {
			return nil, err
		}
		wrote = false
		for part := range wants {
			if more := b.share(now, part); more != now[part] {
				now[part], wrote = more, true
			}
		}
		if !wrote {
			return nil, nil
		}
		return encode(now), nil
	})
	if err != nil {
		return false, err
	}
	for part := range wants {
		b.w.shared.Crawl.Grant(part, now[part])
	}
	return wrote, nil
}

// share returns what a part may record when it has taken its share of what is left.
func (b *budget) share(now granted, part int) member.Room {
	left, used, r := b.left(now), b.w.shared.Crawl.Used(part), now[part]
	parts := b.w.n.o.Parts
	r.Pages += more(b.w.c.MaxPages, left.Pages, parts, r.Pages-used.Pages)
	r.Requests += more(b.w.c.MaxRequests, left.Requests, parts, r.Requests-used.Requests)
	return r
}

// left returns what no part has.
func (b *budget) left(now granted) member.Room {
	left := member.Room{Pages: b.w.c.MaxPages, Requests: b.w.c.MaxRequests}
	for _, r := range now {
		left.Pages, left.Requests = left.Pages-r.Pages, left.Requests-r.Requests
	}
	return left
}

// leastOf is the least that a part takes of a limit, if so much is left: each taking is a write to most
// disks of the cluster. Small budgets are shared out page by page.
func leastOf(limit, parts int) int { return min(mostLeast, max(1, limit/(mostLeast*parts))) }

const mostLeast = 16

// more returns what a part takes of what is left of a limit when it has some: nothing while it has
// more than half a share.
func more(limit, left, parts, has int) int {
	least := leastOf(limit, parts)
	share := min(left, max(least, left/parts*least/mostLeast))
	if has = max(0, has); share <= 0 || has > share/2 {
		return 0
	}
	return share - has
}

// short reports whether less is left than a part likes to take, as far as this process knows.
func (b *budget) short() bool {
	var now granted
	b.w.n.table.get(budgetKey, &now)
	left := b.left(now)
	return isShort(b.w.c.MaxPages, left.Pages, b.w.n.o.Parts) || isShort(b.w.c.MaxRequests, left.Requests, b.w.n.o.Parts)
}

func isShort(limit, left, parts int) bool { return limit > 0 && left < leastOf(limit, parts) }

// giveBack gives back what parts here do not need. It compares with the table, so what could not be written is written
// the next time.
func (b *budget) giveBack(ctx context.Context) error {
	rooms, told := granted{}, granted{}
	b.w.n.table.get(budgetKey, &told)
	for _, s := range b.w.states() {
		if !(s.Idle || s.Passes) || s.Starved {
			continue
		}
		if r := b.w.shared.Crawl.GiveBack(s.Part); r != told[s.Part] {
			rooms[s.Part] = r
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
		return now, english.Errorf("the budget: %w", err)
	}
	return now, nil
}
