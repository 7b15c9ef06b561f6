package tabu

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

func TestChoose(t *testing.T) {
	moves := []Move[string]{
		{Value: 3, Needs: []string{"x"}},
		{Value: 2, Needs: []string{"y"}},
		{Value: 1},
	}
	tests := []struct {
		name  string
		setup func(*Selector[string])
		moves []Move[string]
		want  int
	}{
		{"the best", func(*Selector[string]) {}, moves, 0},
		{"but for what is tabu", func(s *Selector[string]) { s.Reached(9); s.Forbid("x") }, moves, 1},
		{"unless it is better than all before", func(s *Selector[string]) { s.Reached(2.5); s.Forbid("x") }, moves, 0},
		{"equal is not better", func(s *Selector[string]) { s.Reached(3); s.Forbid("x") }, moves, 1},
		{"without aspiration", func(s *Selector[string]) {
			s.Aspiration = Never[string]
			s.Forbid("x")
		}, moves, 1},
		{"all tabu: the best of them", func(s *Selector[string]) {
			s.Reached(9)
			s.Forbid("x")
			s.Forbid("y")
		}, moves[:2], 0},
		{"of equals the first", func(*Selector[string]) {}, []Move[string]{{Value: 1}, {Value: 2}, {Value: 2}}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSelector[string](1)
			tt.setup(s)
			list := NewMoves(tt.moves)
			m, diversifies, ok := s.Choose(list)
			if !ok || diversifies || list.Chosen() != tt.want || m.Value != tt.moves[tt.want].Value {
				t.Errorf("Choose = %+v, %v, %v, move %d; want %d", m, diversifies, ok, list.Chosen(), tt.want)
			}
		})
	}
	if _, _, ok := new(Selector[int]).Choose(NewMoves[int](nil)); ok {
		t.Error("a move was chosen out of none")
	}
}

// drifting is a candidate list whose values are out of date: each candidate turns
// out to have half the value when it is evaluated. Its frequency memory prefers rare.
type drifting struct {
	values    []float64
	evaluated []bool
	last      int
	rare      *Move[int]
}

func (d *drifting) Best() (Move[int], bool) {
	for i, v := range d.values {
		if i == 0 || v > d.values[d.last] {
			d.last = i
		}
	}
	return Move[int]{Value: d.values[d.last]}, true
}
func (d *drifting) HoldBack(int) {}
func (d *drifting) Evaluate() bool {
	if d.evaluated[d.last] {
		return false
	}
	d.evaluated[d.last] = true
	d.values[d.last] /= 2
	return true
}
func (d *drifting) LeastFrequent() (m Move[int], ok bool) {
	if d.rare != nil {
		return *d.rare, true
	}
	return m, false
}
func (d *drifting) Release(int) {}

// TestChooseEvaluates: only candidates that come first are evaluated, until the
// first one is up to date.
func TestChooseEvaluates(t *testing.T) {
	d := &drifting{values: []float64{9, 8, 4.2, 1}, evaluated: make([]bool, 4)}
	m, _, _ := NewSelector[int](1).Choose(d)
	if m.Value != 4.5 || d.evaluated[2] || d.evaluated[3] {
		t.Errorf("chose %v, evaluated %v", m.Value, d.evaluated)
	}
}

// TestTurns: with a share of .2 every fifth move diversifies, if the frequency
// memory prefers something; a move taken back gives its turn back.
func TestTurns(t *testing.T) {
	s := NewSelector[int](1)
	s.Turns = &Turns{Share: .2}
	var turns []int
	for i := 1; i <= 15; i++ {
		d := &drifting{values: []float64{1}, evaluated: make([]bool, 1)}
		if i != 5 {
			d.rare = &Move[int]{Value: -1}
		}
		m, diversifies, _ := s.Choose(d)
		if diversifies != (m.Value == -1) {
			t.Errorf("move %d: diversifies %v, value %v", i, diversifies, m.Value)
		}
		if diversifies {
			turns = append(turns, i)
		}
		s.Made(m)
		s.Turns.Made(diversifies)
	}
	if !slices.Equal(turns, []int{6, 10, 15}) {
		t.Errorf("moves %v diversify", turns)
	}
	s.Turns.TakeBack(true)
	if s.Turns.Moves != 14 || !s.Turns.Due() {
		t.Errorf("after taking back: %+v", s.Turns)
	}
	var none Turns
	none.TakeBack(true)
	if none != (Turns{}) {
		t.Errorf("taken back from none: %+v", none)
	}
}

func TestMade(t *testing.T) {
	s := NewSelector[string](1)
	s.Tenure = Fixed(2)
	s.Made(Move[string]{Value: -4})
	s.Forbid("a")
	if v, ok := s.Best(); !ok || v != -4 {
		t.Errorf("Best = %v, %v", v, ok)
	}
	if s.List.Left("a") != 2 {
		t.Errorf("a has %d steps left", s.List.Left("a"))
	}
	s.Made(Move[string]{Value: -5})
	if free := s.Made(Move[string]{Value: -6}); len(free) != 1 || free[0] != "a" {
		t.Errorf("free = %v", free)
	}
	if v, _ := s.Best(); v != -4 {
		t.Errorf("Best = %v after worse moves", v)
	}
}

func TestTenures(t *testing.T) {
	s := NewSelector[int](1)
	if n := Fixed(7)(s.Rand()); n != 7 {
		t.Errorf("Fixed(7) = %d", n)
	}
	seen := map[int]bool{}
	for range 200 {
		seen[Uniform(6, 4)(s.Rand())] = true
	}
	if len(seen) != 3 || !seen[4] || !seen[5] || !seen[6] {
		t.Errorf("Uniform(6, 4) drew %v", seen)
	}
}

func TestStateRefusals(t *testing.T) {
	s := NewSelector[string](1)
	s.Forbid("a")
	s.Made(Move[string]{Value: 1})
	before, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	good := s.State()
	tests := map[string]func(*State[string]){
		"no random state": func(st *State[string]) { st.Rand = nil },
		"no steps":        func(st *State[string]) { st.Forbidden[0].Steps = 0 },
		"twice forbidden": func(st *State[string]) { st.Forbidden = append(st.Forbidden, st.Forbidden[0]) },
	}
	for name, spoil := range tests {
		st := good
		st.Forbidden = append([]Left[string](nil), good.Forbidden...)
		spoil(&st)
		if err := s.SetState(st); !errors.Is(err, ErrState) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if err := s.UnmarshalJSON([]byte("{")); !errors.Is(err, ErrState) {
		t.Errorf("half a state: error %v", err)
	}
	if after, _ := s.MarshalJSON(); !bytes.Equal(before, after) {
		t.Error("a refused state changed something")
	}
}

func FuzzState(f *testing.F) {
	s := NewSelector[string](1)
	s.Forbid("a")
	s.Made(Move[string]{Value: 1.5})
	good, _ := s.MarshalJSON()
	f.Add(good)
	f.Add([]byte(`{"rand":"cGNnOg=="}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := NewSelector[string](1)
		if s.UnmarshalJSON(data) != nil {
			return
		}
		a, err := s.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		r := NewSelector[string](2)
		if err := r.UnmarshalJSON(a); err != nil {
			t.Fatal(err)
		}
		if b, _ := r.MarshalJSON(); !bytes.Equal(a, b) {
			t.Error("a state changed by being read")
		}
	})
}
