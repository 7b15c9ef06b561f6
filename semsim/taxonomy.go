package semsim

import (
	"math"
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// taxonomy compares concepts by a formula.
type taxonomy struct {
	*ancestry
	g       Graph
	method  Method
	f       formula
	order   order
	icName  string
	ic      []float64 // by place; nil if the formula needs none
	weight  []int64   // by place: ic in grains, if the formula asks for sums
	mass    []int64   // by place: of all ancestors
	longest int32     // concepts on the longest way from a root
	bySteps []float64 // see formula

	spare   sync.Pool       // of *survey
	lineage func() *lineage // nil if it would be too large
}

// newTaxonomy makes one; if it suits groups, one that compares them.
func newTaxonomy(g Graph, a *ancestry, m Method, f formula, o order, content *IC, ic []float64) Comparer {
	t := &taxonomy{ancestry: a, g: g, method: m, f: f, order: o, ic: ic, longest: a.longest()}
	t.order.undercut = nil // the best is wanted, not the lowest
	if ic != nil {
		t.icName = content.Name
	}
	if f.bySteps != nil {
		t.bySteps = f.bySteps(t.longest)
	}
	if f.sets && ic != nil {
		t.weigh()
	}
	t.spare.New = func() any {
		return &survey{meeting: newMeeting(a, &t.order, t.weight), steps: make([]int32, len(a.ids))}
	}
	t.lineage = sync.OnceValue(func() *lineage { return newLineage(t) })
	if f.sets {
		return groups{t}
	}
	return t
}

// weigh adds up everybody's ancestors.
func (t *taxonomy) weigh() {
	t.weight, t.mass = make([]int64, len(t.ids)), make([]int64, len(t.ids))
	var up climb
	for p := range t.mass {
		t.weight[p] = int64(math.Round(t.ic[p] * grain))
		switch q := t.sole[p]; {
		case q == t.held:
			t.mass[p] = t.weight[p]
		case q >= 0:
			t.mass[p] = t.mass[q] + t.weight[p]
		default: // parents have their weight already
			t.mass[p] = t.sum(up.from(t.ancestry, int32(p)))
		}
	}
}

func (t *taxonomy) sum(places []int32) int64 {
	sum := int64(0)
	for _, p := range places {
		sum += t.weight[p]
	}
	return sum
}

// like is the likeness of the two places of x.
func (t *taxonomy) like(x bond) float64 {
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

// bond is one without what they have in common.
func (t *taxonomy) bond(a, b int32) bond {
	x := bond{a: a, b: b, best: -1, sizeA: t.size[a], sizeB: t.size[b]}
	if t.mass != nil {
		x.massA, x.massB = t.mass[a], t.mass[b]
	}
	return x
}

// Sim implements [Comparer].
func (t *taxonomy) Sim(c, d ontology.ID) float64 {
	a, b := t.place[c], t.place[d]
	if l := t.lineage(); l != nil {
		x := l.bond(t, a, b)
		return t.like(x)
	}
	s := t.spare.Get().(*survey)
	defer t.spare.Put(s)
	s.from(t, a)
	x := s.bond(t, a, b)
	return t.like(x)
}

// Topic implements [Comparer].
func (t *taxonomy) Topic(c ontology.ID, dst []float64) []float64 {
	s := t.spare.Get().(*survey)
	defer t.spare.Put(s)
	dst = slices.Grow(dst[:0], len(t.place))[:len(t.place)]
	a := t.place[c]
	s.from(t, a)
	for b, id := range t.ids {
		x := s.bond(t, a, int32(b))
		dst[id] = t.like(x)
	}
	for i, p := range t.place {
		dst[i] = dst[t.ids[p]]
	}
	return dst
}

// survey compares one concept with all others.
type survey struct {
	*meeting
	steps []int32 // by place: edges of the shortest path over a common ancestor, far if there is none
}

const far = math.MaxInt32 / 2

// from surveys from place a: paths go up to an ancestor and down again.
func (s *survey) from(t *taxonomy, a int32) {
	s.meet(a)
	for p := range s.steps {
		s.steps[p] = far
	}
	s.steps[a] = 0
	for _, p := range s.climb.from(s.ancestry, a) { // nearest first
		for _, q := range s.parents(p) {
			s.steps[q] = min(s.steps[q], s.steps[p]+1)
		}
	}
	for p := range s.steps {
		if q := s.sole[p]; q >= 0 && q < s.held {
			s.steps[p] = min(s.steps[p], s.steps[q]+1)
			continue
		}
		for _, q := range s.parents(int32(p)) {
			s.steps[p] = min(s.steps[p], s.steps[q]+1)
		}
	}
}

// bond is that of the concept surveyed from, a, and b.
func (s *survey) bond(t *taxonomy, a, b int32) bond {
	x := t.bond(a, b)
	x.steps = s.steps[b]
	if b >= s.held { // has in common what its parent has
		if b = s.sole[b]; b == s.held {
			return x
		}
	}
	if x.shared = s.count[b]; x.shared > 0 {
		x.best = s.order.ranked[s.mine[s.best[b]]]
	}
	if t.mass != nil {
		x.mass = s.meeting.mass[b]
	}
	return x
}

// lineage holds everybody's ancestors, to compare any two.
type lineage struct {
	from  []int32 // by place, and one more
	above []int32 // places, ascending: of two strangers' lists one ends early
	steps []int32 // up to each
}

// newLineage returns nil if there were more than plenty for each concept.
func newLineage(t *taxonomy) *lineage {
	total := 0
	for _, n := range t.size {
		total += int(n)
	}
	if total > plenty*len(t.ids)+1<<16 {
		return nil
	}
	l := &lineage{from: make([]int32, 1, len(t.ids)+1), above: make([]int32, 0, total), steps: make([]int32, 0, total)}
	var up climb
	steps := make([]int32, len(t.ids))
	for p := range t.ids {
		above := up.from(t.ancestry, int32(p))
		for _, q := range above {
			steps[q] = far
		}
		steps[p] = 0
		for _, q := range above {
			for _, o := range t.parents(q) {
				steps[o] = min(steps[o], steps[q]+1)
			}
		}
		slices.Sort(above)
		l.above = append(l.above, above...)
		for _, q := range above {
			l.steps = append(l.steps, steps[q])
		}
		l.from = append(l.from, int32(len(l.above)))
	}
	return l
}

func (l *lineage) bond(t *taxonomy, a, b int32) bond {
	x := t.bond(a, b)
	x.steps = far
	i, ends := l.from[a], l.from[a+1]
	j, stop := l.from[b], l.from[b+1]
	for i < ends && j < stop {
		p, q := l.above[i], l.above[j]
		if p == q {
			if x.shared++; x.best < 0 || t.order.rank[p] < t.order.rank[x.best] {
				x.best = p
			}
			x.steps = min(x.steps, l.steps[i]+l.steps[j])
			if t.weight != nil {
				x.mass += t.weight[p]
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

// SimSets is the formula with the ancestors of all members of each group in
// the place of those of a concept.
func (t groups) SimSets(a, b []ontology.ID) float64 {
	gather := func(group []ontology.ID) []int32 {
		var up climb
		up.begin(t.ancestry)
		for _, id := range group {
			up.add(t.ancestry, t.place[id])
		}
		return up.above
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
	x := bond{shared: int32(len(both)), sizeA: int32(len(upA)), sizeB: int32(len(upB))}
	if t.mass != nil {
		x.mass, x.massA, x.massB = t.sum(both), t.sum(upA), t.sum(upB)
	}
	return t.f.of(t.taxonomy, x)
}
