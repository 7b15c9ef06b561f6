package session

import (
	"maps"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// leftOut counts the links that a filter takes for traps, by reason, as often as a page has
// them.
type leftOut struct {
	crawl.Filter
	links map[string]int
}

// Allow implements [crawl.Filter].
func (f *leftOut) Allow(l *crawl.Link, from *crawl.Page) (reason string) {
	reason = f.Filter.Allow(l, from)
	if strings.HasPrefix(reason, "trap: ") {
		f.links[reason]++
	}
	return reason
}

// leftBy is how many links are left by each rule: those that the trap guard keeps now, and
// those that the filter refused in this session.
func (s *Session) leftBy() map[string]int {
	left := maps.Clone(s.left.links)
	leftBy := s.strategy.Level().LeftBy
	if leftBy == nil { // a strategy of the caller's
		return left
	}
	for _, l := range leftBy() {
		if !l.ForGood {
			left["trap: "+l.Rule+", for last"] += l.Links
			continue
		}
		left["trap: "+l.Rule] += l.Links
	}
	return left
}
