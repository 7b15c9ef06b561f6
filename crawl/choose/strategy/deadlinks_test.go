package strategy

import (
	"fmt"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// deadLinks crawls a site whose home page has a list of links to hosts that nobody answers
// for, and a list of its own pages, which promise less. It returns how many of the first
// requests went to dead hosts.
func deadLinks(t *testing.T, kind crawl.FailureKind, requests int) (dead int) {
	t.Helper()
	s := newTabu(t, Params{Seed: 1})
	home := &crawl.Page{URL: "http://own.t/", Final: "http://own.t/", Host: "own.t"}
	for i := range 300 {
		l := link(fmt.Sprintf("http://dead%d.t/", i))
		l.Text, l.Path, l.List = fmt.Sprint("Partner ", i), "main ul.partners li a", 1
		l.Terms.AnchorCore, l.Terms.Relevance = .4, .4
		home.Links = append(home.Links, l)
		l = link(fmt.Sprintf("http://own.t/page/%d", i))
		l.Text, l.Path, l.List = fmt.Sprint("Page ", i), "main ul.pages li a", 2
		home.Links = append(home.Links, l)
	}
	s.Seed([]crawl.Link{link(home.URL)})
	for n := 1; n <= requests; n++ {
		c, ok := s.Next(nil)
		if !ok {
			t.Fatalf("nothing to choose after %d requests", n-1)
		}
		v := &crawl.Visit{Seq: n, Choice: c}
		switch {
		case c.URL == home.URL:
			v.Page, v.Status = home, 200
		case c.Host == "own.t":
			v.Page, v.Status = &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host}, 200
		default:
			dead++
			v.Failure = crawl.Failure{Kind: kind, Text: "nobody answers"}
		}
		if v.Page != nil {
			v.Score = crawl.Score{Relevance: .5, Relevant: true}
		}
		s.Observe(v)
	}
	return dead
}

// TestDeadLinks: a list of links to hosts that nobody answers for costs few requests,
// whatever it promises. What says nothing of a place, as that this machine lacks ports,
// changes nothing.
func TestDeadLinks(t *testing.T) {
	const requests = 60
	for _, kind := range []crawl.FailureKind{crawl.FailDNS, crawl.FailRefused, crawl.FailUnreachable, crawl.FailTimeout} {
		if dead := deadLinks(t, kind, requests); dead < 1 || dead > 5 {
			t.Errorf("%v: %d of %d requests went to dead hosts", kind, dead, requests)
		}
	}
	if dead := deadLinks(t, crawl.FailResources, requests); dead < requests-5 {
		t.Errorf("only %d of %d requests went to hosts that promise more", dead, requests)
	}
}
