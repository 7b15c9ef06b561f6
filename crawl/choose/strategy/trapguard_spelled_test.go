package strategy

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestTrapGuardRespelled: when a spelling brought copies of two different pages, links in it to
// recorded pages are not asked for, also after a checkpoint; when a page says something else
// in it they are, for good. A failed address teaches like a copy.
func TestTrapGuardRespelled(t *testing.T) {
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 100})
	day := func(n int) string { return fmt.Sprintf("http://a.t/day/%d/", n) }
	bare := func(n int) string { return fmt.Sprintf("http://a.t/day/%d", n) }
	for n := range 12 {
		says(g, day(n), told(n), true, "", day(n), bare(n))
	}
	says(g, bare(4), told(4), false, day(4))
	if c, ok := g.Next(nil); !ok || c.URL != bare(0) {
		t.Fatalf("%v is offered after one copy", c)
	}
	g.Observe(&crawl.Visit{Choice: crawl.Choice{URL: bare(5), Host: "a.t", Depth: 1}, Status: 404, Failure: crawl.Failure{Kind: crawl.FailOther}})
	if e, ok := explain(g, bare(6)); !ok || !slices.Contains(e.Notes, "is not asked for: its page is recorded as "+day(6)) {
		t.Errorf("%+v, %v", e, ok)
	}
	data, err := binenc.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	back := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 100})
	if err := back.ReadFrom(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	for name, g := range map[string]guarded{"the same": g, "read back": back} {
		var asked []string
		for {
			c, ok := g.Next(nil)
			if !ok {
				break
			}
			asked = append(asked, c.URL)
		}
		if !slices.Equal(asked, []string{bare(1), bare(2)}) || g.Len() != 0 { // the first three pages are not remembered
			t.Errorf("%s: %q are asked for", name, asked)
		}
	}
	says(g, day(20), told(20), true, "", bare(8), bare(21))
	says(g, bare(20), told(99), true, "", "http://a.t/day/9")
	says(g, day(30), told(30), true, "", bare(30))
	if c, ok := g.Next(nil); !ok || c.URL != bare(21) {
		t.Fatalf("%v comes first", c)
	}
	if c, ok := g.Next(nil); !ok || c.URL != bare(30) {
		t.Errorf("%v is offered: the spelling brought another page", c)
	}
}

// TestTrapGuardManyTwins: of 100,000 spellings of one page, in six ways, a site beside others gets no more
// requests than any trap, and few patterns are kept.
func TestTrapGuardManyTwins(t *testing.T) {
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 100})
	twin := func(i int) string {
		return []string{"http://a.t/x/1/?utm_source=%d", "http://a.t/x/1?sid=%d", "http://a.t/x/1/index.html?utm_term=%d", "http://a.t/x/1?print=%d", "http://a.t/x/1?ref=%d", "http://a.t/x/1/amp?utm_id=%d"}[i%6]
	}
	for n := range freePages + 1 {
		says(g, fmt.Sprintf("http://b.t/%d", n), told(n+2), true, "")
	}
	var links []string
	for i := range 100_000 {
		links = append(links, fmt.Sprintf(twin(i), i))
	}
	says(g, "http://a.t/x/1", told(1), true, "", links...)
	requests := 0
	for {
		c, ok := g.Next(nil)
		if !ok {
			break
		}
		requests++
		says(g, c.URL, told(1), false, "http://a.t/x/1")
	}
	if requests > 200 || g.Len() > 0 {
		t.Errorf("%d of 100,000 twins were asked for, %d wait", requests, g.Len())
	}
	data, err := binenc.Marshal(g)
	if err != nil || len(g.patterns) > 100 {
		t.Errorf("%d patterns, %d bytes, %v", len(g.patterns), len(data), err)
	}
}

// TestTrapGuardRespelledLaws: on sites that spell their addresses in any ways, with pages of their own in
// some of them, each page is found, and in spellings that only bring copies no more than a few are
// asked for.
func TestTrapGuardRespelledLaws(t *testing.T) {
	ways := []func(n int) string{
		func(n int) string { return fmt.Sprintf("http://a.t/x/%d/", n) },
		func(n int) string { return fmt.Sprintf("https://a.t/x/%d", n) },
		func(n int) string { return fmt.Sprintf("http://www.a.t/x/%d", n) },
		func(n int) string { return fmt.Sprintf("http://a.t/x/%d?utm_source=%d", n, n) },
		func(n int) string { return fmt.Sprintf("http://a.t/x/%d?print=1", n) },
		func(n int) string { return fmt.Sprintf("http://a.t/x/%d/amp", n) },
	}
	plain := func(n int) string { return fmt.Sprintf("http://a.t/x/%d", n) }
	const pages = 60
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 2))
		own := 0 // ways in which the pages are others
		for w := range ways {
			if rng.IntN(4) == 0 {
				own |= 1 << w
			}
		}
		g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 10000})
		company(g)
		var links []string
		for n := range pages {
			links = append(links, plain(n))
		}
		for w := range ways {
			for n := range pages {
				links = append(links, ways[w](n))
			}
		}
		says(g, "http://a.t/", told(5000), true, "", links...)
		found, copies := map[int]bool{}, 0
		for {
			c, ok := g.Next(nil)
			if !ok {
				break
			}
			at := slices.Index(links, c.URL)
			w, n := at/pages-1, at%pages
			switch {
			case w < 0:
				found[n] = true
				says(g, c.URL, told(n), true, "")
			case own&(1<<w) != 0:
				found[at] = true
				says(g, c.URL, told(100+at), true, "")
			default:
				copies++
				says(g, c.URL, told(n), false, plain(n))
			}
		}
		want := pages
		for w := range ways {
			if own&(1<<w) != 0 {
				want += pages
			}
		}
		if len(found) != want {
			t.Errorf("seed %d: %d of %d pages", seed, len(found), want)
		}
		if most := len(ways) * (2 + freePages); copies > most {
			t.Errorf("seed %d: %d copies were asked for, want %d at most", seed, copies, most)
		}
	}
}
