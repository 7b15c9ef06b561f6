package linkrank

import "github.com/ontocrawl/ontocrawl/crawl"

// Reviser is implemented by a Ranker that can be told again what visited pages
// say, after the topic was changed: their relevance and the terms of their links
// are others now.
type Reviser interface {
	// Revise takes the visit of a page that was observed before, as it reads and is
	// judged now. What was known of a URL that waits is replaced by what the first
	// page of a revision with a link to it says; further pages of it add to that. A
	// URL that no revised page links to keeps what is known of it. first marks the
	// first page of a revision. It must be called before anything else is observed
	// by the new topic, or between two such calls.
	Revise(v *crawl.Visit, first bool)
}

var _ Reviser = (*Recipe)(nil)

// Revise implements [Reviser]. What was learned stays: weights, and the success
// of lists, places and hosts, which are means over many pages and follow the
// topic as the crawl goes on.
func (r *Recipe) Revise(v *crawl.Visit, first bool) {
	if first || r.revised == nil {
		r.revised = map[int32]bool{}
	}
	relevance, ok := outcome(v)
	id, known := r.id(v.Choice.URL)
	if !ok || !known || !r.nodes[id].done || v.Source() {
		return
	}
	n := &r.nodes[id]
	more := relevance - float64(n.r)
	n.r, n.inherit = float32(relevance), float32(inherited(relevance, 0))
	folder := split(r.At(id)).folder()
	counted := map[int32]bool{}
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		to, ok := r.id(l.URL)
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
		if split(l.URL).below(folder) {
			e.child = max(e.child, n.r)
		}
	}
}

// forget takes from e what the old topic said, once in a revision.
func (r *Recipe) forget(id int32, e *evidence) {
	if r.revised[id] {
		return
	}
	r.revised[id] = true
	e.terms = [len(e.terms)]float32{}
	e.maxR, e.inherit, e.child = 0, 0, 0
}
