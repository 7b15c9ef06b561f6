package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/tabu"
)

// candidates is the frontier of a Tabu as a candidate list: the waiting links whose
// hosts are free, the largest score first. What the Selector holds back loses
// heldBack of its score until the attribute that forbids it is free.
type candidates struct {
	t         *Tabu
	busy      func(host string) bool
	last      int32 // returned last
	evaluated int32 // last
	held      int   // by this choice, one after the other
	allHeld   int   // by this choice
	effort    int   // of scoring links anew, by this choice
	balances  bool  // the choice is one of the long-term memory
	alone     bool  // one host is enough to balance: there are others, of other parts
	passes    bool  // it was its turn, but the best that it had is below Tabu.floor
	needs     [2]uint64
}

var _ tabu.Candidates[uint64] = (*candidates)(nil)

// manyHeld links held back one after the other: then the other links of their host
// are looked at in one go, which costs a tenth as much for each.
const manyHeld = 32

// A page of links to as many hosts has one link of each to hold back, and each costs a
// question about its host. So after manyHosts of them one after the other all links that
// wait are looked at in one go, if they are wholeHeld at most.
const (
	manyHosts = 200
	wholeHeld = 100 * manyHosts
)

// maxHeld links are held back by one choice at most. Then it takes the best link as if
// nothing were tabu: on a directory of a million links, going through all of them would
// take longer than a request.
const maxHeld = 10_000

// move is the choice of an item as the Selector sees it. Own evidence is an
// aspiration of its own: such a link needs nothing to be free.
func (t *Tabu) move(id int32, score float64, needs *[2]uint64) tabu.Move[uint64] {
	m := tabu.Move[uint64]{Value: score}
	if *t.traits.of(id)&(markHeld|markOwn) != 0 {
		return m
	}
	if p, ok := t.traits.pair(id); ok {
		*needs = [2]uint64{p.pattern, p.place}
		m.Needs = needs[:]
	}
	return m
}

// Best implements [tabu.Candidates]. Seeds are free and come first.
func (c *candidates) Best() (m tabu.Move[uint64], ok bool) {
	c.last = c.t.f.Best(c.busy)
	if c.last < 0 {
		return m, false
	}
	it := c.t.f.Item(c.last)
	if it.Seed {
		return tabu.Move[uint64]{Value: it.Score}, true
	}
	if c.allHeld >= maxHeld {
		return tabu.Move[uint64]{Value: it.Score}, true
	}
	return c.t.move(c.last, it.Score, &c.needs), true
}

// HoldBack implements [tabu.Candidates]. It does not ask the ranker: one step may
// forbid a large part of the frontier.
func (c *candidates) HoldBack(by uint64) {
	t := c.t
	t.holdBy(by, c.last)
	it := t.f.Item(c.last)
	t.f.SetScore(c.last, it.Score-heldBack)
	c.allHeld++
	switch c.held++; {
	case c.held == manyHosts && t.f.Counts().Waiting <= wholeHeld:
		t.f.Rescore(frontier.None, c.heldScore)
	case (c.held+1)%manyHeld == 0:
		t.f.Rescore(it.Host, c.heldScore)
	}
}

// heldScore is the score of an item that is looked at together with others: one that is
// forbidden is held back.
func (c *candidates) heldScore(id int32, now float64) float64 {
	t := c.t
	by, ok := t.sel.Forbidden(t.move(id, now, &c.needs))
	if !ok || t.f.Item(id).Seed {
		return now
	}
	t.holdBy(by, id)
	c.allHeld++
	return now - heldBack
}

// Evaluate implements [tabu.Candidates].
func (c *candidates) Evaluate() bool {
	if c.last == c.evaluated || c.effort >= maxEffort || c.t.f.Item(c.last).Seed {
		return false
	}
	c.effort += c.t.effort(c.last)
	c.t.score(c.last)
	c.evaluated = c.last
	return true
}

// LeastFrequent implements [tabu.Candidates]: the best link of the least visited
// proven host that is free. It prefers none while seeds wait, or if there are no two
// hosts to balance.
func (c *candidates) LeastFrequent() (m tabu.Move[uint64], ok bool) {
	t := c.t
	if t.f.Item(c.last).Seed || t.f.Hosts().Proven() < 2 && !c.alone {
		return m, false
	}
	h := t.f.Hosts().LeastVisited(c.busy)
	if h < 0 {
		return m, false
	}
	first := c.last
	for c.last = frontier.None; ; {
		id := t.bestOf(h)
		if id == c.last || c.effort >= maxEffort {
			if t.floor != nil && t.f.Item(id).Score < *t.floor {
				c.last, c.passes = first, true
				return m, false
			}
			c.last = id
			return t.move(id, t.f.Item(id).Score, &c.needs), true
		}
		c.effort += t.effort(id)
		t.score(id)
		c.last = id
	}
}

// bestOf returns the best link that waits at a host. Links that name the topic or lead to
// many pages are preferred.
func (t *Tabu) bestOf(host int32) int32 {
	if _, ok := t.hubs[host]; !ok {
		t.indexHost(host)
	}
	best := t.f.Hosts().Best(host)
	most := t.f.Item(best).Score + float64(t.traits.of(best).leads())
	hubs := t.hubs[host][:0]
	for _, id := range t.hubs[host] {
		it := t.f.Item(id)
		if it.State != frontier.Waiting || t.traits.of(id).leads() == 0 {
			continue
		}
		hubs = append(hubs, id)
		if v := it.Score + float64(t.traits.of(id).leads()); v > most || v == most && id < best {
			best, most = id, v
		}
	}
	t.hubs[host] = hubs
	return best
}

// Crawl says what is crawled. A link that is still tabu for another reason stays back.
func (c *candidates) Release(a uint64) {
	t := c.t
	back := t.held[a]
	delete(t.held, a)
	for _, id := range back {
		it := t.f.Item(id)
		if t.traits.held(id) != a || it.State != frontier.Waiting {
			continue
		}
		t.traits.of(id).set(markHeld, false)
		if by, ok := t.sel.Forbidden(t.move(id, it.Score+heldBack, &c.needs)); ok {
			t.holdBy(by, id)
		} else {
			t.f.SetScore(id, it.Score+heldBack)
		}
	}
	if back != nil && len(t.spare) < maxSpare && cap(back) <= maxSpareItems {
		t.spare = append(t.spare, back)
	}
}

// admit returns the score of an item in the frontier: a link that is tabu is held
// back.
func (t *Tabu) admit(id int32, score float64) float64 {
	m := t.traits.of(id)
	held := *m & markHeld
	if m.set(markHeld, false); t.sel.List.Len() == 0 {
		return score
	}
	by, forbidden := t.sel.Forbidden(t.move(id, score, &t.now.needs))
	if !forbidden {
		return score
	}
	if *m |= held; held == 0 {
		t.holdBy(by, id)
	}
	return score - heldBack
}

// holdBy notes that the attribute by holds an item back. An item that came forward
// because of its score may still be in the list of another attribute.
func (t *Tabu) holdBy(by uint64, id int32) {
	t.traits.hold(id, by)
	list, ok := t.held[by]
	if n := len(t.spare); !ok && n > 0 {
		list, t.spare = t.spare[n-1][:0], t.spare[:n-1]
	}
	t.held[by] = append(list, id)
}

// What is kept of lists for the next ones: at most 256 KB.
const (
	maxSpare      = 64
	maxSpareItems = 1024
)
