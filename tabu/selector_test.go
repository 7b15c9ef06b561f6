package tabu

import (
	"bytes"
	"errors"
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
		{"all tabu: the one that waits least", func(s *Selector[string]) {
			s.Reached(9)
			s.List.Forbid("x", 3)
			s.List.Forbid("y", 2)
		}, moves[:2], 1},
		{"stale moves lose", func(s *Selector[string]) {
			s.Diversity = 1.5
			s.Made(Move[string]{Marks: []string{"m"}})
		}, []Move[string]{{Value: 2, Marks: []string{"m"}}, {Value: 1}}, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSelector[string](1)
			tt.setup(s)
			if i, ok := s.Choose(tt.moves); !ok || i != tt.want {
				t.Errorf("Choose = %d, %v; want %d", i, ok, tt.want)
			}
		})
	}
	if _, ok := new(Selector[int]).Choose(nil); ok {
		t.Error("a move was chosen out of none")
	}
}

func TestTiesAreDrawn(t *testing.T) {
	s := NewSelector[int](1)
	moves := make([]Move[int], 4)
	var count [4]int
	for range 4000 {
		i, _ := s.Choose(moves)
		count[i]++
	}
	for i, n := range count {
		if n < 850 || n > 1150 {
			t.Errorf("move %d of 4 equal ones was chosen %d times of 4000", i, n)
		}
	}
}

func TestMade(t *testing.T) {
	s := NewSelector[string](1)
	s.Tenure = Fixed(2)
	s.Made(Move[string]{Value: -4, Leaves: []string{"a"}, Marks: []string{"m"}})
	if v, ok := s.Best(); !ok || v != -4 {
		t.Errorf("Best = %v, %v", v, ok)
	}
	if s.List.Left("a") != 2 || s.Frequency.Count("m") != 1 {
		t.Errorf("a has %d steps left, m was counted %d times", s.List.Left("a"), s.Frequency.Count("m"))
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

func TestAny(t *testing.T) {
	yes := func(Move[int], float64, bool) bool { return true }
	if Any(Never[int], Never[int])(Move[int]{}, 0, true) || !Any(Never[int], yes)(Move[int]{}, 0, true) {
		t.Error("Any is not or")
	}
}

func TestStateRefusals(t *testing.T) {
	s := NewSelector[string](1)
	s.Forbid("a")
	s.Made(Move[string]{Value: 1, Marks: []string{"m"}})
	before, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	good := s.State()
	tests := map[string]func(*State[string]){
		"no random state": func(st *State[string]) { st.Rand = nil },
		"no steps":        func(st *State[string]) { st.Forbidden[0].Steps = 0 },
		"twice forbidden": func(st *State[string]) { st.Forbidden = append(st.Forbidden, st.Forbidden[0]) },
		"counted never":   func(st *State[string]) { st.Counted[0].N = 0 },
		"counted twice":   func(st *State[string]) { st.Counted = append(st.Counted, st.Counted[0]) },
	}
	for name, spoil := range tests {
		st := good
		st.Forbidden = append([]Left[string](nil), good.Forbidden...)
		st.Counted = append([]Count[string](nil), good.Counted...)
		spoil(&st)
		if err := s.SetState(st); !errors.Is(err, ErrState) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if err := s.UnmarshalBinary([]byte("{")); !errors.Is(err, ErrState) {
		t.Errorf("half a state: error %v", err)
	}
	if after, _ := s.MarshalBinary(); !bytes.Equal(before, after) {
		t.Error("a refused state changed something")
	}
}

func FuzzState(f *testing.F) {
	s := NewSelector[string](1)
	s.Forbid("a")
	s.Made(Move[string]{Value: 1.5, Marks: []string{"m"}})
	good, _ := s.MarshalBinary()
	f.Add(good)
	f.Add([]byte(`{"rand":"cGNnOg=="}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := NewSelector[string](1)
		if s.UnmarshalBinary(data) != nil {
			return
		}
		a, err := s.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		r := NewSelector[string](2)
		if err := r.UnmarshalBinary(a); err != nil {
			t.Fatal(err)
		}
		if b, _ := r.MarshalBinary(); !bytes.Equal(a, b) {
			t.Error("a state changed by being read")
		}
	})
}
