package tabu

// Frequency is the long-term memory: how often what was done. Where a List
// keeps a search from what it has just left, a Frequency leads it to what it
// has never tried. The zero Frequency has counted nothing.
type Frequency[A comparable] struct {
	count map[A]int
	order []A // as first counted, so that what is stored has one form
	total int
}

// Add counts a once more.
func (f *Frequency[A]) Add(a A) {
	if f.count == nil {
		f.count = make(map[A]int)
	}
	if f.count[a] == 0 {
		f.order = append(f.order, a)
	}
	f.count[a]++
	f.total++
}

// Count returns how often a was counted.
func (f *Frequency[A]) Count(a A) int { return f.count[a] }

// Total returns how often anything was counted.
func (f *Frequency[A]) Total() int { return f.total }

// Share returns the part of all counts that are of a, 0 if there are none.
func (f *Frequency[A]) Share(a A) float64 {
	if f.total == 0 {
		return 0
	}
	return float64(f.count[a]) / float64(f.total)
}
