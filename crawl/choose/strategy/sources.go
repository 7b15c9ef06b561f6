package strategy

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Sources lets another strategy use what lists the pages of a host: sitemaps, feeds,
// the host's own search, and pages that call themselves lists (archives, tags,
// categories) or further pages of a list. Sitemaps, feeds and searches are taken out of
// each visit (crawl.Link.Kind); lists wait with the inner strategy, and Sources only
// asks it for one earlier. The links found there go to the inner strategy, which treats
// them like any other; of equals the first comes first, so a reader that puts the
// latest first gives a hint.
//
// A source costs a request and brings no page, so Sources asks for few:
//
//   - the host that named it must be proven: a seed is there or redirects there, or a
//     page of it was relevant. When nothing else waits, the sitemaps and feeds of any
//     host will do;
//   - each kind of source is asked for as often as such sources paid: see account.go;
//   - at most one choice in Every is a source, and none before the seeds;
//   - of a host at most MaxSitemaps sitemaps, MaxFeeds feeds and MaxSearches searches
//     are asked for, and no feeds of comments.
//
// A sitemap may only name pages of its own host and of the host whose robots.txt names
// it (sitemaps.org, "Sitemap file location" and "Sitemaps & Cross Submits"), and an
// index may hold indexes once. A feed may name pages of any host, a search only pages
// of its own host.
type Sources struct {
	in Level
	p  SourceParams
	sourceMemory
	blocked map[string]string // hosts, by the turn that they wait for
	shut    map[string]bool   // turns that have not come
	sweep   int               // number of blocked hosts from which on those whose turn came are forgotten
}

// sourceMemory holds what a checkpoint keeps of a Sources.
type sourceMemory struct {
	known    map[string]string      // every source accepted: the host that named it while it waits, then ""
	size     int                    // how many wait, without those that wait with the inner strategy
	first    []source               // seeds
	ready    []*sourceHost          // proven hosts with something that waits, in the order in which they came to it
	owners   []*sourceHost          // all hosts, in the order known
	hosts    map[string]*sourceHost // by name
	inFlight map[string]source      // chosen, outcome unknown
	seeds    map[string]bool        // pages to start from that were not chosen yet
	moves    int                    // choices of the inner strategy
	asked    int                    // choices of sources, seeds and lists not counted
	lists    int                    // choices of lists
	fed      map[uint64]fedDate     // when pages that wait were published, by their feeds, by the hash of the URL
	accounts
}

// SourceParams are the settings of a Sources. The zero value means the defaults.
type SourceParams struct {
	None        bool // ask for no sitemap and feed but those given as seeds
	NoLists     bool // ask for no list earlier than the inner strategy does
	Every       int  // least choices for each source; 0 means 5
	MaxSitemaps int  // per host; 0 means 20
	MaxFeeds    int  // per host; 0 means 5
	MaxSearches int  // per host; 0 means 8
}

const (
	maxLevel  = 2     // an index may list indexes, and these may not; a search may have so many further pages
	maxListed = 5_000 // links of one source that are passed on
	maxLooked = 64    // hosts whose sources are compared for one choice
	maxLists  = 8     // lists of each kind that wait at a host
)

// source is a source that waits or is being fetched.
type source struct {
	url, host, owner, parent string // owner: the host that named it
	query                    string // what a search is asked for
	kind                     sourceKind
	depth, level             int // level: of indexes above it
}

// sourceHost is a host that named sources, or is proven.
type sourceHost struct {
	name     string
	proven   bool
	listed   bool // in sourceMemory.ready
	pages    int  // fetched since it is known here
	relevant int  // of them
	accepted [numSourceKinds]int
	account  [numSourceKinds]account
	waiting  []source
	answers  searchAnswers
}

// NewSources returns the policy of a Sources.
func NewSources(p SourceParams) Policy {
	p.Every = cmp.Or(max(p.Every, 0), 5)
	p.MaxSitemaps, p.MaxFeeds, p.MaxSearches = cmp.Or(max(p.MaxSitemaps, 0), 20), cmp.Or(max(p.MaxFeeds, 0), 5), cmp.Or(max(p.MaxSearches, 0), 8)
	s := &Sources{p: p, blocked: map[string]string{}, shut: map[string]bool{}}
	s.reset()
	own := formOf("sources", 4, s)
	own.Read[1], own.Read[2], own.Read[3] = s.loadFirst, s.loadSecond, s.loadThird
	return Policy{PlaceSources, s.around, s, &memory{Memory: own}}
}

func (s *Sources) around(l *Level) {
	s.in = *l
	l.Seed, l.Next, l.Take, l.Observe, l.Len = s.Seed, s.dating(s.Next), s.dated(s.Take), s.Observe, s.Len
	if l.Knows != nil {
		l.Knows = s.knows
	}
	if l.Unite != nil {
		l.Unite = s.unite
	}
	if l.Block != nil {
		l.Block, l.Unblock = s.Block, s.Unblock
	}
	if l.NextQuiet != nil {
		l.NextQuiet = s.dating(s.nextQuiet)
	}
	if l.Hear != nil {
		l.Hear = s.hear
	}
}

func (s *Sources) reset() {
	s.sourceMemory = sourceMemory{
		known: map[string]string{}, hosts: map[string]*sourceHost{}, inFlight: map[string]source{}, seeds: map[string]bool{}, fed: map[uint64]fedDate{},
		accounts: newAccounts(),
	}
}

// Block implements [crawl.Caps].Block.
func (s *Sources) Block(host, turn string) {
	s.blocked[host], s.shut[turn] = turn, true
	if len(s.blocked) > s.sweep {
		maps.DeleteFunc(s.blocked, func(_, turn string) bool { return !s.shut[turn] })
		s.sweep = 2*len(s.blocked) + 1000
	}
	s.in.Block(host, turn)
}

// Unblock implements [crawl.Caps].Unblock. Of the sources at hosts with that turn any
// may be chosen whose host is not busy.
func (s *Sources) Unblock(turn string) (more bool) {
	delete(s.shut, turn)
	return s.in.Unblock(turn)
}

// isBlocked reports whether a host waits for its turn.
func (s *Sources) isBlocked(host string) bool {
	turn, ok := s.blocked[host]
	if ok && !s.shut[turn] {
		delete(s.blocked, host)
		return false
	}
	return ok
}

// Seed implements [Level.Seed]. Sources among the seeds come before pages.
func (s *Sources) Seed(links []crawl.Link) {
	var pages []crawl.Link
	for i := range links {
		l := &links[i]
		s.host(l.Host).proven = true
		if l.Kind == crawl.LinkPage {
			pages = append(pages, *l)
			s.seeds[l.URL] = true
			continue
		}
		if _, ok := s.known[l.URL]; !ok {
			s.known[l.URL] = l.Host
			s.first = append(s.first, source{url: l.URL, host: l.Host, owner: l.Host, kind: kindOf(l)})
			s.size++
		}
	}
	s.in.Seed(pages)
}

func (s *Sources) host(name string) *sourceHost {
	h := s.hosts[name]
	if h == nil {
		h = &sourceHost{name: name}
		s.hosts[name] = h
		s.owners = append(s.owners, h)
	}
	return h
}

// Next implements [Level.Next].
func (s *Sources) Next(busy func(host string) bool) (crawl.Choice, bool) {
	free := func(l *source) bool { return !s.isBlocked(l.host) && (busy == nil || !busy(l.host)) }
	for i := range s.first {
		if free(&s.first[i]) {
			return s.choose(s.first[i]), true
		}
	}
	if len(s.seeds) == 0 {
		if c, ok := s.early(free); ok {
			return c, true
		}
	}
	if c, ok := s.in.Next(busy); ok {
		s.moved(&c)
		return c, true
	}
	if l := s.left(free); l != nil {
		return s.choose(*l), true
	}
	return crawl.Choice{}, false
}

// nextQuiet implements [Level.NextQuiet]: the strategy inside makes a balancing move.
func (s *Sources) nextQuiet(busy func(host string) bool) (c crawl.Choice, ok bool) {
	if c, ok = s.in.NextQuiet(busy); ok {
		s.moved(&c)
	}
	return c, ok
}

// early makes a choice that is worth more than one of the inner strategy, if it is the
// turn of one.
func (s *Sources) early(free func(*source) bool) (c crawl.Choice, ok bool) {
	turn := func(k sourceKind) bool {
		if k.inner() {
			return s.lists*s.p.Every <= s.moves
		}
		return s.asked*s.p.Every <= s.moves
	}
	l := s.best(func(l *source) bool { return turn(l.kind) && free(l) && !s.guarded(l) })
	switch {
	case l == nil:
		return c, false
	case !l.kind.inner():
		return s.choose(*l), true
	}
	if c, ok = s.in.Take(l.url); ok {
		s.moved(&c)
	}
	return c, ok
}

// guarded reports a source that a guard inside would leave (see TrapGuard).
func (s *Sources) guarded(l *source) bool {
	return s.in.Leaves != nil && s.in.Leaves(&crawl.Choice{URL: l.url, Host: l.host, Depth: l.depth, Parent: l.parent})
}

// left returns a source of which the inner strategy need not wait: it has nothing left,
// or nothing whose host is free. nil: there is none.
func (s *Sources) left(free func(*source) bool) *source {
	own := func(l *source) bool { return !l.kind.inner() && free(l) && !s.searching(l) }
	if s.in.Len() > 0 {
		if len(s.seeds) > 0 {
			return nil
		}
		return s.best(own)
	}
	for _, hosts := range [][]*sourceHost{s.ready, s.owners} {
		for _, h := range hosts {
			for i := range h.waiting {
				if l := &h.waiting[i]; own(l) {
					return l
				}
			}
		}
	}
	return nil
}

// choose takes a source that waits here.
func (s *Sources) choose(l source) crawl.Choice {
	h := s.host(l.owner)
	c := crawl.Choice{URL: l.url, Host: l.host, Parent: l.parent, Depth: l.depth, Query: l.query, Priority: s.value(h, l.kind)}
	if !slices.ContainsFunc(s.first, func(f source) bool { return f.url == l.url }) {
		s.asked++
	}
	s.drop(l.url)
	s.inFlight[l.url] = l
	s.opened(h, &l)
	return c
}

// moved counts a choice of the inner strategy. What is fetched as a page need not be
// fetched as a source. A list counts as asked for, whoever chose it.
func (s *Sources) moved(c *crawl.Choice) {
	s.moves++
	delete(s.seeds, c.URL)
	if l, ok := s.drop(c.URL); ok && l.kind.inner() {
		s.lists++
		s.opened(s.host(l.owner), &l)
	}
}

// drop removes a source from where it waits, if it does.
func (s *Sources) drop(url string) (l source, ok bool) {
	owner := s.known[url]
	if owner == "" {
		return l, false
	}
	s.known[url] = ""
	is := func(l source) bool { return l.url == url }
	if i := slices.IndexFunc(s.first, is); i >= 0 {
		l = s.first[i]
		s.first = slices.Delete(s.first, i, i+1)
	} else {
		h := s.host(owner)
		i := slices.IndexFunc(h.waiting, is)
		l = h.waiting[i]
		h.waiting = slices.Delete(h.waiting, i, i+1)
		s.enlist(h)
	}
	if !l.kind.inner() {
		s.size--
	}
	return l, true
}

// enlist keeps a host in the list of those that are ready, or out of it.
func (s *Sources) enlist(h *sourceHost) {
	is := h.proven && len(h.waiting) > 0
	switch {
	case is && !h.listed:
		s.ready = append(s.ready, h)
	case !is && h.listed:
		i := slices.Index(s.ready, h)
		s.ready = slices.Delete(s.ready, i, i+1)
	}
	h.listed = is
}

// Take implements [Level.Take].
func (s *Sources) Take(url string) (crawl.Choice, bool) {
	if l := s.find(url); l != nil && !l.kind.inner() {
		return s.choose(*l), true
	}
	c, ok := s.in.Take(url)
	if ok {
		s.moved(&c)
	}
	return c, ok
}

// knows implements Caps.Knows.
func (s *Sources) knows(url string) bool {
	_, ok := s.known[url]
	return ok || s.in.Knows(url)
}

// find returns the source that waits under a URL, nil if none does.
func (s *Sources) find(url string) *source {
	owner := s.known[url]
	if owner == "" {
		return nil
	}
	for _, list := range [...][]source{s.first, s.host(owner).waiting} {
		if i := slices.IndexFunc(list, func(l source) bool { return l.url == url }); i >= 0 {
			return &list[i]
		}
	}
	return nil
}

// Len implements [Level.Len].
func (s *Sources) Len() int { return s.in.Len() + s.size }
