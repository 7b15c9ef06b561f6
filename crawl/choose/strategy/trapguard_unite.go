package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// unite takes over the accounts of sites, and the links of theirs that are left. The key of a
// pattern's account does not tell its site: the patterns come from the URLs that are known.
func (g *TrapGuard) unite(shares []Share) error {
	if err := g.in.Unite(shares); err != nil {
		return err
	}
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
	return nil
}

// takePatterns takes the accounts of the patterns of the share's hosts.
func (g *TrapGuard) takePatterns(o *TrapGuard, s *Share) {
	f := s.From.top.urls
	if f == nil || len(o.patterns) == 0 {
		return
	}
	kept := make([]bool, f.Hosts().Len())
	for h := range kept {
		kept[h] = s.keeps(f.Hosts().At(int32(h)).Name)
	}
	for id := range int32(f.Counts().URLs) {
		it := f.Item(id)
		if !kept[it.Host] || it.State == frontier.Waiting {
			continue
		}
		key := guardedPattern(polite.Site(f.Hosts().At(it.Host).Name), f.URL(id))
		if p, ok := o.patterns[key]; ok {
			g.patterns[key] = p
		}
	}
}
