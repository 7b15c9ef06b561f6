package strategy

import (
	"math"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/tabu"
)

// Some strategies can be one of several parts of a crawl: those that decide by what
// they know of a link, and not by the graph around it. A walk over the graph, its
// PageRank or its hubs cannot be divided by hosts.

var (
	_ crawl.Member = (*Tabu)(nil)
	_ crawl.Member = (*BestFirst)(nil)
	_ crawl.Member = (*BreadthFirst)(nil)
)

// Members are the names of all strategies that can be one of several parts of a crawl.
func (c Catalog) Members() (names []string) {
	joint := Params{Joint: true}
	for _, m := range c.Methods {
		for _, rank := range append([]string{""}, c.LinkRanks()...) {
			s, err := c.New(m.Name, rank, joint)
			if err != nil {
				continue // takes no ranker
			}
			if s.Caps().Member == nil {
				continue
			}
			name := m.Name
			if rank != "" && (slices.Contains(names, name) || !m.Ranks()) {
				continue // the ranker that it has by default
			} else if rank != "" {
				name += "/" + rank
			}
			names = append(names, name)
		}
	}
	return names
}

// NewMember returns the strategy with a name as one of several parts of a crawl: it declares a
// Member. Errors are *NameError and *ParamError.
func (c Catalog) NewMember(name, rank string, p Params) (crawl.Strategy, error) {
	p.Joint = true
	s, err := c.New(name, rank, p)
	if err != nil {
		return nil, err
	}
	if s.Caps().Member == nil {
		if rank != "" {
			name += "/" + rank
		}
		return nil, &NameError{Kind: "strategy", Name: name, Known: c.Members(), Reason: "needs the whole graph of links, so a crawl by it cannot be divided into parts; these can: " + strings.Join(c.Members(), ", ")}
	}
	return s, nil
}

// hear observes a letter. The frontier does not age by it, or it would be scored anew as
// often as if all pages of all parts were its own.
func (s *ranked) hear(l *crawl.Letter, found func(id int32, k *crawl.Link, fresh bool)) {
	frontier.Hear(s.f, l, s.finding(found))
	if s.shared != nil {
		s.shared.next = s.found
	}
	if s.can.Hear != nil {
		s.can.Hear.Hear(l)
	}
	s.scoreFound()
}

// Letter implements [crawl.Member].
func (s *ranked) Letter(v *crawl.Visit) (l crawl.Letter) { return s.letter(v) }

// letter is Letter of a strategy that need not be one of several.
func (s *ranked) letter(v *crawl.Visit) (l crawl.Letter) {
	if s.can.Hear == nil {
		return l
	}
	return s.can.Hear.Letter(v)
}

// Learn implements [crawl.Member].
func (s *ranked) Learn(o *crawl.Outcome) {
	if s.hearer != nil {
		s.hearer.Learn(o)
	}
}

// Taught implements [crawl.Member].
func (s *ranked) Taught() (o crawl.Outcome, ok bool) {
	if s.hearer == nil {
		return o, false
	}
	return s.hearer.Taught()
}

// Prospect implements [crawl.Member].
func (s *ranked) Prospect(busy func(string) bool) (score float64, ok bool) {
	id := s.f.Best(busy)
	switch {
	case id < 0:
		return 0, false
	case s.f.Item(id).Seed:
		return math.Inf(1), true
	}
	return s.linkScore(id), true
}

// Hear implements [crawl.Member].
func (b *BestFirst) Hear(l *crawl.Letter) { b.hear(l, nil) }

// Least implements [crawl.Member]: no host is preferred.
func (b *BestFirst) Least() (chosen, hosts int) { return 0, 0 }

// NextQuiet implements [crawl.Member].
func (b *BestFirst) NextQuiet(func(string) bool) (c crawl.Choice, ok bool) { return c, false }

// Hear implements [crawl.Member].
func (t *Tabu) Hear(l *crawl.Letter) {
	t.hear(l, func(id int32, k *crawl.Link, fresh bool) { t.note(id, k, l.Host, fresh) })
}

// Least implements [crawl.Member].
func (t *Tabu) Least() (chosen, hosts int) {
	if h := t.f.Hosts().LeastVisited(nil); h >= 0 {
		return t.f.Hosts().At(h).Choices, t.f.Hosts().Proven()
	}
	return 0, 0
}

// NextQuiet implements [crawl.Member]. It does what next does on a turn of the
// long-term memory.
func (t *Tabu) NextQuiet(busy func(string) bool) (c crawl.Choice, ok bool) {
	t.sel.Turns = &tabu.Turns{Share: 1}
	defer func() { t.sel.Turns = nil }()
	t.now = candidates{t: t, busy: busy, last: frontier.None, evaluated: frontier.None, alone: true}
	if _, balances, ok := t.sel.Choose(&t.now); !ok || !balances {
		return c, false
	}
	t.now.balances = true
	return t.take(t.now.last), true
}

// Letter implements [crawl.Member].
func (b *BreadthFirst) Letter(*crawl.Visit) (l crawl.Letter) { return l }

// Hear implements [crawl.Member].
func (b *BreadthFirst) Hear(l *crawl.Letter) {
	frontier.Hear(b.f, l, func(int32, *crawl.Link, bool) {})
}

// Learn implements [crawl.Member].
func (b *BreadthFirst) Learn(*crawl.Outcome) {}

// Taught implements [crawl.Member].
func (b *BreadthFirst) Taught() (o crawl.Outcome, ok bool) { return o, false }

// Prospect implements [crawl.Member]: no link is better than another.
func (b *BreadthFirst) Prospect(busy func(string) bool) (score float64, ok bool) {
	id := b.f.Best(busy)
	if id >= 0 && b.f.Item(id).Seed {
		return math.Inf(1), true
	}
	return 0, id >= 0
}

// Least implements [crawl.Member]: no host is preferred.
func (b *BreadthFirst) Least() (chosen, hosts int) { return 0, 0 }

// NextQuiet implements [crawl.Member].
func (b *BreadthFirst) NextQuiet(func(string) bool) (c crawl.Choice, ok bool) { return c, false }
