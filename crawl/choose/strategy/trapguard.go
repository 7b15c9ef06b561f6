package strategy

import (
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// TrapGuard keeps another strategy out of crawler traps. A trap makes pages without end
// and says nothing new on them, whatever its addresses look like: subdomains of any name,
// session ids, calendars, facets, the same tree under every folder, words of the topic
// shuffled. So the TrapGuard keeps an account for each site (registrable domain), and one
// for each URL pattern of a site (urlpattern.Guarded), in requests:
//
//   - What a page brings is paid in: runsPaid of its new runs of words pay for a request.
//     The pattern of the page that led to it is paid, too: a list says nothing itself.
//   - A page that says nothing new costs a part of a request (deadEnd), one that says little
//     a part of that; and two requests if it leads to addresses of its site that nobody has
//     heard of. In the end the lists of an honest site lead to known pages only; the lists of a
//     trap never do.
//
// A run is new if no remembered page of the site had it. Runs made of nothing but words
// that the site has used before count for nothing where nearly all runs are new: a person
// who writes about something new uses a new word now and then, a machine that shuffles
// words, or puts each after one that it may follow, does not (see gain).
//
// An account that is overdrawn by half of Patience leaves its links for last: they are taken when no
// other link waits, the best site first, and in it the best pattern. A site that is overdrawn by
// Patience gets no more requests, nor does a pattern of which patternFold times Patience pages in a row
// said nothing new and led to new addresses, until a page that one of them led to says something. The
// links that are left stay in the checkpoint. A later run with more patience takes them.
//
// The guard divides requests among sites. While one site alone has brought more than
// freePages pages there is nobody to divide with, and the limits are far larger (alone).
//
// A relevant page costs nothing if its numbers are new and it leads to no such address: a reader
// waits for bulletins that differ in nothing else. Of those that name the next one, which nobody has
// heard of, mostTold cost nothing. What has new text or new numbers and leads on no further than
// that is a find. A pattern with provenFinds finds is a series, and is not left while its finds pay
// for what stands between them (see series); nor is a site for what its own finds pay.
//
// Another spelling of a recorded page (urlpattern.Respelling) costs its site a part of a request and the
// account of its pattern nothing, and an address of which another spelling is known is known. What
// spellings a site has is learned from copies, and then they are not asked for (see spellings).
// Seeds are never left.
type TrapGuard struct {
	in       Level
	p        TrapGuardParams
	sites    map[string]*siteAccount
	patterns map[uint64]pattern
	left     []string            // sites with links that are left, in the order in which the first was
	waits    int                 // links that are left for last and not for good
	grown    int                 // sites that brought more than freePages pages
	first    string              // the first of them
	told     map[notice]bool     // what Found has heard of
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

// notice is a site or a pattern of it whose links are left.
type notice struct {
	site    string
	pattern uint64 // 0: the whole site
	forGood bool
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

// NewTrapGuard returns the policy of a TrapGuard.
func NewTrapGuard(p TrapGuardParams) Policy {
	g := &TrapGuard{p: p, blocked: map[string]string{}, turns: map[string][]string{}}
	g.reset()
	own := formOf("fence", 5, g)
	own.Read[4], own.Read[3], own.Read[2] = g.loadFourth, g.loadThird, g.loadSecond
	return Policy{PlaceTrapGuard, g.around, g, &memory{Memory: own}}
}

func (g *TrapGuard) around(l *Level) {
	g.in = *l
	l.Next, l.Take, l.Observe, l.Len = g.Next, g.Take, g.Observe, g.Len
	l.Leaves, l.LeftBy, l.Explain = g.leaves, g.leftBy, g.explain
	if l.Unite != nil {
		l.Unite = g.unite
	}
	if l.Block != nil {
		l.Block, l.Unblock = g.Block, g.Unblock
	}
	if l.NextQuiet != nil {
		l.NextQuiet = g.nextQuiet
	}
	if l.Waiting != nil {
		l.Waiting = g.waiting
	}
}

func (g *TrapGuard) reset() {
	g.sites, g.patterns, g.left, g.waits = map[string]*siteAccount{}, map[uint64]pattern{}, nil, 0
	g.grown, g.first, g.told = 0, "", map[notice]bool{}
}

// Block implements [crawl.Caps].Block.
func (g *TrapGuard) Block(host, turn string) {
	was, ok := g.blocked[host]
	if !ok || was != turn {
		g.turns[turn] = append(g.turns[turn], host)
	}
	if g.blocked[host] = turn; !ok {
		g.shut(host, 1)
	}
	g.in.Block(host, turn)
}

// Unblock implements [crawl.Caps].Unblock.
func (g *TrapGuard) Unblock(turn string) (more bool) {
	for _, host := range g.turns[turn] {
		if g.blocked[host] == turn {
			delete(g.blocked, host)
			g.shut(host, -1)
		}
	}
	delete(g.turns, turn)
	return g.in.Unblock(turn)
}

// shut counts a host as blocked in the account of its site, or no longer, if some of its
// links are left.
func (g *TrapGuard) shut(host string, by int) {
	if len(g.left) == 0 {
		return
	}
	if a := g.sites[polite.Site(host)]; a != nil && a.left.hosts[host] > 0 {
		a.shut += by
	}
}

// isBlocked reports a host whose turn has not come.
func (g *TrapGuard) isBlocked(host string) bool { _, ok := g.blocked[host]; return ok }

// Len implements [Level.Len]. Links that are left for good do not wait.
func (g *TrapGuard) Len() int { return g.in.Len() + g.waits }

// Next implements [Level.Next].
func (g *TrapGuard) Next(busy func(host string) bool) (crawl.Choice, bool) {
	for {
		c, ok := g.in.Next(busy)
		switch {
		case ok && g.isRecorded(&c): // it is not asked for
		case ok && g.leaves(&c):
			g.leave(c)
		case ok:
			return c, true
		case g.in.Len() > 0: // their hosts are busy
			return crawl.Choice{}, false
		default:
			if c, ok = g.last(busy); !ok || !g.isRecorded(&c) {
				return c, ok
			}
		}
	}
}

// nextQuiet implements [Level.NextQuiet]: a balancing move that is not to be left.
func (g *TrapGuard) nextQuiet(busy func(host string) bool) (crawl.Choice, bool) {
	for {
		c, ok := g.in.NextQuiet(busy)
		switch {
		case ok && g.isRecorded(&c):
		case ok && g.leaves(&c):
			g.leave(c)
		default:
			return c, ok
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
	v := g.verdict(a, site, guardedPattern(site, c.URL))
	if v.rule != "" {
		g.tell(site, c.URL, v)
	}
	return v.rule != ""
}

// leave keeps a choice for last.
func (g *TrapGuard) leave(c crawl.Choice) {
	site := polite.Site(c.Host)
	a, key := g.sites[site], guardedPattern(site, c.URL)
	if a.left.n == 0 {
		g.left = append(g.left, site)
	}
	forGood := g.verdict(a, site, key).forGood
	if a.left.add(c, key, g.patterns[key].balance, forGood); !forGood {
		a.waits++
		g.waits++
	}
	if a.left.hosts[c.Host] == 1 && g.isBlocked(c.Host) {
		a.shut++
	}
}

// last chooses, when nothing else waits, among the links that were left: of the site with
// the best account the link whose pattern has the best; of equals the one left first. So a
// site whose lists came before what they list has not spent its last requests on lists.
func (g *TrapGuard) last(busy func(host string) bool) (c crawl.Choice, ok bool) {
	if g.waits == 0 {
		return c, false
	}
	free := func(host string) bool { return !g.isBlocked(host) && (busy == nil || !busy(host)) }
	var at leftPlace
	best, most := "", int32(math.MinInt32)
	for _, site := range g.left {
		a := g.sites[site]
		if a.waits == 0 || a.shut == len(a.left.hosts) || ok && a.balance <= most {
			continue
		}
		if i, has := a.left.best(free); has {
			at, ok, best, most = i, true, site, a.balance
		}
	}
	if !ok {
		return c, false
	}
	return g.take(best, at, 0), true
}

// take takes a link that was left, the i-th of its queue.
func (g *TrapGuard) take(site string, at leftPlace, i int) crawl.Choice {
	a := g.sites[site]
	if !g.verdict(a, site, at.pattern).forGood {
		a.waits--
		g.waits--
	}
	c := a.left.take(at, i)
	if a.left.hosts[c.Host] == 0 && g.isBlocked(c.Host) {
		a.shut--
	}
	if a.left.n == 0 {
		i := slices.Index(g.left, site)
		g.left = slices.Delete(g.left, i, i+1)
	}
	return c
}

// Take implements [Level.Take].
func (g *TrapGuard) Take(url string) (crawl.Choice, bool) {
	if c, ok := g.in.Take(url); ok || len(g.left) == 0 {
		return c, ok
	}
	own := polite.Site(urlpattern.Split(url).Host)
	for _, site := range append([]string{own}, g.left...) {
		if a := g.sites[site]; a != nil {
			if at, i, ok := a.left.find(guardedPattern(site, url), url); ok {
				return g.take(site, at, i), true
			}
		}
	}
	return crawl.Choice{}, false
}

// Observe implements [Level.Observe].
func (g *TrapGuard) Observe(v *crawl.Visit) {
	if v.Adds() && v.Page.Sampled {
		g.settle(v)
	} else if v.Failed() && !v.Choice.Again {
		g.fails(v)
	}
	g.in.Observe(v)
}
