package semsim

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// unit is the weight 1 as a whole number. Weights along a path are added as
// whole numbers, since sums of floats depend on their order and a path must
// weigh the same from both ends.
const unit = 1_000_000_000

// A distance packs the cost of a path into one number: its edges, minus the sum
// of V, minus its Synonym edges, each in bits of its own. The better of two
// paths has the smaller distance, and distances of parts add up.
type distance = int64

// unreachable is the distance where no path leads. Distances may be added to
// it.
const unreachable distance = 1 << 62

// distanceCodec packs and unpacks distances.
type distanceCodec struct {
	edgeShift   uint        // bits below the count of edges
	weightShift uint        // bits below the sum of V
	step        int64       // units per step of that sum
	cost        [4]distance // of an edge, by ontology.Relation
	v           [4]int64    // its V, in units
}

// newDistanceCodec serves paths of at most most edges. If 62 bits cannot hold
// the sums of such paths, V is rounded: never for the default V, for others
// only beyond a thousand edges.
func newDistanceCodec(v RelationWeights, most int) distanceCodec {
	var t distanceCodec
	t.v[ontology.Synonym] = int64(math.Round(v.Synonym * unit))
	t.v[ontology.IsA] = int64(math.Round(v.IsA * unit))
	t.v[ontology.Includes] = int64(math.Round(v.Includes * unit))
	t.step = 1
	if g := gcd(gcd(t.v[1], t.v[2]), t.v[3]); g > 0 {
		t.step = g
	}
	count := uint(bits.Len(uint(most)))
	t.weightShift = count
	for {
		sum := uint(bits.Len64(uint64(slices.Max(t.v[:])/t.step+1) * uint64(most)))
		if t.edgeShift = t.weightShift + sum; t.edgeShift+count < 62 {
			break
		}
		t.step *= 2
	}
	for rel := range t.v {
		t.v[rel] = (t.v[rel] + t.step/2) / t.step * t.step
		t.cost[rel] = 1<<t.edgeShift - t.v[rel]/t.step<<t.weightShift
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

// unpack returns the parts of a distance other than unreachable.
func (t *distanceCodec) unpack(x distance) (edges, weight, same int64) {
	edges = (x + 1<<t.edgeShift - 1) >> t.edgeShift
	rest := edges<<t.edgeShift - x
	return edges, rest >> t.weightShift * t.step, rest & (1<<t.weightShift - 1)
}

// ifdis is tau/(tau+Dis): 1 at distance 0, 1/2 at tau, 0 without a path. Dis
// counts the edges of the shortest path, Synonym edges as 0. The one-parameter
// form is the usual one where a tau is printed; eq 2 itself is not legible.
func ifdis(tau float64, dis int64) float64 { return tau / (tau + float64(dis)) }

// ifrel is eq 1, the mean of V over the L edges of the shortest path. It is 1
// for a path without edges.
func ifrel(weight, edges int64) float64 {
	if edges == 0 {
		return 1
	}
	return float64(weight) / float64(unit*edges)
}

// link is the edge of greatest weight to a neighbour.
type link struct {
	to      int32 // node
	rel     ontology.Relation
	forward bool
}

// pathGraph is the undirected graph of weighted edges. Its nodes are the
// canonical concepts by position, then the concepts folded into others: a path
// may run through one, and then counts the Synonym edge.
type pathGraph struct {
	distanceCodec
	ids   []ontology.ID // by node
	node  []int32       // by ID
	first []int32       // by node, and one more: the links of x are links[first[x]:first[x+1]]
	links []link        // sorted by ID of the neighbour, one for each
}

func newPathGraph(g Graph, v RelationWeights, a *hierarchy) *pathGraph {
	w := &pathGraph{ids: slices.Clone(a.ids), node: slices.Clone(a.pos)}
	for i := range w.node {
		if id := ontology.ID(i); g.Canon(id) != id {
			w.node[i] = int32(len(w.ids))
			w.ids = append(w.ids, id)
		}
	}
	w.first = make([]int32, len(w.ids)+1)
	weight := newDistanceCodec(v, 1).v
	for x, id := range w.ids {
		begin := len(w.links)
		for _, arc := range g.Arcs(id) {
			if arc.Rel != ontology.Other {
				w.links = append(w.links, link{w.node[arc.To], arc.Rel, arc.Forward})
			}
		}
		mine := w.links[begin:]
		slices.SortStableFunc(mine, func(a, b link) int {
			return cmp.Or(cmp.Compare(w.ids[a.to], w.ids[b.to]), cmp.Compare(weight[b.rel], weight[a.rel]), cmp.Compare(a.rel, b.rel))
		})
		mine = slices.CompactFunc(mine, func(a, b link) bool { return a.to == b.to })
		w.links = w.links[:begin+len(mine)]
		w.first[x+1] = int32(len(w.links))
	}
	w.distanceCodec = newDistanceCodec(v, w.longestPath())
	return w
}

func (w *pathGraph) linksOf(x int32) []link { return w.links[w.first[x]:w.first[x+1]] }

// longestPath is an upper bound of the edges of any shortest path: twice the
// distance from some node of a component to the farthest.
func (w *pathGraph) longestPath() int {
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
			for _, l := range w.linksOf(queue[i]) {
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

// distances returns the distances from node start to every node.
func (w *pathGraph) distances(start int32) []distance {
	all := make([]distance, len(w.ids))
	for i := range all {
		all[i] = unreachable
	}
	all[start] = 0
	queue := []int32{start}
	for i := 0; i < len(queue); i++ {
		base := all[queue[i]]
		for _, l := range w.linksOf(queue[i]) {
			if x := base + w.cost[l.rel]; x < all[l.to] {
				if all[l.to] == unreachable {
					queue = append(queue, l.to)
				}
				all[l.to] = x
			}
		}
	}
	return all
}

// step is an edge of a path, from one node to another.
type step struct {
	from int32
	link
}

// path returns the steps of the best path from node a to node b, nil if there
// is none. Of equal paths it takes the one whose IDs come first, read from the
// end with the smaller ID.
func (w *pathGraph) path(a, b int32) []step {
	lo, hi := a, b
	if w.ids[lo] > w.ids[hi] {
		lo, hi = hi, lo
	}
	all := w.distances(hi)
	if all[lo] == unreachable {
		return nil
	}
	var steps []step
	for at := lo; at != hi; {
		l := w.linksOf(at)[slices.IndexFunc(w.linksOf(at), func(l link) bool { return all[l.to]+w.cost[l.rel] == all[at] })]
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
