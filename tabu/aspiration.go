package tabu

// Aspiration reports whether a forbidden move may be made all the same. best
// is the largest value of any move made so far, ok is false if there was none.
type Aspiration[A comparable] func(m Move[A], best float64, ok bool) bool

// Best lets a forbidden move pass that is better than all made so far. Equal
// is not better, or the search could go round in circles.
func Best[A comparable](m Move[A], best float64, ok bool) bool { return !ok || m.Value > best }

// Never lets none pass.
func Never[A comparable](Move[A], float64, bool) bool { return false }
