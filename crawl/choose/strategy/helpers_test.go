package strategy

import (
	"io"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
)

// fixed is a Ranker that knows all scores beforehand and learns nothing.
type fixed map[string]float64

func (f fixed) Observe(*crawl.Visit)             {}
func (f fixed) Score(url string) float64         { return f[url] }
func (f fixed) Caps() linkrank.Caps              { return linkrank.Caps{} }
func (f fixed) WriteTo(io.Writer) (int64, error) { return 0, nil }
func (f fixed) ReadFrom(crawl.Part) error        { return nil }

// smallWeb is pages with their links, all relevant but those listed.
type smallWeb struct {
	links  map[string][]crawl.Link
	misses map[string]bool
	copies map[string]bool // pages that say what the seed says
}

func link(url string) crawl.Link { return crawl.Link{URL: url, Host: hostOf(url)} }

func hostOf(url string) string {
	_, host, _ := strings.Cut(url, "://")
	for i := range host {
		if host[i] == '/' {
			return host[:i]
		}
	}
	return host
}

// trail crawls from one seed, n pages, one at a time.
func (w smallWeb) trail(t testing.TB, s crawl.Strategy, seed string, n int) (urls []string) {
	t.Helper()
	s.Seed([]crawl.Link{link(seed)})
	for len(urls) < n {
		c, ok := s.Next(nil)
		if !ok {
			break
		}
		urls = append(urls, c.URL)
		p := &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Links: w.links[c.URL]}
		v := &crawl.Visit{Seq: len(urls), Choice: c, Page: p, Status: 200}
		v.Score.Relevant = !w.misses[c.URL]
		if w.copies[c.URL] {
			v.Same = crawl.Duplicate{Of: seed}
		}
		s.Observe(v)
	}
	return urls
}

// guarded is a strategy with a TrapGuard around it, whose insides tests look at.
type guarded struct {
	*Chain
	guard
}

type guard struct{ *TrapGuard }

func newTrapGuard(s crawl.Strategy, p TrapGuardParams) guarded {
	c := NewChain(s, NewTrapGuard(p))
	g, _ := inside[*TrapGuard](c)
	return guarded{c, guard{g}}
}

// Asked is how many questions a Searching has asked.
func Asked(c *Chain) int {
	s, _ := inside[*Searching](c)
	return s.asked
}

func explain(s crawl.Strategy, link string) (e Explanation, ok bool) {
	if f := Of(s).Explain; f != nil {
		return f(link)
	}
	return e, false
}

func revise(s crawl.Strategy, v *crawl.Visit, first bool) bool {
	f := Of(s).Revise
	return f != nil && f(v, first)
}
