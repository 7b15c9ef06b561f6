package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
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
