package strategy

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// says lets g see a page: relevant or not, perhaps like another one.
func says(g crawl.Strategy, url, text string, relevant bool, like string, links ...string) {
	p := sampled(url, text)
	p.Sketch = append([]uint32(nil), p.Runs...)
	for _, l := range links {
		p.Links = append(p.Links, link(l))
	}
	v := &crawl.Visit{Choice: crawl.Choice{URL: url, Host: hostOf(url), Depth: 1}, Page: p, Status: 200}
	if v.Score.Relevant = relevant; like != "" {
		v.Same = crawl.Duplicate{Of: like, Exact: true}
	}
	g.Observe(v)
}

// rule is how a link would be left.
func rule(g guarded, url string) string {
	site := hostOf(url)
	return g.verdict(g.sites[site], site, guardedPattern(site, url)).rule
}

// TestTrapGuardSpares: whatever stands on a site, and in whatever order it comes, a pattern is not
// left of which three relevant pages said something new, as long as there is one more for
// each three pages that say nothing and for each four spellings of known pages.
func TestTrapGuardSpares(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 4})
		company(g)
		for i := range freePages + provenFinds {
			says(g, fmt.Sprintf("http://a.t/day/%d", i), told(i), true, "")
		}
		left := 0
		for n := 100; n < 200; n++ {
			says(g, fmt.Sprintf("http://a.t/day/%d", n), told(n), true, "")
			again, dull := rng.IntN(5), 0
			if again == 0 {
				dull = rng.IntN(4)
			}
			for i := range again {
				u := fmt.Sprintf("http://a.t/day/%d", n-i)
				says(g, u+"/", told(n-i), false, u)
			}
			for i := range dull {
				says(g, fmt.Sprintf("http://a.t/day/%d", 1000*n+i), "", false, "")
			}
			for i := range rng.IntN(6) {
				says(g, fmt.Sprintf("http://a.t/on/%d", 10*n+i), "", false, "", fmt.Sprintf("http://a.t/on/%d", 10000*n+i))
			}
			if r := rule(g, "http://a.t/day/7"); r != "" {
				t.Fatalf("seed %d, page %d: the links of the diary are left: its %s", seed, n, r)
			}
			if rule(g, "http://a.t/on/7") != "" {
				left++
			}
		}
		if left < 50 {
			t.Errorf("seed %d: the calendar beside it is left after %d of 100 pages of the diary", seed, left)
		}
		for i := range 40 { // the diary is over, and its addresses lead on
			says(g, fmt.Sprintf("http://a.t/day/%d", 5000+i), "", false, "", fmt.Sprintf("http://a.t/day/%d", 6000+i))
		}
		if rule(g, "http://a.t/day/7") == "" {
			t.Errorf("seed %d: a pattern of which 40 pages in a row said nothing is not left", seed)
		}
	}
}

// TestTrapGuardSpellings: another spelling of a recorded page costs its site 0.65 requests, and the
// account of its pattern nothing; a page that leads to other spellings of known pages leads
// to nothing new.
func TestTrapGuardSpellings(t *testing.T) {
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 1000})
	company(g)
	for i := range freePages + 1 {
		says(g, fmt.Sprintf("http://a.t/day/%d", i), told(i), true, "")
	}
	key := guardedPattern("a.t", "http://a.t/day/7")
	a, site, own := g.sites["a.t"], g.sites["a.t"].balance, g.patterns[key].balance
	says(g, "http://a.t/day/3/", told(3), false, "http://a.t/day/3", "http://a.t/day/77")
	if a.balance != site-650 || g.patterns[key].balance != own {
		t.Errorf("a spelling costs its site %d and its pattern %d", site-a.balance, own-g.patterns[key].balance)
	}
	site = a.balance
	says(g, "http://a.t/list", "", false, "", "https://a.t/day/1", "http://a.t/day/2?utm_source=x", "http://a.t/day/1/index.html", "http://www.a.t/day/3")
	if a.balance != site-2*request { // day/1/index.html is two spellings away from day/1
		t.Errorf("an address that is not known costs %d", site-a.balance)
	}
	site = a.balance
	says(g, "http://a.t/list/2", "", false, "", "https://a.t/day/1", "http://a.t/day/2?utm_source=x", "http://a.t/day/3/", "http://www.a.t/day/3")
	if a.balance != site-650 {
		t.Errorf("spellings of known pages cost %d", site-a.balance)
	}
}

// figuresOf is a bulletin that says the same as all others, with other numbers.
func figuresOf(n int) string {
	return fmt.Sprintf("At %d the storm stood at %d north and %d east with winds of %d and gusts of %d over %d districts.", n, 3*n, 5*n, 7*n, 9*n, 11*n)
}

// TestTrapGuardFigures: of bulletins that differ in their numbers and name the next one alone, 48
// cost nothing; those behind them are charged like any page that leads on. New text
// makes room for as many.
func TestTrapGuardFigures(t *testing.T) {
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 1000})
	company(g)
	for i := range freePages + 1 {
		says(g, fmt.Sprintf("http://a.t/%d", i), told(i), true, "")
	}
	a := g.sites["a.t"]
	bulletin := func(n int) int32 {
		before := a.balance
		p := sampled(fmt.Sprintf("http://a.t/bulletin/%d", n), figuresOf(n))
		for i := range uint32(20) {
			p.Sketch = append(p.Sketch, uint32(n)*100+i)
		}
		p.Links = []crawl.Link{link(fmt.Sprintf("http://a.t/bulletin/%d", n+1))}
		g.Observe(&crawl.Visit{Choice: crawl.Choice{URL: p.URL, Host: p.Host, Depth: 1}, Page: p, Status: 200, Score: crawl.Score{Relevant: true}})
		return before - a.balance
	}
	bulletin(1000) // its words are new
	for n := range mostTold {
		if paid := bulletin(1001 + n); paid > 0 {
			t.Fatalf("bulletin %d costs %d", n, paid)
		}
	}
	if paid := bulletin(2000); paid != 2*request {
		t.Errorf("bulletin %d costs %d", mostTold+1, paid)
	}
	says(g, "http://a.t/new", told(77), true, "")
	if paid := bulletin(2001); paid > 0 {
		t.Errorf("a bulletin after new text costs %d", paid)
	}
}

// TestTrapGuardFourth: version 4 knew no series.
func TestTrapGuardFourth(t *testing.T) {
	var w binenc.Writer
	w.Uint(1)
	w.Text("a.t")
	w.Int(-5 * request)
	w.Int(3 * request)
	w.Uint(9)
	w.Int(2)
	for range 3 {
		new(recent).save(&w)
	}
	w.Uint(0)
	w.Uint(1)
	w.Fixed(17)
	w.Int(-2 * request)
	w.Uint(4)
	w.Uint(0)
	g, r := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 10}), binenc.NewReader(w.Data())
	if g.loadFourth(r); r.Err() != nil {
		t.Fatal(r.Err())
	}
	a := g.sites["a.t"]
	if a == nil || a.balance != -5*request || a.earned != 3*request || a.pages != 9 || a.drawn != 2 || a.series != (series{}) || g.patterns[17] != (pattern{balance: -2 * request, endless: 4}) {
		t.Errorf("%+v, %+v", a, g.patterns)
	}
}
