package strategy

import (
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// BestFirst always chooses the link of the largest worth, by default the
// comprehensive priority of On-ITS (eq 8): the papers' OPS, their strongest
// simple baseline.
type BestFirst struct{ s ranked }

var _ crawl.Strategy = (*BestFirst)(nil)

// NewBestFirst returns a BestFirst by eq 8, or a *ParamError.
func NewBestFirst(p Params) (*BestFirst, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	p = p.withDefaults()
	return NewBestFirstBy(linkrank.NewPriority(p.Mu1, p.Mu2, p.Mu3, p.D, p.Omega)), nil
}

// NewBestFirstBy returns a BestFirst by any other worth. It owns r.
func NewBestFirstBy(r linkrank.Ranker) *BestFirst { return &BestFirst{s: newRanked(r)} }

// Seed implements [crawl.Strategy].
func (b *BestFirst) Seed(links []crawl.Link) { b.s.seed(links) }

// Next implements [crawl.Strategy].
func (b *BestFirst) Next(busy func(host string) bool) (crawl.Choice, bool) {
	id := b.s.pick(busy)
	if id < 0 {
		return crawl.Choice{}, false
	}
	return b.s.choose(id), true
}

// Take implements [crawl.Strategy]. It scores what Next would have scored.
func (b *BestFirst) Take(url string) (crawl.Choice, bool) {
	id, ok := b.s.waits(url)
	if !ok {
		return crawl.Choice{}, false
	}
	b.s.pick(nil)
	return b.s.choose(id), true
}

// Observe implements [crawl.Strategy].
func (b *BestFirst) Observe(v *crawl.Visit) { b.s.learn(v, nil) }

// Len implements [crawl.Strategy].
func (b *BestFirst) Len() int { return b.s.waiting }

// MarshalBinary implements [crawl.Checkpointer].
func (b *BestFirst) MarshalBinary() ([]byte, error) {
	var w binenc.Writer
	err := b.write(&w)
	return w.Data(), err
}

// WriteTo implements io.WriterTo, for large checkpoints.
func (b *BestFirst) WriteTo(to io.Writer) (int64, error) {
	w := binenc.NewWriter(to)
	if err := b.write(w); err != nil {
		return 0, err
	}
	return w.Flush()
}

func (b *BestFirst) write(w *binenc.Writer) error {
	w.Header("best-first", 2)
	return b.s.write(w)
}

// UnmarshalBinary implements [crawl.Checkpointer]. After an error b is empty.
func (b *BestFirst) UnmarshalBinary(data []byte) error {
	r := binenc.NewReader(data)
	r.Header("best-first", 2)
	b.s.read(r)
	if err := r.Close(); err != nil {
		b.s.frontier = frontier{}
		return err
	}
	return nil
}
