package strategy

import (
	"math"
	"math/rand/v2"
	"slices"
)

// pay ends a round: eq 9 and 10.
func (s *DWDBRM) pay() {
	places := s.places()
	sum := 0.
	for i := range s.found {
		if slices.Contains(s.round.fresh, s.found[i].id) {
			sum += 1 - places[i]/float64(len(places))
		}
	}
	a := &s.records[s.round.op]
	fresh := len(s.round.fresh)
	a.calls++
	a.fresh += fresh
	a.paid += sum / float64(max(s.round.results, 1)) * float64(fresh)
	s.round = round{}
}

// order returns the operators, the best first: those that were never tried, from one drawn at
// random, then by UCB1 (eq 11).
func (s *DWDBRM) order() []int {
	n, from := 0, rand.New(rand.NewPCG(s.seed, 0x647764)).IntN(numOperators)
	for i := range s.records {
		n += s.records[i].fresh
	}
	value := func(op int) float64 {
		a := &s.records[op]
		if a.calls == 0 {
			return math.MaxFloat64
		}
		return ucb1(a.paid/float64(max(a.fresh, 1)), n, a.fresh)
	}
	var ops []int
	for i := range numOperators {
		ops = append(ops, (from+i)%numOperators)
	}
	slices.SortStableFunc(ops, func(a, b int) int {
		switch x, y := value(a), value(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return ops
}

// ucb1 is eq 11: mean + sqrt(2 ln n / n_op).
func ucb1(mean float64, n, of int) float64 {
	return mean + math.Sqrt(2*math.Log(float64(max(n, 1)))/float64(max(of, 1)))
}
