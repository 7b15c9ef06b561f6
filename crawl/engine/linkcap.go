package engine

import "github.com/ontocrawl/ontocrawl/crawl"

// cuts are links left out in this run, and pages that had them.
type cuts struct{ cutLinks, cutPages int }

// linkCap bounds what one page adds to a crawl: a page of a link farm may name as many
// links, each to a host of its own, as the reader keeps.
type linkCap struct {
	links, hosts int // that may still come; negative: any number
	own          string
	seen         map[string]bool // other hosts
	left         int             // links left out
}

// capOf is the cap of page p. The page of a source has bounds of its own (crawl/read/source).
func (r *run) capOf(p *crawl.Page) linkCap {
	c := linkCap{links: -1, hosts: -1, own: p.Host, left: p.LinksLeft}
	if r.opt.MaxLinks > 0 && !p.Source {
		c.links = r.opt.MaxLinks
	}
	if r.opt.MaxHosts > 0 {
		c.hosts = r.opt.MaxHosts
	}
	return c
}

// allow reports whether l is within the cap, and counts it.
func (c *linkCap) allow(l *crawl.Link) bool {
	fresh := l.Host != c.own && !c.seen[l.Host]
	if c.links == 0 || fresh && c.hosts == 0 {
		c.left++
		return false
	}
	c.links--
	if fresh {
		if c.seen == nil {
			c.seen = make(map[string]bool)
		}
		c.seen[l.Host] = true
		c.hosts--
	}
	return true
}

// noteLeft counts the links that the cap left out.
func (r *run) noteLeft(p *crawl.Page, c *linkCap) {
	if c.left == 0 {
		return
	}
	r.cutPages++
	r.cutLinks += c.left
	r.log.Debug("a page has more links, or links to more hosts, than are taken", "url", p.Final, "left out", c.left)
}

// logLeft tells at the end what was left out of pages.
func (r *run) logLeft() {
	if r.cutPages > 0 {
		r.log.Info("links were left out: their pages have more than max-links, or name more hosts than max-hosts", "links", r.cutLinks, "pages", r.cutPages)
	}
}
