package learned

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/urlpattern"
)

var _ linkrank.Reviser = (*Ranker)(nil)

// Revise implements [linkrank.Reviser]. What was learned stays: weights, and the
// success of lists, places and hosts, which are means over many pages and follow
// the topic as the crawl continues.
func (r *Ranker) Revise(v *crawl.Visit, first bool) {
	if first || r.revised == nil {
		r.revised = map[int32]bool{}
	}
	relevance, ok := linkrank.Outcome(v)
	id, known := r.ID(v.Choice.URL)
	if !ok || !known || !r.nodes[id].done || v.Source() {
		return
	}
	n := &r.nodes[id]
	more := relevance - float64(n.r)
	n.r, n.inherit = float32(relevance), float32(inherited(relevance, 0))
	folder := urlpattern.Split(r.At(id)).Folder()
	counted := map[int32]bool{}
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		to, ok := r.ID(l.URL)
		if !ok || l.Kind != crawl.LinkPage {
			continue
		}
		e := r.evidence(to)
		if e == nil {
			continue
		}
		r.forget(to, e)
		e.mergeTerms(&l.Terms, l.Region != crawl.RegionMain)
		if counted[to] {
			continue
		}
		counted[to] = true
		e.sumR += more
		e.maxR = max(e.maxR, n.r)
		e.inherit = max(e.inherit, n.inherit)
		if urlpattern.Split(l.URL).Below(folder) {
			e.child = max(e.child, n.r)
		}
	}
}

// forget removes from e what the old topic said, once in a revision.
func (r *Ranker) forget(id int32, e *evidence) {
	if r.revised[id] {
		return
	}
	r.revised[id] = true
	e.terms = [len(e.terms)]float32{}
	e.maxR, e.inherit, e.child = 0, 0, 0
}
