package strategy

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Left is how many links are left by a rule.
type Left struct {
	Rule    string
	Site    string
	ForGood bool
	Links   int
}

// leftBy counts the links that the guard leaves, by site and rule, most first.
func (g *TrapGuard) leftBy() []Left {
	count := map[Left]int{}
	for _, site := range g.left {
		a := g.sites[site]
		for _, p := range a.left.patterns {
			v := g.verdict(a, site, p.key)
			if v.rule == "" { // a page that it led to has said something since it was left
				v.rule = RulePattern
			}
			count[Left{Rule: v.rule, Site: site, ForGood: v.forGood}] += p.n
		}
	}
	all := make([]Left, 0, len(count))
	for l, n := range count {
		l.Links = n
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b Left) int {
		return cmp.Or(cmp.Compare(b.Links, a.Links), cmp.Compare(a.Site, b.Site), cmp.Compare(a.Rule, b.Rule))
	})
	return all
}

// waiting implements [Level.Waiting]: the links that come last are at the end.
func (g *TrapGuard) waiting(host string, n int) (links []crawl.Choice, total int) {
	links, total = g.in.Waiting(host, n)
	return andThen(links, total, g.forLast(host), n)
}

// andThen adds more waiting links to the waiting links of the strategy inside.
func andThen(links []crawl.Choice, total int, more []crawl.Choice, n int) ([]crawl.Choice, int) {
	if links = append(links, more...); n > 0 {
		links = links[:min(n, len(links))]
	}
	return links, total + len(more)
}

// forLast returns the links that come last, of all hosts or of one, in the order in which
// they would be taken if no host were busy and no page changed an account.
func (g *TrapGuard) forLast(host string) (links []crawl.Choice) {
	type place struct {
		site, pattern int32 // balances
		link          crawl.Choice
	}
	var all []place
	for _, site := range g.left {
		a := g.sites[site]
		for _, l := range a.left.all() {
			if (host == "" || l.Host == host) && !g.verdict(a, site, l.pattern).forGood {
				all = append(all, place{a.balance, g.patterns[l.pattern].balance, l.Choice})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.site, a.site), cmp.Compare(b.pattern, a.pattern))
	})
	for i := range all {
		links = append(links, all[i].link)
	}
	return links
}

// explain implements [Level.Explain]: it says why a link is left, if that does not wait inside, and
// what the guard's accounts are.
func (g *TrapGuard) explain(link string) (e Explanation, ok bool) {
	if g.in.Explain != nil {
		e, ok = g.in.Explain(link)
	} else if f := g.in.urls; f != nil { // it has no scores to explain
		_, ok = frontier.NumberWaiting(f, link)
	}
	site := polite.Site(urlpattern.Split(link).Host)
	a, key := g.sites[site], guardedPattern(site, link)
	if a == nil {
		return e, ok
	}
	if !ok {
		at, i, left := a.left.find(key, link)
		if !left {
			return e, false
		}
		e = Explanation{Score: a.left.queues[at].links[i].Priority}
		e.note(g.whyLeft(a, site, key))
	}
	g.noteAccounts(&e, a, site, link)
	return e, true
}

// whyLeft says why the links of a pattern are left.
func (g *TrapGuard) whyLeft(a *siteAccount, site string, pattern uint64) english.Phrase {
	switch v := g.verdict(a, site, pattern); {
	case v.forGood:
		return english.Phrasef("left by the trap guard: its %s", english.Word(v.rule))
	case v.rule != "":
		return english.Phrasef("comes last, as the trap guard says: its %s", english.Word(v.rule))
	}
	return english.Phrasef("comes last, as the trap guard says")
}

// noteAccounts says what the accounts of a link's pattern and site are.
func (g *TrapGuard) noteAccounts(e *Explanation, a *siteAccount, site, link string) {
	if g.p.Patience <= 0 {
		return
	}
	if other := g.recordedAs(a, link); other != "" {
		e.note(english.Phrasef("is not asked for: its page is recorded as %s", readable(other)))
	}
	key, limits := guardedPattern(site, link), g.limits(site)
	if p, has := g.patterns[key]; has {
		e.note(english.Phrasef("the trap guard's account of its URL pattern: %+.1f requests, %d finds; links come last at %d", requestsOf(p.balance), p.series.finds, -limits.pattern/2))
		if p.series.spares() {
			e.note(english.Phrasef("its URL pattern is a series of finds: the trap guard spares it, and its next pages may cost %.1f requests", requestsOf(p.series.credit)))
		}
	}
	if a.pages > freePages {
		e.note(english.Phrasef("the trap guard's account of its site: %+.1f requests, %d finds; links come last at %d, and are left at %d", requestsOf(a.balance), a.series.finds, -limits.site/2, -limits.site))
	}
}

// requestsOf are units in requests.
func requestsOf(units int32) float64 { return float64(units) / request }
