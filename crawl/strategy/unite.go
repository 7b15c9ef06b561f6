package strategy

import (
	"errors"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
	"github.com/ontocrawl/ontocrawl/message"
)

// A crawl becomes parts, or parts become one crawl, when new strategies take over what the
// old ones know. Everything is kept by host or by site, and a host is in one part; what has
// no host (weights, success rates) goes to each, and comes back from the one that has seen
// most. What is forbidden at the moment (the tabu list) is forgotten: it holds for a few steps.

// Share is a strategy of which another takes over what concerns some hosts. From is not used
// afterwards.
type Share struct {
	From crawl.Strategy
	Keep func(host string) bool // nil: all hosts
	// Of is how many strategies share From, for counts that are no host's; 0 stands for 1.
	Of int
}

func (s *Share) keeps(host string) bool { return s.Keep == nil || s.Keep(host) }

// portion is the share's part of a count that is no host's.
func (s *Share) portion(n int) int { return n / max(s.Of, 1) }

// Unite makes to, which is new, know what shares know. No two of them keep the same host. An
// error says why that cannot be: then to is of no use.
func Unite(to crawl.Strategy, shares []Share) error {
	for _, s := range shares {
		if r, ok := inside[*Refresh](s.From); ok && r.begun {
			return message.Errorf("a refresh is under way in it: let it end first, by the same command")
		}
		if q, ok := inside[*Searching](s.From); ok && !q.absent() {
			return message.Errorf("it has asked search sources, whose answers belong to one run")
		}
	}
	for _, s := range shares {
		if a, ok := inside[*Aside](s.From); ok {
			a.hearAll()
		}
	}
	if err := uniteMember(to, shares); err != nil {
		return err
	}
	if g, ok := inside[*TrapGuard](to); ok {
		g.unite(shares)
	}
	if s, ok := inside[*Sources](to); ok {
		s.unite(shares)
	}
	return nil
}

// inside finds the strategy of a kind in those around it.
func inside[T crawl.Strategy](s crawl.Strategy) (t T, ok bool) {
	for s != nil {
		if t, ok = s.(T); ok {
			return t, true
		}
		w, is := s.(interface{ Unwrap() crawl.Strategy })
		if !is {
			break
		}
		s = w.Unwrap()
	}
	return t, false
}

var (
	errOther   = errors.New("the strategies are of different kinds")
	errNumbers = errors.New("the strategy's ranker cannot be divided by hosts")
)

func uniteMember(to crawl.Strategy, shares []Share) error {
	if t, ok := inside[*Tabu](to); ok {
		return t.unite(shares)
	}
	if b, ok := inside[*BestFirst](to); ok {
		from, err := each[*BestFirst](shares)
		if err != nil {
			return err
		}
		var all []*ranked
		for _, o := range from {
			all = append(all, &o.ranked)
		}
		_, err = b.ranked.unite(all, shares, nil)
		return err
	}
	if b, ok := inside[*BreadthFirst](to); ok {
		from, err := each[*BreadthFirst](shares)
		if err != nil {
			return err
		}
		var all []frontier.Frontier
		for _, o := range from {
			all = append(all, o.f)
		}
		_, err = uniteFrontiers(b.f, all, shares, nil)
		return err
	}
	return message.Errorf("a crawl by its strategy needs the whole graph of links, so it cannot be divided")
}

// each is the strategy of a kind in each of shares.
func each[T crawl.Strategy](shares []Share) (all []T, err error) {
	for _, s := range shares {
		t, ok := inside[T](s.From)
		if !ok {
			return nil, errOther
		}
		all = append(all, t)
	}
	return all, nil
}

// uniteFrontiers adds what the frontiers of shares have. score, if not nil, is the score of
// a waiting item of a share.
func uniteFrontiers(to frontier.Frontier, from []frontier.Frontier, shares []Share, score func(share int, id int32, it frontier.Item) float64) ([][]int32, error) {
	into, ok := to.(frontier.Counted)
	if !ok {
		return nil, errNumbers
	}
	var sources []frontier.Source
	for i, f := range from {
		counted, ok := f.(frontier.Counted)
		if !ok {
			return nil, errNumbers
		}
		src := frontier.Source{From: counted, Keep: shares[i].Keep}
		if score != nil {
			src.Score = func(id int32, it frontier.Item) float64 { return score(i, id, it) }
		}
		sources = append(sources, src)
	}
	return frontier.Unite(into, sources), nil
}

// unite adds what other ranked strategies have, and returns the numbers of their items here.
func (s *ranked) unite(from []*ranked, shares []Share, score func(share int, id int32, it frontier.Item) float64) ([][]int32, error) {
	into, ok := s.rank.(linkrank.Uniter)
	if !ok {
		return nil, errNumbers
	}
	var frontiers []frontier.Frontier
	for _, o := range from {
		frontiers = append(frontiers, o.f)
	}
	ids, err := uniteFrontiers(s.f, frontiers, shares, score)
	if err != nil {
		return nil, err
	}
	var others []linkrank.Other
	for i, o := range from {
		others = append(others, linkrank.Other{Ranker: o.rank, Of: ids[i]})
	}
	if !into.Unite(others) {
		return nil, errNumbers
	}
	return ids, nil
}

func (t *Tabu) unite(shares []Share) error {
	from, err := each[*Tabu](shares)
	if err != nil {
		return err
	}
	var all []*ranked
	for _, o := range from {
		all = append(all, &o.ranked)
	}
	ids, err := t.ranked.unite(all, shares, func(i int, id int32, it frontier.Item) float64 {
		if from[i].traits.held(id) != 0 { // nothing is held back here
			return it.Score + heldBack
		}
		return it.Score
	})
	if err != nil {
		return err
	}
	for i, o := range from {
		t.takeTraits(o, ids[i])
		t.takeProofs(o, ids[i], &shares[i])
		takeCounts(t.misses, o.misses)
		takeCounts(t.hits, o.hits)
		t.turns.Moves += shares[i].portion(o.turns.Moves)
		t.turns.Diversified += shares[i].portion(o.turns.Diversified)
		if best, ok := o.sel.Best(); ok {
			t.sel.Reached(best)
		}
	}
	t.arrange()
	return nil
}

// takeTraits takes what o remembers of links.
func (t *Tabu) takeTraits(o *Tabu, of []int32) {
	for id := range int32(o.traits.marks.Len()) {
		n := of[id]
		if n < 0 {
			continue
		}
		*t.traits.of(n) |= *o.traits.of(id) &^ markHeld
		if p, ok := o.traits.pair(id); ok {
			t.traits.setPair(n, p)
		}
	}
}

// takeProofs takes what pages prove of hosts. How often a host is proven is known to the
// frontier.
func (t *Tabu) takeProofs(o *Tabu, of []int32, s *Share) {
	for _, id := range slices.Sorted(maps.Keys(o.proofs)) {
		if s.keeps(o.f.HostName(o.f.Item(id).Host)) && of[id] >= 0 {
			t.proofs[of[id]] = t.f.Host(o.f.HostName(o.proofs[id]))
		}
	}
}

// takeCounts takes counts by attribute; of two the larger one.
func takeCounts(to, from map[uint64]int) {
	for a, n := range from {
		to[a] = max(to[a], n)
	}
}
