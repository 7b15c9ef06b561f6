package strategy

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// Observe implements [crawl.Strategy].
func (s *DWDBRM) Observe(v *crawl.Visit) {
	s.next = nil
	if v.Choice.Asks() {
		s.answered(v)
	} else {
		s.fetched(v)
	}
	s.settle()
}

// settle ends the round when all that it brings is here.
func (s *DWDBRM) settle() {
	if s.round.open && s.f.Counts().InFlight == 0 && s.inFlight == "" && !s.waits() && (len(s.round.questions) == 0 || s.asked >= s.queries) {
		s.pay()
	}
}

// answered takes the results of a question into the round.
func (s *DWDBRM) answered(v *crawl.Visit) {
	if s.inFlight == v.Choice.URL {
		s.inFlight = ""
	}
	n := 0
	var ids []int32
	frontier.Observe(s.f, v, func(id int32, l *crawl.Link, _ bool) {
		if len(ids) < roundResults {
			ids = append(ids, id)
		}
	})
	if v.Page == nil {
		return
	}
	for i := range v.Page.Links {
		if v.Page.Links[i].Kind == crawl.LinkPage {
			n++
		}
	}
	s.round.results += min(n, roundResults)
	for rank, id := range ids {
		s.propose(proposed{id: id, rank: rank + 1, hub: s.round.op == byBackward})
	}
	if _, q, err := search.ParseAddress(v.Choice.URL); err == nil && q.Op == search.Keyword && n > s.longest && slices.Contains(s.words, q.Text) {
		s.keyword, s.longest = q.Text, n
	}
}

// propose adds a page to the round.
func (s *DWDBRM) propose(p proposed) {
	if !slices.ContainsFunc(s.round.queue, func(o proposed) bool { return o.id == p.id }) {
		s.round.queue = append(s.round.queue, p)
		s.round.fresh = append(s.round.fresh, p.id)
	}
}

// fetched takes a page.
func (s *DWDBRM) fetched(v *crawl.Visit) {
	var links []int32
	id := frontier.Observe(s.f, v, func(id int32, _ *crawl.Link, _ bool) {})
	if !v.Adds() || v.Choice.Again || v.Source() || len(s.found) >= mostFound {
		return
	}
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		if to, ok := s.f.Number(l.URL); ok && l.Kind == crawl.LinkPage && to != id && !slices.Contains(links, to) {
			if links = append(links, to); len(links) == mostLinks {
				break
			}
		}
	}
	good := v.Choice.Depth == 0
	if !s.seeded && !good {
		good = v.Choice.Via != nil && s.goods() < roundPages
	}
	s.found = append(s.found, foundPage{id: id, good: good, links: links, words: wordsOf(v.Page)})
	s.ranking = nil
	if i := slices.IndexFunc(s.round.queue, func(p proposed) bool { return p.id == id }); i >= 0 && s.round.queue[i].hub {
		n := 0
		for _, to := range links {
			if n < roundResults && s.f.Item(to).State == frontier.Waiting {
				s.propose(proposed{id: to})
				s.round.results++
				n++
			}
		}
	}
}
