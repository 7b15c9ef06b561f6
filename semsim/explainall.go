package semsim

import (
	"iter"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// ExplainAll explains the likeness of c, a concept of the graph, with every
// concept, in the order of their IDs. The explanations are those of
// [Measure.Explain], but that a path of more than longest steps is left out:
// in a chain of n concepts all paths together have n²/2 steps. The graph is
// walked once for all of them.
func (m *Measure) ExplainAll(c ontology.ID, longest int) iter.Seq[Explanation] {
	return func(yield func(Explanation) bool) {
		here := m.anc.place[c]
		var k kin
		k.at(m.anc, here)
		ways := newWays(m, here)
		names := ways // of the synonyms of c
		if node := m.web.node[c]; node != here {
			names = newWays(m, node)
		}
		for i := range m.canon {
			b := ontology.ID(i)
			place := m.anc.place[b]
			e := m.explain(c, b, ways.toll[place], &k)
			if place == here {
				e.Path = names.to(m.web.node[b], longest)
			} else {
				e.Path = ways.to(place, longest)
			}
			if !yield(e) {
				return
			}
		}
	}
}

// ways are the best paths from one node to all others: those of [web.trace].
// Of equal paths that takes the one that comes first when read from the end
// with the smaller ID. So the paths to greater IDs are those of one tree, in
// which every node hangs under the one whose own path comes first; those to
// smaller IDs are those of another, in which every node hangs under the first
// neighbour that is no detour.
type ways struct {
	m     *Measure
	start int32
	toll  []toll
	down  branches
	up    branches
}

// branches is a tree: by node, the step that reaches it from the one above. A
// node that no path reaches, and the root, have none.
type branches struct {
	step []step
	made []*Step // the same for the reader, made when first asked for
}

func newWays(m *Measure, start int32) *ways {
	n := len(m.web.ids)
	w := &ways{m: m, start: start, toll: m.web.tolls(start)}
	for _, t := range []*branches{&w.down, &w.up} {
		t.step, t.made = make([]step, n), make([]*Step, n)
		for x := range t.step {
			t.step[x].from = -1
		}
	}
	w.grow()
	w.root()
	return w
}

// grow makes the tree down. Nodes are met by the number of edges to them, and
// those of one number in the order of their paths: by that of the node above,
// then by ID, in which links are sorted.
func (w *ways) grow() {
	web := w.m.web
	queue := []int32{w.start}
	for i := 0; i < len(queue); i++ {
		x := queue[i]
		for _, l := range web.at(x) {
			if w.down.step[l.to].from < 0 && w.toll[x]+web.cost[l.rel] == w.toll[l.to] {
				w.down.step[l.to] = step{x, l}
				queue = append(queue, l.to)
			}
		}
	}
}

// root makes the tree up.
func (w *ways) root() {
	web := w.m.web
	for i := range w.up.step {
		x := int32(i)
		if x == w.start || w.toll[x] >= blocked {
			continue
		}
		links := web.at(x)
		l := links[slices.IndexFunc(links, func(l link) bool { return w.toll[l.to]+web.cost[l.rel] == w.toll[x] })]
		w.up.step[x] = step{l.to, link{x, l.rel, !l.forward}}
	}
}

// to returns the steps to node x, none if no path leads there or it has more
// than longest.
func (w *ways) to(x int32, longest int) []Step {
	edges, _, _ := w.m.web.read(w.toll[x])
	if w.toll[x] >= blocked || edges > int64(longest) {
		return []Step{}
	}
	t := &w.down
	if w.m.web.ids[x] < w.m.web.ids[w.start] {
		t = &w.up
	}
	path := make([]Step, edges)
	for i := len(path) - 1; i >= 0; i-- {
		if t.made[x] == nil {
			s := w.m.step(t.step[x])
			t.made[x] = &s
		}
		path[i] = *t.made[x]
		x = t.step[x].from
	}
	return path
}
