package fca

import (
	"maps"
	"slices"
)

// Lattice is the formal concepts of a context and their order. With Options.Support it is
// the upper part of the lattice: what stands below it is not known.
type Lattice struct {
	Concepts []Concept
	context  *Context
	at       map[string]int // by extent
}

// lower returns the formal concepts right below one, ascending.
//
// An attribute that the extent does not have makes a smaller formal concept of it. That one
// is right below if each of its new attributes makes the same (Lindig, Fast concept
// analysis, 2000).
func (l *Lattice) lower(concept int) []int {
	of := &l.Concepts[concept]
	extent := newBits(l.context.objects)
	for _, o := range of.Extent {
		extent.set(o)
	}
	made := map[int]int{}
	next := newBits(l.context.objects)
	for a, col := range l.context.columns {
		if _, has := slices.BinarySearch(of.Intent, a); has {
			continue
		}
		next.meet(extent, col)
		if i, ok := l.at[next.key()]; ok {
			made[i]++
		}
	}
	maps.DeleteFunc(made, func(i, n int) bool { return n < len(l.Concepts[i].Intent)-len(of.Intent) })
	return slices.Sorted(maps.Keys(made))
}

// Covers returns for each formal concept those right above it, ascending.
func (l *Lattice) Covers() [][]int {
	upper := make([][]int, len(l.Concepts))
	for i := range l.Concepts {
		for _, k := range l.lower(i) {
			upper[k] = append(upper[k], i)
		}
	}
	return upper
}
