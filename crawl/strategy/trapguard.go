package strategy

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
	"github.com/ontocrawl/ontocrawl/crawl/urlpattern"
)

// TrapGuard keeps another strategy out of crawler traps. A trap makes pages without end
// and says nothing new on them, whatever its addresses look like: subdomains of any name,
// session ids, calendars, facets, the same tree under every folder, words of the topic
// shuffled. So the TrapGuard keeps an account for each site (registrable domain), and one
// for each URL pattern of a site (urlpattern.Guarded), in requests:
//
//   - What a page brings is paid in: runsPaid of its new runs of words pay for a request.
//   - A page that says nothing new costs a request, one that says little a part of one; and
//     twice as much if it leads to addresses of its site that nobody has heard of. In the
//     end the lists of an honest site lead to known pages only; those of a trap never do.
//
// A run is new if no remembered page of the site had it. Runs made of nothing but words
// that the site has used before count for nothing where nearly all runs are new: a person
// who writes about something new uses a new word now and then, a machine that shuffles
// words does not (see gain).
//
// An account that is overdrawn by half of Patience leaves its links for last: they are
// taken when no other link waits, those of the best account first. A site that is
// overdrawn by Patience gets no more requests, nor does a pattern of which patternFold
// times Patience pages in a row said nothing new and led to new addresses. The links that
// are left stay in the checkpoint. A later run with more patience takes them.
//
// A relevant page that is no copy and leads to no such address costs nothing: bulletins that
// differ in nothing but their numbers are what a reader waits for. Seeds are never left.
type TrapGuard struct {
	wrapper
	p        TrapGuardParams
	sites    map[string]*siteAccount
	patterns map[uint64]pattern
	left     []string            // sites with links that are left, in the order in which the first was
	waits    int                 // links that are left for last and not for good
	blocked  map[string]string   // hosts, and the turn that each waits for
	turns    map[string][]string // the hosts that were blocked for a turn
}

// TrapGuardParams are the settings of a TrapGuard.
type TrapGuardParams struct {
	// Patience is how many requests a site may cost beyond those that its new text pays
	// for. 0: as many as it likes.
	Patience int
	// Found is called when the links of a site or a pattern are left for the first time,
	// and when they are left for good; may be nil.
	Found func(Trap)
}

// Trap is a site, or a URL pattern of a site, that says nothing new.
type Trap struct {
	Site    string
	Rule    string // RuleSite or RulePattern
	Like    string // the URL whose page used the patience up
	ForGood bool   // its links are no longer taken at all; else they come after all others
}

// The rules by which links are left.
const (
	RuleSite    = "site says nothing new"
	RulePattern = "URL pattern says nothing new"
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
	// wordRuns runs at most are believed for each new word, if more than shuffled of the
	// runs of a page are new.
	wordRuns = 20
	shuffled = .7
	// patternFold times Patience pages of a pattern in a row may lead on and say nothing:
	// the articles of a blog do, if its lists show them in full.
	patternFold = 12
	// freePages of a site cost nothing and are not remembered: most sites have no more.
	freePages = 3
)

// NewTrapGuard returns a TrapGuard around inner, which it owns.
func NewTrapGuard(inner crawl.Strategy, p TrapGuardParams) crawl.Strategy {
	return newTrapGuard(inner, p)
}

func newTrapGuard(inner crawl.Strategy, p TrapGuardParams) *TrapGuard {
	g := &TrapGuard{p: p, blocked: map[string]string{}, turns: map[string][]string{}}
	g.wrapper = wrapper{inner: inner, own: checkpoint{"fence", guardVersion, g}}
	g.reset()
	return g
}

var _ Strategy = (*TrapGuard)(nil)

func (g *TrapGuard) reset() {
	g.sites, g.patterns, g.left, g.waits = map[string]*siteAccount{}, map[uint64]pattern{}, nil, 0
}

// pattern is what is known of a URL pattern of a site.
type pattern struct {
	balance int32 // in units
	endless int32 // pages in a row that said nothing new and led to new addresses
}

// siteAccount is what is known of a site.
type siteAccount struct {
	balance int32 // in units
	pages   int32
	runs    recent
	words   recent
	left    []crawl.Choice // its links that are left, the first first
}

// Block implements [crawl.Blocker].
func (g *TrapGuard) Block(host, turn string) {
	if was, ok := g.blocked[host]; !ok || was != turn {
		g.turns[turn] = append(g.turns[turn], host)
	}
	g.blocked[host] = turn
	g.wrapper.Block(host, turn)
}

// Unblock implements [crawl.Blocker].
func (g *TrapGuard) Unblock(turn string) (more bool) {
	for _, host := range g.turns[turn] {
		if g.blocked[host] == turn {
			delete(g.blocked, host)
		}
	}
	delete(g.turns, turn)
	return g.wrapper.Unblock(turn)
}

// isBlocked reports a host whose turn has not come.
func (g *TrapGuard) isBlocked(host string) bool { _, ok := g.blocked[host]; return ok }

// Len implements [crawl.Strategy]. Links that are left for good do not wait.
func (g *TrapGuard) Len() int { return g.inner.Len() + g.waits }

// Next implements [crawl.Strategy].
func (g *TrapGuard) Next(busy func(host string) bool) (crawl.Choice, bool) {
	for {
		c, ok := g.inner.Next(busy)
		switch {
		case ok && g.leaves(&c):
			g.leave(c)
		case ok:
			return c, true
		case g.inner.Len() > 0: // their hosts are busy
			return crawl.Choice{}, false
		default:
			return g.last(busy)
		}
	}
}

// leaves reports a choice that is to be left.
func (g *TrapGuard) leaves(c *crawl.Choice) bool {
	if g.p.Patience <= 0 || c.Again || c.Depth == 0 && c.Parent == "" {
		return false
	}
	site := polite.Site(c.Host)
	a := g.sites[site]
	if a == nil {
		return false
	}
	p := g.patterns[guardedPattern(site, c.URL)]
	return g.overdrawn(a.balance, .5) || g.overdrawn(p.balance, .5) || g.endless(p)
}

// overdrawn reports an account that is overdrawn by so many times Patience.
func (g *TrapGuard) overdrawn(balance int32, times float64) bool {
	return g.p.Patience > 0 && float64(balance) <= -times*request*float64(g.p.Patience)
}

// endless reports a pattern that gets no more requests.
func (g *TrapGuard) endless(p pattern) bool {
	return g.p.Patience > 0 && int(p.endless) >= patternFold*g.p.Patience
}

// rule returns the rule by which a link is left, and whether for good.
func (g *TrapGuard) rule(a *siteAccount, site string, c *crawl.Choice) (rule string, forGood bool) {
	switch p := g.patterns[guardedPattern(site, c.URL)]; {
	case g.overdrawn(a.balance, 1):
		return RuleSite, true
	case g.endless(p):
		return RulePattern, true
	case g.overdrawn(p.balance, .5):
		return RulePattern, false
	}
	return RuleSite, false
}

func guardedPattern(site, url string) uint64 {
	return attribute("guarded", urlpattern.Guarded(site, url))
}

// leave keeps a choice for last.
func (g *TrapGuard) leave(c crawl.Choice) {
	site := polite.Site(c.Host)
	a := g.sites[site]
	if len(a.left) == 0 {
		g.left = append(g.left, site)
	}
	a.left = append(a.left, c)
	if _, forGood := g.rule(a, site, &c); !forGood {
		g.waits++
	}
}

// last chooses, when nothing else waits, among the links that were left: of the site with
// the best account; of equals the one left first.
func (g *TrapGuard) last(busy func(host string) bool) (c crawl.Choice, ok bool) {
	if g.waits == 0 {
		return c, false
	}
	at, best, most := -1, "", int32(math.MinInt32)
	for _, site := range g.left {
		a := g.sites[site]
		if at >= 0 && a.balance <= most {
			continue
		}
		if i := slices.IndexFunc(a.left, func(c crawl.Choice) bool {
			_, forGood := g.rule(a, site, &c)
			return !forGood && !g.isBlocked(c.Host) && (busy == nil || !busy(c.Host))
		}); i >= 0 {
			at, best, most = i, site, a.balance
		}
	}
	if at < 0 {
		return c, false
	}
	return g.take(best, at), true
}

// take takes a link that was left.
func (g *TrapGuard) take(site string, at int) crawl.Choice {
	a := g.sites[site]
	c := a.left[at]
	if _, forGood := g.rule(a, site, &c); !forGood {
		g.waits--
	}
	if a.left = slices.Delete(a.left, at, at+1); len(a.left) == 0 {
		i := slices.Index(g.left, site)
		g.left = slices.Delete(g.left, i, i+1)
	}
	return c
}

// Take implements [crawl.Strategy].
func (g *TrapGuard) Take(url string) (crawl.Choice, bool) {
	if c, ok := g.inner.Take(url); ok || len(g.left) == 0 {
		return c, ok
	}
	for _, site := range g.left {
		if i := slices.IndexFunc(g.sites[site].left, func(c crawl.Choice) bool { return c.URL == url }); i >= 0 {
			return g.take(site, i), true
		}
	}
	return crawl.Choice{}, false
}

// Observe implements [crawl.Strategy].
func (g *TrapGuard) Observe(v *crawl.Visit) {
	if v.Adds() && v.Page.Sampled {
		g.settle(v)
	}
	g.inner.Observe(v)
}

// settle enters a page into the accounts of its site and of its pattern. They are those of
// the URL that was asked for, because links to pages like it have them too.
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
	n := a.gain(v.Page)
	price, grows := max(0, request-n*request/fewRuns), false
	if price > 0 {
		switch grows = g.grows(v.Page, site); {
		case grows:
			price *= 2
		case v.Score.Relevant && !v.Repeats():
			price = 0
		}
	}
	units := int32(n*request/runsPaid - price)
	siteWas := a.balance
	a.balance = clamp(siteWas, units)
	g.tell(Trap{Site: site, Rule: RuleSite, Like: v.Choice.URL}, g.overdrawn(siteWas, .5), g.overdrawn(a.balance, .5), g.overdrawn(siteWas, 1), g.overdrawn(a.balance, 1))
	key := guardedPattern(site, v.Choice.URL)
	was := g.patterns[key]
	now := pattern{clamp(was.balance, units), was.endless}
	switch {
	case grows:
		now.endless++
	case price == 0:
		now.endless = 0
	}
	g.patterns[key] = now
	if !g.overdrawn(a.balance, .5) { // else all of the site is left
		g.tell(Trap{Site: site, Rule: RulePattern, Like: v.Choice.URL}, g.overdrawn(was.balance, .5), g.overdrawn(now.balance, .5), g.endless(was), g.endless(now))
	}
	if len(a.left) > 0 {
		g.recount()
	}
}

// grows reports a page with a link to an address of its site that is not known.
func (g *TrapGuard) grows(p *crawl.Page, site string) bool {
	inner, ok := g.inner.(interface{ Knows(url string) bool })
	return ok && slices.ContainsFunc(p.Links, func(l crawl.Link) bool {
		return l.Kind == crawl.LinkPage && (l.Host == p.Host || polite.Site(l.Host) == site) && !inner.Knows(l.URL)
	})
}

// clamp adds units to a balance; what an account may save is bounded by its type.
func clamp(balance, units int32) int32 {
	return int32(min(max(int64(balance)+int64(units), math.MinInt32), math.MaxInt32))
}

// tell calls Found if links come last from now on, or are left for good.
func (g *TrapGuard) tell(t Trap, lastWas, last, goodWas, good bool) {
	if t.ForGood = good && !goodWas; g.p.Found != nil && (t.ForGood || last && !lastWas) {
		g.p.Found(t)
	}
}

// recount counts the links that are left for last.
func (g *TrapGuard) recount() {
	g.waits = 0
	for _, site := range g.left {
		a := g.sites[site]
		for i := range a.left {
			if _, forGood := g.rule(a, site, &a.left[i]); !forGood {
				g.waits++
			}
		}
	}
}

// gain is the number of new runs of words that a page of the site brings, as its samples
// say, and remembers them.
func (a *siteAccount) gain(p *crawl.Page) int {
	runs, words := a.runs.add(p.Runs), a.words.add(p.Vocabulary)
	if float64(runs) > shuffled*float64(len(p.Runs)) {
		runs = min(runs, wordRuns*words)
	}
	return runs * sampleRate
}

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
		for i := range a.left {
			rule, forGood := g.rule(a, site, &a.left[i])
			count[Left{Rule: rule, Site: site, ForGood: forGood}]++
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

// LeftBy counts the links that the TrapGuard in s leaves; nil if there is none.
func LeftBy(s crawl.Strategy) []Left {
	switch s := s.(type) {
	case *TrapGuard:
		return s.LeftBy()
	case interface{ Unwrap() crawl.Strategy }:
		return LeftBy(s.Unwrap())
	}
	return nil
}
