package tabu

import "math/rand/v2"

// Move is one thing that could be done next.
type Move[A comparable] struct {
	Value float64 // a larger one is better, in one scale for the whole search
	// Needs are the attributes that the move would have: it is forbidden while any of
	// them is on the List.
	Needs []A
}

// Candidates is the candidate list of a search: the moves that could be made next,
// kept in order by the caller, who knows how to do so at the least cost. It is an
// elite candidate list (Glover and Laguna 1997, 3.2): its values may be out of date,
// and only the best candidates are evaluated anew.
type Candidates[A comparable] interface {
	// Best returns the candidate of the largest known value; those held back come
	// after all others, as moves without Needs. ok is false if there is none. The
	// Needs are valid until the next call.
	Best() (m Move[A], ok bool)
	// HoldBack puts the candidate that Best returned last behind all others until
	// the attribute by is released.
	HoldBack(by A)
	// Evaluate computes the value of the candidate that Best returned last anew. It
	// is false if that candidate was evaluated last, or needs no evaluation.
	Evaluate() bool
	// LeastFrequent returns the best move among those with what was done least often.
	// ok is false if the frequency memory prefers none.
	LeastFrequent() (m Move[A], ok bool)
	// Release brings forward what the attribute held back.
	Release(a A)
}

// Selector chooses among moves and remembers what was done. Its fields may be
// set before the first use; their zero values are sensible. It is not safe
// for concurrent use.
type Selector[A comparable] struct {
	List       List[A]
	Tenure     Tenure        // nil: Fixed(5), the value of On-ITS
	Aspiration Aspiration[A] // nil: Best
	// Turns says when the long-term memory chooses; nil: never. It is plain data and
	// not part of the State.
	Turns *Turns

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

// Choose returns the best candidate that may be made, or, on a turn of the
// long-term memory, the one it prefers; then diversifies is true. If all candidates
// are forbidden it is the best of them. ok is false only if there are none. The
// choice is remembered by Made, not here.
func (s *Selector[A]) Choose(c Candidates[A]) (m Move[A], diversifies, ok bool) {
	if m, ok = s.first(c); ok && s.Turns != nil && s.Turns.Due() {
		if rare, found := c.LeastFrequent(); found {
			return rare, true, true
		}
	}
	return m, false, ok
}

// first goes through the candidate list until its best candidate is free and its
// value is up to date.
func (s *Selector[A]) first(c Candidates[A]) (m Move[A], ok bool) {
	for {
		if m, ok = c.Best(); !ok {
			return m, false
		}
		if by, forbidden := s.Forbidden(m); forbidden {
			c.HoldBack(by)
		} else if !c.Evaluate() {
			return m, true
		}
	}
}

// Forbidden returns the first attribute because of which m may not be made now. ok
// is false if nothing that m needs is forbidden, or m aspires.
func (s *Selector[A]) Forbidden(m Move[A]) (by A, ok bool) {
	if s.List.Len() == 0 {
		return by, false
	}
	for _, a := range m.Needs {
		if s.List.Forbids(a) {
			return a, !s.aspires(m)
		}
	}
	return by, false
}

func (s *Selector[A]) aspires(m Move[A]) bool {
	if s.Aspiration == nil {
		return Best(m, s.best, s.started)
	}
	return s.Aspiration(m, s.best, s.started)
}

// Made tells that m was made: a step ends. It returns the attributes that are free
// again.
func (s *Selector[A]) Made(m Move[A]) (free []A) {
	s.Reached(m.Value)
	return s.List.Age()
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

// Turns shares the moves out between the short-term memory, which intensifies, and
// the long-term frequency memory, which diversifies. The turns are spread evenly,
// not drawn: a draw would make short searches a matter of luck.
type Turns struct {
	Share       float64 // of the moves that diversify, 0..1
	Moves       int     // made so far
	Diversified int     // of Moves, the ones that diversified
}

// Due reports whether the next move should diversify.
func (t *Turns) Due() bool { return int(float64(t.Moves+1)*t.Share) > t.Diversified }

// Made counts a move.
func (t *Turns) Made(diversified bool) {
	t.Moves++
	if diversified {
		t.Diversified++
	}
}

// TakeBack takes a move that came to nothing out of the shares.
func (t *Turns) TakeBack(diversified bool) {
	t.Moves = max(0, t.Moves-1)
	if diversified {
		t.Diversified = max(0, t.Diversified-1)
	}
}

// Aspiration reports whether a forbidden move may be made all the same. best
// is the largest value of any move made so far, ok is false if there was none.
type Aspiration[A comparable] func(m Move[A], best float64, ok bool) bool

// Best lets a forbidden move pass that is better than all made so far. Equal
// is not better, or the search could go round in circles.
func Best[A comparable](m Move[A], best float64, ok bool) bool { return !ok || m.Value > best }

// Never lets none pass.
func Never[A comparable](Move[A], float64, bool) bool { return false }
