package strategy

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestReviseChangesTheOrder tells a tabu search, below its wrappers, that the
// topic has moved from one link of a page to the other.
func TestReviseChangesTheOrder(t *testing.T) {
	page := func(left, right float32) *crawl.Visit {
		return &crawl.Visit{Seq: 1, Choice: crawl.Choice{URL: "http://h.test/"}, Score: crawl.Score{Relevance: .6, Relevant: true}, Page: &crawl.Page{
			URL: "http://h.test/", Final: "http://h.test/", Host: "h.test", Links: []crawl.Link{
				{URL: "http://h.test/left", Host: "h.test", Text: "left", Terms: crawl.LinkTerms{AnchorCore: left, Relevance: left}},
				{URL: "http://h.test/right", Host: "h.test", Text: "right", Terms: crawl.LinkTerms{AnchorCore: right, Relevance: right}},
			}}}
	}
	begin := func() crawl.Strategy {
		t.Helper()
		inner, err := NewTabu(Params{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		s := NewChain(inner, NewSources(SourceParams{}), NewTrapGuard(TrapGuardParams{Patience: 100}))
		s.Seed([]crawl.Link{link("http://h.test/")})
		if c, ok := s.Next(nil); !ok || c.URL != "http://h.test/" {
			t.Fatalf("first %+v", c)
		}
		s.Observe(page(1, 0))
		return s
	}
	s := begin()
	if c, _ := s.Next(nil); c.URL != "http://h.test/left" {
		t.Fatalf("without a revision %s is next", c.URL)
	}
	s = begin()
	if !revise(s, page(0, 1), true) {
		t.Fatal("tabu cannot be revised")
	}
	if c, _ := s.Next(nil); c.URL != "http://h.test/right" {
		t.Errorf("after it %s is next", c.URL)
	}
	if revise(NewBreadthFirst(), page(0, 1), true) {
		t.Error("breadth-first has nothing to revise")
	}
}
