package strategy

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// pay ends a round: eq 9 and 10.
func (s *DWDBRM) pay() {
	sum := s.reward()
	a := &s.records[s.round.op]
	fresh := len(s.round.fresh)
	a.calls++
	a.fresh += fresh
	a.paid += sum / float64(max(s.round.results, 1)) * float64(fresh)
	s.round = round{}
}

// reward is the sum of eq 9 over what is new by eq 10.
func (s *DWDBRM) reward() (sum float64) {
	places := s.places()
	known, best := map[int32]bool{}, map[int32]float64{} // by host
	for i := range s.found {
		id := s.found[i].id
		host := s.f.Item(id).Host
		if !slices.Contains(s.round.fresh, id) {
			known[host] = true
			continue
		}
		worth := 1 - places[i]/float64(len(places))
		if !s.sites {
			sum += worth
		}
		best[host] = max(best[host], worth)
	}
	if !s.sites {
		return sum
	}
	for _, host := range slices.Sorted(maps.Keys(best)) { // in order, so that sums are the same in every run
		if !known[host] {
			sum += best[host]
		}
	}
	return sum
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
