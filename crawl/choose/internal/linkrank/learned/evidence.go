package learned

import (
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

const (
	maxInLinks = 3   // in-links whose clusters are remembered
	fade       = 0.1 // inherited relevance below this is none
)

// evidence holds what all links to an unfetched URL say of it. Maxima and sums are
// merged over all links; clusters of places are kept for the first few links only,
// because menus would fill any memory.
//
// There is one for each URL that waits, a million in a large crawl. So it holds no
// pointer, which the collector would have to follow, and is kept in a pool.
type evidence struct {
	terms    [fURLOther - fAnchorCore + 1]float32 // of crawl.LinkTerms, each the best of all in-links, 0..1
	sumR     float64                              // of the relevance of the pages with the link
	pages    int32                                // how many
	maxR     float32
	inherit  float32
	child    float32
	language float32
	hubName  float32 // the largest of the lists that have the link,
	hub      int32   // and the number of that list
	home     int32   // Host cluster of the first page with the link
	atHome   int32   // pages of that host with the link
	from     int32   // last page counted
	in       [maxInLinks]inLink
	pattern  int32
	prefix1  int32
	prefix2  int32
	host     int32
	hostOut  int32 // links to other hosts: of the host of the first page with the link,
	pageOut  int32 // of that page
	depth    int32
	pager    bool
	main     bool
	inside   bool              // a page of its own host has the link
	ins      uint8             // of in
	nwords   uint8             // of hashed
	nnamed   uint8             // of named
	named    [nameWords]uint32 // words of its name, by hash
	ending   int32             // cluster of the names that end so, -1 if it has none
	owner    int32             // number of its URL plus 1; 0: of none, see pool.give
	result   int32             // cluster of the search results like it, -1 if no engine lists it
	class    resultClass       // of the result
	hashed   [maxHashed]uint16
}

// words are the hashed features. They share memory with e.
func (e *evidence) words() []uint16 { return e.hashed[:e.nwords] }

// inLink names the clusters of one link by its place.
type inLink struct{ list, path, hub int32 }

// own is how strongly the link's own words, in anchor and URL, name the topic.
func (e *evidence) own() float64 {
	return min(1, float64(e.terms[0])+.5*float64(e.terms[fURLCore-fAnchorCore]))
}

// share is the part of the fetched pages of a host that have the link, without the
// first one: near 1 for a link of a menu.
func (e *evidence) share(r *Ranker) float64 {
	n := r.fetchedOn(e.home)
	if n == 0 {
		return 0
	}
	return min(1, float64(max(0, e.atHome-1))/float64(n))
}

// lifts joins the lifts of each sort of cluster over the links: the best positive
// one plus the worst negative one.
func (e *evidence) lifts(c *clusters) (list, path, hub float64) {
	var l, p, h span
	for i := range e.in[:e.ins] {
		in := &e.in[i]
		l.add(c.lift(in.list, linkPrior))
		p.add(c.lift(in.path, linkPrior))
		h.add(c.lift(in.hub, linkPrior))
	}
	return l.best + l.worst, p.best + p.worst, h.best + h.worst
}

// span is the range of some lifts and 0.
type span struct{ best, worst float64 }

func (s *span) add(l float64) {
	if l > s.best {
		s.best = l
	} else if l < s.worst {
		s.worst = l
	}
}

// newEvidence sets what depends on the URL alone.
func (r *Ranker) newEvidence(url string) ticket {
	p := urlpattern.Split(url)
	c := &r.clusters
	t, e := r.waiting.take()
	*e = evidence{
		pattern: c.of(kindPattern, linkrank.Hash(p.Pattern())),
		prefix1: c.of(kindPrefix, linkrank.Hash(p.Prefix(1))),
		prefix2: c.of(kindPrefix, linkrank.Hash(p.Prefix(2))),
		host:    c.of(kindHost, linkrank.Hash(p.Host)),
		depth:   int32(p.Depth()),
		hostOut: -1,
		pageOut: -1,
		ending:  -1,
		result:  -1,
		hub:     -1,
		home:    -1,
		from:    -1,
	}
	return t
}

// source holds what the links of one page share.
type source struct {
	id      int32
	host    string
	key     uint64  // linkrank.Hash of its URL
	r       float64 // its relevance
	inherit float64 // what its links inherit
	folder  string
	home    int32 // Host cluster
	hub     int32
	out     [2]int32 // hostOut and pageOut; see outside.go
	name    float32  // what its links inherit of its name, see hub.go

	// The clusters of the link before, which the next link mostly has, too.
	lastList   uint32
	lastListOf int32 // plus 1; 0: none
	lastPath   string
	lastPathOf int32
}

// listOf is the cluster of the list that holds a link.
func (s *source) listOf(c *clusters, l *crawl.Link) int32 {
	if s.lastListOf == 0 || s.lastList != l.List {
		s.lastList, s.lastListOf = l.List, 1+c.of(kindList, linkrank.Mix(s.key+uint64(l.List)))
	}
	return s.lastListOf - 1
}

// pathOf is the cluster of the DOM path of a link.
func (s *source) pathOf(c *clusters, l *crawl.Link) int32 {
	if s.lastPathOf == 0 || s.lastPath != l.Path {
		s.lastPath, s.lastPathOf = l.Path, 1+c.of(kindPath, linkrank.Hash(s.host, l.Path))
	}
	return s.lastPathOf - 1
}

// merge adds one more link to e. A link that a page holds twice counts twice for
// words and places and once for its page.
func (r *Ranker) merge(e *evidence, l *crawl.Link, from *source) {
	p := urlpattern.Split(l.URL)
	menu := l.Region != crawl.RegionMain
	e.mergeTerms(&l.Terms, menu)
	e.main = e.main || !menu
	if from.name > e.hubName && !menu && l.Host == from.host {
		e.hubName, e.hub = from.name, from.id
	}
	e.pager = e.pager || urlpattern.Pager(p, l.Text)
	r.mergeOutside(e, l, from)
	r.mergeName(e, l)
	if e.from != from.id && from.id != noPage {
		e.mergePage(p, from)
	}
	if urlpattern.IsLanguage(l.Text) {
		e.language = max(e.language, float32(from.r))
	}
	if e.ins < maxInLinks {
		in := inLink{
			list: from.listOf(&r.clusters, l),
			path: from.pathOf(&r.clusters, l),
			hub:  from.hub,
		}
		if !slices.Contains(e.in[:e.ins], in) {
			e.in[e.ins] = in
			e.ins++
		}
	}
	if e.nwords < maxHashed {
		e.addHashed(p, l)
	}
}

func (e *evidence) mergeTerms(t *crawl.LinkTerms, menu bool) {
	near := float32(1)
	if menu {
		near = .5
	}
	for i, v := range [...]float32{
		t.AnchorCore, t.AnchorOther, t.Relevance,
		near * min(1, t.ContextCore), near * min(1, t.ContextOther),
		t.HeadingCore, t.URLCore, t.URLOther,
	} {
		if v > e.terms[i] { // false for NaN
			e.terms[i] = min(1, v)
		}
	}
}

func (e *evidence) mergePage(p urlpattern.Parts, from *source) {
	e.from = from.id
	e.sumR += from.r
	e.pages++
	e.maxR = max(e.maxR, float32(from.r))
	e.inherit = max(e.inherit, float32(from.inherit))
	if p.Below(from.folder) {
		e.child = max(e.child, float32(from.r))
	}
	if e.home < 0 {
		e.home = from.home
	}
	if e.home == from.home {
		e.atHome++
	}
}

// addHashed adds the sparse features: words of anchor and URL, URL pattern, region
// and place. The names of the sorts are hashed, so they must not change.
func (e *evidence) addHashed(p urlpattern.Parts, l *crawl.Link) {
	add := func(kind, s string) {
		h := uint16(linkrank.Hash(kind, s) >> 7 & (1<<hashBits - 1))
		if e.nwords < maxHashed && !slices.Contains(e.words(), h) {
			e.hashed[e.nwords] = h
			e.nwords++
		}
	}
	add("region", string('0'+rune(l.Region)))
	add("path", l.Path)
	urlpattern.Words(l.Text, 8, func(w string) { add("anchor", w) })
	if e.pages <= 1 { // the URL is the same for all in-links
		add("template", p.Pattern())
		urlpattern.Words(p.Decoded(), 8, func(w string) { add("url", w) })
	}
}

// inherited returns how much relevance the links of a page of relevance r inherit, if
// the page itself inherited before: at least half of before, until too little is left.
func inherited(r, before float64) float64 {
	v := math.Max(r, .5*before)
	if v < fade {
		return 0
	}
	return v
}
