package semsim

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// unit is the weight 1 in the whole numbers in which weights along a path are
// added. Sums of floats depend on their order; a path must be worth the same
// from either end.
const unit = 1_000_000_000

// A toll is what a path costs, packed into one number: its edges, less the sum
// of V, less its Synonym edges, each in bits of its own, so that the better of
// two paths is the one with the smaller toll and the toll of a path is the sum
// of the tolls of its parts.
type toll = int64

// blocked is the toll where no path leads. Tolls may be added to it.
const blocked toll = 1 << 62

// tariff packs and unpacks tolls.
type tariff struct {
	edge  uint     // bits below the count of edges
	worth uint     // bits below the sum of V
	grain int64    // units in a step of that sum
	cost  [4]toll  // of an edge, by ontology.Relation
	v     [4]int64 // its V, in units
}

// newTariff serves paths of at most most edges. Where paths are so long and V
// so finely graded that 62 bits do not hold their sums, V is rounded: for the
// default V never, for others only beyond a thousand edges.
func newTariff(v RelationWeights, most int) tariff {
	var t tariff
	t.v[ontology.Synonym] = int64(math.Round(v.Synonym * unit))
	t.v[ontology.IsA] = int64(math.Round(v.IsA * unit))
	t.v[ontology.Includes] = int64(math.Round(v.Includes * unit))
	t.grain = 1
	if g := gcd(gcd(t.v[1], t.v[2]), t.v[3]); g > 0 {
		t.grain = g
	}
	count := uint(bits.Len(uint(most)))
	t.worth = count
	for {
		sum := uint(bits.Len64(uint64(slices.Max(t.v[:])/t.grain+1) * uint64(most)))
		if t.edge = t.worth + sum; t.edge+count < 62 {
			break
		}
		t.grain *= 2
	}
	for rel := range t.v {
		t.v[rel] = (t.v[rel] + t.grain/2) / t.grain * t.grain
		t.cost[rel] = 1<<t.edge - t.v[rel]/t.grain<<t.worth
	}
	t.cost[ontology.Synonym]--
	return t
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// read unpacks the toll of a path that exists.
func (t *tariff) read(x toll) (edges, worth, same int64) {
	edges = (x + 1<<t.edge - 1) >> t.edge
	rest := edges<<t.edge - x
	return edges, rest >> t.worth * t.grain, rest & (1<<t.worth - 1)
}

// ifdis is tau/(tau+Dis): 1 at distance 0, 1/2 at tau, 0 without a path. Dis
// counts the edges of the shortest path, Synonym edges as 0. The one-parameter
// form is the usual one where a tau is printed; eq 2 itself is not legible.
func ifdis(tau float64, dis int64) float64 { return tau / (tau + float64(dis)) }

// ifrel is eq 1, the mean of V over the L edges of the shortest path; 1 for a
// path without edges.
func ifrel(worth, edges int64) float64 {
	if edges == 0 {
		return 1
	}
	return float64(worth) / float64(unit*edges)
}

// link is the best weighted edge to a neighbour.
type link struct {
	to      int32 // node
	rel     ontology.Relation
	forward bool
}

// web is the undirected net of weighted edges. Its nodes are the places of the
// canonical concepts, and after them the concepts folded into others: a path
// may run through one, and then counts the Synonym edge.
type web struct {
	tariff
	ids   []ontology.ID // by node
	node  []int32       // by ID
	from  []int32       // by node, and one more: the links of x are links[from[x]:from[x+1]]
	links []link        // sorted by ID of the neighbour, one for each
}

func newWeb(g Graph, v RelationWeights, a *ancestry) *web {
	w := &web{ids: slices.Clone(a.ids), node: slices.Clone(a.place)}
	for i := range w.node {
		if id := ontology.ID(i); g.Canon(id) != id {
			w.node[i] = int32(len(w.ids))
			w.ids = append(w.ids, id)
		}
	}
	w.from = make([]int32, len(w.ids)+1)
	worth := newTariff(v, 1).v
	for x, id := range w.ids {
		begin := len(w.links)
		for _, arc := range g.Arcs(id) {
			if arc.Rel != ontology.Other {
				w.links = append(w.links, link{w.node[arc.To], arc.Rel, arc.Forward})
			}
		}
		mine := w.links[begin:]
		slices.SortStableFunc(mine, func(a, b link) int {
			return cmp.Or(cmp.Compare(w.ids[a.to], w.ids[b.to]), cmp.Compare(worth[b.rel], worth[a.rel]), cmp.Compare(a.rel, b.rel))
		})
		mine = slices.CompactFunc(mine, func(a, b link) bool { return a.to == b.to })
		w.links = w.links[:begin+len(mine)]
		w.from[x+1] = int32(len(w.links))
	}
	w.tariff = newTariff(v, w.span())
	return w
}

func (w *web) at(x int32) []link { return w.links[w.from[x]:w.from[x+1]] }

// span is at least the number of edges of any shortest path: twice those from
// some node of a component to the farthest.
func (w *web) span() int {
	far := make([]int32, len(w.ids))
	var queue []int32
	most := int32(1)
	for x := range far {
		if far[x] != 0 {
			continue
		}
		far[x] = 1
		queue = append(queue[:0], int32(x))
		for i := 0; i < len(queue); i++ {
			for _, l := range w.at(queue[i]) {
				if far[l.to] == 0 {
					far[l.to] = far[queue[i]] + 1
					queue = append(queue, l.to)
				}
			}
		}
		most = max(most, far[queue[len(queue)-1]])
	}
	return 2 * int(most)
}

// tolls returns those of the best paths from node start to every node.
func (w *web) tolls(start int32) []toll {
	all := make([]toll, len(w.ids))
	for i := range all {
		all[i] = blocked
	}
	all[start] = 0
	queue := []int32{start}
	for i := 0; i < len(queue); i++ {
		base := all[queue[i]]
		for _, l := range w.at(queue[i]) {
			if x := base + w.cost[l.rel]; x < all[l.to] {
				if all[l.to] == blocked {
					queue = append(queue, l.to)
				}
				all[l.to] = x
			}
		}
	}
	return all
}

// step is an edge of a path: from one node to another.
type step struct {
	from int32
	link
}

// trace returns the steps of the best path from node a to node b; nil if there
// is none. Of equal paths it is the one whose IDs, read from the end with the
// smaller ID, come first.
func (w *web) trace(a, b int32) []step {
	lo, hi := a, b
	if w.ids[lo] > w.ids[hi] {
		lo, hi = hi, lo
	}
	all := w.tolls(hi)
	if all[lo] == blocked {
		return nil
	}
	var steps []step
	for at := lo; at != hi; {
		l := w.at(at)[slices.IndexFunc(w.at(at), func(l link) bool { return all[l.to]+w.cost[l.rel] == all[at] })]
		steps = append(steps, step{at, l})
		at = l.to
	}
	if a == lo {
		return steps
	}
	slices.Reverse(steps)
	for i, s := range steps {
		steps[i] = step{s.to, link{s.from, s.rel, !s.forward}}
	}
	return steps
}
