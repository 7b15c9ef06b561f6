package strategy

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

const (
	// provenFinds relevant new pages make a series of a pattern, or of a site.
	provenFinds = 3
	// Each find brings findPaid units of credit to its pattern, which may save mostCredit, and
	// foundPaid to its site, which may save half of it: so much may the pages between two finds
	// cost. The pattern of the list that named it is paid foundPaid, too.
	findPaid   = 3 * request
	foundPaid  = 1 * request
	mostCredit = 8 * request
	// A page of a series leads on to nextPages unknown pages of its own pattern at most, and to
	// otherPages of others.
	nextPages, otherPages = 2, 8
	// So many pages of a site may tell new numbers in old words and lead on as a series does, beyond
	// those that bring new text: a generator of figures does the same.
	mostTold = 48
)

// series is the account of a pattern or a site in relevant pages that said something new.
type series struct {
	finds  int32 // so many there were
	credit int32 // in units: what its pages may still cost until the next one
}

// spares reports a series: its links are not left.
func (s series) spares() bool { return s.finds >= provenFinds && s.credit > 0 }

// pay enters a find, with credit for it, of which the series saves so much at most.
func (s *series) pay(credit, most int32) {
	s.finds, s.credit = clamp(s.finds, 1), min(s.credit+credit, most)
}

// charge enters another page, with its price.
func (s *series) charge(price int32) { s.credit = max(s.credit-price, 0) }

// worth says what a page costs, and what it brings.
type worth struct {
	units int32
	leads bool // it says little and leads on to addresses of its site that are not known
	find  bool // it is relevant and says something new
	again bool // it is another spelling of a recorded page
}

// worth returns what a page is worth that brings n new runs; shuffled says that its other runs are
// new, too, and not believed.
func (g *TrapGuard) worth(v *crawl.Visit, a *siteAccount, site string, n int, shuffled bool) worth {
	part := max(0, request-n*request/fewRuns)
	relevant := v.Score.Relevant // and no copy
	if part == 0 && !relevant {
		return worth{}
	}
	if _, again := urlpattern.Respelling(v.Choice.URL, v.Same.Of); again && v.Copy() {
		return worth{units: int32(part * deadEnd / request), again: true}
	}
	next, others := g.leadsOn(v, site)
	tells := relevant && a.tells(v.Page)
	goesOn := next <= nextPages && others <= otherPages
	switch {
	case part == 0:
		a.figures = max(a.figures-1, 0)
		return worth{find: goesOn}
	case tells && next+others == 0:
		return worth{find: true}
	case tells && goesOn && !shuffled && a.figures < mostTold:
		a.figures++
		return worth{find: true}
	case next+others > 0:
		return worth{units: int32(2 * part), leads: true}
	}
	return worth{units: int32(part * deadEnd / request)}
}

// leadsOn counts the addresses of its site to which a page leads and that are not known in any
// spelling: of the page's own pattern, and others. It counts no further than a series goes.
func (g *TrapGuard) leadsOn(v *crawl.Visit, site string) (next, others int) {
	if g.in.Knows == nil {
		return 0, 0
	}
	own := guardedPattern(site, v.Choice.URL)
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		switch {
		case next > nextPages || others > otherPages:
			return next, others
		case l.Kind != crawl.LinkPage || l.Host != v.Page.Host && polite.Site(l.Host) != site || g.knows(l.URL):
		case guardedPattern(site, l.URL) == own:
			next++
		default:
			others++
		}
	}
	return next, others
}

// knows reports a URL that was heard of in this spelling or another one.
func (g *TrapGuard) knows(url string) bool {
	if g.in.Knows(url) {
		return true
	}
	known := false
	urlpattern.Respelled(url, func(_ urlpattern.Spelling, other string) { known = known || g.in.Knows(other) })
	return known
}

func (s series) save(w *binenc.Writer) {
	w.Uint(uint64(s.finds))
	w.Int(int64(s.credit))
}

func (s *series) load(r *binenc.Reader) {
	s.finds, s.credit = int32(readCount(r, maxCount32)), int32(r.IntIn(0, mostCredit))
}
