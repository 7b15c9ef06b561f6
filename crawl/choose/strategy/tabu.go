package strategy

import (
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank/learned"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/tabu"
)

// Tabu is the default strategy: tabu search over a learned link score. Where
// the printed loop of On-ITS draws at random among candidates, it does what
// tabu search is for:
//
//   - it intensifies: the next link is the one with the largest score;
//   - what has just been exhausted is tabu: after Tries x (1 + relevant pages that it
//     ever brought) misses in a row the URL pattern or the DOM place of the link is
//     forbidden for Tenure steps;
//   - it aspires: a link whose own words name the topic, or whose score is larger
//     than the score of any chosen so far, is not held back;
//   - it diversifies by its long-term memory: a share Balance of the choices
//     goes to the least visited of the proven hosts (proven.go), there preferably to a
//     link whose own words name a concept of the topic, to a page that calls itself a list
//     of pages, or to a further page of a list.
//
// The rules stand in tabu.Selector. Its candidate list is the frontier (see
// candidates.go); its frequency memory is the number of choices of each host.
//
// The memory pays on many hosts, where balancing finds more of what there is.
// On one host it has nothing to balance, and holding links back costs a little:
// there best-first by the same ranker was slightly ahead (area .997 against .994 of
// an oracle's on a stored encyclopedia).
type Tabu struct {
	ranked
	p      Params
	sel    *tabu.Selector[uint64]
	turns  tabu.Turns // for balance over hosts
	traits traits
	misses map[uint64]int     // in a row, by attribute
	hits   map[uint64]int     // relevant pages, by attribute
	held   map[uint64][]int32 // items held back, by the attribute that forbids them
	spare  [][]int32          // lists of held that were used before
	hubs   map[int32][]int32  // by host that had a balancing turn: items that have a bonus there; some no longer wait
	proofs map[int32]int32    // by item: the host that its page proves
	now    candidates         // of the choice that is being made
	floor  *float64           // the least score of a choice that balances; nil: any

	revised map[int32]bool // by the revision under way, see ranked.go
}

const (
	heldBack   = 1000 // what a held-back link loses in the frontier: it stays behind all that are free
	hubBonus   = 3    // what calling itself a list of pages, or naming the topic, adds on a balancing turn, in log-odds
	pagerBonus = 2    // what being a further page of a list adds
	aspiresOwn = 0.5  // own evidence from which a link is never tabu
	mostNamed  = 4096 // where so many links of a host wait with a bonus no more get markNamed: a turn looks at all of them
)

var _ crawl.Strategy = (*Tabu)(nil)

// NewTabu returns a Tabu by the learned ranker, or a *ParamError.
func NewTabu(p Params) (*Tabu, error) {
	return NewTabuBy(p, learned.New(p.Seed))
}

// NewTabuBy returns a Tabu by any ranker; its scores should be log-odds. It owns r.
func NewTabuBy(p Params, r linkrank.Ranker) (*Tabu, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	t := &Tabu{ranked: newRanked(p, r), p: p.withDefaults()}
	t.pick, t.choose, t.order = t.next, t.take, t.admit
	l := t.declareRanked(t, t)
	l.Explain, l.Unite, l.Revise, l.LogOdds, l.Above = t.explain, t.unite, t.revise, t.Prospect, t.above
	t.ranked.held = func(id int32) bool { return *t.traits.of(id)&markHeld != 0 }
	t.keep("tabu", 7, t)
	t.form.Read[6] = t.load // had no named links
	t.form.Read[5], t.form.Read[4] = t.loadFifth, t.loadFourth
	t.reset()
	return t, nil
}

func (t *Tabu) reset() {
	t.ranked.reset()
	t.sel = tabu.NewSelector[uint64](t.p.Seed)
	t.sel.Tenure = tabu.Fixed(t.p.Tenure)
	t.turns = tabu.Turns{Share: t.p.Balance}
	if !t.p.Joint {
		t.sel.Turns = &t.turns
	}
	t.now = candidates{t: t}
	t.hits = make(map[uint64]int)
	t.traits, t.misses, t.held, t.hubs = newTraits(t.p.Spill), make(map[uint64]int), make(map[uint64][]int32), make(map[int32][]int32)
	t.proofs = make(map[int32]int32)
}

// next lets the Selector choose from the candidates whose hosts are free.
func (t *Tabu) next(busy func(string) bool) int32 {
	t.now = candidates{t: t, busy: busy, last: frontier.None, evaluated: frontier.None}
	_, balances, ok := t.sel.Choose(&t.now)
	if !ok {
		return frontier.None
	}
	t.now.balances = balances || t.now.passes // a turn that was passed is not made up for
	return t.now.last
}

// above implements [Level.Above].
func (t *Tabu) above(floor *float64) { t.floor = floor }

// take makes the move: a step of the search ends. A replayed journal may take
// another link than was picked.
func (t *Tabu) take(id int32) crawl.Choice {
	t.turns.Made(t.now.balances)
	t.traits.of(id).set(markBalanced, t.now.balances)
	m := tabu.Move[uint64]{Value: t.linkScore(id)}
	c := frontier.Choose(t.f, id)
	if c.Depth > 0 {
		c.Priority = m.Value // without the loss of a link held back
	}
	for _, a := range t.sel.Made(m) {
		t.now.Release(a)
	}
	return c
}

// Observe implements [crawl.Strategy].
func (t *Tabu) Observe(v *crawl.Visit) {
	if id, ok := t.f.Number(v.Choice.URL); ok {
		t.outcome(id, v)
		if v.Page == nil && t.f.Item(id).State == frontier.InFlight {
			t.turns.TakeBack(*t.traits.of(id)&markBalanced != 0) // or dead links would shift the shares
		}
	}
	t.learn(v, func(id int32, l *crawl.Link, fresh bool) { t.note(id, l, v.Page.Host, fresh) })
	t.prove(v)
}

// note takes note of the traits of a link on a page of host.
func (t *Tabu) note(id int32, l *crawl.Link, host string, fresh bool) {
	m := t.traits.of(id)
	if ownEvidence(l) >= aspiresOwn { // false for NaN
		*m |= markOwn
	}
	if m.leads() == 0 {
		t.lead(m, id, l, fresh)
	}
	t.name(m, id, l)
	if _, ok := t.traits.pair(id); !ok {
		t.traits.setPair(id, pair{attribute("template", urlpattern.Of(l.URL)), attribute("place", host+" "+l.Path)})
	}
}

// ownEvidence is how strongly a link's own words name the topic.
func ownEvidence(l *crawl.Link) float32 { return l.Terms.AnchorCore + l.Terms.URLCore/2 }

// lead notes whether a link leads to many pages. What its URL says is asked once, when
// the URL becomes known.
func (t *Tabu) lead(m *mark, id int32, l *crawl.Link, fresh bool) {
	switch {
	case urlpattern.HubName(l.Text) || fresh && urlpattern.IsHub(l.URL, ""):
		*m |= markHub
	case urlpattern.PagerName(l.Text) || fresh && urlpattern.IsPager(l.URL, ""):
		*m |= markPager
	default:
		return
	}
	t.index(id)
}

// index adds an item to those that have a bonus on a turn, if its host had one: most hosts have none, and of them nothing is kept.
func (t *Tabu) index(id int32) {
	h := t.f.Item(id).Host
	if of, ok := t.hubs[h]; ok {
		t.hubs[h] = append(of, id)
	}
}

// indexHost finds the items of a host that have a bonus on a turn, before its first.
func (t *Tabu) indexHost(h int32) {
	of := []int32{}
	t.f.Rescore(h, func(id int32, now float64) float64 {
		if t.traits.of(id).leads() > 0 {
			of = append(of, id)
		}
		return now
	})
	slices.Sort(of)
	named := 0
	for _, id := range of {
		if m := t.traits.of(id); *m&markNamed != 0 {
			if named++; named > mostNamed {
				*m &^= markNamed
			}
		}
	}
	t.hubs[h] = of
}

// name marks a link that is named by the topic. It may have no score to be the first of the whole crawl, but on
// its host's turn it tells more than /archive or /page/17. A host of which more than mostNamed links wait with a bonus
// needs no more of them.
func (t *Tabu) name(m *mark, id int32, l *crawl.Link) {
	if *m&markNamed != 0 || !namesTopic(l) {
		return
	}
	if len(t.hubs[t.f.Item(id).Host]) >= mostNamed {
		return
	}
	if m.leads() == 0 {
		t.index(id)
	}
	*m |= markNamed
}

// namesTopic reports whether a link's own words, in anchor or URL, name a core concept, or any concept of the
// topic if it is a list: the tag page of a flood is worth a turn, a post that says "rain" is not. NaN names nothing.
func namesTopic(l *crawl.Link) bool {
	if l.Terms.AnchorCore > 0 || l.Terms.URLCore > 0 {
		return true
	}
	return (l.Terms.AnchorOther > 0 || l.Terms.URLOther > 0) && urlpattern.Split(l.URL).InHub()
}

// outcome counts misses in a row and forbids an attribute that has had too many. A
// page that repeats another is a miss. Patience grows with what the attribute brought:
// an encyclopedia has one template, and forbidding it leaves nothing to choose.
func (t *Tabu) outcome(id int32, v *crawl.Visit) {
	p, ok := t.traits.pair(id)
	if !ok || v.Source() || v.Choice.Again || v.Page == nil && v.Status != 404 && v.Status != 410 && !deadEnds(v) {
		return // a seed, no page, known before, or a failure that says nothing of its place
	}
	for _, a := range [...]uint64{p.pattern, p.place} {
		if v.Page != nil && v.Score.Relevant && !v.Repeats() {
			delete(t.misses, a)
			t.hits[a]++
			t.sel.List.Allow(a)
			t.now.Release(a)
			continue
		}
		if t.misses[a]++; t.misses[a] >= t.patience(a) {
			delete(t.misses, a)
			t.sel.Forbid(a)
		}
	}
}

// deadEnds reports a link from one host to another where nobody answers. Of a link within a
// host it says nothing: the whole host is silent.
func deadEnds(v *crawl.Visit) bool {
	return v.Failure.Kind.NoServer() && v.Choice.Parent != "" && urlpattern.Split(v.Choice.Parent).Host != v.Choice.Host
}

// patience is the number of misses in a row after which an attribute is forbidden.
func (t *Tabu) patience(a uint64) int {
	if tries := t.p.Tries; t.hits[a] < math.MaxInt/tries-1 {
		return tries * (1 + t.hits[a])
	}
	return math.MaxInt
}

// attribute gives a tabu attribute a number that is the same in every run
// and never 0 (FNV-1a). Checkpoints hold it.
func attribute(kind, value string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, s := range [...]string{kind, "\x00", value} {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * 0x100000001b3
		}
	}
	return h | 1
}
