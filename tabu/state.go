package tabu

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// State is the memory of a Selector: with it, and the same Tenure, Aspiration
// and Diversity, a search goes on exactly as if it had not been interrupted.
// It is plain data; a caller may store it in a form of its own.
type State[A comparable] struct {
	Forbidden []Left[A]  `json:"forbidden,omitempty"` // those free earlier first
	Counted   []Count[A] `json:"counted,omitempty"`   // in the order first counted
	Best      float64    `json:"best"`
	Started   bool       `json:"started"` // Best is valid
	Rand      []byte     `json:"rand"`
}

// Left is a forbidden attribute and the steps left.
type Left[A comparable] struct {
	Attribute A   `json:"a"`
	Steps     int `json:"steps"`
}

// Count is an attribute and how often it was counted.
type Count[A comparable] struct {
	Attribute A   `json:"a"`
	N         int `json:"n"`
}

// ErrState is wrapped by the errors of SetState and UnmarshalBinary.
var ErrState = errors.New("tabu: not a state")

// State returns a copy of what s remembers.
func (s *Selector[A]) State() State[A] {
	s.Rand()
	rng, _ := s.pcg.MarshalBinary() // never fails
	st := State[A]{Best: s.best, Started: s.started, Rand: rng}
	ends := make([]int, 0, len(s.List.due))
	for end := range s.List.due {
		ends = append(ends, end)
	}
	slices.Sort(ends)
	for _, end := range ends {
		for _, a := range s.List.due[end] {
			st.Forbidden = append(st.Forbidden, Left[A]{a, end - s.List.now})
		}
	}
	for _, a := range s.Frequency.order {
		st.Counted = append(st.Counted, Count[A]{a, s.Frequency.count[a]})
	}
	return st
}

// SetState replaces what s remembers. After an error s is unchanged.
func (s *Selector[A]) SetState(st State[A]) error {
	pcg := new(rand.PCG)
	if err := pcg.UnmarshalBinary(st.Rand); err != nil {
		return fmt.Errorf("%w: random state: %v", ErrState, err)
	}
	if st.Best != st.Best {
		return fmt.Errorf("%w: best is not a number", ErrState)
	}
	var l List[A]
	for _, f := range st.Forbidden {
		if f.Steps < 1 || l.Forbids(f.Attribute) {
			return fmt.Errorf("%w: %v is forbidden for %d steps", ErrState, f.Attribute, f.Steps)
		}
		l.Forbid(f.Attribute, f.Steps)
	}
	var q Frequency[A]
	for _, c := range st.Counted {
		if c.N < 1 || q.count[c.Attribute] > 0 {
			return fmt.Errorf("%w: %v was counted %d times", ErrState, c.Attribute, c.N)
		}
		q.Add(c.Attribute)
		q.count[c.Attribute] = c.N
		q.total += c.N - 1
	}
	s.List, s.Frequency, s.best, s.started = l, q, st.Best, st.Started
	s.setRand(pcg)
	return nil
}

// MarshalBinary returns the State as JSON, so A must be fit for it.
func (s *Selector[A]) MarshalBinary() ([]byte, error) { return json.Marshal(s.State()) }

// UnmarshalBinary sets the State from what MarshalBinary returned. After an
// error s is unchanged.
func (s *Selector[A]) UnmarshalBinary(data []byte) error {
	var st State[A]
	if err := json.Unmarshal(data, &st); err != nil {
		return fmt.Errorf("%w: %v", ErrState, err)
	}
	return s.SetState(st)
}
