package sparql

import (
	"cmp"
	"slices"
	"sort"
)

// triple holds the numbers of subject, predicate and object.
type triple [3]uint32

// An order says which part of a triple stands at each place of the sorted one.
type order [3]int

var (
	spo = order{0, 1, 2}
	pos = order{1, 2, 0}
	osp = order{2, 0, 1}
)

// index is one graph, sorted in three orders: whichever parts of a triple are known, the triples
// that match stand together in one of them.
type index struct{ spo, pos, osp []triple }

func (x *index) add(t triple) { x.spo = append(x.spo, t) }

func (x *index) sort() {
	slices.SortFunc(x.spo, compare)
	x.spo = slices.Clip(slices.Compact(x.spo))
	x.pos, x.osp = pos.of(x.spo), osp.of(x.spo)
}

func compare(a, b triple) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}

func (o order) of(from []triple) []triple {
	to := make([]triple, len(from))
	for i, t := range from {
		to[i] = o.apply(t)
	}
	slices.SortFunc(to, compare)
	return to
}

func (o order) apply(t triple) triple { return triple{t[o[0]], t[o[1]], t[o[2]]} }

// back undoes apply.
func (o order) back(t triple) (u triple) {
	for i, at := range o {
		u[at] = t[i]
	}
	return u
}

// find returns the triples that agree with want where that is not 0, in the order o.
func (x *index) find(want triple) (found []triple, o order) {
	all := x.spo
	o = spo
	switch {
	case want[0] != 0 && (want[1] != 0 || want[2] == 0):
	case want[1] != 0:
		all, o = x.pos, pos
	case want[2] != 0:
		all, o = x.osp, osp
	}
	w := o.apply(want)
	n := 0 // parts that are known
	for n < 3 && w[n] != 0 {
		n++
	}
	from := sort.Search(len(all), func(i int) bool { return prefix(all[i], w, n) >= 0 })
	to := from + sort.Search(len(all)-from, func(i int) bool { return prefix(all[from+i], w, n) > 0 })
	return all[from:to], o
}

// prefix compares the first n parts.
func prefix(a, b triple, n int) int {
	for i := range n {
		if c := cmp.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}
