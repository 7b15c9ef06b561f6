package semsim

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Explain implements [Comparer].
func (t *taxonomy) Explain(c, d ontology.ID) Explanation {
	a, b := t.pos[c], t.pos[d]
	x := t.overlap(a, b)
	e := Explanation{
		A: RefOf(t.g, c), B: RefOf(t.g, d), Synonym: a == b,
		Measure: t.method.Name, Formula: t.method.Formula, IC: t.icName,
		DepthA: int(t.depth[a]), DepthB: int(t.depth[b]), Path: []Step{},
	}
	upA, upB := t.pathsUp(a), t.pathsUp(b)
	over := x.ancestor
	for _, p := range t.sharedAbove(upA, upB) {
		common := t.common(t.g, p)
		if t.ic != nil {
			common.IC = t.ic[p]
		}
		e.Common = append(e.Common, *common)
		if t.icSum != nil {
			x.icShared += t.icUnits[p]
		}
		steps := upA.dist[p] + upB.dist[p]
		if x.shared == 0 {
			x.dist, over = steps, p
		}
		if t.offer(&x, p, upA.dist[p], upB.dist[p]); !t.f.shortest {
			over = x.ancestor
		}
		if x.shared++; steps < x.dist {
			x.dist = steps
			if t.f.shortest {
				over = p
			}
		}
	}
	e.Shared, e.Ancestors = int(x.shared), int(x.sizeA+x.sizeB-x.shared)
	e.Sim, e.Connected = t.similarity(x), x.shared > 0
	if !e.Connected {
		return e
	}
	e.Ancestor = t.common(t.g, over)
	if t.ic != nil {
		e.Ancestor.IC = t.ic[over]
	}
	if a != b {
		e.Terms = t.f.terms(t, x)
		e.Path = append(t.stepsUp(upA.path(over)), t.stepsDown(upB.path(over))...)
		e.Distance = len(e.Path)
	}
	return e
}

// upPaths holds the shortest paths up from a concept.
type upPaths struct {
	ancestors []int32 // the concept and its ancestors, nearest first
	dist      []int32 // by position: edges up to it, -1 if it is no ancestor
	previous  []int32 // by position: the one before it on the shortest path
}

func (t *taxonomy) pathsUp(p int32) upPaths {
	u := upPaths{ancestors: []int32{p}, dist: make([]int32, len(t.ids)), previous: make([]int32, len(t.ids))}
	for i := range u.dist {
		u.dist[i] = -1
	}
	u.dist[p] = 0
	for i := 0; i < len(u.ancestors); i++ {
		q := u.ancestors[i]
		for _, o := range t.parents(q) {
			if u.dist[o] < 0 {
				u.dist[o], u.previous[o] = u.dist[q]+1, q
				u.ancestors = append(u.ancestors, o)
			}
		}
	}
	return u
}

// path is the shortest path from the concept up to p, both included.
func (u *upPaths) path(p int32) []int32 {
	way := []int32{p}
	for p != u.ancestors[0] {
		p = u.previous[p]
		way = append(way, p)
	}
	slices.Reverse(way)
	return way
}

// sharedAbove returns the common ancestors, the preferred ones first.
func (t *taxonomy) sharedAbove(a, b upPaths) []int32 {
	var both []int32
	for _, p := range a.ancestors {
		if b.dist[p] >= 0 {
			both = append(both, p)
		}
	}
	slices.SortFunc(both, func(p, q int32) int { return int(t.prefer.rank[p] - t.prefer.rank[q]) })
	return both
}

// stepsUp returns the steps of a path up.
func (t *taxonomy) stepsUp(way []int32) []Step {
	steps := make([]Step, 0, len(way))
	for i := 1; i < len(way); i++ {
		steps = append(steps, t.step(way[i-1], way[i]))
	}
	return steps
}

// stepsDown returns the steps of a path up, reversed.
func (t *taxonomy) stepsDown(way []int32) []Step {
	steps := t.stepsUp(way)
	slices.Reverse(steps)
	for i, s := range steps {
		steps[i].From, steps[i].To, steps[i].Forward = s.To, s.From, !s.Forward
	}
	return steps
}

// step is the step from p up to its parent q, as the ontology states it of one
// of their names: p is a q, or q includes p.
func (t *taxonomy) step(p, q int32) Step {
	s := Step{From: RefOf(t.g, t.ids[p]), To: RefOf(t.g, t.ids[q])}
	for _, id := range t.g.Synonyms(t.ids[p]) {
		for _, arc := range t.g.Arcs(id) {
			switch {
			case t.pos[arc.To] != q:
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
