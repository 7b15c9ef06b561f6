package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
)

// unite takes over the accounts of sites, and the links of theirs that are left. An account of
// a pattern is that of a site, which its key does not tell: the patterns are those of the
// URLs that are known.
func (g *TrapGuard) unite(shares []Share) {
	for i := range shares {
		s := &shares[i]
		o, ok := inside[*TrapGuard](s.From)
		if !ok {
			continue
		}
		for _, site := range slices.Sorted(maps.Keys(o.sites)) {
			if s.keeps(site) {
				a := o.sites[site]
				a.waits, a.shut = 0, 0
				if g.sites[site] = a; a.pages > freePages {
					g.grow(site)
				}
			}
		}
		if s.Keep == nil {
			maps.Copy(g.patterns, o.patterns)
		} else {
			g.takePatterns(o, s)
		}
		for _, site := range o.left {
			if s.keeps(site) {
				g.left = append(g.left, site)
			}
		}
	}
	for _, site := range g.left { // how many sites there are decides which links are left for good
		g.recount(site)
	}
}

// takePatterns takes the accounts of the patterns of the share's hosts.
func (g *TrapGuard) takePatterns(o *TrapGuard, s *Share) {
	f := frontierOf(s.From)
	if f == nil || len(o.patterns) == 0 {
		return
	}
	kept := make([]bool, f.Hosts())
	for h := range kept {
		kept[h] = s.keeps(f.HostName(int32(h)))
	}
	for id := range int32(f.Len()) {
		it := f.Item(id)
		if !kept[it.Host] || it.State == frontier.Waiting {
			continue
		}
		key := guardedPattern(polite.Site(f.HostName(it.Host)), f.URL(id))
		if p, ok := o.patterns[key]; ok {
			g.patterns[key] = p
		}
	}
}

// frontierOf is the frontier of the strategy inside s, nil if none has one.
func frontierOf(s crawl.Strategy) frontier.Frontier {
	for s != nil {
		if b, ok := s.(interface{ urls() frontier.Frontier }); ok {
			return b.urls()
		}
		w, ok := s.(interface{ Unwrap() crawl.Strategy })
		if !ok {
			return nil
		}
		s = w.Unwrap()
	}
	return nil
}
