package tabu

import (
	"cmp"
	"slices"
)

// Moves is a candidate list for neighbourhoods small enough to be listed at every
// step. Of equal moves the first is the best. Its frequency memory prefers none.
type Moves[A comparable] struct {
	list []Move[A]
	at   []int // places in list, held-back moves at the end
	held int   // how many are held back
}

// NewMoves returns a candidate list of these moves.
func NewMoves[A comparable](list []Move[A]) *Moves[A] {
	m := &Moves[A]{list: list, at: make([]int, len(list))}
	for i := range m.at {
		m.at[i] = i
	}
	slices.SortStableFunc(m.at, func(i, j int) int { return cmp.Compare(list[j].Value, list[i].Value) })
	return m
}

// Chosen is the index of the move that Best returned last.
func (m *Moves[A]) Chosen() int { return m.at[0] }

// Best implements [Candidates].
func (m *Moves[A]) Best() (best Move[A], ok bool) {
	if len(m.at) == 0 {
		return best, false
	}
	best = m.list[m.at[0]]
	if m.held == len(m.at) {
		best.Needs = nil
	}
	return best, true
}

// HoldBack implements [Candidates].
func (m *Moves[A]) HoldBack(A) {
	m.at = append(m.at[1:], m.at[0])
	m.held++
}

// Evaluate implements [Candidates]. The values are up to date.
func (m *Moves[A]) Evaluate() bool { return false }

// LeastFrequent implements [Candidates].
func (m *Moves[A]) LeastFrequent() (move Move[A], ok bool) { return move, false }

// Release implements [Candidates]. A list is made anew for each step, so there is
// nothing to bring forward.
func (m *Moves[A]) Release(A) {}
