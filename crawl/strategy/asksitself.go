package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/search"
)

// Engine is a search source that a strategy may ask by itself.
type Engine struct {
	Name string
	Ops  search.Ops
}

// AsksItself is a strategy that asks search sources by itself, and goes without [Searching].
type AsksItself interface {
	// Ask says what may be asked, before anything else is called: for words of the topic,
	// the best first, in all at most queries questions.
	Ask(engines []Engine, words []string, queries int)
}

// Asks returns the strategy inside s that asks by itself, nil if none does.
func Asks(s crawl.Strategy) AsksItself {
	for s != nil {
		if a, ok := s.(AsksItself); ok {
			return a
		}
		w, ok := s.(interface{ Unwrap() crawl.Strategy })
		if !ok {
			break
		}
		s = w.Unwrap()
	}
	return nil
}
