package learned

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

// The name of a list speaks for its links: /tags/storms leads to pages about storms,
// whatever their anchors say. The link to the list gives the name, in its own words.
// Lists only: the pages of an encyclopedia are all called by a concept, and their links
// lead anywhere (a loss of .03 of the area on two topics).
const (
	leastListed  = 3  // links
	wordsPerLink = 15 // fewer
)

// hubName is how strongly the name of a page speaks for its links. e is the evidence
// about the page before it was fetched, nil for a seed.
func hubName(e *evidence, p *crawl.Page, u urlpattern.Parts) float32 {
	if e == nil {
		return 0
	}
	own := float32(e.own())
	if own == 0 || !u.InHub() && !isList(p) {
		return 0
	}
	return own
}

// isList reports whether a page consists of links to its own host, menus not
// counted.
func isList(p *crawl.Page) bool {
	n := 0
	for i := range p.Links {
		if l := &p.Links[i]; l.Region == crawl.RegionMain && l.Kind == crawl.LinkPage && l.Host == p.Host {
			n++
		}
	}
	return n >= leastListed && p.Words < wordsPerLink*n
}
