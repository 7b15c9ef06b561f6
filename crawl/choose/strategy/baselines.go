package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// BestFirst always chooses the link with the largest score, by default the
// comprehensive priority of On-ITS (eq 8). view returns the template's data about t.
type BestFirst struct{ ranked }

var _ crawl.Strategy = (*BestFirst)(nil)

// NewBestFirst returns a BestFirst by eq 8, or a *ParamError.
func NewBestFirst(p Params) (*BestFirst, error) { return newBestFirstBy(p, priority(p)) }

// newBestFirstBy returns a BestFirst by any other ranker. It owns r.
func newBestFirstBy(p Params, r linkrank.Ranker) (*BestFirst, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	b := &BestFirst{newRanked(p, r)}
	b.pick, b.choose = b.best, b.offer
	l := b.declareRanked(b, b)
	l.Explain, l.Unite = b.explain, b.unite
	l.Revise = func(v *crawl.Visit, first bool) bool { return b.revise(v, first, nil) }
	b.keep("best-first", 2, b)
	return b, nil
}

// Observe implements [crawl.Strategy].
func (b *BestFirst) Observe(v *crawl.Visit) { b.learn(v, nil) }

// BreadthFirst chooses links in the order in which they were found. It uses no
// evidence; the other strategies are compared with it.
type BreadthFirst struct{ base }

var _ crawl.Strategy = (*BreadthFirst)(nil)

// NewBreadthFirst returns an empty BreadthFirst.
func NewBreadthFirst() *BreadthFirst { return newBreadthFirst(Params{}) }

func newBreadthFirst(p Params) *BreadthFirst {
	b := &BreadthFirst{base{f: p.frontier()}}
	b.pick, b.choose = b.f.Best, b.offer // all scores are equal: the first known is the best
	l := b.declare(b)
	l.joins(b)
	l.Unite = b.unite
	b.keep("breadth-first", 1, b)
	return b
}

// Observe implements [crawl.Strategy].
func (b *BreadthFirst) Observe(v *crawl.Visit) {
	frontier.Observe(b.f, v, func(int32, *crawl.Link, bool) {})
}

func (b *BreadthFirst) reset() { frontier.Clear(b.f) }

func (b *BreadthFirst) save(w *binenc.Writer) { w.Next(b.f) }

func (b *BreadthFirst) load(r *binenc.Reader) {
	r.Next(b.f)
	r.Wait()
}
