package strategy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
)

func TestSourcesConforms(t *testing.T) {
	for name, open := range map[string]func() crawl.Strategy{
		"breadth-first": func() crawl.Strategy { return NewBreadthFirst() },
		"best-first":    func() crawl.Strategy { s, _ := NewBestFirst(Params{}); return s },
		"on-its":        func() crawl.Strategy { s, _ := NewOnITS(Params{}); return s },
		"tabu":          func() crawl.Strategy { s, _ := NewTabu(Params{}); return s },
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name == "on-its" {
				t.Skip("slow, and wrapped like the others")
			}
			strategytest.Test(t, func() crawl.Strategy { return NewChain(open(), NewSources(SourceParams{})) })
		})
	}
	strategytest.Test(t, func() crawl.Strategy { return NewChain(NewBreadthFirst(), NewSources(SourceParams{None: true})) })
}

func mapOf(url string) crawl.Link  { l := link(url); l.Kind = crawl.LinkSitemap; return l }
func feedOf(url string) crawl.Link { l := link(url); l.Kind = crawl.LinkFeed; return l }

// sourceWeb is a small web whose pages with ".xml" are sources.
type sourceWeb struct {
	smallWeb
	moved map[string]string
}

// walk crawls from seeds to the end and returns the trail, without the scheme.
func (w sourceWeb) walk(s crawl.Strategy, seeds ...crawl.Link) string {
	s.Seed(seeds)
	var trail []string
	for {
		c, ok := s.Next(nil)
		if !ok {
			return strings.Join(trail, " ")
		}
		trail = append(trail, strings.TrimPrefix(c.URL, "http://"))
		v := &crawl.Visit{Seq: len(trail), Choice: c, Status: 200}
		links, known := w.links[c.URL]
		if final := w.moved[c.URL]; final != "" {
			links, known = w.links[final], true
		}
		if v.Status = 404; known {
			final := c.URL
			if m := w.moved[c.URL]; m != "" {
				final = m
			}
			v.Status = 200
			v.Page = &crawl.Page{URL: c.URL, Final: final, Host: hostOf(final), Links: slices.Clone(links), Source: strings.Contains(final, ".xml")}
			v.Score.Relevant = !v.Page.Source && !w.misses[c.URL]
		}
		s.Observe(v)
	}
}

func pagesOf(host string, from, to int) (links []crawl.Link) {
	for i := from; i < to; i++ {
		links = append(links, link(fmt.Sprintf("http://%s/%d", host, i)))
	}
	return links
}

func TestSources(t *testing.T) {
	const a, b = "http://a.t/", "http://b.t/"
	for _, x := range []struct {
		name  string
		p     SourceParams
		web   sourceWeb
		seeds []crawl.Link
		want  string
	}{
		{"a seed's host is useful", SourceParams{Every: 2}, sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{
			a: {mapOf(a + "m.xml"), link(a + "1"), link(a + "2")}, a + "m.xml": {link(a + "3"), link(a + "1")}, a + "1": {}, a + "2": {}, a + "3": {},
		}}}, nil, "a.t/ a.t/m.xml a.t/1 a.t/2 a.t/3"},
		{"seeds come first", SourceParams{Every: 1}, sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{
			a: {mapOf(a + "m.xml")}, a + "m.xml": {link(a + "1")}, a + "1": {}, b: {},
		}}}, []crawl.Link{link(a), link(b)}, "a.t/ b.t/ a.t/m.xml a.t/1"},
		{"none but those given", SourceParams{None: true}, sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{
			a: {mapOf(a + "m.xml"), feedOf(a + "f.xml")}, a + "g.xml": {mapOf(a + "h.xml"), link(a + "1")}, a + "h.xml": {link(a + "2")}, a + "1": {}, a + "2": {},
		}}}, []crawl.Link{link(a), mapOf(a + "g.xml")}, "a.t/g.xml a.t/ a.t/1 a.t/h.xml a.t/2"},
		{"a stranger's when nothing else is left", SourceParams{Every: 1}, sourceWeb{smallWeb: smallWeb{
			links:  map[string][]crawl.Link{a: {link(b), link(a + "1")}, b: {mapOf(b + "m.xml")}, b + "m.xml": {link(b + "1")}, b + "1": {}, a + "1": {}},
			misses: map[string]bool{b: true}}}, nil, "a.t/ b.t/ a.t/1 b.t/m.xml b.t/1"},
		{"a host that proves useful later", SourceParams{Every: 1}, sourceWeb{smallWeb: smallWeb{
			links:  map[string][]crawl.Link{a: {link(b), link(b + "1"), link(a + "2")}, b: {mapOf(b + "m.xml")}, b + "m.xml": {link(b + "2")}, b + "1": {}, b + "2": {}, a + "2": {}},
			misses: map[string]bool{b: true}}}, nil, "a.t/ b.t/ b.t/1 b.t/m.xml a.t/2 b.t/2"},
		{"off-host entries", SourceParams{}, sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{
			a: {mapOf("http://cdn.t/a.xml"), feedOf("http://cdn.t/f.xml")}, "http://cdn.t/a.xml": {link(a + "1"), link(b), link("http://cdn.t/2"), mapOf(b + "m.xml")},
			"http://cdn.t/f.xml": {link("http://c.t/")}, a + "1": {}, b: {}, "http://cdn.t/2": {}, "http://c.t/": {},
		}}}, nil, "a.t/ cdn.t/a.xml a.t/1 cdn.t/2 cdn.t/f.xml c.t/"},
		{"indexes of indexes", SourceParams{}, sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{
			a: {mapOf(a + "0.xml")}, a + "0.xml": {mapOf(a + "1.xml")}, a + "1.xml": {mapOf(a + "2.xml"), mapOf(a + "0.xml")},
			a + "2.xml": {mapOf(a + "3.xml"), link(a + "x")}, a + "3.xml": {link(a + "y")}, a + "x": {}, a + "y": {},
		}}}, nil, "a.t/ a.t/0.xml a.t/1.xml a.t/2.xml a.t/x"},
		{"too many, and comments", SourceParams{MaxFeeds: 1, MaxSitemaps: 1}, sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{
			a: {feedOf(a + "comments/feed.xml"), feedOf(a + "1.xml"), feedOf(a + "2.xml"), mapOf(a + "3.xml"), mapOf(a + "4.xml")}, a + "1.xml": {}, a + "3.xml": {},
		}}}, nil, "a.t/ a.t/1.xml a.t/3.xml"},
		{"a seed that moves", SourceParams{}, sourceWeb{smallWeb{links: map[string][]crawl.Link{
			"http://www.a.t/": {mapOf("http://www.a.t/m.xml")}, "http://www.a.t/m.xml": {},
		}}, map[string]string{a: "http://www.a.t/"}}, []crawl.Link{link(a), link("http://www.a.t/")}, "a.t/ www.a.t/m.xml"},
		{"a sitemap that is a page", SourceParams{}, sourceWeb{smallWeb{links: map[string][]crawl.Link{
			a: {mapOf(a + "m.xml"), link(a + "m.xml")}, a + "lost": {link(a + "1")}, a + "1": {},
		}}, map[string]string{a + "m.xml": a + "lost"}}, nil, "a.t/ a.t/m.xml a.t/1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.seeds == nil {
				x.seeds = []crawl.Link{link(a)}
			}
			s := NewChain(NewBreadthFirst(), NewSources(x.p))
			if got := x.web.walk(s, x.seeds...); got != x.want {
				t.Errorf("went %s\nwant %s", got, x.want)
			}
			if s.Len() != 0 {
				t.Errorf("%d wait", s.Len())
			}
		})
	}
}

// TestSourcesTurn: one choice in Every is a source's, whatever a host offers, as long as
// sources pay.
func TestSourcesTurn(t *testing.T) {
	var maps []crawl.Link
	links := map[string][]crawl.Link{}
	for i := range 10 {
		at := fmt.Sprintf("http://a.t/%d.xml", i)
		maps = append(maps, mapOf(at))
		links[at] = pagesOf("a.t", 100*i, 100*i+9)
		for _, l := range links[at] {
			links[l.URL] = nil
		}
	}
	links["http://a.t/"] = maps
	for i := range pagesOf("a.t", 0, 10) {
		links["http://a.t/"] = append(links["http://a.t/"], link(fmt.Sprintf("http://a.t/x%d", i)))
		links[fmt.Sprintf("http://a.t/x%d", i)] = nil
	}
	w := sourceWeb{smallWeb: smallWeb{links: links}}
	trail := strings.Fields(w.walk(NewChain(NewBreadthFirst(), NewSources(SourceParams{Every: 8})), link("http://a.t/")))
	var at []int
	for i, url := range trail {
		if strings.HasSuffix(url, ".xml") {
			at = append(at, i)
		}
	}
	// The first sitemap comes after the seed, the second when a page of the first was
	// relevant and it is the turn of one, and so on.
	if want := []int{1, 13, 18, 27, 36, 45, 54, 63, 72, 81}; !slices.Equal(at, want) {
		t.Errorf("sitemaps at %v, want %v", at, want)
	}
	if len(trail) != 111 {
		t.Errorf("%d choices", len(trail))
	}
}

// TestSourcesOnce: a URL that is a page to one and a sitemap to another is
// offered once, if it was not chosen before anybody called it a sitemap.
func TestSourcesOnce(t *testing.T) {
	const a = "http://a.t/"
	w := sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{
		a: {link(a + "1"), link(a + "m.xml")}, a + "1": {mapOf(a + "m.xml")}, a + "m.xml": {link(a + "2")}, a + "2": {},
	}}}
	// Fetched as a page, found to be a sitemap, and called one later.
	later := sourceWeb{smallWeb: smallWeb{links: map[string][]crawl.Link{
		a: {link(a + "m.xml"), link(a + "1")}, a + "m.xml": {link(a + "2")}, a + "1": {mapOf(a + "m.xml")}, a + "2": {},
	}}}
	if got := later.walk(NewChain(NewBreadthFirst(), NewSources(SourceParams{Every: 1})), link(a)); got != "a.t/ a.t/m.xml a.t/1 a.t/2" {
		t.Errorf("called a sitemap later: %s", got)
	}
	for _, every := range []int{1, 100} {
		if got := w.walk(NewChain(NewBreadthFirst(), NewSources(SourceParams{Every: every})), link(a)); got != "a.t/ a.t/1 a.t/m.xml a.t/2" {
			t.Errorf("every %d: %s", every, got)
		}
	}
}
