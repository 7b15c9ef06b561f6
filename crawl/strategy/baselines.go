package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// BestFirst always chooses the link with the largest score, by default the
// comprehensive priority of On-ITS (eq 8). It is the papers' OPS, their strongest
// simple baseline.
type BestFirst struct{ ranked }

var _ Strategy = (*BestFirst)(nil)

// NewBestFirst returns a BestFirst by eq 8, or a *ParamError.
func NewBestFirst(p Params) (*BestFirst, error) { return NewBestFirstBy(p, priority(p)) }

// NewBestFirstBy returns a BestFirst by any other ranker. It owns r.
func NewBestFirstBy(p Params, r linkrank.Ranker) (*BestFirst, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	b := &BestFirst{newRanked(p, r)}
	b.pick, b.choose = b.best, b.f.Choose
	b.checkpoint = checkpoint{"best-first", 2, b}
	return b, nil
}

// Observe implements [crawl.Strategy].
func (b *BestFirst) Observe(v *crawl.Visit) { b.learn(v, nil) }

// BreadthFirst chooses links in the order in which they were found. It uses no
// evidence; the other strategies are compared with it.
type BreadthFirst struct{ base }

var _ Strategy = (*BreadthFirst)(nil)

// NewBreadthFirst returns an empty BreadthFirst.
func NewBreadthFirst() *BreadthFirst { return newBreadthFirst(Params{}) }

func newBreadthFirst(p Params) *BreadthFirst {
	b := &BreadthFirst{base{f: p.frontier()}}
	b.pick, b.choose = b.f.Best, b.f.Choose // all scores are equal: the first known is the best
	b.checkpoint = checkpoint{"breadth-first", 1, b}
	return b
}

// Observe implements [crawl.Strategy].
func (b *BreadthFirst) Observe(v *crawl.Visit) {
	frontier.Observe(b.f, v, func(int32, *crawl.Link, bool) {})
}

func (b *BreadthFirst) reset() { b.f.Clear() }

func (b *BreadthFirst) save(w *binenc.Writer) error { b.f.Save(w); return nil }

func (b *BreadthFirst) load(r *binenc.Reader) { b.f.Load(r)() }
