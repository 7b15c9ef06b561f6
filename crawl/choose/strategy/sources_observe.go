package strategy

import (
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

// Observe implements [Level.Observe].
func (s *Sources) Observe(v *crawl.Visit) {
	l, ours := s.inFlight[v.Choice.URL]
	delete(s.inFlight, v.Choice.URL)
	s.settle(v.Choice.URL)
	s.credit(v, ours)
	if ours && l.kind == kindSearch {
		s.answered(&l, v)
	}
	if v.Page == nil {
		s.in.Observe(v)
		return
	}
	s.settle(v.Page.Final)
	if v.OK() && (v.Score.Relevant && !v.Repeats() || v.Choice.Depth == 0 && v.Choice.Parent == "") {
		s.proved(v.Page.Host)
	}
	s.named(v, &l, ours)
	delete(s.fed, xxhash.Sum64String(v.Choice.URL))
	if v.Source() {
		s.hearDates(v.Page.Links)
		s.known[v.Choice.URL], s.known[v.Page.Final] = "", "" // also one that was fetched as a page
		v = s.listed(v, &l, ours)
	}
	s.in.Observe(v)
}

// hear implements Caps.Hear: it accepts what the page of a letter calls a sitemap or a feed.
// The host that it lies on counts as the one that named it: whether the other is proven, its
// own part knows.
func (s *Sources) hear(l *crawl.Letter) {
	v := &crawl.Visit{Choice: crawl.Choice{URL: l.Page, Host: l.Host, Depth: l.Depth}}
	s.hearDates(l.Links)
	for i := range l.Links {
		if k := &l.Links[i]; k.Kind != crawl.LinkPage {
			s.accept(k, v, k.Host, 0)
		}
	}
	s.in.Hear(l)
}

// settle notes that a URL was fetched, as a page or as a source.
func (s *Sources) settle(url string) {
	delete(s.seeds, url)
	s.drop(url)
}

// proved marks a host as proven: the sources it named may be chosen.
func (s *Sources) proved(host string) {
	if h := s.host(host); !h.proven {
		h.proven = true
		s.enlist(h)
	}
}

// named accepts the sources that a visit names; l is the source that it was, if ours.
func (s *Sources) named(v *crawl.Visit, l *source, ours bool) {
	owner, level := v.Page.Host, 0
	if ours && v.Source() {
		owner, level = l.owner, l.level+1
	}
	h, pages := s.hosts[owner], false
	for i := range v.Page.Links {
		to := &v.Page.Links[i]
		switch pages = pages || to.Kind == crawl.LinkPage; {
		case to.Kind == crawl.LinkPage:
			if h != nil && h.proven {
				s.namedList(h, to, v, l, ours)
			}
		case level == 0 || near(to, owner, v.Page.Host):
			s.accept(to, v, owner, level)
		}
	}
	if ours && l.kind == kindSitemap && !pages {
		s.unopened(s.host(l.owner), l) // an index: it cost a request, and its sitemaps have to pay
	}
}

// namedList accepts a page of a proven host that calls itself a list, or a further page
// of one; and further pages of a search's answer, which are searches.
func (s *Sources) namedList(h *sourceHost, to *crawl.Link, v *crawl.Visit, l *source, ours bool) {
	switch {
	case to.Host != h.name:
	case ours && l.kind == kindSearch:
		if further(to, l) && l.level < maxLevel {
			s.wait(h, kindSearch, to, v, l.level+1, l.query)
		}
	case s.p.NoLists || v.Source():
	case urlpattern.IsHub(to.URL, to.Text):
		s.wait(h, kindList, to, v, 0, "")
	case urlpattern.IsPager(to.URL, to.Text):
		s.wait(h, kindPager, to, v, 0, "")
	}
}

// accept lets a source wait that is no page, unless it is known or one too many.
func (s *Sources) accept(l *crawl.Link, v *crawl.Visit, owner string, level int) {
	k := kindOf(l)
	switch {
	case k == kindSearch || k == kindDescription:
		if h := s.hosts[owner]; h != nil && h.proven && l.Host == owner {
			s.wait(h, k, l, v, 0, l.Text)
		}
	case s.p.None && level == 0 || level > maxLevel || ofComments(l):
	default:
		s.wait(s.host(owner), k, l, v, level, "")
	}
}

// wait lets a source wait at the host that named it.
func (s *Sources) wait(h *sourceHost, k sourceKind, l *crawl.Link, v *crawl.Visit, level int, query string) {
	if _, ok := s.known[l.URL]; ok || !s.room(h, k) {
		return
	}
	h.accepted[k]++
	s.known[l.URL] = h.name
	if !k.inner() {
		s.size++
	}
	at := slices.IndexFunc(h.waiting, func(o source) bool { return k == kindSitemap && o.kind == k && o.level < level })
	if at < 0 { // what an index lists takes the place of the index
		at = len(h.waiting)
	}
	h.waiting = slices.Insert(h.waiting, at, source{
		url: l.URL, host: l.Host, owner: h.name, parent: v.Choice.URL, query: query, kind: k, depth: v.Choice.Depth + 1, level: level,
	})
	s.enlist(h)
}

// room reports whether one more source of a kind may wait at a host.
func (s *Sources) room(h *sourceHost, k sourceKind) bool {
	switch n := h.accepted[k]; k {
	case kindSitemap:
		return n < s.p.MaxSitemaps
	case kindFeed:
		return n < s.p.MaxFeeds
	case kindDescription:
		return n < 1 && !h.answers.over
	case kindSearch:
		return n < s.p.MaxSearches && !h.answers.over
	default:
		return n-h.account[k].asked < maxLists
	}
}

// near reports a link to the host of a sitemap or to the host that named it.
func near(l *crawl.Link, owner, host string) bool { return l.Host == owner || l.Host == host }

// listed is the visit of a source as the inner strategy observes it: at most
// maxListed links, of a sitemap and a search only those that it may name.
func (s *Sources) listed(v *crawl.Visit, of *source, ours bool) *crawl.Visit {
	owner := v.Page.Host
	if ours {
		owner = of.owner
	}
	p, w := *v.Page, *v
	p.Links = nil
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		switch {
		case l.Kind != crawl.LinkPage || len(p.Links) >= maxListed:
		case ours && (of.kind == kindSitemap || of.kind == kindSearch) && !near(l, owner, p.Host):
		case ours && of.kind == kindSearch && samePath(l.URL, of.url): // the search again
		default:
			p.Links = append(p.Links, *l)
		}
	}
	w.Page = &p
	return &w
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
