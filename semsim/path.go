package semsim

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// unit is the weight 1 in the whole numbers in which weights along a path are
// added. Sums of floats depend on their order; a path must be worth the same
// from either end.
const unit = 1_000_000_000

// link is the best weighted edge between two neighbours.
type link struct {
	to      ontology.ID
	rel     ontology.Relation
	forward bool
	worth   int32 // V, in units
}

// web is the undirected net of weighted edges, synonyms not folded: a path
// may run through one, and then counts it.
type web struct {
	links [][]link // by ID, sorted by ID of the neighbour, one for each
}

func newWeb(g Graph, v RelationWeights) *web {
	worth := map[ontology.Relation]int32{
		ontology.Synonym:  int32(math.Round(v.Synonym * unit)),
		ontology.IsA:      int32(math.Round(v.IsA * unit)),
		ontology.Includes: int32(math.Round(v.Includes * unit)),
	}
	w := &web{links: make([][]link, g.Len())}
	for i := range w.links {
		var all []link
		for _, a := range g.Arcs(ontology.ID(i)) {
			if v, ok := worth[a.Rel]; ok {
				all = append(all, link{a.To, a.Rel, a.Forward, v})
			}
		}
		slices.SortStableFunc(all, func(a, b link) int {
			return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(b.worth, a.worth), cmp.Compare(a.rel, b.rel))
		})
		w.links[i] = slices.CompactFunc(all, func(a, b link) bool { return a.to == b.to })
	}
	return w
}

// reach holds the shortest paths from one concept to all others: fewest
// edges first; of equal ones the largest sum of V, then the most Synonym edges
// (so that Dis, too, is the same from both ends).
type reach struct {
	edges []int32 // L; -1 if there is no path
	worth []int64 // sum of V, in units
	same  []int32 // Synonym edges on the path
	queue []ontology.ID
}

// from fills r with the paths from start: a breadth-first search, in which all
// of a layer is settled before the next one looks at it.
func (r *reach) from(start ontology.ID, w *web) {
	n := len(w.links)
	if len(r.edges) != n {
		r.edges, r.worth, r.same = make([]int32, n), make([]int64, n), make([]int32, n)
		r.queue = make([]ontology.ID, 0, n)
	}
	for i := range r.edges {
		r.edges[i] = -1
	}
	r.edges[start], r.worth[start], r.same[start] = 0, 0, 0
	r.queue = append(r.queue[:0], start)
	for i := 0; i < len(r.queue); i++ {
		at := r.queue[i]
		next := r.edges[at] + 1
		for _, l := range w.links[at] {
			worth, same := r.worth[at]+int64(l.worth), r.same[at]
			if l.rel == ontology.Synonym {
				same++
			}
			switch {
			case r.edges[l.to] < 0:
				r.edges[l.to] = next
				r.queue = append(r.queue, l.to)
			case r.edges[l.to] != next:
				continue
			case worth < r.worth[l.to] || worth == r.worth[l.to] && same <= r.same[l.to]:
				continue
			}
			r.worth[l.to], r.same[l.to] = worth, same
		}
	}
}

// ifdis is tau/(tau+Dis): 1 at distance 0, 1/2 at tau, 0 without a path. Dis
// counts the edges of the shortest path, Synonym edges as 0. The one-parameter
// form is the usual one where a tau is printed; eq 2 itself is not legible.
func (m *Measure) ifdis(r *reach, to ontology.ID) float64 {
	if r.edges[to] < 0 {
		return 0
	}
	return m.p.Tau / (m.p.Tau + float64(r.edges[to]-r.same[to]))
}

// ifrel is eq 1, the mean of V over the L edges of the shortest path; 1 for a
// path without edges.
func (m *Measure) ifrel(r *reach, to ontology.ID) float64 {
	switch r.edges[to] {
	case -1:
		return 0
	case 0:
		return 1
	}
	return float64(r.worth[to]) / (unit * float64(r.edges[to]))
}

// trace returns the concepts and edges of the shortest path between a and b,
// from a to b, without a itself; nil if there is none. Of equal paths it is
// the one whose IDs, read from the end with the smaller ID, come first.
func (w *web) trace(a, b ontology.ID) []link {
	lo, hi := min(a, b), max(a, b)
	var r reach
	r.from(hi, w)
	if r.edges[lo] < 0 {
		return nil
	}
	var steps []link
	for at := lo; at != hi; {
		l := w.links[at][slices.IndexFunc(w.links[at], func(l link) bool { return r.leads(at, l) })]
		steps = append(steps, l)
		at = l.to
	}
	if a == lo {
		return steps
	}
	return w.reverse(lo, steps)
}

// leads reports whether l is the first edge of a best path from at to the
// concept r was filled from.
func (r *reach) leads(at ontology.ID, l link) bool {
	same := r.same[l.to]
	if l.rel == ontology.Synonym {
		same++
	}
	return r.edges[l.to] == r.edges[at]-1 && r.worth[l.to]+int64(l.worth) == r.worth[at] && same == r.same[at]
}

// reverse turns a path that starts at start round.
func (w *web) reverse(start ontology.ID, steps []link) []link {
	back := make([]link, len(steps))
	for i, l := range steps {
		from := start
		if i > 0 {
			from = steps[i-1].to
		}
		l.to, l.forward = from, !l.forward
		back[len(steps)-1-i] = l
	}
	return back
}
