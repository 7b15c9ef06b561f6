package strategy

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// mostRespelled addresses of a link are looked at: four spellings at once, and some.
const mostRespelled = 24

// spellings says how a site spells its addresses. One is trusted when it brought
// nothing for two different pages, and never again when a page brought something in it.
type spellings struct {
	recorded recent                       // addresses of pages
	first    [urlpattern.Spellings]uint32 // the page for which it brought nothing; 0: none yet
	trusted  [urlpattern.Spellings]bool
	refused  [urlpattern.Spellings]bool
}

func addressHash(url string) uint32 { return max(uint32(attribute("address", url)), 1) }

// trusts reports a spelling in which a site has no pages of its own.
func (s *spellings) trusts(by urlpattern.Spelling) bool { return s.trusted[by] && !s.refused[by] }

// learn notes that a spelling brought nothing but a page.
func (s *spellings) learn(by urlpattern.Spelling, of string) {
	h := addressHash(of)
	if s.first[by] == 0 {
		s.first[by] = h
	}
	s.trusted[by] = s.trusted[by] || s.first[by] != h
}

// spell learns from a page of a site that brought n new runs, and remembers its address.
func (g *TrapGuard) spell(v *crawl.Visit, a *siteAccount, n int) {
	s, url, final := &a.spelled, v.Choice.URL, v.Page.Final
	for _, of := range [...]string{v.Same.Of, final} {
		if of != final && !v.Copy() {
			continue
		}
		if by, ok := urlpattern.Respelling(url, of); ok {
			s.learn(by, of)
		}
	}
	if says := n >= fewRuns || v.Score.Relevant && len(v.Page.Sketch) > 0; says && !v.Copy() {
		urlpattern.Respelled(url, func(by urlpattern.Spelling, other string) {
			if other != final && g.has(a, other) {
				s.refused[by] = true
			}
		})
	}
	s.recorded.add([]uint32{addressHash(url)})
	if final != "" && final != url {
		s.recorded.add([]uint32{addressHash(final)})
	}
}

// fails learns from an address that is no page, or leads to a recorded one.
func (g *TrapGuard) fails(v *crawl.Visit) {
	a := g.sites[polite.Site(v.Choice.Host)]
	if a == nil || g.has(a, v.Choice.URL) || v.Failure.Kind != crawl.FailDuplicate && v.Status != 404 && v.Status != 410 {
		return
	}
	urlpattern.Respelled(v.Choice.URL, func(by urlpattern.Spelling, other string) {
		if g.has(a, other) {
			a.spelled.learn(by, other)
		}
	})
}

// has reports that a page of the site is recorded under a URL. The hash alone could be another's.
func (g *TrapGuard) has(a *siteAccount, url string) bool {
	return a.spelled.recorded.has(addressHash(url)) && g.in.Knows != nil && g.in.Knows(url)
}

// isRecorded reports a link whose page is recorded under another spelling that the site is trusted
// to have. It is not asked for. Seeds are.
func (g *TrapGuard) isRecorded(c *crawl.Choice) bool {
	if g.p.Patience <= 0 || c.Again || c.Query != "" || c.Depth == 0 && c.Parent == "" {
		return false
	}
	a := g.sites[polite.Site(c.Host)]
	return a != nil && g.recordedAs(a, c.URL) != ""
}

// recordedAs is the address under which the page of a URL is recorded, as far as the spellings say
// that the site is trusted to have; "" if there is none.
func (g *TrapGuard) recordedAs(a *siteAccount, url string) (found string) {
	if a.spelled.trusted == [urlpattern.Spellings]bool{} {
		return ""
	}
	urls := append(make([]string, 0, mostRespelled), url)
	for i := 0; i < len(urls) && found == ""; i++ {
		urlpattern.Respelled(urls[i], func(by urlpattern.Spelling, other string) {
			switch {
			case found != "" || !a.spelled.trusts(by) || len(urls) == mostRespelled || slices.Contains(urls, other):
			case g.has(a, other):
				found = other
			default:
				urls = append(urls, other)
			}
		})
	}
	return found
}

func (s *spellings) save(w *binenc.Writer) {
	s.recorded.save(w)
	for by := range s.first {
		w.Fixed32(s.first[by])
		w.Bool(s.trusted[by])
		w.Bool(s.refused[by])
	}
}

func (s *spellings) load(r *binenc.Reader) {
	s.recorded.load(r)
	for by := range s.first {
		s.first[by], s.trusted[by], s.refused[by] = r.Fixed32(), r.Bool(), r.Bool()
	}
}
