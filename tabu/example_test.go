package tabu_test

import (
	"fmt"
	"math"

	"github.com/ontocrawl/ontocrawl/tabu"
)

// A List forbids for a number of steps.
func ExampleList() {
	var l tabu.List[string]
	l.Forbid("north", 2)
	l.Age()
	fmt.Println(l.Forbids("north"), l.Left("north"))
	fmt.Println(l.Age(), l.Forbids("north"))
	// Output:
	// true 1
	// [north] false
}

// A search that only climbs stops at the first hilltop, here at 2. Forbidding
// the places it has left carries it through the valley to the higher one.
func ExampleSelector() {
	height := func(x int) float64 {
		return 3*math.Exp(-math.Pow(float64(x-2), 2)/2) + 5*math.Exp(-math.Pow(float64(x-9), 2)/4)
	}
	s := tabu.NewSelector[int](1)
	s.Tenure = tabu.Fixed(6)
	x, top := 0, 0
	for range 12 {
		moves := tabu.NewMoves([]tabu.Move[int]{
			{Value: height(x - 1), Needs: []int{x - 1}},
			{Value: height(x + 1), Needs: []int{x + 1}},
		})
		m, _, _ := s.Choose(moves)
		s.Made(m)
		s.Forbid(x)
		x += 2*moves.Chosen() - 1
		if height(x) > height(top) {
			top = x
		}
	}
	fmt.Println(top)
	// Output: 9
}

// A search continues in another process as if nothing had happened.
func ExampleSelector_MarshalJSON() {
	s := tabu.NewSelector[string](7)
	s.Made(tabu.Move[string]{Value: 2})
	s.Forbid("here")
	data, err := s.MarshalJSON()
	if err != nil {
		panic(err)
	}
	r := tabu.NewSelector[string](0)
	if err := r.UnmarshalJSON(data); err != nil {
		panic(err)
	}
	best, _ := r.Best()
	fmt.Println(r.List.Left("here"), best, r.Rand().IntN(100) == s.Rand().IntN(100))
	// Output: 5 2 true
}
