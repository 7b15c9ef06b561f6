package tabu

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
)

// State is the memory of a Selector: with it, and the same Tenure, Aspiration
// and Turns, a search continues exactly as if it had not been interrupted.
// It is plain data; a caller may store it in a form of its own.
type State[A comparable] struct {
	Forbidden []Left[A] `json:"forbidden,omitempty"` // those free earlier first
	Best      float64   `json:"best"`
	Started   bool      `json:"started"` // Best is valid
	Rand      []byte    `json:"rand"`
}

// Left is a forbidden attribute and the steps left.
type Left[A comparable] struct {
	Attribute A   `json:"a"`
	Steps     int `json:"steps"`
}

// ErrState is wrapped by the errors of SetState and UnmarshalJSON.
var ErrState = errors.New("tabu: not a state")

// State returns a copy of what s remembers.
func (s *Selector[A]) State() State[A] {
	s.Rand()
	rng, _ := s.pcg.MarshalBinary() // never fails
	st := State[A]{Best: s.best, Started: s.started, Rand: rng}
	for _, end := range slices.Sorted(maps.Keys(s.List.due)) {
		for _, a := range s.List.due[end] {
			st.Forbidden = append(st.Forbidden, Left[A]{a, end - s.List.now})
		}
	}
	return st
}

// SetState replaces what s remembers. After an error s is unchanged.
func (s *Selector[A]) SetState(st State[A]) error {
	pcg := new(rand.PCG)
	if err := pcg.UnmarshalBinary(st.Rand); err != nil {
		return fmt.Errorf("%w: random state: %v", ErrState, err) // not translated: tabu leans on nothing
	}
	if st.Best != st.Best {
		return fmt.Errorf("%w: best is not a number", ErrState) // not translated: tabu leans on nothing
	}
	var l List[A]
	for _, f := range st.Forbidden {
		if f.Steps < 1 || l.Forbids(f.Attribute) {
			return fmt.Errorf("%w: %v is forbidden for %d steps", ErrState, f.Attribute, f.Steps) // not translated: tabu leans on nothing
		}
		l.Forbid(f.Attribute, f.Steps)
	}
	s.List, s.best, s.started = l, st.Best, st.Started
	s.setRand(pcg)
	return nil
}

// MarshalJSON returns the State, so A must be fit for it.
func (s *Selector[A]) MarshalJSON() ([]byte, error) { return json.Marshal(s.State()) }

// UnmarshalJSON sets the State. After an error s is unchanged.
func (s *Selector[A]) UnmarshalJSON(data []byte) error {
	var st State[A]
	if err := json.Unmarshal(data, &st); err != nil {
		return fmt.Errorf("%w: %v", ErrState, err)
	}
	return s.SetState(st)
}
