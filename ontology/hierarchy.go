package ontology

import (
	"container/heap"
	"slices"
)

// The hierarchy is laid from the top down, strongly connected component by
// component of the graph "concept -> what it may hang under" (its Is-a
// concepts if it has any, else the concepts that include it), so that it is
// without circles by construction:
//
//   - a concept with Is-a edges is placed when all its Is-a parents are;
//   - one without is placed as soon as a concept that includes it is, the
//     nearest to a root first, and keeps the ones of the least depth as parents;
//   - when nothing can be placed, Includes runs in a circle (Is-a does not, for a
//     circle of it is one concept), and the first concept without Is-a is made a root.
//
// Components come from Tarjan's algorithm (SIAM J. Comput. 1(2), 1972), which
// yields a component only after all that it points to: top first. A component
// is almost always one concept.

// up lists what c may hang under.
func (g *Graph) up(c ID) []ID {
	if len(g.isa[c]) > 0 {
		return g.isa[c]
	}
	return g.includes[c]
}

// rank fills parents, children, depth and roots.
func (g *Graph) rank() {
	n := len(g.concepts)
	g.parents, g.depth = make([][]ID, n), make([]int32, n)
	g.components(g.up, g.setDepths)
	below := make([]int32, n)
	for _, parents := range g.parents {
		for _, p := range parents {
			below[p]++
		}
	}
	g.children = rows[ID](below)
	for c := range g.parents {
		id := ID(c)
		for _, p := range g.parents[c] {
			g.children[p] = append(g.children[p], id)
		}
		if g.canon[c] == id && len(g.parents[c]) == 0 {
			g.roots = append(g.roots, id)
		}
	}
}

// settle places c under its parents that are placed: all of them by Is-a, the nearest
// to a root by Includes.
func (g *Graph) settle(c ID) {
	least := int32(0)
	for _, p := range g.up(c) {
		if d := g.depth[p]; d != 0 && (least == 0 || d < least) {
			least = d
		}
	}
	g.depth[c] = least + 1
	if len(g.isa[c]) > 0 {
		g.parents[c] = g.isa[c]
		return
	}
	for _, p := range g.includes[c] {
		if d := g.depth[p]; d != 0 && d == least {
			g.parents[c] = append(g.parents[c], p)
		}
	}
}

// setDepths lays one component; everything above it is placed.
func (g *Graph) setDepths(component []ID) {
	if len(component) == 1 {
		g.settle(component[0])
		return
	}
	slices.Sort(component)
	l := layer{g: g, wait: make(map[ID]int, len(component)), below: make(map[ID][]ID)}
	for _, c := range component {
		for _, p := range g.up(c) {
			if g.depth[p] == 0 {
				l.wait[c]++
				l.below[p] = append(l.below[p], c)
			}
		}
	}
	for _, c := range component {
		if len(g.isa[c]) == 0 && l.wait[c] < len(g.includes[c]) {
			l.offer(c)
		}
	}
	l.run()
	for _, c := range component {
		if g.depth[c] == 0 && len(g.isa[c]) == 0 {
			g.depth[c] = 1 // nothing else could be placed: a root
			l.release(c)
			l.run()
		}
	}
}

// layer is a component being laid.
type layer struct {
	g     *Graph
	wait  map[ID]int  // parents not placed yet
	below map[ID][]ID // who waits for it
	ready ranked
}

// offer queues c, some or all of whose parents are placed.
func (l *layer) offer(c ID) {
	least := int32(1 << 30)
	for _, p := range l.g.up(c) {
		if d := l.g.depth[p]; d != 0 {
			least = min(least, d)
		}
	}
	heap.Push(&l.ready, spot{least, c})
}

// run places all that can be placed, nearest to a root first.
func (l *layer) run() {
	for len(l.ready) > 0 {
		c := heap.Pop(&l.ready).(spot).id
		if l.g.depth[c] == 0 {
			l.g.settle(c)
			l.release(c)
		}
	}
}

// release offers what waited for c.
func (l *layer) release(c ID) {
	for _, w := range l.below[c] {
		l.wait[w]--
		if l.g.depth[w] == 0 && (l.wait[w] == 0 || len(l.g.isa[w]) == 0) {
			l.offer(w)
		}
	}
}

// spot is a concept that can be placed below depth.
type spot struct {
	depth int32
	id    ID
}

// ranked is a heap of them, by depth and ID.
type ranked []spot

func (r ranked) Len() int { return len(r) }
func (r ranked) Less(i, j int) bool {
	return r[i].depth < r[j].depth || r[i].depth == r[j].depth && r[i].id < r[j].id
}
func (r ranked) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *ranked) Push(x any)   { *r = append(*r, x.(spot)) }
func (r *ranked) Pop() any {
	last := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return last
}

// components calls yield with each strongly connected component of the
// canonical concepts over up, those above before those below. The slice is
// yield's only during the call.
func (g *Graph) components(up func(ID) []ID, yield func([]ID)) {
	t := tarjan{up: up, order: make([]int32, len(g.concepts)), low: make([]int32, len(g.concepts))}
	for s := range g.concepts {
		if t.order[s] == 0 && g.canon[s] == ID(s) {
			t.enter(ID(s))
			t.walk(yield)
		}
	}
}

// tarjan is the state of the search. It keeps its own stack: chains may be
// 100,000 deep.
type tarjan struct {
	up         func(ID) []ID
	order, low []int32 // order: 0 not seen yet, then 1 .. n, then closed
	count      int32
	path       []step
	open       []ID
}

// step is a concept on the path of the search and its next way up.
type step struct {
	id   ID
	next int
}

const closed = int32(1<<31 - 1)

func (t *tarjan) enter(c ID) {
	t.count++
	t.order[c], t.low[c] = t.count, t.count
	t.open = append(t.open, c)
	t.path = append(t.path, step{id: c})
}

func (t *tarjan) walk(yield func([]ID)) {
	for len(t.path) > 0 {
		f := &t.path[len(t.path)-1]
		if up := t.up(f.id); f.next < len(up) {
			p := up[f.next]
			f.next++
			switch {
			case t.order[p] == 0:
				t.enter(p)
			case t.order[p] != closed:
				t.low[f.id] = min(t.low[f.id], t.order[p])
			}
			continue
		}
		c := f.id
		t.path = t.path[:len(t.path)-1]
		if len(t.path) > 0 {
			below := t.path[len(t.path)-1].id
			t.low[below] = min(t.low[below], t.low[c])
		}
		if t.low[c] == t.order[c] {
			t.leave(c, yield)
		}
	}
}

// leave closes the component whose first concept is c.
func (t *tarjan) leave(c ID, yield func([]ID)) {
	i := len(t.open) - 1
	for t.open[i] != c {
		i--
	}
	for _, m := range t.open[i:] {
		t.order[m] = closed
	}
	yield(t.open[i:])
	t.open = t.open[:i]
}
