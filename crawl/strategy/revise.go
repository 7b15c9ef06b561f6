package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// Revise tells s what a page that was visited before says since the topic was
// changed (linkrank.Reviser): the links that wait are scored anew. first marks the
// first page of a revision. It reports whether s can do that: the strategies by a
// worth that is a linkrank.Reviser can, the default among them; the others keep
// what they know of waiting links, and judge what is found from now on by the new
// topic. The deciding goroutine calls it.
func Revise(s crawl.Strategy, v *crawl.Visit, first bool) bool {
	switch s := s.(type) {
	case *Tabu:
		return s.revise(v, first)
	case *BestFirst:
		return s.revise(v, first, nil)
	case interface{ Unwrap() crawl.Strategy }:
		return Revise(s.Unwrap(), v, first)
	}
	return false
}

// revise has the ranker revise its evidence, and scores the waiting links of the
// page anew. each is called for each of them, before.
func (s *ranked) revise(v *crawl.Visit, first bool, each func(id int32, l *crawl.Link)) bool {
	rank, ok := s.rank.(linkrank.Reviser)
	if !ok || v.Page == nil {
		return ok
	}
	rank.Revise(v, first)
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		id, ok := frontier.NumberWaiting(s.f, l.URL)
		if !ok {
			continue
		}
		if each != nil {
			each(id, l)
		}
		if !s.f.Item(id).Seed && (s.held == nil || !s.held(id)) {
			s.score(id)
		}
	}
	return true
}

// revise also takes anew what makes a link aspire. One that is held back stays so
// until what holds it is free, and is scored then.
func (t *Tabu) revise(v *crawl.Visit, first bool) bool {
	if first || t.revised == nil {
		t.revised = map[int32]bool{}
	}
	return t.ranked.revise(v, first, func(id int32, l *crawl.Link) {
		tr := t.trait(id)
		if !t.revised[id] {
			t.revised[id], tr.own = true, 0
		}
		tr.own = max(tr.own, min(1, ownEvidence(l)))
	})
}
