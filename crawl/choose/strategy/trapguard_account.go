package strategy

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

const (
	request = 1000 // units of an account for a request
	// runsPaid new runs of words pay for a request. On three stored webs (30 sites that
	// are no traps) no site is overdrawn by more than 7 requests with it, its pages in any
	// order (TestTrapGuardHonest).
	runsPaid = 30
	// fewRuns new runs make a page that says something; with fewer, the rest of a request
	// is charged.
	fewRuns = 20
	// wordRuns runs are believed for each new word, and spareRuns more, but none of these if
	// more than mostNew of the runs of a page are new. Of the new runs of four stored webs
	// it believes 85 % (a government's) to all.
	wordRuns  = 4
	spareRuns = 20
	mostNew   = .7
	// A site may save savings requests, and one in savedPart of all that it earned.
	savings   = 5
	savedPart = 2
	// A relevant page tells something if toldRuns of its sampled runs, with their numbers, are
	// new, or one in toldPart.
	toldRuns = 10
	toldPart = 4
	// deadEnd is the price of a page that says nothing new and leads to nothing new, in
	// units. With a price of a whole request a blog whose tag pages were fetched before its
	// articles was overdrawn by 51 requests; its pages in another order by none.
	deadEnd = 650
	// aloneSite and alonePattern times Patience are the limits of a site that is alone. The
	// largest honest account belongs to a made portal (crawltest) of 4,862 pages, all of
	// the same hundred sentences with other numbers: 5,000 requests.
	aloneSite    = 200
	alonePattern = 24
	// patternFold times Patience pages of a pattern in a row may lead on and say nothing: 43
	// pages of an honest archive do, if their articles were found elsewhere.
	patternFold = 3
	// freePages of a site cost nothing and are not remembered: most sites have no more.
	freePages = 3
)

// pattern is the account of a URL pattern of a site.
type pattern struct {
	balance int32 // in units
	endless int32 // pages in a row that said nothing new and led to new addresses
	series  series
}

// siteAccount is the account of a site.
type siteAccount struct {
	balance int32 // in units
	earned  int32 // in units: all that was ever paid in
	pages   int32
	drawn   int32 // runs without new words that were believed, less what new words stand for
	series  series
	figures int32 // pages that told new numbers in old words and led on, less those with new text
	runs    recent
	words   recent
	spelled spellings
	told    recent    // runs with their numbers, of relevant pages that said nothing else
	left    leftLinks // its links that are left
	waits   int       // the links among them that are not left for good
	shut    int       // hosts of these links that are blocked
}

// verdict is how the links of a site and a pattern are left.
type verdict struct {
	rule    string // RuleSite or RulePattern; "": they are not
	forGood bool
	pattern uint64
}

// limits says how many requests the accounts of a site and of a pattern may be
// overdrawn, and how many pages of a pattern in a row may lead on and say nothing.
type limits struct{ site, pattern, endless int }

func (g *TrapGuard) limits(site string) limits {
	p := g.p.Patience
	if g.grown == 1 && site == g.first {
		return limits{aloneSite * p, alonePattern * p, aloneSite * p}
	}
	return limits{p, p, patternFold * p}
}

// verdict judges the links of a pattern of a site. A series is not left, whatever else its
// site holds.
func (g *TrapGuard) verdict(a *siteAccount, site string, pattern uint64) verdict {
	l, p := g.limits(site), g.patterns[pattern]
	switch spared := a.series.spares(); {
	case g.p.Patience <= 0 || p.series.spares():
	case !spared && p.series.credit == 0 && overdrawn(a.balance, l.site):
		return verdict{RuleSite, true, pattern}
	case int(p.endless) >= l.endless:
		return verdict{RulePattern, true, pattern}
	case !spared && overdrawn(a.balance, l.site/2):
		return verdict{RuleSite, false, pattern}
	case overdrawn(p.balance, l.pattern/2):
		return verdict{RulePattern, false, pattern}
	}
	return verdict{pattern: pattern}
}

// givenUp reports a site whose links are left for good, but for its series.
func (g *TrapGuard) givenUp(a *siteAccount, site string) bool {
	return !a.series.spares() && overdrawn(a.balance, g.limits(site).site)
}

// overdrawn reports an account that is overdrawn by so many requests.
func overdrawn(balance int32, requests int) bool {
	return int64(balance) <= -request*int64(max(requests, 1))
}

func guardedPattern(site, url string) uint64 {
	return attribute("guarded", urlpattern.Guarded(site, url))
}

// settle enters a page into the accounts of its site and of its pattern. It uses the site
// and pattern of the URL that was asked for, because links to pages like it have them too.
func (g *TrapGuard) settle(v *crawl.Visit) {
	site := polite.Site(v.Choice.Host)
	a := g.sites[site]
	if a == nil {
		a = new(siteAccount)
		g.sites[site] = a
	}
	if a.pages++; a.pages <= freePages {
		return
	}
	if a.pages == freePages+1 {
		g.grow(site)
	}
	n, shuffled := a.gain(v.Page)
	c := g.worth(v, a, site, n, shuffled)
	g.spell(v, a, n)
	paid := int32(n * request / runsPaid)
	key := guardedPattern(site, v.Choice.URL)
	was, wasForGood := g.givenUp(a, site), g.verdict(a, site, key).forGood
	a.earned = clamp(a.earned, paid)
	a.balance = min(clamp(a.balance, paid-c.units), clamp(savings*request, a.earned/savedPart))
	if a.series.charge(c.units); c.find {
		a.series.pay(foundPaid, mostCredit/2)
	}
	g.patterns[key] = g.patterns[key].settle(c, paid)
	a.left.account(key, g.patterns[key].balance)
	changed := g.repay(a, site, v.Choice.Parent, paid, c.find)
	if changed || was != g.givenUp(a, site) || wasForGood != g.verdict(a, site, key).forGood {
		g.recount(site)
	}
	if now := g.verdict(a, site, key); now.rule != "" {
		g.tell(site, v.Choice.URL, now)
	}
}

// settle enters a page of the pattern that was paid so much. Another spelling of a page costs the
// pattern of both no more than credit.
func (p pattern) settle(c worth, paid int32) pattern {
	if p.series.charge(c.units); c.find {
		p.series.pay(findPaid, mostCredit)
	}
	if c.again {
		return p
	}
	p.balance = clamp(p.balance, paid-c.units)
	if c.leads {
		p.endless++
	} else if c.units == 0 {
		p.endless = 0
	}
	return p
}

// repay pays what a page brought to the pattern of the page of its site that led to it. It
// reports a pattern whose links are no longer left for good.
func (g *TrapGuard) repay(a *siteAccount, site, parent string, paid int32, find bool) (changed bool) {
	if paid < fewRuns*request/runsPaid && !find || parent == "" || polite.Site(urlpattern.Split(parent).Host) != site {
		return false
	}
	key := guardedPattern(site, parent)
	p, ok := g.patterns[key]
	if !ok {
		return false
	}
	was := g.verdict(a, site, key).forGood
	if find {
		paid = max(paid, foundPaid)
	}
	p.balance, p.endless = clamp(p.balance, paid), 0
	g.patterns[key] = p
	a.left.account(key, p.balance)
	return was != g.verdict(a, site, key).forGood
}

// grow notes that a site has brought more than freePages pages. If it is the second, the
// first is no longer alone.
func (g *TrapGuard) grow(site string) {
	if g.grown++; g.grown == 1 {
		g.first = site
	} else if g.grown == 2 {
		g.recount(g.first)
	}
}

// clamp adds units to a balance.
func clamp(balance, units int32) int32 {
	return int32(min(max(int64(balance)+int64(units), math.MinInt32), math.MaxInt32))
}

// tell calls Found, once for a site or a pattern whose links come last, and once if they
// are left for good.
func (g *TrapGuard) tell(site, like string, v verdict) {
	key := notice{site: site, forGood: v.forGood}
	if v.rule == RulePattern {
		key.pattern = v.pattern
	}
	if g.p.Found == nil || g.told[key] || g.told[notice{site: site, forGood: true}] {
		return
	}
	g.told[key] = true
	g.p.Found(Trap{Site: site, Rule: v.rule, Like: like, ForGood: v.forGood})
}

// recount counts the links of a site that are left for last, and puts them in order.
func (g *TrapGuard) recount(site string) {
	a := g.sites[site]
	g.waits -= a.waits
	a.waits = a.left.arrange(func(pattern uint64) (int32, bool) {
		return g.patterns[pattern].balance, g.verdict(a, site, pattern).forGood
	})
	g.waits += a.waits
	a.shut = 0
	for host := range a.left.hosts {
		if g.isBlocked(host) {
			a.shut++
		}
	}
}

// gain is the number of new runs of words that a page of the site brings, as its samples
// say, and remembers them. New runs are believed if new words stand for them. A site has a
// spare of others, which new words fill up again; where nearly all runs are new it does not
// count. Such a page is shuffled if it is not believed all of them.
func (a *siteAccount) gain(p *crawl.Page) (n int, shuffled bool) {
	runs, words := a.runs.add(p.Runs), a.words.add(p.Vocabulary)*wordRuns
	if float64(runs) > mostNew*float64(len(p.Runs)) {
		runs, shuffled = min(runs, words), words < runs
	}
	runs = min(runs, words+spareRuns-int(a.drawn))
	a.drawn = int32(min(max(int(a.drawn)+runs-words, 0), spareRuns))
	return runs * sampleRate, shuffled
}

// tells reports a page of the site of which enough is new if numbers count, and remembers it.
func (a *siteAccount) tells(p *crawl.Page) bool {
	fresh := a.told.add(p.Sketch)
	return fresh >= toldRuns || fresh > 0 && fresh*toldPart >= len(p.Sketch)
}
