package semsim

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Explain implements [Comparer].
func (t *taxonomy) Explain(c, d ontology.ID) Explanation {
	a, b := t.place[c], t.place[d]
	x := t.bond(a, b)
	e := Explanation{
		A: ref(t.g, c), B: ref(t.g, d), Synonym: a == b,
		Measure: t.method.Name, Formula: t.method.Formula, IC: t.icName,
		DepthA: int(t.depth[a]), DepthB: int(t.depth[b]), Path: []Step{},
	}
	upA, upB := t.ascend(a), t.ascend(b)
	over := x.best
	for _, p := range t.both(upA, upB) {
		common := t.common(t.g, p)
		if t.ic != nil {
			common.IC = t.ic[p]
		}
		e.Common = append(e.Common, *common)
		if t.mass != nil {
			x.mass += t.weight[p]
		}
		steps := upA.steps[p] + upB.steps[p]
		if x.shared == 0 {
			x.best, over, x.steps = p, p, steps
		}
		if x.shared++; steps < x.steps {
			x.steps = steps
			if t.f.shortest {
				over = p
			}
		}
	}
	e.Shared, e.Ancestors = int(x.shared), int(x.sizeA+x.sizeB-x.shared)
	e.Sim, e.Connected = t.like(x), x.shared > 0
	if !e.Connected {
		return e
	}
	e.Ancestor = t.common(t.g, over)
	if t.ic != nil {
		e.Ancestor.IC = t.ic[over]
	}
	if a != b {
		e.Terms = t.f.terms(t, x)
		e.Path = append(t.climbing(upA.way(over)), t.descending(upB.way(over))...)
		e.Distance = len(e.Path)
	}
	return e
}

// ascent is the ways up from a place.
type ascent struct {
	above []int32 // the place and its ancestors, nearest first
	steps []int32 // by place: edges up to it, -1 if it is not above
	below []int32 // by place: the place before it on the shortest way
}

func (t *taxonomy) ascend(p int32) ascent {
	u := ascent{above: []int32{p}, steps: make([]int32, len(t.ids)), below: make([]int32, len(t.ids))}
	for i := range u.steps {
		u.steps[i] = -1
	}
	u.steps[p] = 0
	for i := 0; i < len(u.above); i++ {
		q := u.above[i]
		for _, o := range t.parents(q) {
			if u.steps[o] < 0 {
				u.steps[o], u.below[o] = u.steps[q]+1, q
				u.above = append(u.above, o)
			}
		}
	}
	return u
}

// way is the shortest way from where u begins up to p, both included.
func (u *ascent) way(p int32) []int32 {
	way := []int32{p}
	for p != u.above[0] {
		p = u.below[p]
		way = append(way, p)
	}
	slices.Reverse(way)
	return way
}

// both are the places above both, those preferred first.
func (t *taxonomy) both(a, b ascent) []int32 {
	var both []int32
	for _, p := range a.above {
		if b.steps[p] >= 0 {
			both = append(both, p)
		}
	}
	slices.SortFunc(both, func(p, q int32) int { return int(t.order.rank[p] - t.order.rank[q]) })
	return both
}

// climbing are the steps of a way up.
func (t *taxonomy) climbing(way []int32) []Step {
	steps := make([]Step, 0, len(way))
	for i := 1; i < len(way); i++ {
		steps = append(steps, t.hop(way[i-1], way[i]))
	}
	return steps
}

// descending are the steps of a way up, walked down.
func (t *taxonomy) descending(way []int32) []Step {
	steps := t.climbing(way)
	slices.Reverse(steps)
	for i, s := range steps {
		steps[i].From, steps[i].To, steps[i].Forward = s.To, s.From, !s.Forward
	}
	return steps
}

// hop is the step from p up to its parent q, as the ontology says it of one of
// their names: p is a q, or q includes p.
func (t *taxonomy) hop(p, q int32) Step {
	s := Step{From: ref(t.g, t.ids[p]), To: ref(t.g, t.ids[q])}
	for _, id := range t.g.Synonyms(t.ids[p]) {
		for _, arc := range t.g.Arcs(id) {
			switch {
			case t.place[arc.To] != q:
			case arc.Rel == ontology.IsA && arc.Forward:
				s.Relation, s.Property, s.Forward = arc.Rel.String(), arc.Property, true
				return s
			case arc.Rel == ontology.Includes && !arc.Forward && s.Relation == "":
				s.Relation, s.Property = arc.Rel.String(), arc.Property
			}
		}
	}
	return s
}
