package strategy

import (
	"errors"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// A crawl becomes parts, or parts become one crawl, when new strategies take over what the
// old ones know. Everything is kept by host or by site, and a host is in one part; what has
// no host (weights, success rates) goes to each, and comes back from the one that has seen
// most. What is forbidden at the moment (the tabu list) is forgotten: it holds for a few steps.

// Share is a strategy of which another takes over what concerns some hosts. From is not used
// afterwards.
type Share struct {
	From *Chain
	Keep func(host string) bool // nil: all hosts
	// Of is how many strategies share From, for counts that are no host's; 0 stands for 1.
	Of int
}

func (s *Share) keeps(host string) bool { return s.Keep == nil || s.Keep(host) }

// portion is the share's part of a count that is no host's.
func (s *Share) portion(n int) int { return n / max(s.Of, 1) }

// Unite makes to, which is new, know what shares know. No two of them keep the same host. An
// error says why that cannot be: then to is of no use.
func Unite(to *Chain, shares []Share) error {
	for i := range shares {
		if err := shares[i].From.top.leave(); err != nil {
			return err
		}
	}
	if to.top.Unite == nil {
		return english.Errorf("a crawl by its strategy needs the whole graph of links, so it cannot be divided")
	}
	return to.top.Unite(shares)
}

func (l *Level) leave() error {
	if l.Leave == nil {
		return nil
	}
	return l.Leave()
}

// inside finds the policy of a kind in a Chain.
func inside[T stored](c *Chain) (t T, ok bool) {
	for _, p := range c.policies {
		if t, ok = p.of.(T); ok {
			return t, true
		}
	}
	return t, false
}

var (
	errOther   = errors.New("the strategies are of different kinds")
	errNumbers = errors.New("the strategy's ranker cannot be divided by hosts")
)

func (b *BestFirst) unite(shares []Share) error {
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

func (b *BreadthFirst) unite(shares []Share) error {
	from, err := each[*BreadthFirst](shares)
	if err != nil {
		return err
	}
	var all []frontier.Frontier
	for _, o := range from {
		all = append(all, o.f)
	}
	uniteFrontiers(b.f, all, shares, nil)
	return nil
}

// each is the strategy of a kind in each of shares.
func each[T crawl.Strategy](shares []Share) (all []T, err error) {
	for _, s := range shares {
		t, ok := s.From.of.(T)
		if !ok {
			return nil, errOther
		}
		all = append(all, t)
	}
	return all, nil
}

// uniteFrontiers adds what the frontiers of shares have. score, if not nil, is the score of
// a waiting item of a share.
func uniteFrontiers(to frontier.Frontier, from []frontier.Frontier, shares []Share, score func(share int, id int32, it frontier.Item) float64) [][]int32 {
	var sources []frontier.Source
	for i, f := range from {
		src := frontier.Source{From: f, Keep: shares[i].Keep}
		if score != nil {
			src.Score = func(id int32, it frontier.Item) float64 { return score(i, id, it) }
		}
		sources = append(sources, src)
	}
	return frontier.Unite(to, sources)
}

// unite adds what other ranked strategies have, and returns the numbers of their items here.
func (s *ranked) unite(from []*ranked, shares []Share, score func(share int, id int32, it frontier.Item) float64) ([][]int32, error) {
	if s.can.Unite == nil {
		return nil, errNumbers
	}
	var frontiers []frontier.Frontier
	for _, o := range from {
		frontiers = append(frontiers, o.f)
	}
	ids := uniteFrontiers(s.f, frontiers, shares, score)
	var others []linkrank.Other
	for i, o := range from {
		others = append(others, linkrank.Other{Ranker: o.rank, Of: ids[i]})
	}
	if !s.can.Unite(others) {
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
		if s.keeps(o.f.Hosts().At(o.f.Item(id).Host).Name) && of[id] >= 0 {
			t.proofs[of[id]] = t.f.Hosts().Add(o.f.Hosts().At(o.proofs[id]).Name)
		}
	}
}

// takeCounts takes counts by attribute; of two the larger one.
func takeCounts(to, from map[uint64]int) {
	for a, n := range from {
		to[a] = max(to[a], n)
	}
}
