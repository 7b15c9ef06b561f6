package semsim

import (
	"iter"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// ExplainAll explains the similarity of c, a concept of the graph, with every concept,
// in the order of their IDs. The explanations equal [Measure.Explain]'s, but a path of
// more than longest steps is left out: in a chain of n concepts all paths together have
// n²/2 steps. The graph is searched once for all of them.
func (m *Measure) ExplainAll(c ontology.ID, longest int) iter.Seq[Explanation] {
	return func(yield func(Explanation) bool) {
		here := m.hierarchy.pos[c]
		var k lcaFinder
		k.setSource(m.hierarchy, here)
		trees := newPathTrees(m, here)
		names := trees // of the synonyms of c
		if node := m.paths.node[c]; node != here {
			names = newPathTrees(m, node)
		}
		for i := range m.canon {
			b := ontology.ID(i)
			pos := m.hierarchy.pos[b]
			e := m.explain(c, b, trees.dist[pos], &k)
			if pos == here {
				e.Path = names.path(m.paths.node[b], longest)
			} else {
				e.Path = trees.path(pos, longest)
			}
			if !yield(e) {
				return
			}
		}
	}
}

// pathTrees holds the best paths from one node to all others: the paths of
// [pathGraph.path]. Of equal paths pathGraph.path takes the one that comes first when
// read from the end with the smaller ID. So the paths to greater IDs form one tree,
// where every node hangs under the node whose own path comes first. Those to smaller
// IDs form another, where every node hangs under its first neighbour on a best path.
type pathTrees struct {
	m     *Measure
	start int32
	dist  []distance
	down  pathTree
	up    pathTree
}

// pathTree holds by node the step that reaches it from its parent. Unreachable
// nodes and the root have none.
type pathTree struct {
	into  []step
	steps []*Step // the same as Step, made when first asked for
}

func newPathTrees(m *Measure, start int32) *pathTrees {
	n := len(m.paths.ids)
	w := &pathTrees{m: m, start: start, dist: m.paths.distances(start)}
	for _, t := range []*pathTree{&w.down, &w.up} {
		t.into, t.steps = make([]step, n), make([]*Step, n)
		for x := range t.into {
			t.into[x].from = -1
		}
	}
	w.growDown()
	w.growUp()
	return w
}

// growDown makes the tree down. Nodes are reached by number of edges, and among
// equals in the order of their paths: by the parent's path, then by ID, in
// which links are sorted.
func (w *pathTrees) growDown() {
	web := w.m.paths
	queue := []int32{w.start}
	for i := 0; i < len(queue); i++ {
		x := queue[i]
		for _, l := range web.linksOf(x) {
			if w.down.into[l.to].from < 0 && w.dist[x]+web.cost[l.rel] == w.dist[l.to] {
				w.down.into[l.to] = step{x, l}
				queue = append(queue, l.to)
			}
		}
	}
}

// growUp makes the tree up.
func (w *pathTrees) growUp() {
	web := w.m.paths
	for i := range w.up.into {
		x := int32(i)
		if x == w.start || w.dist[x] >= unreachable {
			continue
		}
		links := web.linksOf(x)
		l := links[slices.IndexFunc(links, func(l link) bool { return w.dist[l.to]+web.cost[l.rel] == w.dist[x] })]
		w.up.into[x] = step{l.to, link{x, l.rel, !l.forward}}
	}
}

// path returns the steps to node x, none if it is unreachable or farther than
// longest.
func (w *pathTrees) path(x int32, longest int) []Step {
	edges, _, _ := w.m.paths.unpack(w.dist[x])
	if w.dist[x] >= unreachable || edges > int64(longest) {
		return []Step{}
	}
	t := &w.down
	if w.m.paths.ids[x] < w.m.paths.ids[w.start] {
		t = &w.up
	}
	path := make([]Step, edges)
	for i := len(path) - 1; i >= 0; i-- {
		if t.steps[x] == nil {
			s := w.m.step(t.into[x])
			t.steps[x] = &s
		}
		path[i] = *t.steps[x]
		x = t.into[x].from
	}
	return path
}
