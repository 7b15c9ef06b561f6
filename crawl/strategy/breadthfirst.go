package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
)

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
