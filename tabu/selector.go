package tabu

import "math/rand/v2"

// Move is one thing that could be done next.
type Move[A comparable] struct {
	Value float64 // larger is better, in one scale for the whole search
	// Forbidden while any of these is on the List.
	Needs []A
	// Put on the List when the move is made; usually what would undo it.
	Leaves []A
	// Counted by the Frequency when the move is made.
	Marks []A
}

// Selector chooses among moves and remembers what was done. Its fields may be
// set before the first use; their zero values are sensible. It is not safe
// for concurrent use.
type Selector[A comparable] struct {
	List      List[A]
	Frequency Frequency[A]

	Tenure     Tenure        // nil: Fixed(5), the value of On-ITS
	Aspiration Aspiration[A] // nil: Best
	// Diversity is what a move loses for each mark, times the mark's share of
	// all that was done. 0 leaves the long-term memory out of the choice.
	Diversity float64

	best    float64
	started bool // best is valid
	pcg     *rand.PCG
	rng     *rand.Rand
}

// DefaultTenure is the tenure of On-ITS.
const DefaultTenure = 5

// NewSelector returns a Selector all of whose chance comes from seed.
func NewSelector[A comparable](seed uint64) *Selector[A] {
	s := new(Selector[A])
	s.setRand(rand.NewPCG(seed, 0x74616275))
	return s
}

func (s *Selector[A]) setRand(pcg *rand.PCG) { s.pcg, s.rng = pcg, rand.New(pcg) }

// Rand returns the Selector's source of chance, for the caller's own draws:
// it is part of the State.
func (s *Selector[A]) Rand() *rand.Rand {
	if s.rng == nil {
		s.setRand(rand.NewPCG(0, 0x74616275))
	}
	return s.rng
}

// Admits reports whether m may be made now: nothing it needs is forbidden, or
// it aspires.
func (s *Selector[A]) Admits(m Move[A]) bool {
	for _, a := range m.Needs {
		if s.List.Forbids(a) {
			return s.Aspires(m)
		}
	}
	return true
}

// Aspires reports whether m may be made even if it is forbidden.
func (s *Selector[A]) Aspires(m Move[A]) bool {
	if s.Aspiration == nil {
		return Best(m, s.best, s.started)
	}
	return s.Aspiration(m, s.best, s.started)
}

// Choose returns the index of the best move that may be made; among equals
// one is drawn. If none may, it is one that has to wait the least. ok is false
// only if there are no moves. The choice is remembered by Made, not here.
func (s *Selector[A]) Choose(moves []Move[A]) (i int, ok bool) {
	var pick picker
	pick.rng = s.Rand()
	for i, m := range moves {
		if s.Admits(m) {
			pick.offer(i, s.value(m))
		}
	}
	if pick.n == 0 {
		for i, m := range moves {
			pick.offer(i, -float64(s.wait(m)))
		}
	}
	return pick.index, pick.n > 0
}

// value is what a move is worth less what it has become stale.
func (s *Selector[A]) value(m Move[A]) float64 {
	v := m.Value
	if s.Diversity != 0 {
		for _, a := range m.Marks {
			v -= s.Diversity * s.Frequency.Share(a)
		}
	}
	return v
}

// wait returns for how many steps m is forbidden.
func (s *Selector[A]) wait(m Move[A]) int {
	w := 0
	for _, a := range m.Needs {
		w = max(w, s.List.Left(a))
	}
	return w
}

// Made tells that m was made: a step ends, what m leaves is forbidden, what it
// marks is counted. It returns the attributes that are free again.
func (s *Selector[A]) Made(m Move[A]) (free []A) {
	free = s.List.Age()
	for _, a := range m.Leaves {
		s.Forbid(a)
	}
	for _, a := range m.Marks {
		s.Frequency.Add(a)
	}
	s.Reached(m.Value)
	return free
}

// Reached tells that the search came by something of the given value other
// than by a move, for example at its start. No step ends.
func (s *Selector[A]) Reached(value float64) {
	if !s.started || value > s.best {
		s.best, s.started = value, true
	}
}

// Forbid puts a on the List for a tenure.
func (s *Selector[A]) Forbid(a A) {
	n := DefaultTenure
	if s.Tenure != nil {
		n = s.Tenure(s.Rand())
	}
	s.List.Forbid(a, n)
}

// Best returns the largest value made or reached; ok is false before the
// first.
func (s *Selector[A]) Best() (value float64, ok bool) { return s.best, s.started }

// picker keeps the best of what it is offered, and of equals each with the
// same chance.
type picker struct {
	rng   *rand.Rand
	index int
	value float64
	ties  int
	n     int
}

func (p *picker) offer(i int, v float64) {
	p.n++
	switch {
	case p.n == 1 || v > p.value:
		p.index, p.value, p.ties = i, v, 1
	case v == p.value:
		p.ties++
		if p.rng.IntN(p.ties) == 0 {
			p.index = i
		}
	}
}
