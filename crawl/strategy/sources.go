package strategy

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Sources lets another strategy use sitemaps and feeds as well as pages. It takes
// the links that lead to them (crawl.Link.Kind) out of each visit and now and then
// chooses one of them. The links found there go to the inner strategy, which treats
// them like any other; of equals the first comes first, so a reader that puts the
// latest first gives a hint.
//
// A source costs a request and brings no page, so Sources asks for few:
//
//   - the host that named it must be useful: a seed is there or redirects there,
//     or a page of it was relevant. When nothing else waits, any host will do;
//   - a source may be chosen once in Every choices, and never before the seeds;
//   - of a host at most MaxSitemaps sitemaps and MaxFeeds feeds are asked for,
//     and no feeds of comments.
//
// A sitemap may only name pages of its own host and of the host whose robots.txt
// names it (sitemaps.org, "Sitemap file location" and "Sitemaps & Cross Submits"),
// and an index may hold indexes once. A feed may name pages of any host.
type Sources struct {
	wrapper
	p SourceParams
	sourceMemory
	blocked map[string]bool
}

// sourceMemory is what a checkpoint of Sources holds.
type sourceMemory struct {
	known    map[string]bool        // every source accepted; true while it waits
	size     int                    // how many wait
	first    []source               // seeds
	ready    []source               // of useful hosts, in the order known
	owners   []string               // hosts that named a source, in the order known
	hosts    map[string]*sourceHost // by name
	inFlight map[string]source      // chosen, outcome unknown
	seeds    map[string]bool        // pages to start from that were not chosen yet
	moves    int                    // choices of the inner strategy
	asked    int                    // choices of sources, seeds not counted
}

// SourceParams are the settings of a Sources. The zero value means the defaults.
type SourceParams struct {
	None        bool // ask for no source but those given as seeds
	Every       int  // choices for each source; 0 means 20
	MaxSitemaps int  // per host; 0 means 20
	MaxFeeds    int  // per host; 0 means 5
}

const (
	maxLevel  = 2     // an index may list indexes, and these may not
	maxListed = 5_000 // links of one source that are passed on
	maxLooked = 64    // sources asked whether their host is free, while pages wait
)

// source is a source that waits or is being fetched.
type source struct {
	url, host, owner, parent string // owner: the host that named it
	kind                     crawl.LinkKind
	depth, level             int // level: of indexes above it
}

// sourceHost is a host that named sources.
type sourceHost struct {
	useful          bool
	sitemaps, feeds int      // accepted
	parked          []source // until it proves useful
}

var _ Strategy = (*Sources)(nil)

// NewSources returns a Sources around inner, which it owns.
func NewSources(inner crawl.Strategy, p SourceParams) crawl.Strategy {
	p.Every, p.MaxSitemaps, p.MaxFeeds = cmp.Or(max(p.Every, 0), 20), cmp.Or(max(p.MaxSitemaps, 0), 20), cmp.Or(max(p.MaxFeeds, 0), 5)
	s := &Sources{p: p, blocked: map[string]bool{}}
	s.wrapper = wrapper{inner: inner, own: checkpoint{"sources", 1, s}}
	s.reset()
	return s
}

func (s *Sources) reset() {
	s.sourceMemory = sourceMemory{
		known: map[string]bool{}, hosts: map[string]*sourceHost{}, inFlight: map[string]source{}, seeds: map[string]bool{},
	}
}

// Block implements [crawl.Blocker].
func (s *Sources) Block(host string) {
	s.blocked[host] = true
	s.wrapper.Block(host)
}

// Unblock implements [crawl.Blocker].
func (s *Sources) Unblock(host string) {
	delete(s.blocked, host)
	s.wrapper.Unblock(host)
}

// Seed implements [crawl.Strategy]. Sources among the seeds come before pages.
func (s *Sources) Seed(links []crawl.Link) {
	var pages []crawl.Link
	for i := range links {
		l := &links[i]
		s.host(l.Host).useful = true
		if l.Kind == crawl.LinkPage {
			pages = append(pages, *l)
			s.seeds[l.URL] = true
			continue
		}
		if _, ok := s.known[l.URL]; !ok {
			s.known[l.URL] = true
			s.first = append(s.first, source{url: l.URL, host: l.Host, owner: l.Host, kind: l.Kind})
			s.size++
		}
	}
	s.inner.Seed(pages)
}

func (s *Sources) host(host string) *sourceHost {
	p := s.hosts[host]
	if p == nil {
		p = new(sourceHost)
		s.hosts[host] = p
		s.owners = append(s.owners, host)
	}
	return p
}

// Next implements [crawl.Strategy].
func (s *Sources) Next(busy func(host string) bool) (crawl.Choice, bool) {
	free := func(l source) bool { return !s.blocked[l.host] && (busy == nil || !busy(l.host)) }
	front := s.ready[:min(len(s.ready), maxLooked)]
	l, ok := first(free, s.first)
	if !ok && s.due() {
		l, ok = first(free, front)
	}
	if ok {
		return s.choose(l), true
	}
	if c, ok := s.inner.Next(busy); ok {
		s.moved(&c)
		return c, true
	}
	switch {
	case s.inner.Len() == 0:
		l, ok = first(free, s.waiting()...)
	case len(s.seeds) == 0:
		l, ok = first(free, front)
	}
	if !ok {
		return crawl.Choice{}, false
	}
	return s.choose(l), true
}

// due reports whether it is the turn of sources.
func (s *Sources) due() bool {
	return len(s.ready) > 0 && len(s.seeds) == 0 && s.asked*s.p.Every <= s.moves
}

// waiting returns the lists of all sources that wait, in the order chosen.
func (s *Sources) waiting() [][]source {
	lists := [][]source{s.first, s.ready}
	for _, name := range s.owners {
		lists = append(lists, s.hosts[name].parked)
	}
	return lists
}

// first returns the first source of the lists that satisfies is.
func first(is func(source) bool, lists ...[]source) (l source, ok bool) {
	for _, list := range lists {
		if i := slices.IndexFunc(list, is); i >= 0 {
			return list[i], true
		}
	}
	return l, false
}

// choose takes a source that waits.
func (s *Sources) choose(l source) crawl.Choice {
	if !slices.Contains(s.first, l) {
		s.asked++
	}
	s.drop(l.url)
	s.inFlight[l.url] = l
	return crawl.Choice{URL: l.url, Host: l.host, Parent: l.parent, Depth: l.depth}
}

// drop removes a source from where it waits, if it does.
func (s *Sources) drop(url string) {
	if !s.known[url] {
		return
	}
	s.known[url] = false
	s.size--
	is := func(l source) bool { return l.url == url }
	before := len(s.first) + len(s.ready)
	s.first, s.ready = slices.DeleteFunc(s.first, is), slices.DeleteFunc(s.ready, is)
	if len(s.first)+len(s.ready) == before { // its host has not proved useful yet
		for _, h := range s.hosts {
			h.parked = slices.DeleteFunc(h.parked, is)
		}
	}
}

// moved counts a choice of the inner strategy. What is fetched as a page need not
// be fetched as a source.
func (s *Sources) moved(c *crawl.Choice) {
	s.moves++
	delete(s.seeds, c.URL)
	s.drop(c.URL)
}

// Take implements [crawl.Strategy].
func (s *Sources) Take(url string) (crawl.Choice, bool) {
	if s.known[url] {
		if l, ok := first(func(l source) bool { return l.url == url }, s.waiting()...); ok {
			return s.choose(l), true
		}
	}
	c, ok := s.inner.Take(url)
	if ok {
		s.moved(&c)
	}
	return c, ok
}

// Len implements [crawl.Strategy].
func (s *Sources) Len() int { return s.inner.Len() + s.size }

// Observe implements [crawl.Strategy].
func (s *Sources) Observe(v *crawl.Visit) {
	l, ours := s.inFlight[v.Choice.URL]
	delete(s.inFlight, v.Choice.URL)
	s.settle(v.Choice.URL)
	if v.Page == nil {
		s.inner.Observe(v)
		return
	}
	s.settle(v.Page.Final)
	if v.OK() && (v.Score.Relevant || v.Choice.Depth == 0 && v.Choice.Parent == "") {
		s.proved(v.Page.Host)
	}
	owner, level := v.Page.Host, 0
	if ours && v.Source() {
		owner, level = l.owner, l.level+1
	}
	for i := range v.Page.Links {
		if to := &v.Page.Links[i]; to.Kind != crawl.LinkPage && (level == 0 || near(to, owner, v.Page.Host)) {
			s.accept(to, v, owner, level)
		}
	}
	if v.Source() {
		s.known[v.Choice.URL], s.known[v.Page.Final] = false, false // also one that was fetched as a page
		v = listed(v, owner, ours && l.kind == crawl.LinkSitemap)
	}
	s.inner.Observe(v)
}

// settle notes that a URL was fetched, as a page or as a source.
func (s *Sources) settle(url string) {
	delete(s.seeds, url)
	s.drop(url)
}

// near reports a link to the host of a sitemap or to the host that named it.
func near(l *crawl.Link, owner, host string) bool { return l.Host == owner || l.Host == host }

// listed is the visit of a source as the inner strategy observes it: at most
// maxListed links, those of a sitemap only if it may name them.
func listed(v *crawl.Visit, owner string, restricted bool) *crawl.Visit {
	p, w := *v.Page, *v
	p.Links = nil
	for i := range v.Page.Links {
		if l := &v.Page.Links[i]; l.Kind == crawl.LinkPage && len(p.Links) < maxListed && (!restricted || near(l, owner, p.Host)) {
			p.Links = append(p.Links, *l)
		}
	}
	w.Page = &p
	return &w
}

// proved marks a host as useful: the sources it named may be chosen.
func (s *Sources) proved(host string) {
	p := s.host(host)
	if !p.useful {
		p.useful = true
		s.ready = append(s.ready, p.parked...)
		p.parked = nil
	}
}

// accept lets a source wait, unless it is known or one too many.
func (s *Sources) accept(l *crawl.Link, v *crawl.Visit, owner string, level int) {
	if _, ok := s.known[l.URL]; ok || s.p.None && level == 0 || level > maxLevel || ofComments(l) {
		return
	}
	p := s.host(owner)
	n, most := &p.sitemaps, s.p.MaxSitemaps
	if l.Kind == crawl.LinkFeed {
		n, most = &p.feeds, s.p.MaxFeeds
	}
	if *n >= most {
		return
	}
	*n++
	s.known[l.URL] = true
	s.size++
	it := source{url: l.URL, host: l.Host, owner: owner, parent: v.Choice.URL, kind: l.Kind, depth: v.Choice.Depth + 1, level: level}
	if p.useful {
		s.ready = append(s.ready, it)
	} else {
		p.parked = append(p.parked, it)
	}
}

// ofComments reports a feed of the comments on one page: blogs offer one with each
// article.
func ofComments(l *crawl.Link) bool {
	if l.Kind != crawl.LinkFeed {
		return false
	}
	s := strings.ToLower(l.URL + " " + l.Text)
	return strings.Contains(s, "comment") || strings.Contains(s, "评论") || strings.Contains(s, "評論")
}
