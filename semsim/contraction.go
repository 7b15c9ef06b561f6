package semsim

import "slices"

// A contractionHierarchy finds the distances from one node of a pathGraph to
// all others, faster than a search through the graph.
//
// Nodes with few neighbours are contracted one by one, leaves first. Where the
// best path between two neighbours led through the node, a shortcut replaces
// it, so that distances between the remaining nodes do not change. The nodes
// that are never contracted are the core: none in a tree, few in an ontology.
//
// A path then goes up (each step to a node contracted later), perhaps through the core,
// and down again. A query follows all paths up from its node, searches the core, and
// sweeps once over all nodes in the opposite order to their contraction: the distance
// of each node is the least over its parents (its neighbours when it was contracted)
// plus one edge.
//
// Contraction: Geisberger, Sanders, Schultes, Delling, "Contraction
// Hierarchies" (WEA 2008). Sweep: Delling, Goldberg, Nowatzyk, Werneck, "PHAST"
// (IPDPS 2011). Search in the core: Dial ("Algorithm 360", CACM 12(11), 1969),
// with the number of edges as the bucket.
type contractionHierarchy struct {
	slot      []int32 // by node: core first, then the others, contracted last first
	core      int32   // number of slots in the core
	edgeShift uint    // distanceCodec.edgeShift

	coreFirst []int32    // by core slot, and one more: its edges are coreTo[coreFirst[s]:coreFirst[s+1]]
	coreTo    []int32    // slots
	coreCost  []distance // length of the edge

	upFirst []int32 // by slot minus core, and one more: its edges to parents, in upTo
	upTo    []int32 // slots
	upCost  []distance
}

const (
	// A node with more neighbours stays in the core. Sweeps take a larger
	// limit, since they hardly take longer. Hub labels take a smaller one,
	// since the order of the core is better for them. (Tried from 2 to 24 on
	// ENVO and a graph of 100,000 concepts.)
	degreeForSweeps = 12
	degreeForHubs   = 4
	// A witness path is searched only from a node with at most so many
	// neighbours. A missed witness costs a needless shortcut.
	witnessDegree = 16
)

// contractionBuilder contracts the nodes of a pathGraph.
type contractionBuilder struct {
	adjacent    [][]int32           // by node: neighbours; some may be contracted
	degree      []int32             // by node: neighbours not contracted
	edges       map[uint64]distance // edges between nodes not contracted
	order       []int32             // nodes, in the order of their contraction
	contracted  []bool
	parents     [][]int32 // by position in order
	parentCosts [][]distance
	queues      [][]int32  // by degree: nodes that may be contracted
	shortcuts   []shortcut // shortcuts that the next contraction adds
}

type shortcut struct {
	a, b int32
	cost distance
}

// edgeKey names the edge between a and b.
func edgeKey(a, b int32) uint64 { return uint64(min(a, b))<<32 | uint64(max(a, b)) }

// newContractionHierarchy contracts nodes with up to few neighbours.
func newContractionHierarchy(w *pathGraph, few int) *contractionHierarchy {
	n := len(w.ids)
	d := contractionBuilder{
		adjacent: make([][]int32, n), degree: make([]int32, n), contracted: make([]bool, n),
		edges: make(map[uint64]distance, len(w.links)/2), queues: make([][]int32, few+1),
	}
	for x := range d.adjacent {
		for _, l := range w.linksOf(int32(x)) {
			d.adjacent[x] = append(d.adjacent[x], l.to)
			d.edges[edgeKey(int32(x), l.to)] = w.cost[l.rel]
		}
		d.degree[x] = int32(len(d.adjacent[x]))
		d.enqueue(int32(x))
	}
	d.run()
	return d.build(w)
}

// enqueue makes x a candidate for contraction if it has few neighbours.
func (d *contractionBuilder) enqueue(x int32) {
	if n := int(d.degree[x]); n < len(d.queues) {
		d.queues[n] = append(d.queues[n], x)
	}
}

// run contracts nodes, those with the fewest neighbours first.
func (d *contractionBuilder) run() {
	for n := 0; n < len(d.queues); n++ {
		for len(d.queues[n]) > 0 {
			x := d.queues[n][0]
			d.queues[n] = d.queues[n][1:]
			if d.contracted[x] || d.degree[x] != int32(n) || !d.findShortcuts(x) {
				continue
			}
			d.contract(x)
			n = 0
		}
	}
}

// neighbours returns the neighbours of x that are not contracted.
func (d *contractionBuilder) neighbours(x int32) []int32 {
	d.adjacent[x] = slices.DeleteFunc(d.adjacent[x], func(y int32) bool { return d.contracted[y] })
	return d.adjacent[x]
}

// findShortcuts lists the shortcuts that the contraction of x needs. It reports
// whether they are no more than the edges it removes.
func (d *contractionBuilder) findShortcuts(x int32) bool {
	d.shortcuts = d.shortcuts[:0]
	added := 0
	near := d.neighbours(x)
	for i, u := range near {
		for _, v := range near[:i] {
			cost := d.edges[edgeKey(x, u)] + d.edges[edgeKey(x, v)]
			old, ok := d.edges[edgeKey(u, v)]
			if ok && old <= cost || d.witness(u, v, x, cost) {
				continue
			}
			if !ok {
				added++
			}
			d.shortcuts = append(d.shortcuts, shortcut{u, v, cost})
		}
	}
	return added <= len(near)
}

// witness reports whether a path of two edges leads from u to v, not through x,
// of length cost or less.
func (d *contractionBuilder) witness(u, v, x int32, cost distance) bool {
	if d.degree[u] > d.degree[v] {
		u, v = v, u
	}
	if d.degree[u] > witnessDegree {
		return false
	}
	for _, y := range d.neighbours(u) {
		if y == x {
			continue
		}
		if second, ok := d.edges[edgeKey(y, v)]; ok && d.edges[edgeKey(u, y)]+second <= cost {
			return true
		}
	}
	return false
}

// contract removes x and adds the shortcuts found for it.
func (d *contractionBuilder) contract(x int32) {
	near := d.neighbours(x)
	fares := make([]distance, len(near))
	d.contracted[x] = true
	for i, u := range near {
		fares[i] = d.edges[edgeKey(x, u)]
		delete(d.edges, edgeKey(x, u))
		d.degree[u]--
	}
	for _, r := range d.shortcuts {
		k := edgeKey(r.a, r.b)
		if _, ok := d.edges[k]; !ok {
			d.adjacent[r.a], d.adjacent[r.b] = append(d.adjacent[r.a], r.b), append(d.adjacent[r.b], r.a)
			d.degree[r.a]++
			d.degree[r.b]++
		}
		d.edges[k] = r.cost
	}
	d.order, d.parents, d.parentCosts = append(d.order, x), append(d.parents, near), append(d.parentCosts, fares)
	for _, u := range near {
		d.enqueue(u)
	}
}

// build numbers the nodes and lists their edges.
func (d *contractionBuilder) build(w *pathGraph) *contractionHierarchy {
	f := &contractionHierarchy{slot: make([]int32, len(d.adjacent)), edgeShift: w.edgeShift, coreFirst: []int32{0}, upFirst: []int32{0}}
	var core []int32
	for x, gone := range d.contracted {
		if !gone {
			f.slot[x] = f.core
			f.core++
			core = append(core, int32(x))
		}
	}
	for i, x := range d.order {
		f.slot[x] = int32(len(d.adjacent) - 1 - i)
	}
	for _, x := range core {
		for _, y := range d.neighbours(x) {
			f.coreTo, f.coreCost = append(f.coreTo, f.slot[y]), append(f.coreCost, d.edges[edgeKey(x, y)])
		}
		f.coreFirst = append(f.coreFirst, int32(len(f.coreTo)))
	}
	for i := len(d.order) - 1; i >= 0; i-- {
		for j, y := range d.parents[i] {
			f.upTo, f.upCost = append(f.upTo, f.slot[y]), append(f.upCost, d.parentCosts[i][j])
		}
		f.upFirst = append(f.upFirst, int32(len(f.upTo)))
	}
	return f
}

// contractionSearch is the working memory of a query.
type contractionSearch struct {
	dist    []distance // by slot
	up      []int32    // slots on the paths up, outside the core
	upDist  []distance // and their distances on these paths
	buckets [][]int32
}

// from fills w.dist with the distances from slot start to every slot.
func (w *contractionSearch) from(f *contractionHierarchy, start int32) {
	if w.dist == nil {
		w.dist = make([]distance, len(f.slot))
	}
	for i := range w.dist[:f.core] {
		w.dist[i] = unreachable
	}
	w.searchUp(f, start)
	w.searchCore(f, nil)
	begin := f.core
	for i := len(w.up) - 1; i >= 0; i-- {
		s := w.up[i]
		w.sweep(f, begin, s+1)
		w.dist[s] = min(w.dist[s], w.upDist[i])
		begin = s + 1
	}
	w.sweep(f, begin, int32(len(w.dist)))
}

// searchUp follows the paths up. Edges lead to smaller slots, so the largest
// waiting slot is settled.
func (w *contractionSearch) searchUp(f *contractionHierarchy, start int32) {
	w.up, w.upDist = w.up[:0], w.upDist[:0]
	w.dist[start] = 0
	if start < f.core {
		w.enqueue(f, start)
		return
	}
	w.up = append(w.up, start)
	for i := 0; i < len(w.up); i++ {
		s := w.up[i]
		w.upDist = append(w.upDist, w.dist[s])
		for e := f.upFirst[s-f.core]; e < f.upFirst[s-f.core+1]; e++ {
			to, x := f.upTo[e], w.dist[s]+f.upCost[e]
			switch {
			case to < f.core:
				if x < w.dist[to] {
					w.dist[to] = x
					w.enqueue(f, to)
				}
			default:
				at, seen := slices.BinarySearchFunc(w.up[i+1:], to, func(a, b int32) int { return int(b - a) })
				if !seen {
					w.up = slices.Insert(w.up, i+1+at, to)
					w.dist[to] = x
				}
				w.dist[to] = min(w.dist[to], x)
			}
		}
	}
}

// enqueue puts slot s of the core into the bucket of its distance.
func (w *contractionSearch) enqueue(f *contractionHierarchy, s int32) {
	level := int((w.dist[s] + 1<<f.edgeShift - 1) >> f.edgeShift)
	for level >= len(w.buckets) {
		w.buckets = append(w.buckets, nil)
	}
	w.buckets[level] = append(w.buckets[level], s)
}

// searchCore settles the core bucket by bucket. A slot that stands in several
// buckets, because a better path was found later, is settled in the first. The
// search does not continue past a slot for which on returns false.
func (w *contractionSearch) searchCore(f *contractionHierarchy, on func(slot int32, x distance) bool) {
	dist := w.dist[:f.core]
	for level := 0; level < len(w.buckets); level++ {
		most := distance(level) << f.edgeShift
		for i := 0; i < len(w.buckets[level]); i++ {
			s := w.buckets[level][i]
			base := dist[s]
			if base <= most-1<<f.edgeShift || on != nil && !on(s, base) {
				continue
			}
			near := f.coreTo[f.coreFirst[s]:f.coreFirst[s+1]]
			fare := f.coreCost[f.coreFirst[s]:][:len(near)]
			for e, to := range near {
				x := base + fare[e]
				if old := dist[to]; x < old {
					dist[to] = x
					if (x-1)>>f.edgeShift != (old-1)>>f.edgeShift {
						w.enqueue(f, to)
					}
				}
			}
		}
		w.buckets[level] = w.buckets[level][:0]
	}
}

// sweep computes the distances of the slots from begin to before end.
func (w *contractionSearch) sweep(f *contractionHierarchy, begin, end int32) {
	dist := w.dist
	from := f.upFirst[begin-f.core : end-f.core+1]
	hook, cost := f.upTo, f.upCost[:len(f.upTo)]
	e := int(from[0])
	for i, stop := range from[1:] {
		best := unreachable
		for ; e < int(stop); e++ {
			best = min(best, dist[hook[e]]+cost[e])
		}
		dist[int(begin)+i] = best
	}
}
