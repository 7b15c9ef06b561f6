package report

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// search finds shortest paths among synonym groups.
type search struct {
	g      *ontology.Graph
	opt    PathOptions
	near   [][]ontology.ID // neighbours of a group, by ID; nil: not asked for yet
	dist   []int32         // to the target, plus 1; 0: not reached
	barred []bool
	goal   []bool        // where the search may end: neighbours of the start
	seen   []ontology.ID // groups with dist set
	work   int           // edges that may still be looked at
}

func newSearch(g *ontology.Graph, opt PathOptions) *search {
	if opt.Work < 1 {
		opt.Work = 50_000_000
	}
	n := g.Len()
	return &search{g: g, opt: opt, work: opt.Work, near: make([][]ontology.ID, n),
		dist: make([]int32, n), barred: make([]bool, n), goal: make([]bool, n)}
}

// spent reports whether the work limit is reached.
func (w *search) spent() bool { return w.work <= 0 }

// neighbours returns the neighbours of group c, by ID, each once.
func (w *search) neighbours(c ontology.ID) []ontology.ID {
	list := w.near[c]
	if list == nil {
		list = []ontology.ID{}
		for _, l := range links(w.g, c, w.opt.Relations) {
			list = append(list, w.g.Canon(l.To))
		}
		slices.Sort(list)
		list = slices.Compact(list)
		w.near[c] = list
	}
	return list
}

// between returns the links from group c to group d.
func (w *search) between(c, d ontology.ID) []Link {
	return slices.DeleteFunc(links(w.g, c, w.opt.Relations), func(l Link) bool { return w.g.Canon(l.To) != d })
}

// synonym returns the link between two members of a group, with the direct edge if there
// is one.
func (w *search) synonym(from, to ontology.ID) Link {
	for _, a := range w.g.Arcs(from) {
		if a.Rel == ontology.Synonym && a.To == to {
			return Link{from, to, a.Rel, a.Property, a.Forward}
		}
	}
	return Link{from, to, ontology.Synonym, "", true}
}

// shortest returns the shortest way from start to target that avoids before and does not
// begin with a step to one of taken; the first by IDs if there are several. It returns
// nil if there is no way, or none short enough together with before.
func (w *search) shortest(before []ontology.ID, start, target ontology.ID, taken []ontology.ID) []ontology.ID {
	mark(w.barred, before, true)
	w.barred[start] = true
	next := w.neighbours(start)
	mark(w.goal, next, true)
	mark(w.goal, taken, false)
	defer func() {
		mark(w.barred, before, false)
		w.barred[start] = false
		mark(w.goal, next, false)
		for _, c := range w.seen {
			w.dist[c] = 0
		}
		w.seen = w.seen[:0]
	}()
	limit := w.g.Len()
	if w.opt.Length > 0 {
		limit = w.opt.Length - len(before)
	}
	w.measure(target, limit)
	way := []ontology.ID{start}
	first := w.nearest(start, taken)
	if first == ontology.None || int(w.dist[first]) > limit {
		return nil
	}
	for at := first; ; at = w.nearest(at, nil) {
		way = append(way, at)
		if at == target {
			return way
		}
	}
}

func mark(set []bool, list []ontology.ID, on bool) {
	for _, c := range list {
		set[c] = on
	}
}

// measure computes the distances to target, breadth first, up to limit or to the nearest
// goal. It completes the level of that goal.
func (w *search) measure(target ontology.ID, limit int) {
	w.reach(target, 1)
	if w.goal[target] {
		return
	}
	for i := 0; i < len(w.seen) && !w.spent(); i++ {
		c := w.seen[i]
		if int(w.dist[c]) >= limit {
			return
		}
		for _, n := range w.neighbours(c) {
			w.work--
			if w.dist[n] != 0 || w.barred[n] {
				continue
			}
			w.reach(n, w.dist[c]+1)
			if w.goal[n] {
				limit = int(w.dist[n])
			}
		}
	}
}

func (w *search) reach(c ontology.ID, dist int32) {
	w.dist[c] = dist
	w.seen = append(w.seen, c)
}

// nearest returns the neighbour of c nearest to the target, or None.
func (w *search) nearest(c ontology.ID, not []ontology.ID) ontology.ID {
	best := ontology.None
	for _, n := range w.neighbours(c) {
		w.work--
		if w.dist[n] == 0 || slices.Contains(not, n) {
			continue
		}
		if best == ontology.None || w.dist[n] < w.dist[best] {
			best = n
		}
	}
	return best
}
