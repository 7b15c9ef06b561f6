package semsim

import (
	"math"
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// taxonomy compares concepts by a formula.
type taxonomy struct {
	*hierarchy
	g          Graph
	method     Method
	f          formula
	prefer     preference
	icName     string
	ic         []float64 // by position; nil if the formula needs none
	icUnits    []int64   // by position: ic in icUnits, if the formula asks for sums
	icSum      []int64   // by position: of all ancestors
	height     int32     // concepts on the longest path from a root
	byDistance []float64 // see formula.byDistance

	solvers       sync.Pool             // of *taxonomySolver
	ancestorLists func() *ancestorLists // nil if they would be too large
}

// newTaxonomy returns a SetComparer if the formula suits groups.
func newTaxonomy(g Graph, a *hierarchy, m Method, f formula, o preference, content *IC, ic []float64) Comparer {
	t := &taxonomy{hierarchy: a, g: g, method: m, f: f, prefer: o, ic: ic, height: a.height()}
	t.prefer.ambiguous = nil // the preferred ancestor is wanted, not the lowest
	if ic != nil {
		t.icName = content.Name
	}
	if f.byDistance != nil {
		t.byDistance = f.byDistance(t.height)
	}
	if f.sets && ic != nil {
		t.sumIC()
	}
	t.solvers.New = func() any {
		return &taxonomySolver{commonAncestors: newCommonAncestors(a, &t.prefer, t.icUnits), dist: make([]int32, len(a.ids))}
	}
	t.ancestorLists = sync.OnceValue(func() *ancestorLists { return newAncestorLists(t) })
	if f.sets {
		return groups{t}
	}
	return t
}

// sumIC adds up the information content of all ancestors of every concept.
func (t *taxonomy) sumIC() {
	t.icUnits, t.icSum = make([]int64, len(t.ids)), make([]int64, len(t.ids))
	var up ancestorSet
	for p := range t.icSum {
		t.icUnits[p] = int64(math.Round(t.ic[p] * icUnit))
		switch q := t.soleParent[p]; {
		case q == t.stored:
			t.icSum[p] = t.icUnits[p]
		case q >= 0:
			t.icSum[p] = t.icSum[q] + t.icUnits[p]
		default: // parents come first and have their sum
			t.icSum[p] = t.sum(up.of(t.hierarchy, int32(p)))
		}
	}
}

func (t *taxonomy) sum(positions []int32) int64 {
	sum := int64(0)
	for _, p := range positions {
		sum += t.icUnits[p]
	}
	return sum
}

// similarity is the similarity of the two concepts of x.
func (t *taxonomy) similarity(x overlap) float64 {
	switch {
	case x.a == x.b && t.f.self != nil:
		return t.f.self(t, x.a)
	case x.a == x.b:
		return 1
	case x.shared == 0:
		return 0
	}
	return t.f.of(t, x)
}

// overlap returns what is known of a and b without their common ancestors.
func (t *taxonomy) overlap(a, b int32) overlap {
	x := overlap{a: a, b: b, ancestor: -1, sizeA: t.ancestors[a], sizeB: t.ancestors[b]}
	if t.icSum != nil {
		x.icA, x.icB = t.icSum[a], t.icSum[b]
	}
	return x
}

// Sim implements [Comparer].
func (t *taxonomy) Sim(c, d ontology.ID) float64 {
	a, b := t.pos[c], t.pos[d]
	if l := t.ancestorLists(); l != nil {
		x := l.overlap(t, a, b)
		return t.similarity(x)
	}
	if t.f.legs {
		return t.Explain(c, d).Sim
	}
	s := t.solvers.Get().(*taxonomySolver)
	defer t.solvers.Put(s)
	s.solve(t, a)
	x := s.overlap(t, a, b)
	return t.similarity(x)
}

// Topic implements [Comparer].
func (t *taxonomy) Topic(c ontology.ID, dst []float64) []float64 {
	dst = slices.Grow(dst[:0], len(t.pos))[:len(t.pos)]
	a := t.pos[c]
	if t.f.legs {
		t.legRow(a, dst)
	} else {
		s := t.solvers.Get().(*taxonomySolver)
		defer t.solvers.Put(s)
		s.solve(t, a)
		for b, id := range t.ids {
			x := s.overlap(t, a, int32(b))
			dst[id] = t.similarity(x)
		}
	}
	for i, p := range t.pos {
		dst[i] = dst[t.ids[p]]
	}
	return dst
}

// legRow writes the similarities of position a to row, by the ID of each position, for a formula that uses legs.
// The nearest of the deepest common ancestors of one pair says nothing of the next, so each concept looks up for itself.
func (t *taxonomy) legRow(a int32, row []float64) {
	up := t.pathsUp(a)
	var above ancestorSet
	steps := make([]int32, len(t.ids))
	for b, id := range t.ids {
		x := t.overlap(a, int32(b))
		members := above.of(t.hierarchy, int32(b))
		t.stepsTo(members, steps)
		for _, p := range members {
			if up.dist[p] >= 0 {
				x.shared++
				t.offer(&x, p, up.dist[p], steps[p])
			}
		}
		row[id] = t.similarity(x)
	}
}

// stepsTo sets the edges up to each of the ancestors of a position, itself first and nearest first.
func (t *taxonomy) stepsTo(ancestors, steps []int32) {
	for _, q := range ancestors {
		steps[q] = far
	}
	steps[ancestors[0]] = 0
	for _, q := range ancestors {
		for _, o := range t.parents(q) {
			steps[o] = min(steps[o], steps[q]+1)
		}
	}
}

// offer makes p the ancestor of x if it is preferred to the one at hand.
func (t *taxonomy) offer(x *overlap, p, upA, upB int32) {
	if q := x.ancestor; q >= 0 {
		better := t.prefer.rank[p] < t.prefer.rank[q]
		if near, far := upA+upB, x.upA+x.upB; t.f.legs && t.depth[p] == t.depth[q] && near != far {
			better = near < far
		}
		if !better {
			return
		}
	}
	x.ancestor, x.upA, x.upB = p, upA, upB
}

// taxonomySolver compares one concept with all others.
type taxonomySolver struct {
	*commonAncestors
	dist []int32 // by position: edges of the shortest path over a common ancestor, far if there is none
}

const far = math.MaxInt32 / 2

// solve prepares the overlaps of position a with all: paths go up to an
// ancestor and down again.
func (s *taxonomySolver) solve(t *taxonomy, a int32) {
	s.find(a)
	for p := range s.dist {
		s.dist[p] = far
	}
	s.dist[a] = 0
	for _, p := range s.ancestorSet.of(s.hierarchy, a) { // nearest first
		for _, q := range s.parents(p) {
			s.dist[q] = min(s.dist[q], s.dist[p]+1)
		}
	}
	for p := range s.dist {
		if q := s.soleParent[p]; q >= 0 && q < s.stored {
			s.dist[p] = min(s.dist[p], s.dist[q]+1)
			continue
		}
		for _, q := range s.parents(int32(p)) {
			s.dist[p] = min(s.dist[p], s.dist[q]+1)
		}
	}
}

// overlap is the overlap of the solved concept, a, with b.
func (s *taxonomySolver) overlap(t *taxonomy, a, b int32) overlap {
	x := t.overlap(a, b)
	x.dist = s.dist[b]
	if b >= s.stored { // a leaf shares what its parent shares
		if b = s.soleParent[b]; b == s.stored {
			return x
		}
	}
	if x.shared = s.count[b]; x.shared > 0 {
		x.ancestor = s.order.byRank[s.ranks[s.best[b]]]
	}
	if t.icSum != nil {
		x.icShared = s.commonAncestors.weightSum[b]
	}
	return x
}

// ancestorLists holds all ancestors of all concepts, to compare any two.
type ancestorLists struct {
	first     []int32 // by position, and one more
	ancestors []int32 // positions, ascending: of two unrelated lists one ends early
	dist      []int32 // edges up to each
}

// newAncestorLists returns nil if there are more than maxEntries for each
// concept.
func newAncestorLists(t *taxonomy) *ancestorLists {
	total := 0
	for _, n := range t.ancestors {
		total += int(n)
	}
	if total > maxEntries*len(t.ids)+1<<16 {
		return nil
	}
	l := &ancestorLists{first: make([]int32, 1, len(t.ids)+1), ancestors: make([]int32, 0, total), dist: make([]int32, 0, total)}
	var up ancestorSet
	steps := make([]int32, len(t.ids))
	for p := range t.ids {
		above := up.of(t.hierarchy, int32(p))
		t.stepsTo(above, steps)
		slices.Sort(above)
		l.ancestors = append(l.ancestors, above...)
		for _, q := range above {
			l.dist = append(l.dist, steps[q])
		}
		l.first = append(l.first, int32(len(l.ancestors)))
	}
	return l
}

func (l *ancestorLists) overlap(t *taxonomy, a, b int32) overlap {
	x := t.overlap(a, b)
	x.dist = far
	i, ends := l.first[a], l.first[a+1]
	j, stop := l.first[b], l.first[b+1]
	for i < ends && j < stop {
		p, q := l.ancestors[i], l.ancestors[j]
		if p == q {
			x.shared++
			t.offer(&x, p, l.dist[i], l.dist[j])
			x.dist = min(x.dist, l.dist[i]+l.dist[j])
			if t.icUnits != nil {
				x.icShared += t.icUnits[p]
			}
		}
		if p <= q {
			i++
		}
		if q <= p {
			j++
		}
	}
	return x
}

// groups compares groups as wholes.
type groups struct{ *taxonomy }

// SimSets applies the formula to the united ancestors of each group.
func (t groups) SimSets(a, b []ontology.ID) float64 {
	gather := func(group []ontology.ID) []int32 {
		var up ancestorSet
		up.reset(t.hierarchy)
		for _, id := range group {
			up.add(t.hierarchy, t.pos[id])
		}
		return up.members
	}
	upA, upB := gather(a), gather(b)
	var both []int32
	in := make([]bool, len(t.ids))
	for _, p := range upA {
		in[p] = true
	}
	for _, p := range upB {
		if in[p] {
			both = append(both, p)
		}
	}
	if len(both) == 0 {
		return 0
	}
	if len(both) == len(upA) && len(both) == len(upB) {
		return 1
	}
	x := overlap{shared: int32(len(both)), sizeA: int32(len(upA)), sizeB: int32(len(upB))}
	if t.icSum != nil {
		x.icShared, x.icA, x.icB = t.sum(both), t.sum(upA), t.sum(upB)
	}
	return t.f.of(t.taxonomy, x)
}
