package strategy

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
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

// LeftBy counts the links that the guard leaves, by site and rule, most first.
func (g *TrapGuard) LeftBy() []Left {
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

// explain implements [Level.Explain]: it says why a link is left, if that does not wait inside.
func (g *TrapGuard) explain(link string) (e Explanation, ok bool) {
	if g.in.Explain != nil {
		if e, ok = g.in.Explain(link); ok {
			return e, true
		}
	}
	site := polite.Site(urlpattern.Split(link).Host)
	a := g.sites[site]
	if a == nil {
		return e, false
	}
	at, i, ok := a.left.find(guardedPattern(site, link), link)
	if !ok {
		return e, false
	}
	l := &a.left.queues[at].links[i]
	v := g.verdict(a, site, l.pattern)
	e = Explanation{Score: l.Priority}
	switch {
	case v.forGood:
		e.note(english.Phrasef("left by the trap guard: its %s", english.Word(v.rule)))
	case v.rule != "":
		e.note(english.Phrasef("comes last, as the trap guard says: its %s", english.Word(v.rule)))
	default:
		e.note(english.Phrasef("comes last, as the trap guard says"))
	}
	return e, true
}
