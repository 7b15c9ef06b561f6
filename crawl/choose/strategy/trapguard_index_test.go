package strategy

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// slowly finds the link that comes first among all that are left.
func slowly(g guarded, busy func(string) bool) (url string) {
	best, most := "", int32(0)
	for _, site := range g.left {
		a := g.sites[site]
		own, balance := "", int32(0)
		for _, l := range a.left.all() {
			b := g.patterns[l.pattern].balance
			if own != "" && b <= balance || g.isBlocked(l.Host) || busy(l.Host) || g.verdict(a, site, l.pattern).forGood {
				continue
			}
			own, balance = l.URL, b
		}
		if own != "" && (best == "" || a.balance > most) {
			best, most = own, a.balance
		}
	}
	return best
}

// TestLeftLinks: whatever is left, taken, blocked and paid in, the link that comes first is
// the one that a look at all of them finds.
func TestLeftLinks(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 3))
		g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 10})
		g.grown = 2
		host := func() string { return fmt.Sprintf("h%d.s%d.t", rng.IntN(4), rng.IntN(3)) }
		for _, site := range []string{"s0.t", "s1.t", "s2.t"} {
			g.sites[site] = &siteAccount{balance: -6 * request, pages: 9}
		}
		var left []string
		taken := 0
		for step := range 1500 {
			switch op := rng.IntN(10); {
			case op < 4:
				h := host()
				c := crawl.Choice{URL: fmt.Sprintf("http://%s/%s/%d", h, word(1+rng.IntN(6)), step), Host: h, Depth: 1}
				g.leave(c)
				left = append(left, c.URL)
			case op == 4:
				g.Block(host(), fmt.Sprint("turn", rng.IntN(3)))
			case op == 5:
				g.Unblock(fmt.Sprint("turn", rng.IntN(3)))
			case op == 6 && len(left) > 0: // what settle does with an account
				url := left[rng.IntN(len(left))]
				site := polite.Site(url[len("http://") : len("http://")+7])
				key := guardedPattern(site, url)
				p := pattern{balance: int32(rng.IntN(5)-3) * request, endless: int32(rng.IntN(40))}
				was := g.patterns[key].endless >= 30
				g.patterns[key] = p
				g.sites[site].left.account(key, p.balance)
				if was != (p.endless >= 30) {
					g.recount(site)
				}
			case op == 7 && len(left) > 0:
				g.Take(left[rng.IntN(len(left))])
			default:
				no := host()
				busy := func(h string) bool { return h == no }
				want := slowly(g, busy)
				got, ok := g.last(busy)
				if got.URL != want || ok != (want != "") {
					t.Fatalf("seed %d, step %d: %q comes first, want %q", seed, step, got.URL, want)
				}
				if ok {
					taken++
				}
			}
		}
		if taken < 100 {
			t.Errorf("seed %d: %d links were taken, too few to say anything", seed, taken)
		}
	}
}

// TestLeftLinksCost: a choice among many links of a site that come last asks about few of
// their hosts, and about none while all are blocked.
func TestLeftLinksCost(t *testing.T) {
	g := newTrapGuard(NewBreadthFirst(), TrapGuardParams{Patience: 10})
	g.grown = 2
	g.sites["a.t"] = &siteAccount{balance: -6 * request, pages: 9}
	const links, hosts = 20_000, 5
	for i := range links {
		h := fmt.Sprintf("h%d.a.t", i%hosts)
		g.leave(crawl.Choice{URL: fmt.Sprintf("http://%s/%s/%d", h, word(1+i%50), i), Host: h, Depth: 1})
	}
	asked := 0
	busy := func(h string) bool { asked++; return h == "h0.a.t" }
	for range 1000 {
		if c, ok := g.last(busy); !ok || c.Host == "h0.a.t" {
			t.Fatalf("%+v comes first", c)
		}
	}
	if asked > 20_000 { // all links would be 20 million questions
		t.Errorf("%d questions about hosts for 1000 choices", asked)
	}
	for i := range hosts {
		g.Block(fmt.Sprintf("h%d.a.t", i), "a.t")
	}
	asked = 0
	if c, ok := g.last(busy); ok || asked > 0 {
		t.Errorf("%+v comes first of a blocked site, after %d questions", c, asked)
	}
}
