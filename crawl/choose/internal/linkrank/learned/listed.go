package learned

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
)

// noPage is the number of a sitemap or feed among the pages that link.
const noPage = -2

// list adds the links of a sitemap, a feed, or an answer of a host's own search. Only
// their words and addresses count: a source is no page, so its links inherit nothing from
// it. But what a search lists was found by a word of the topic, which speaks for its links
// as the name of a list does.
func (r *Ranker) list(v *crawl.Visit) {
	p := v.Page
	if v.Choice.Asks() {
		r.answer(v)
		return
	}
	from := source{id: noPage, host: p.Host, key: linkrank.Hash(p.Final)}
	search := int32(-1)
	if v.Choice.Query != "" {
		if search = r.node(v.Choice.URL); r.at(search) == 0 {
			*r.nodes.At(search) = nodeListed
		}
	}
	from.hub = r.clusters.of(kindHub, from.key)
	for i := range p.Links {
		l := &p.Links[i]
		if l.Kind != crawl.LinkPage {
			continue
		}
		to := r.node(l.URL)
		if n := r.at(to); !n.done() && !n.gone() && r.counts(n, l, &from) {
			e := r.evidenceOf(to, l.URL)
			r.merge(e, l, &from)
			if search >= 0 && e.hubName < 1 && l.Region == crawl.RegionMain && l.Host == p.Host {
				e.hubName, e.hub, e.inside = 1, search, true
			}
		}
	}
}
