package strategy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

func searchFor(url, words string) crawl.Link {
	l := link(url)
	l.Kind, l.Text = crawl.LinkSearch, words
	return l
}

// searchWeb is a host with a front page, five pages that nobody finds without its search,
// and ten dull ones. answers says what each question lists.
func searchWeb(answers map[string][]crawl.Link) (w sourceWeb, front []crawl.Link) {
	const a = "http://a.t/"
	w = sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{}, misses: map[string]bool{}}}
	for i := range 10 {
		u := fmt.Sprintf("%sdull%d", a, i)
		front, w.links[u], w.misses[u] = append(front, link(u)), nil, true
	}
	for i := range 5 {
		w.links[fmt.Sprintf("%sgood%d", a, i)] = nil
	}
	for _, q := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		u := a + "s.xml?q=" + q
		front = append(front, searchFor(u, q))
		if links, ok := answers[q]; ok {
			w.links[u] = links
		}
	}
	w.links[a] = front
	return w, front
}

// asks are the words of a trail that a search was asked for, in order.
func asks(trail string) (words string) {
	for _, url := range strings.Fields(trail) {
		if _, q, ok := strings.Cut(url, "?q="); ok {
			words += q
		}
	}
	return words
}

// TestSiteSearch: a search is asked early and again as long as it pays; one that answers
// alike, or not at all, is given up.
func TestSiteSearch(t *testing.T) {
	good := func(n ...int) (links []crawl.Link) {
		for _, i := range n {
			links = append(links, link(fmt.Sprintf("http://a.t/good%d", i)))
		}
		return links
	}
	each := func(links func(q int) []crawl.Link) map[string][]crawl.Link {
		m := map[string][]crawl.Link{}
		for q := range 10 {
			m[fmt.Sprint(q)] = links(q)
		}
		return m
	}
	for _, x := range []struct {
		name    string
		answers map[string][]crawl.Link
		want    string // the words asked for
	}{
		{"each brings a page, and eight are the most", each(func(q int) []crawl.Link { return good(q % 5) }), "12345678"},
		{"the same page for ever", each(func(int) []crawl.Link { return good(0, 1) }), "12"},
		{"nothing for ever", each(func(int) []crawl.Link { return nil }), "12"},
		{"a dead form", nil, "1"},
		{"one that dies", map[string][]crawl.Link{"1": good(0), "2": good(1)}, "123"},
		{"other hosts only", each(func(q int) []crawl.Link { return []crawl.Link{link(fmt.Sprintf("http://ads.t/%d", q))} }), "12345678"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w, _ := searchWeb(x.answers)
			s := NewChain(NewBreadthFirst(), NewSources(SourceParams{Every: 1}))
			trail := w.walk(s, link("http://a.t/"))
			if got := asks(trail); got != x.want {
				t.Errorf("asked for %s, want %s\n%s", got, x.want, trail)
			}
			if strings.Contains(trail, "ads.t") {
				t.Errorf("a search led to another host: %s", trail)
			}
			if s.Len() != 0 {
				t.Errorf("%d wait", s.Len())
			}
			if !s.Caps().Knows("http://a.t/s.xml?q=8") || s.Caps().Knows("http://a.t/s.xml?q=no") {
				t.Error("a question that was given up is not known, or one that nobody heard of is")
			}
		})
	}
}

// TestSiteSearchEarly: the first question comes right after the seed, the second only when
// a page of the first answer was relevant.
func TestSiteSearchEarly(t *testing.T) {
	w, _ := searchWeb(map[string][]crawl.Link{"1": {link("http://a.t/good1")}, "2": {link("http://a.t/good2")}})
	trail := strings.Fields(w.walk(NewChain(NewBreadthFirst(), NewSources(SourceParams{Every: 1})), link("http://a.t/")))
	first, found, second := slices.Index(trail, "a.t/s.xml?q=1"), slices.Index(trail, "a.t/good1"), slices.Index(trail, "a.t/s.xml?q=2")
	if first != 1 || second != found+1 {
		t.Errorf("asked at %d and %d, the page came at %d: %v", first, second, found, trail)
	}
}

// TestSiteSearchOfStrangers: the search of a host that is not proven is never asked.
func TestSiteSearchOfStrangers(t *testing.T) {
	const a, b = "http://a.t/", "http://b.t/"
	w := sourceWeb{smallWeb: smallWeb{
		links:  map[string][]crawl.Link{a: {link(b)}, b: {searchFor(b+"s.xml?q=1", "1"), searchFor("http://c.t/s.xml?q=1", "1")}, b + "s.xml?q=1": {}},
		misses: map[string]bool{b: true},
	}}
	s := NewChain(NewBreadthFirst(), NewSources(SourceParams{Every: 1}))
	if trail := w.walk(s, link(a)); trail != "a.t/ b.t/" || s.Len() != 0 {
		t.Errorf("%s, %d wait", trail, s.Len())
	}
}

// TestSearchChoice: a choice says what it asks for.
func TestSearchChoice(t *testing.T) {
	s := NewChain(NewBreadthFirst(), NewSources(SourceParams{Every: 1}))
	s.Seed([]crawl.Link{link("http://a.t/")})
	c, _ := s.Next(nil)
	s.Observe(&crawl.Visit{Seq: 1, Choice: c, Status: 200, Score: crawl.Score{Relevant: true}, Page: &crawl.Page{
		URL: c.URL, Final: c.URL, Host: c.Host, Links: []crawl.Link{searchFor("http://a.t/?s=1", "台风")},
	}})
	if c, ok := s.Next(nil); !ok || c.URL != "http://a.t/?s=1" || c.Query != "台风" || c.Parent != "http://a.t/" || c.Depth != 1 {
		t.Errorf("%+v, %v", c, ok)
	}
}

// TestLists: a page of 10^5 tags, and one of pagers, makes Sources remember a few lists
// only, and a list that brings nothing is not followed by another before its time.
func TestLists(t *testing.T) {
	const a = "http://a.t/"
	w := sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{}, misses: map[string]bool{}}}
	var front []crawl.Link
	for i := range 20 {
		u := fmt.Sprintf("%splain%d", a, i)
		front, w.links[u], w.misses[u] = append(front, link(u)), nil, true
	}
	for i := range 100_000 {
		u := fmt.Sprintf("%s%d/tags", a, i)
		front, w.misses[u] = append(front, link(u)), true
		if i < 50 {
			w.links[u] = nil
		}
	}
	w.links[a] = front
	s, of := sourced(SourceParams{Every: 1})
	s.Seed([]crawl.Link{link(a)})
	var trail []string
	for range 40 {
		c, ok := s.Next(nil)
		if !ok {
			t.Fatal("nothing is left")
		}
		trail = append(trail, c.URL)
		p := &crawl.Page{URL: c.URL, Final: c.URL, Host: "a.t", Links: w.links[c.URL]}
		s.Observe(&crawl.Visit{Seq: len(trail), Choice: c, Status: 200, Page: p, Score: crawl.Score{Relevant: !w.misses[c.URL]}})
	}
	if trail[1] != a+"0/tags" || slices.Contains(trail[2:21], a+"1/tags") {
		t.Errorf("went %v", trail)
	}
	if n := len(of.hosts["a.t"].waiting); n > maxLists {
		t.Errorf("%d lists are remembered, want at most %d", n, maxLists)
	}
	if s.Len() != of.in.Len() {
		t.Errorf("%d wait, with the inner strategy %d: lists count once", s.Len(), of.in.Len())
	}
	none := sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{a: {link(a + "1"), link(a + "tags")}, a + "1": nil, a + "tags": nil}}}
	if got := none.walk(NewChain(NewBreadthFirst(), NewSources(SourceParams{Every: 1, NoLists: true})), link(a)); got != "a.t/ a.t/1 a.t/tags" {
		t.Errorf("without lists: %s", got)
	}
}

// sourced is a strategy with a Sources around it.
func sourced(p SourceParams) (*Chain, *Sources) {
	c := NewChain(NewBreadthFirst(), NewSources(p))
	s, _ := inside[*Sources](c)
	return c, s
}

// TestSourcesValue: what a source is worth follows what such sources brought, by hand.
func TestSourcesValue(t *testing.T) {
	_, s := sourced(SourceParams{})
	a, b := s.host("a.t"), s.host("b.t")
	s.yield = .25
	near := func(what string, got, want float64) {
		t.Helper()
		if got < want-1e-12 || got > want+1e-12 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near("nothing known: as much as an ordinary choice", s.value(a, kindSitemap), .25)
	a.pages, a.relevant = 4, 4 // rate (4 + 4 x .25) / 8 = .625, 2.5 times the yield
	near("of a host with relevant pages only", s.value(a, kindSitemap), .625)
	s.account[kindSitemap], b.account[kindSitemap] = account{4, 10}, account{1, 10}
	near("sitemaps pay", s.value(a, kindSitemap), 2.5*11/8)
	near("this one paid", s.value(b, kindSitemap), (10+11./8)/2)
	near("feeds are others", s.value(a, kindFeed), .625)
	if a.account[kindSearch].asked = 1; a.paid(kindSearch) {
		t.Error("a second search is not paid for")
	}
	if a.account[kindSearch].brought = 1; !a.paid(kindSearch) {
		t.Error("a second search is paid for")
	}
}
