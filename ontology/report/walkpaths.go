package report

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// step is one edge of a path. The change to a synonym is a step of relation Synonym.
type step struct {
	Link
	Also []Link // further relations between the two
}

// Path leads from one concept to another; it is empty from a concept to itself.
type WalkPath []step

// length returns the number of steps, without steps to a synonym.
func (p WalkPath) length() int {
	n := 0
	for _, s := range p {
		if s.Rel != ontology.Synonym {
			n++
		}
	}
	return n
}

// PathOptions configures the search for paths.
type PathOptions struct {
	Max       int // how many; below 1: one
	Length    int // of the longest; below 1: no limit
	Relations Relations
	Work      int // edges that may be looked at; below 1: 50 million
}

// Paths returns the shortest simple paths between a and b, in either direction of the
// edges. Paths of equal length are sorted by the IDs on them. The second result is false
// if the work limit ended the search before all paths were found.
//
// The algorithm is Yen's (Management Science 17(11), 1971) with Lawler's improvement
// (Management Science 18(7), 1972): a new path leaves a known path no earlier than the
// known path left its own origin.
func WalkPaths(g *ontology.Graph, a, b ontology.ID, opt PathOptions) ([]WalkPath, bool) {
	w := newSearch(g, opt)
	from, to := g.Canon(a), g.Canon(b)
	if from == to {
		return []WalkPath{w.path(a, b, []ontology.ID{from})}, true
	}
	var found []way
	var waiting ways
	if first := w.shortest(nil, from, to, nil); first != nil {
		waiting = ways{{nodes: first}}
	}
	for len(waiting) > 0 && len(found) < max(opt.Max, 1) {
		next := heap.Pop(&waiting).(way)
		found = append(found, next)
		if len(found) < max(opt.Max, 1) {
			w.branch(next, found, &waiting)
		}
	}
	paths := make([]WalkPath, len(found))
	for i, f := range found {
		paths[i] = w.path(a, b, f.nodes)
	}
	return paths, !w.spent()
}

// way is a path as synonym groups. It leaves its origin path after nodes[left].
type way struct {
	nodes []ontology.ID
	left  int
}

// ways is a heap, the shortest first, then by IDs.
type ways []way

func (w ways) Len() int { return len(w) }
func (w ways) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(len(w[i].nodes), len(w[j].nodes)), slices.Compare(w[i].nodes, w[j].nodes)) < 0
}
func (w ways) Swap(i, j int) { w[i], w[j] = w[j], w[i] }
func (w *ways) Push(x any)   { *w = append(*w, x.(way)) }
func (w *ways) Pop() any {
	last := (*w)[len(*w)-1]
	*w = (*w)[:len(*w)-1]
	return last
}

// branch adds the shortest ways that leave p and differ from all found ways. Ways that
// leave p earlier than p left its origin are in the heap already.
func (w *search) branch(p way, found []way, waiting *ways) {
	shared := make([]int, len(found)) // how long a known way is the same
	for k, f := range found {
		for shared[k] < min(len(f.nodes), len(p.nodes)) && f.nodes[shared[k]] == p.nodes[shared[k]] {
			shared[k]++
		}
	}
	for i := p.left; i < len(p.nodes)-1 && !w.spent(); i++ {
		var taken []ontology.ID // where known ways go on from here
		for k, f := range found {
			if shared[k] > i && len(f.nodes) > i+1 {
				taken = append(taken, f.nodes[i+1])
			}
		}
		rest := w.shortest(p.nodes[:i], p.nodes[i], p.nodes[len(p.nodes)-1], taken)
		if rest != nil {
			heap.Push(waiting, way{slices.Concat(p.nodes[:i], rest), i})
		}
	}
}

// path converts visited groups to steps from a to b.
func (w *search) path(a, b ontology.ID, nodes []ontology.ID) WalkPath {
	p := WalkPath{}
	at := a
	over := func(to ontology.ID) { // to the synonym that has the edge
		if at != to {
			p = append(p, step{Link: w.synonym(at, to)})
			at = to
		}
	}
	for i, n := range nodes[1:] {
		between := w.between(nodes[i], n)
		slices.SortStableFunc(between, func(x, y Link) int {
			return cmp.Or(stronger(x, y), cmp.Compare(order(x.From, at), order(y.From, at)))
		})
		over(between[0].From)
		p = append(p, step{Link: between[0], Also: between[1:]})
		at = between[0].To
	}
	over(b)
	return p
}
