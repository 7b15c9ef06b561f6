package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

// BreadthFirst chooses links in the order in which they were found. It looks
// at no evidence and is what the others are measured against. The zero value
// is ready.
type BreadthFirst struct{ f frontier }

var _ crawl.Strategy = (*BreadthFirst)(nil)

// NewBreadthFirst returns an empty BreadthFirst.
func NewBreadthFirst() *BreadthFirst { return new(BreadthFirst) }

// Seed implements [crawl.Strategy].
func (s *BreadthFirst) Seed(links []crawl.Link) { s.f.seed(links) }

// Next implements [crawl.Strategy]. All keys are equal, so the insertion
// number decides.
func (s *BreadthFirst) Next(busy func(host string) bool) (crawl.Choice, bool) {
	id := s.f.best(busy)
	if id < 0 {
		return crawl.Choice{}, false
	}
	return s.f.choose(id), true
}

// Take implements [crawl.Strategy].
func (s *BreadthFirst) Take(url string) (crawl.Choice, bool) {
	id, ok := s.f.waits(url)
	if !ok {
		return crawl.Choice{}, false
	}
	return s.f.choose(id), true
}

// Observe implements [crawl.Strategy].
func (s *BreadthFirst) Observe(v *crawl.Visit) {
	s.f.observe(v, func(int32, *crawl.Link, bool) {})
}

// Len implements [crawl.Strategy].
func (s *BreadthFirst) Len() int { return s.f.waiting }

// MarshalBinary implements [crawl.Checkpointer].
func (s *BreadthFirst) MarshalBinary() ([]byte, error) {
	var w binenc.Writer
	w.Header("breadth-first", 1)
	s.f.write(&w)
	return w.Data(), nil
}

// UnmarshalBinary implements [crawl.Checkpointer]. After an error s is empty.
func (s *BreadthFirst) UnmarshalBinary(data []byte) error {
	r := binenc.NewReader(data)
	r.Header("breadth-first", 1)
	s.f.read(r)()
	if err := r.Close(); err != nil {
		s.f = frontier{}
		return err
	}
	return nil
}
