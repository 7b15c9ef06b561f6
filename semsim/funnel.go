package semsim

import "slices"

// A funnel finds the tolls of the best paths from one node of a web to all
// others, faster than a search through the web would.
//
// Beforehand nodes with few neighbours are taken out of the web one by one,
// leaves first. Where the best path between two neighbours led through the
// node, a road between them takes its place, so that tolls between the nodes
// that are left stay as they were. What is left at last is the core: of a tree
// nothing, of ontologies a small part.
//
// A path then goes up, each step to a node taken out later, perhaps through the
// core, and down again. So the tolls from a node to all others are found by
// following all its ways up, a search in the core, and one walk down over all
// nodes, in the opposite order to that in which they were taken out: the toll
// of each is the least of those of its few hooks, the neighbours it had then,
// and one road more.
//
// Taking nodes out is contraction as in Geisberger, Sanders, Schultes, Delling,
// "Contraction Hierarchies" (WEA 2008), the walk is that of Delling, Goldberg,
// Nowatzyk, Werneck, "PHAST" (IPDPS 2011); the search in the core is Dial's
// ("Algorithm 360", CACM 12(11), 1969), with edges as the distance.
type funnel struct {
	slot []int32 // by node: core first, then the others, those taken out last first
	core int32   // slots in the core
	edge uint    // tariff.edge

	around []int32 // by slot of the core, and one more
	near   []int32 // slots
	fare   []toll  // what the road there costs

	from []int32 // by slot less core, and one more
	hook []int32 // slots
	cost []toll
}

const (
	// A node with more neighbours stays in the core: more when the funnel is
	// for walks, which take little longer, fewer when it is for hubs, of which
	// the core has the better order. (Tried from 2 to 24 on ENVO and a graph of
	// 100,000 concepts.)
	fewForWalks = 12
	fewForHubs  = 4
	// A detour between neighbours is looked for among so many neighbours of
	// one of them. One that is missed costs a needless road.
	detours = 16
)

// digger takes nodes out of a web.
type digger struct {
	near  [][]int32       // by node: neighbours; some may be gone
	live  []int32         // by node: neighbours not gone
	roads map[uint64]toll // between nodes not gone
	order []int32         // nodes, in the order in which they were taken out
	gone  []bool
	hooks [][]int32 // of those in order
	fares [][]toll
	ready [][]int32 // by number of neighbours: nodes that may go
	fresh []road    // roads to be built
}

type road struct {
	a, b int32
	cost toll
}

// key names the road between a and b.
func key(a, b int32) uint64 { return uint64(min(a, b))<<32 | uint64(max(a, b)) }

// newFunnel takes out nodes with up to few neighbours.
func newFunnel(w *web, few int) *funnel {
	n := len(w.ids)
	d := digger{
		near: make([][]int32, n), live: make([]int32, n), gone: make([]bool, n),
		roads: make(map[uint64]toll, len(w.links)/2), ready: make([][]int32, few+1),
	}
	for x := range d.near {
		for _, l := range w.at(int32(x)) {
			d.near[x] = append(d.near[x], l.to)
			d.roads[key(int32(x), l.to)] = w.cost[l.rel]
		}
		d.live[x] = int32(len(d.near[x]))
		d.offer(int32(x))
	}
	d.run()
	return d.funnel(w)
}

// offer lets x go when its turn comes, if it has few neighbours.
func (d *digger) offer(x int32) {
	if n := int(d.live[x]); n < len(d.ready) {
		d.ready[n] = append(d.ready[n], x)
	}
}

// run takes nodes out, those with the fewest neighbours first.
func (d *digger) run() {
	for n := 0; n < len(d.ready); n++ {
		for len(d.ready[n]) > 0 {
			x := d.ready[n][0]
			d.ready[n] = d.ready[n][1:]
			if d.gone[x] || d.live[x] != int32(n) || !d.survey(x) {
				continue
			}
			d.take(x)
			n = 0
		}
	}
}

// neighbours of x that are not gone.
func (d *digger) neighbours(x int32) []int32 {
	d.near[x] = slices.DeleteFunc(d.near[x], func(y int32) bool { return d.gone[y] })
	return d.near[x]
}

// survey lists the roads that must be built when x is taken out, and reports
// whether they are not more than lead to x now.
func (d *digger) survey(x int32) bool {
	d.fresh = d.fresh[:0]
	added := 0
	near := d.neighbours(x)
	for i, u := range near {
		for _, v := range near[:i] {
			cost := d.roads[key(x, u)] + d.roads[key(x, v)]
			old, ok := d.roads[key(u, v)]
			if ok && old <= cost || d.detour(u, v, x, cost) {
				continue
			}
			if !ok {
				added++
			}
			d.fresh = append(d.fresh, road{u, v, cost})
		}
	}
	return added <= len(near)
}

// detour reports whether a path of two roads leads from u to v, not over x,
// for cost or less.
func (d *digger) detour(u, v, x int32, cost toll) bool {
	if d.live[u] > d.live[v] {
		u, v = v, u
	}
	if d.live[u] > detours {
		return false
	}
	for _, y := range d.neighbours(u) {
		if y == x {
			continue
		}
		if second, ok := d.roads[key(y, v)]; ok && d.roads[key(u, y)]+second <= cost {
			return true
		}
	}
	return false
}

// take takes x out.
func (d *digger) take(x int32) {
	near := d.neighbours(x)
	fares := make([]toll, len(near))
	d.gone[x] = true
	for i, u := range near {
		fares[i] = d.roads[key(x, u)]
		delete(d.roads, key(x, u))
		d.live[u]--
	}
	for _, r := range d.fresh {
		k := key(r.a, r.b)
		if _, ok := d.roads[k]; !ok {
			d.near[r.a], d.near[r.b] = append(d.near[r.a], r.b), append(d.near[r.b], r.a)
			d.live[r.a]++
			d.live[r.b]++
		}
		d.roads[k] = r.cost
	}
	d.order, d.hooks, d.fares = append(d.order, x), append(d.hooks, near), append(d.fares, fares)
	for _, u := range near {
		d.offer(u)
	}
}

// funnel numbers the nodes and lists their roads.
func (d *digger) funnel(w *web) *funnel {
	f := &funnel{slot: make([]int32, len(d.near)), edge: w.edge, around: []int32{0}, from: []int32{0}}
	var core []int32
	for x, gone := range d.gone {
		if !gone {
			f.slot[x] = f.core
			f.core++
			core = append(core, int32(x))
		}
	}
	for i, x := range d.order {
		f.slot[x] = int32(len(d.near) - 1 - i)
	}
	for _, x := range core {
		for _, y := range d.neighbours(x) {
			f.near, f.fare = append(f.near, f.slot[y]), append(f.fare, d.roads[key(x, y)])
		}
		f.around = append(f.around, int32(len(f.near)))
	}
	for i := len(d.order) - 1; i >= 0; i-- {
		for j, y := range d.hooks[i] {
			f.hook, f.cost = append(f.hook, f.slot[y]), append(f.cost, d.fares[i][j])
		}
		f.from = append(f.from, int32(len(f.hook)))
	}
	return f
}

// flow is the memory of a search through a funnel.
type flow struct {
	tolls  []toll  // by slot
	up     []int32 // slots on the ways up, not of the core
	ahead  []toll  // and their tolls on these ways
	levels [][]int32
}

// from fills w.tolls with those from slot start to every slot.
func (w *flow) from(f *funnel, start int32) {
	if w.tolls == nil {
		w.tolls = make([]toll, len(f.slot))
	}
	for i := range w.tolls[:f.core] {
		w.tolls[i] = blocked
	}
	w.climb(f, start)
	w.search(f, nil)
	begin := f.core
	for i := len(w.up) - 1; i >= 0; i-- {
		s := w.up[i]
		w.descend(f, begin, s+1)
		w.tolls[s] = min(w.tolls[s], w.ahead[i])
		begin = s + 1
	}
	w.descend(f, begin, int32(len(w.tolls)))
}

// climb follows the ways up. Hooks lead to smaller slots, so that the largest
// slot that waits is settled.
func (w *flow) climb(f *funnel, start int32) {
	w.up, w.ahead = w.up[:0], w.ahead[:0]
	w.tolls[start] = 0
	if start < f.core {
		w.enter(f, start)
		return
	}
	w.up = append(w.up, start)
	for i := 0; i < len(w.up); i++ {
		s := w.up[i]
		w.ahead = append(w.ahead, w.tolls[s])
		for e := f.from[s-f.core]; e < f.from[s-f.core+1]; e++ {
			to, x := f.hook[e], w.tolls[s]+f.cost[e]
			switch {
			case to < f.core:
				if x < w.tolls[to] {
					w.tolls[to] = x
					w.enter(f, to)
				}
			default:
				at, seen := slices.BinarySearchFunc(w.up[i+1:], to, func(a, b int32) int { return int(b - a) })
				if !seen {
					w.up = slices.Insert(w.up, i+1+at, to)
					w.tolls[to] = x
				}
				w.tolls[to] = min(w.tolls[to], x)
			}
		}
	}
}

// enter queues slot s of the core at the level of its toll.
func (w *flow) enter(f *funnel, s int32) {
	level := int((w.tolls[s] + 1<<f.edge - 1) >> f.edge)
	for level >= len(w.levels) {
		w.levels = append(w.levels, nil)
	}
	w.levels[level] = append(w.levels[level], s)
}

// search settles the core level by level. A slot that was queued at several
// levels, since a better path was found later, is settled at the first. Past a
// slot for which on returns false the search does not go.
func (w *flow) search(f *funnel, on func(slot int32, x toll) bool) {
	tolls := w.tolls[:f.core]
	for level := 0; level < len(w.levels); level++ {
		most := toll(level) << f.edge
		for i := 0; i < len(w.levels[level]); i++ {
			s := w.levels[level][i]
			base := tolls[s]
			if base <= most-1<<f.edge || on != nil && !on(s, base) {
				continue
			}
			near := f.near[f.around[s]:f.around[s+1]]
			fare := f.fare[f.around[s]:][:len(near)]
			for e, to := range near {
				x := base + fare[e]
				if old := tolls[to]; x < old {
					tolls[to] = x
					if (x-1)>>f.edge != (old-1)>>f.edge {
						w.enter(f, to)
					}
				}
			}
		}
		w.levels[level] = w.levels[level][:0]
	}
}

// descend walks down from slot begin to before end.
func (w *flow) descend(f *funnel, begin, end int32) {
	tolls := w.tolls
	from := f.from[begin-f.core : end-f.core+1]
	hook, cost := f.hook, f.cost[:len(f.hook)]
	e := int(from[0])
	for i, stop := range from[1:] {
		best := blocked
		for ; e < int(stop); e++ {
			best = min(best, tolls[hook[e]]+cost[e])
		}
		tolls[int(begin)+i] = best
	}
}
