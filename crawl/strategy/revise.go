package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
)

// Revise tells s again what a visited page says, after the topic was changed
// (linkrank.Reviser): waiting links are scored anew. first marks the first page of
// a revision. It reports whether s can do that. Strategies whose ranker is a
// linkrank.Reviser can, the default among them; the others keep the scores of
// waiting links and judge new links by the new topic. The deciding goroutine calls
// it.
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

// revise lets the ranker revise its evidence and scores the waiting links of the
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

// revise also renews the own evidence of links. A link that is held back stays so
// until what holds it back is free, and is scored then.
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
