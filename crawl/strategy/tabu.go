package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
	"github.com/ontocrawl/ontocrawl/tabu"
)

// Tabu is the default strategy: tabu search over a learned link worth. Where
// the printed loop of On-ITS draws at random among candidates, it does what
// tabu search is for:
//
//   - it intensifies: the next link is the one of the largest worth;
//   - what has just been exhausted is tabu: after Tries misses in a row the
//     URL template or the DOM place they came by is forbidden for Tenure steps;
//   - it aspires: a link whose own words name the topic, or that is worth more
//     than any chosen so far, is not held back;
//   - it diversifies by its long-term memory: a share Balance of the choices
//     goes to the host that was visited least, there preferably to a page that
//     calls itself a list of pages or leads on in one.
//
// The memory pays on many hosts, where balancing finds more of what there is.
// On one host it has nothing to balance, and being held back by a tabu costs a
// little: there best-first by the same worth was a shade ahead (area .997
// against .994 of an oracle's on a stored encyclopedia).
type Tabu struct {
	s      ranked
	p      Params
	sel    *tabu.Selector[uint64]
	traits []trait            // by item
	misses map[uint64]int     // in a row, by attribute
	held   map[uint64][]int32 // items held back, by the attribute that forbids them
	spare  [][]int32          // lists of it that were used before
	hubs   map[int32][]int32  // by host: items that lead to many pages, those that no longer wait among them
	moves  int                // choices that brought a page or may still do so
	rare   int                // those of them that balanced

	revised map[int32]bool // of the revision that is going on, see revise.go
}

// trait is what the search itself remembers of a link.
type trait struct {
	template, place uint64  // its attributes: the URL's shape, the DOM path on the parent's host
	own             float32 // how strongly its own words name the topic, 0..1
	leads           uint8   // what leading to many pages adds to its worth on a balancing turn
	rare            bool    // was chosen to balance
	held            uint64  // attribute under which it is in Tabu.held, 0 if it is not
}

const (
	heldBack   = 1000 // what a tabu link's key loses: it stays behind all that are free
	hubBonus   = 3    // what calling itself a list of pages adds to the worth on a balancing turn, in log-odds,
	pagerBonus = 2    // and what leading on in a list does
	aspiresOwn = 0.5  // own evidence from which a link is never tabu
)

var _ crawl.Strategy = (*Tabu)(nil)

// NewTabu returns a Tabu over the recipe's worth, or a *ParamError.
func NewTabu(p Params) (*Tabu, error) {
	return NewTabuBy(p, linkrank.NewRecipe(p.Seed))
}

// NewTabuBy returns a Tabu over any worth, which should be in log-odds. It
// owns r.
func NewTabuBy(p Params, r linkrank.Ranker) (*Tabu, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	t := &Tabu{p: p.withDefaults(), s: newRanked(r)}
	t.s.key, t.s.hold, t.s.holdSite = t.key, t.hold, t.holdSite
	t.s.held = func(id int32) bool { return t.trait(id).held != 0 }
	t.reset()
	return t, nil
}

func (t *Tabu) reset() {
	t.s.frontier, t.s.numbers = frontier{}, nil
	t.sel = tabu.NewSelector[uint64](t.p.Seed)
	t.sel.Tenure = tabu.Fixed(t.p.Tenure)
	t.traits, t.moves, t.rare = nil, 0, 0
	t.misses, t.held, t.hubs = make(map[uint64]int), make(map[uint64][]int32), make(map[int32][]int32)
}

// move is the choice of an item as tabu search sees it. Own evidence is an
// aspiration of its own: such a link needs nothing to be free.
func (t *Tabu) move(id int32, worth float64) tabu.Move[uint64] {
	m := tabu.Move[uint64]{Value: worth}
	if tr := t.trait(id); tr.template != 0 && tr.own < aspiresOwn {
		m.Needs = []uint64{tr.template, tr.place}
	}
	return m
}

// key puts what is tabu behind what is not. It is remembered as held back, to
// come forward again when what forbids it becomes free.
func (t *Tabu) key(id int32, worth float64) float64 {
	tr := t.trait(id)
	by := t.admits(id, worth)
	if by == 0 {
		tr.held = 0
		return worth
	}
	t.holdBy(by, id)
	return worth - heldBack
}

// hold holds an item back that has become tabu since it was scored. Its worth is
// not asked: a step may forbid a large part of the frontier.
func (t *Tabu) hold(id int32) bool {
	if t.trait(id).held != 0 {
		return false
	}
	worth := t.s.items[id].key
	by := t.admits(id, worth)
	if by == 0 {
		return false
	}
	t.holdBy(by, id)
	t.s.setKey(id, worth-heldBack)
	return true
}

// holdBy notes that the attribute by holds an item back. An item that came
// forward by its worth alone may still be in the list of an attribute.
func (t *Tabu) holdBy(by uint64, id int32) {
	if tr := t.trait(id); tr.held == 0 {
		tr.held = by
		list, ok := t.held[by]
		if n := len(t.spare); !ok && n > 0 {
			list, t.spare = t.spare[n-1][:0], t.spare[:n-1]
		}
		t.held[by] = append(list, id)
	}
}

// admits returns 0 if an item of that worth may be chosen, else the attribute
// that forbids it.
func (t *Tabu) admits(id int32, worth float64) uint64 {
	if t.sel.List.Len() == 0 {
		return 0
	}
	by := t.forbids(t.trait(id))
	if by == 0 || t.sel.Aspires(tabu.Move[uint64]{Value: worth}) {
		return 0
	}
	return by
}

// holdSite does for all items of host h what hold does for one.
func (t *Tabu) holdSite(h int32) {
	for _, id := range t.s.sites[h].heap {
		it := &t.s.items[id]
		if it.seed || t.trait(id).held != 0 {
			continue
		}
		if by := t.admits(id, it.key); by != 0 {
			t.holdBy(by, id)
			it.key -= heldBack
		}
	}
	t.s.reorder(h)
}

// forbids returns the attribute of tr that is tabu, or 0.
func (t *Tabu) forbids(tr *trait) uint64 {
	switch {
	case tr.template == 0 || tr.own >= aspiresOwn:
	case t.sel.List.Forbids(tr.template):
		return tr.template
	case t.sel.List.Forbids(tr.place):
		return tr.place
	}
	return 0
}

// trait makes room for the traits of all items up to id.
func (t *Tabu) trait(id int32) *trait {
	for int(id) >= len(t.traits) {
		t.traits = append(t.traits, trait{})
	}
	return &t.traits[id]
}

// Seed implements [crawl.Strategy].
func (t *Tabu) Seed(links []crawl.Link) { t.s.seed(links) }

// Next implements [crawl.Strategy].
func (t *Tabu) Next(busy func(host string) bool) (crawl.Choice, bool) {
	id, rare := t.pick(busy)
	if id < 0 {
		return crawl.Choice{}, false
	}
	return t.make(id, rare), true
}

// Take implements [crawl.Strategy]. It scores what Next would have scored.
func (t *Tabu) Take(url string) (crawl.Choice, bool) {
	id, ok := t.s.waits(url)
	if !ok {
		return crawl.Choice{}, false
	}
	_, rare := t.pick(nil)
	return t.make(id, rare), true
}

// pick returns the item the next move should take, or -1, and whether that
// balances.
func (t *Tabu) pick(busy func(string) bool) (id int32, rare bool) {
	best := t.s.pick(busy)
	if best < 0 || t.s.items[best].seed || len(t.s.rarest) < 2 || !t.balancing() {
		return best, false
	}
	if id := t.rarest(busy); id >= 0 {
		return id, true
	}
	return best, false
}

// balancing reports whether it is the long-term memory's turn. The turns are
// spread evenly, not drawn: a draw would make short crawls a matter of luck.
// A choice that brings no page gives its turn back, or the dead links of a
// web would shift the shares.
func (t *Tabu) balancing() bool {
	return int(float64(t.moves+1)*t.p.Balance) > t.rare
}

// giveBack takes a choice that failed out of the shares.
func (t *Tabu) giveBack(tr *trait) {
	t.moves = max(0, t.moves-1)
	if tr.rare {
		t.rare = max(0, t.rare-1)
	}
}

// rarest returns the best item, what leads to many pages preferred, of the free open
// host from which the fewest URLs were chosen. frontier keeps these counts in order: it is the
// frequency memory of the search.
func (t *Tabu) rarest(busy func(string) bool) int32 {
	h := t.s.firstSite(t.s.rarest, busy, true)
	last := int32(-1)
	for h >= 0 {
		best := t.bestOf(h)
		if best == last {
			return best
		}
		t.s.score(best)
		last = best
	}
	return -1
}

// bestOf returns the best item that waits at host h, what leads to many pages
// preferred: the first of its heap, unless one of those goes before it.
func (t *Tabu) bestOf(h int32) int32 {
	best := t.s.sites[h].heap[0]
	most := t.s.items[best].key + float64(t.trait(best).leads)
	hubs := t.hubs[h][:0]
	for _, id := range t.hubs[h] {
		if t.s.items[id].status != waiting {
			continue
		}
		hubs = append(hubs, id)
		if v := t.s.items[id].key + float64(t.trait(id).leads); v > most || v == most && id < best {
			best, most = id, v
		}
	}
	t.hubs[h] = hubs
	return best
}

// make makes the move: a step of the search ends.
func (t *Tabu) make(id int32, rare bool) crawl.Choice {
	t.moves++
	if rare {
		t.rare++
	}
	t.trait(id).rare = rare
	m := t.move(id, t.s.worth(id))
	c := t.s.choose(id)
	if c.Depth > 0 {
		c.Priority = m.Value // without what being tabu cost it
	}
	for _, a := range t.sel.Made(m) {
		t.release(a)
	}
	return c
}

// release brings forward what the attribute a held back, now that it is free;
// what is still tabu for another reason stays back.
func (t *Tabu) release(a uint64) {
	back := t.held[a]
	delete(t.held, a)
	for _, id := range back {
		tr := t.trait(id)
		if tr.held != a || t.s.items[id].status != waiting {
			continue
		}
		tr.held = 0
		worth := t.s.items[id].key + heldBack
		if by := t.admits(id, worth); by != 0 {
			t.holdBy(by, id)
		} else {
			t.s.setKey(id, worth)
		}
	}
	if back != nil && len(t.spare) < maxSpare && cap(back) <= maxSpareItems {
		t.spare = append(t.spare, back)
	}
}

// What is kept of lists for the next ones: at most 256 KB.
const (
	maxSpare      = 64
	maxSpareItems = 1024
)

// Observe implements [crawl.Strategy].
func (t *Tabu) Observe(v *crawl.Visit) {
	if id, ok := t.s.id(v.Choice.URL); ok {
		t.outcome(t.trait(id), v)
		if v.Page == nil && t.s.items[id].status == inFlight {
			t.giveBack(t.trait(id))
		}
	}
	t.s.learn(v, func(id int32, l *crawl.Link, fresh bool) {
		tr := t.trait(id)
		if own := l.Terms.AnchorCore + l.Terms.URLCore/2; own > tr.own { // false for NaN
			tr.own = min(1, own)
		}
		if tr.leads == 0 {
			t.lead(tr, id, l)
		}
		if tr.template == 0 {
			tr.template = attribute("template", linkrank.Template(l.URL))
			tr.place = attribute("place", v.Page.Host+" "+l.Path)
		}
	})
}

// lead notes whether a link leads to many pages.
func (t *Tabu) lead(tr *trait, id int32, l *crawl.Link) {
	switch {
	case linkrank.IsHub(l.URL, l.Text):
		tr.leads = hubBonus
	case linkrank.IsPager(l.URL, l.Text):
		tr.leads = pagerBonus
	default:
		return
	}
	h := t.s.items[id].host
	t.hubs[h] = append(t.hubs[h], id)
}

// outcome counts misses in a row and forbids what has had too many. A page that
// repeats another is a miss.
func (t *Tabu) outcome(tr *trait, v *crawl.Visit) {
	if tr.template == 0 || v.Source() || v.Choice.Again || v.Page == nil && v.Status != 404 && v.Status != 410 {
		return // a seed, no page, known before, or a failure that says nothing of its place
	}
	for _, a := range [...]uint64{tr.template, tr.place} {
		if v.Page != nil && v.Score.Relevant && !v.Repeats() {
			delete(t.misses, a)
			t.sel.List.Allow(a)
			t.release(a)
			continue
		}
		if t.misses[a]++; t.misses[a] >= t.p.Tries {
			delete(t.misses, a)
			t.sel.Forbid(a)
		}
	}
}

// attribute gives a tabu attribute a number that is the same in every run
// and never 0 (FNV-1a).
func attribute(kind, value string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, s := range [...]string{kind, "\x00", value} {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * 0x100000001b3
		}
	}
	return h | 1
}

// Len implements [crawl.Strategy].
func (t *Tabu) Len() int { return t.s.waiting }
