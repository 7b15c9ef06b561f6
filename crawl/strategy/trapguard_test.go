package strategy

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/page"
	"github.com/ontocrawl/ontocrawl/crawl/strategy/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/urlpattern"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
)

func TestTrapGuardConforms(t *testing.T) {
	for name, open := range map[string]func() crawl.Strategy{
		"breadth-first": func() crawl.Strategy { return NewBreadthFirst() },
		"on-its":        func() crawl.Strategy { s, _ := NewOnITS(Params{}); return s },
		"tabu":          func() crawl.Strategy { s, _ := NewTabu(Params{}); return s },
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name == "on-its" {
				t.Skip("slow, and wrapped like the others")
			}
			// More patience than the suite's webs have pages: they must all be offered.
			strategytest.Test(t, func() crawl.Strategy { return NewTrapGuard(open(), TrapGuardParams{Patience: 1000}) })
		})
	}
	if b := NewBreadthFirst(); NewTrapGuard(b, TrapGuardParams{}) != crawl.Strategy(b) {
		t.Error("a guard without patience")
	}
}

// trap is a web that makes up addresses of one pattern; what matters of it is
// where good pages are.
type trap struct {
	links func(url string, n int) []crawl.Link
	good  func(url string) bool
	text  func(n int) []string // of the n-th page; nil: what a list without a match says
}

// list is what a machine says of the n-th choice in a menu.
func list(n int) []string {
	return []string{"Home", "Products", fmt.Sprintf("You chose %d", n), "Nothing matches your choice. Try another colour, another size or another day.", fmt.Sprintf("Page %d", n)}
}

func blocks(texts []string) (out []crawl.Block) {
	for _, text := range texts {
		out = append(out, crawl.Block{Text: text, Key: xxhash.Sum64String(text)})
	}
	return out
}

// walk crawls at most budget pages and returns how many were in the trap.
func (w trap) walk(s crawl.Strategy, budget int) (inTrap, good int) {
	const start = "http://a.t/"
	s.Seed([]crawl.Link{link(start)})
	for n := range budget {
		c, ok := s.Next(nil)
		if !ok {
			break
		}
		v := &crawl.Visit{Seq: n + 1, Choice: c, Status: 200, Page: &crawl.Page{URL: c.URL, Final: c.URL, Host: c.Host, Links: w.links(c.URL, n)}}
		if w.text == nil {
			w.text = list
		}
		v.Page.Blocks = blocks(w.text(n))
		v.Score.Relevant = w.good(c.URL)
		if v.Score.Relevant {
			good++
		} else if c.URL != start {
			inTrap++
		}
		s.Observe(v)
	}
	return inTrap, good
}

// TestTraps is row 1 of the design's table, where addresses look harmless: each
// trap has no end, the guard ends it, and the good pages of the host are found.
func TestTraps(t *testing.T) {
	good := func(url string) bool { return strings.Contains(url, "/good/") }
	traps := map[string]func(n, i int) string{
		"sessions in the path": func(n, i int) string { return fmt.Sprintf("http://a.t/s/%x%d/list", n*7919+i, n) },
		"facets":               func(n, i int) string { return fmt.Sprintf("http://a.t/shop?colour=%d&size=%d&sort=%d", n, i, n%7) },
		"pages without end":    func(n, i int) string { return fmt.Sprintf("http://a.t/archive/%d.html", n*10+i) },
		"days by another name": func(n, i int) string { return fmt.Sprintf("http://a.t/plan/%d/%d/%d", 2000+n/300, n/25%12, n%25+i) },
	}
	for name, made := range traps {
		w := trap{good: good, links: func(url string, n int) (links []crawl.Link) {
			for i := range 10 {
				links = append(links, link(made(n, i)))
			}
			if n%10 == 0 { // one good page for every ten
				links = append(links, link(fmt.Sprintf("http://a.t/good/%d", n/10)))
			}
			return links
		}}
		const patience = 50
		closed := 0
		fetched, found := w.walk(NewTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: patience, Closed: func(string) { closed++ }}), 5000)
		// What waits when a pattern is closed: ten links of each page before.
		if fetched > 11*patience*closed || closed == 0 || found < 5 {
			t.Errorf("%s: %d pages of the trap, %d good ones, %d closed", name, fetched, found, closed)
		}
		if loose, _ := w.walk(NewBreadthFirst(), 5000); loose < 4000 {
			t.Errorf("%s: without a guard only %d pages: no trap", name, loose)
		}
	}
}

// TestTrapGuardTalks: a host whose pages have something to say, each something else,
// is crawled to its end, all of it off the topic; one that goes on for ever is
// left in the end.
func TestTrapGuardTalks(t *testing.T) {
	const patience, pages = 50, 900
	says := func(n int) []string {
		return append(list(n), fmt.Sprintf("Article %d tells at some length of the %d ways to cook %d leeks, and of what people in %d villages think of each.", n, 3*n, 5*n, 7*n))
	}
	host := func(size int) trap {
		return trap{text: says, good: func(string) bool { return false }, links: func(_ string, n int) (links []crawl.Link) {
			for i := 10 * n; i < min(10*n+10, size); i++ {
				links = append(links, link(fmt.Sprintf("http://a.t/wiki/article-%d", i)))
			}
			return links
		}}
	}
	closed := 0
	p := TrapGuardParams{Patience: patience, Closed: func(string) { closed++ }}
	if n, _ := host(pages).walk(NewTrapGuard(NewBreadthFirst(), p), 5000); n != pages || closed != 0 {
		t.Errorf("%d of %d pages of an honest host, %d closed", n, pages, closed)
	}
	if n, _ := host(1e9).walk(NewTrapGuard(NewBreadthFirst(), p), 50_000); closed != 1 || n < 20*patience || n > 11*20*patience {
		t.Errorf("%d pages of a host without end, %d closed", n, closed)
	}
}

// TestTrapGuardReplays: a guard judges a page as a journal gives it back, without its
// text, as it did the page itself.
func TestTrapGuardReplays(t *testing.T) {
	p := TrapGuardParams{Patience: 30}
	whole, bare := NewTrapGuard(NewBreadthFirst(), p), NewTrapGuard(NewBreadthFirst(), p)
	for n := range 100 {
		url := fmt.Sprintf("http://a.t/x/%d", n)
		v := &crawl.Visit{Seq: n + 1, Choice: crawl.Choice{URL: url, Host: "a.t"}, Status: 200,
			Page: &crawl.Page{URL: url, Final: url, Host: "a.t", Blocks: blocks(append(list(n), strings.Repeat("x", n%3*60)+fmt.Sprint(n)))}}
		whole.Observe(v)
		for i := range v.Page.Blocks {
			b := &v.Page.Blocks[i]
			b.Size, b.Text = len(b.Text), ""
		}
		bare.Observe(v)
	}
	a, err := whole.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	b, err := bare.MarshalBinary()
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("another memory, %v", err)
	}
}

// TestTrapGuardOpens: a relevant page makes all forgotten, and words of the topic
// pass the guard, though not for ever.
func TestTrapGuardOpens(t *testing.T) {
	f := NewTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 3})
	page := func(i int, relevant bool, links ...crawl.Link) {
		url := fmt.Sprintf("http://a.t/x/%d", i)
		v := &crawl.Visit{Seq: i, Choice: crawl.Choice{URL: url, Host: "a.t"}, Status: 200, Page: &crawl.Page{URL: url, Final: url, Host: "a.t", Links: links}}
		v.Score.Relevant = relevant
		f.Observe(v)
	}
	named := func(i int) crawl.Link {
		l := link(fmt.Sprintf("http://a.t/x/%d", i))
		l.Terms.AnchorCore = 1
		return l
	}
	waits := func(want int, when string) {
		t.Helper()
		if n := f.Len(); n != want {
			t.Errorf("%s: %d wait, want %d", when, n, want)
		}
	}
	page(1, false, link("http://a.t/x/101"))
	page(2, false, link("http://a.t/x/102"))
	waits(2, "before")
	page(3, false, link("http://a.t/x/103"), link("http://a.t/other/1"), named(104), link("http://b.t/x/1"))
	waits(5, "closed: another pattern, another host and the topic's words")
	page(4, true, link("http://a.t/x/105"))
	waits(6, "a relevant page")
	for i := range 12 {
		page(10+i, false)
	}
	page(30, false, named(106), link("http://a.t/x/107"))
	waits(6, "no patience left")
}

// TestTrapGuardHonest measures freshBytes on stored webs of hosts that are no traps,
// read in any order.
func TestTrapGuardHonest(t *testing.T) {
	for web, most := range map[string]float64{"wikispeedia-en": .001, "lohelp-zh": .03} {
		dir := filepath.Join(outside.Dir(t, "webs/"+web), web)
		stored, err := replay.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer stored.Close()
		urls := stored.Pages()
		rng := rand.New(rand.NewPCG(1, 2))
		rng.Shuffle(len(urls), func(i, j int) { urls[i], urls[j] = urls[j], urls[i] })
		words, n, stale := map[string]*recentText{}, 0, 0
		for _, url := range urls {
			r, err := stored.Fetch(t.Context(), crawl.Request{URL: url})
			if err != nil || r.Status != 200 {
				continue
			}
			p, err := page.Parse(r)
			if err != nil {
				continue
			}
			m := words[urlpattern.Of(url)]
			if m == nil {
				m = new(recentText)
				words[urlpattern.Of(url)] = m
			}
			if n++; m.fresh(p) < freshBytes {
				stale++
			}
		}
		t.Logf("%s: %d of %d pages say nothing new", web, stale, n)
		if n < 1000 || float64(stale) > most*float64(n) {
			t.Errorf("%s: %d of %d", web, stale, n)
		}
	}
}
