package strategy

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// isProven reports whether a host takes part in the balance.
func isProven(s *Tabu, host string) bool { return s.f.Hosts().At(s.f.Hosts().Add(host)).Proofs > 0 }

// TestProves: a host is proven by the page of a seed, also where it was redirected to,
// and by a relevant page; not by a failure, a copy, a sitemap or a page off the topic.
func TestProves(t *testing.T) {
	relevant := crawl.Score{Relevance: .9, Relevant: true}
	at := func(url string) *crawl.Page { return &crawl.Page{URL: url, Final: url, Host: hostOf(url)} }
	const a, b = "http://a.test/", "http://b.test/"
	for name, c := range map[string]struct {
		seed, by string // what is visited; the seed is visited first
		visit    crawl.Visit
		want     [2]bool // a.test, b.test
	}{
		"a seed":               {seed: a, want: [2]bool{true, false}},
		"a seed redirected":    {visit: crawl.Visit{Page: at(b)}, by: a, want: [2]bool{true, true}},
		"a seed that is dead":  {visit: crawl.Visit{Status: 404}, by: a},
		"a relevant page":      {seed: a, by: b, visit: crawl.Visit{Page: at(b), Score: relevant}, want: [2]bool{true, true}},
		"a page off the topic": {seed: a, by: b, visit: crawl.Visit{Page: at(b)}, want: [2]bool{true, false}},
		"a copy":               {seed: a, by: b, visit: crawl.Visit{Page: at(b), Score: relevant, Same: crawl.Duplicate{Of: a, Exact: true}}, want: [2]bool{true, false}},
		"a sitemap":            {seed: a, by: b, visit: crawl.Visit{Page: &crawl.Page{Host: "b.test", Source: true}, Score: relevant}, want: [2]bool{true, false}},
		"a failure":            {seed: a, by: b, visit: crawl.Visit{Status: 500}, want: [2]bool{true, false}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newTabu(t, Params{})
			s.Seed([]crawl.Link{link(a)})
			if c.seed != "" {
				first, _ := s.Next(nil)
				p := at(a)
				p.Links = []crawl.Link{link(b)}
				s.Observe(&crawl.Visit{Seq: 1, Choice: first, Page: p})
			}
			if c.by != "" {
				choice, ok := s.Take(c.by)
				if !ok {
					t.Fatalf("%s does not wait", c.by)
				}
				c.visit.Choice = choice
				s.Observe(&c.visit)
			}
			if got := [2]bool{isProven(s, "a.test"), isProven(s, "b.test")}; got != c.want {
				t.Errorf("proven %v, want %v", got, c.want)
			}
		})
	}
}

// TestProofsAreTakenBack: a host whose only relevant page is judged anew is proven no
// more, nor is one whose page has changed; another relevant page keeps it.
func TestProofsAreTakenBack(t *testing.T) {
	w := smallWeb{links: map[string][]crawl.Link{home: {link("http://b.test/1"), link("http://b.test/2")}}}
	s := newTabuBy(t, Params{}, fixed{})
	w.trail(t, s, home, 3)
	visit := func(url string, relevant, again bool) *crawl.Visit {
		return &crawl.Visit{Choice: crawl.Choice{URL: url, Host: hostOf(url), Again: again}, Score: crawl.Score{Relevant: relevant},
			Page: &crawl.Page{URL: url, Final: url, Host: hostOf(url)}}
	}
	is := func(when string, want bool) {
		t.Helper()
		if got := isProven(s, "b.test"); got != want || !isProven(s, hostOf(home)) {
			t.Errorf("%s: proven %v, want %v", when, got, want)
		}
	}
	is("after two relevant pages", true)
	s.revise(visit("http://b.test/1", false, false), true)
	is("one of them is judged otherwise", true)
	s.revise(visit("http://b.test/1", false, false), false)
	is("the same once more", true)
	s.Observe(visit("http://b.test/2", false, true))
	is("the other has changed", false)
	s.revise(visit(home, false, false), true)
	s.revise(visit("http://b.test/1", true, false), false)
	is("the first is relevant again", true)
}
