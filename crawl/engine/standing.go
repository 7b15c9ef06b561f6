package engine

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Standing is where a crawl stands, as far as the engine itself knows: its counts and rules, and
// what was chosen and has no outcome. A crawl that is made of others, or of a part of one,
// begins with a Standing.
type Standing struct {
	totals
	rules   rules
	pending []crawl.Choice
	model   int // number of the last one in the journal
	begun   bool
}

// Stand is Load, and returns where the crawl stands.
func (e *Engine) Stand(ctx context.Context) (*Standing, error) {
	r, err := e.load(ctx)
	if err != nil {
		return nil, err
	}
	s := &Standing{totals: r.totals, rules: r.rules, begun: r.loaded}
	for _, t := range r.inHand() {
		s.pending = append(s.pending, t.choice)
	}
	return s, nil
}

// Begun reports whether the crawl has made its seeds known.
func (s *Standing) Begun() bool { return s.begun }

// Pending are the choices that have no outcome.
func (s *Standing) Pending() []crawl.Choice { return s.pending }

// From is the Standing of a new crawl by the rules of s, which is to make these choices first.
// It has counted nothing.
func (s *Standing) From(pending []crawl.Choice) *Standing {
	n := &Standing{rules: s.rules, pending: pending, begun: true}
	n.rules.Deterministic, n.rules.Refresh = false, false
	return n
}

// Count counts a visit, as it is recorded.
func (s *Standing) Count(v *crawl.Visit) {
	if s.count(v); v.Learned != nil {
		s.model = v.Learned.Number
	}
}

// Checkpoint stores it with a strategy and a scorer as the memory of a state after the last
// visit counted, which must be the last that it recorded. scorer may be nil.
func (s *Standing) Checkpoint(to crawl.State, strategy crawl.Strategy, scorer crawl.Scorer) error {
	m := &memory{
		Rules: s.rules, Seq: s.seq, Pages: s.pages, Relevant: s.relevant,
		Sources: s.sources, Revisits: s.revisits, Unchanged: s.unchanged, Rejudged: s.rejudged, Model: s.model, Pending: s.pending,
	}
	return to.Checkpoint(s.seq, partsOf(strategy, scorer, m))
}
