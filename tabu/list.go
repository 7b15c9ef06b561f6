package tabu

import (
	"math/rand/v2"
	"slices"
)

// List remembers which attributes are forbidden and for how many more steps.
// An attribute is whatever the caller does not want to see again for a while:
// a move, a pair of swapped things, a part of a solution. The zero List is
// empty. It is not safe for concurrent use.
//
// Time is counted in steps of the search: Age ends one. What ends together is
// kept together, so a step costs only what ends in it.
type List[A comparable] struct {
	now  int
	ends map[A]int
	due  map[int][]A // by the step at whose end they are free, in order of Forbid
}

// Forbid forbids a for the next tenure steps, counted anew if it is
// forbidden already. A tenure under 1 allows it.
func (l *List[A]) Forbid(a A, tenure int) {
	if tenure < 1 {
		l.Allow(a)
		return
	}
	if l.ends == nil {
		l.ends = make(map[A]int)
		l.due = make(map[int][]A)
	}
	end := l.now + tenure
	if l.ends[a] == end {
		return
	}
	l.Allow(a)
	l.ends[a] = end
	l.due[end] = append(l.due[end], a)
}

// Allow ends the prohibition of a, if there is one.
func (l *List[A]) Allow(a A) {
	end, ok := l.ends[a]
	if !ok {
		return
	}
	delete(l.ends, a)
	due := l.due[end]
	if len(due) == 1 {
		delete(l.due, end)
		return
	}
	i := slices.Index(due, a)
	l.due[end] = slices.Delete(due, i, i+1)
}

// Forbids reports whether a is forbidden.
func (l *List[A]) Forbids(a A) bool {
	_, ok := l.ends[a]
	return ok
}

// Left returns for how many more steps a is forbidden, 0 if it is not.
func (l *List[A]) Left(a A) int {
	if end, ok := l.ends[a]; ok {
		return end - l.now
	}
	return 0
}

// Age ends a step. It returns the attributes that are free now, in the order
// in which they were forbidden; the slice is the caller's.
func (l *List[A]) Age() []A {
	l.now++
	free := l.due[l.now]
	delete(l.due, l.now)
	for _, a := range free {
		delete(l.ends, a)
	}
	return free
}

// Len returns the number of forbidden attributes.
func (l *List[A]) Len() int { return len(l.ends) }

// Tenure says for how many steps the attributes of a move are forbidden.
type Tenure func(rng *rand.Rand) int

// Fixed forbids for n steps.
func Fixed(n int) Tenure { return func(*rand.Rand) int { return n } }

// Uniform forbids for a number of steps drawn from lo..hi, both included:
// robust tabu search (Taillard 1991), which does not fall into cycles whose
// length happens to fit a fixed tenure.
func Uniform(lo, hi int) Tenure {
	lo, hi = min(lo, hi), max(lo, hi)
	return func(rng *rand.Rand) int { return lo + rng.IntN(hi-lo+1) }
}
