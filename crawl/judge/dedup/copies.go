package dedup

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
)

// A near duplicate is a copy if it says the same. The simhash alone cannot tell: articles
// on the moons of a planet, or on hurricanes, use the same words in the same numbers, and
// each says something else. What tells are the runs of words: of near duplicates in an
// encyclopedia (21 pairs, on astronomy and storms) none but a real copy shares half of its
// runs, of the pages of a farm that puts sentences in another order all do.
const (
	// fewRuns that are not in the other page do not make a text of its own: the number of
	// readers, a line on how to print the page, a date.
	fewRuns = 8
	// nearlyAll of the runs occur on the other page. A short page says something else by
	// a word: "red warning for Zhejiang" and "orange warning for Fujian".
	nearlyAll = .95
	// A site with so many relevant pages on so many hosts, of which two in three are near
	// duplicates, makes them by filling in a form; then near duplicates are copies. In
	// four stored webs no site comes near: at most one in three are (a government's, with
	// its pages on declared disasters). A weather service fills in a form, too, but it
	// needs no hosts for it: its bulletins are not copies, for they say other numbers.
	formPages = 20
	formHosts = 5
	formShare = 2. / 3
)

// saysSame reports whether p says hardly anything that o does not say.
func (o *recorded) saysSame(p *crawl.Page) bool {
	share, left := shingle.Shared(p.Sketch, p.RunCount, o.sketch, int(o.runs))
	return left <= fewRuns && share >= nearlyAll
}

// original is o as the page that p repeats.
func (o *recorded) original(p *crawl.Page, d crawl.Duplicate) crawl.Original {
	return crawl.Original{Duplicate: d, Seq: int(o.seq), Relevance: o.relevance, Relevant: o.relevant,
		Yields: (d.Exact || d.Copy) && o.yields(p)}
}

// yields reports whether p stands for both, and not o, which was recorded first: o names
// p as its canonical page (RFC 6596), or the links of both lead to the host of p. A site
// that mirrors another keeps its links, if they are absolute. If nothing tells, o stands.
func (o *recorded) yields(p *crawl.Page) bool {
	if o.seq == 0 {
		return false
	}
	host := nameHash(p.Host)
	names, named := nameHash(p.Canonical) == nameHash(o.url), o.canonical == nameHash(p.Final)
	if names != named {
		return named
	}
	mine, theirs := 0, 0
	for _, to := range [...]uint64{nameHash(p.LinkHost), o.linkHost} {
		switch {
		case to == 0 || host == o.host:
		case to == host:
			mine++
		case to == o.host:
			theirs++
		}
	}
	return mine > theirs
}

// site counts the relevant pages of a site that have a simhash.
type site struct {
	pages, near int
	hosts       []uint64 // the first formHosts of them
}

// repeats reports a site that makes its pages by filling in a form.
func (s *site) repeats() bool {
	return s != nil && s.pages >= formPages && len(s.hosts) >= formHosts && float64(s.near) >= formShare*float64(s.pages)
}

// count counts a new page for its site.
func (x *Index) count(v *crawl.Visit) {
	name := polite.Site(v.Page.Host)
	s := x.sites[name]
	if s == nil {
		if x.sites == nil {
			x.sites = make(map[string]*site)
		}
		s = new(site)
		x.sites[name] = s
	}
	if s.pages++; v.Same.Of != "" {
		s.near++
	}
	if h := nameHash(v.Page.Host); len(s.hosts) < formHosts && !slices.Contains(s.hosts, h) {
		s.hosts = append(s.hosts, h)
	}
}
