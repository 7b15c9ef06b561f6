// Package sorts orders rows where size matters more than speed: results for people, files,
// lists that are short.
//
// The compiler makes a copy of the algorithm of [slices.SortFunc] for each type of row,
// some 15 kB with its tables. What is here has one copy for all types, and takes about
// twice as long. So what each page of a crawl passes through, and what sorts whole graphs,
// uses package slices.
package sorts

import (
	"iter"
	"slices"
	"sort"
)

// Func sorts s as [slices.SortFunc] does.
func Func[S ~[]E, E any](s S, cmp func(a, b E) int) {
	sort.Sort(&rows[E]{s, cmp})
}

// Stable sorts s as [slices.SortStableFunc] does: rows that are equal keep their order.
func Stable[S ~[]E, E any](s S, cmp func(a, b E) int) {
	sort.Stable(&rows[E]{s, cmp})
}

// Sorted collects seq in order, as [slices.SortedFunc] does.
func Sorted[E any](seq iter.Seq[E], cmp func(a, b E) int) []E {
	s := slices.Collect(seq)
	Func(s, cmp)
	return s
}

// rows implements sort.Interface.
type rows[E any] struct {
	s   []E
	cmp func(a, b E) int
}

func (r *rows[E]) Len() int           { return len(r.s) }
func (r *rows[E]) Less(i, j int) bool { return r.cmp(r.s[i], r.s[j]) < 0 }
func (r *rows[E]) Swap(i, j int)      { r.s[i], r.s[j] = r.s[j], r.s[i] }
