package eval

import (
	"math"
	"slices"
	"testing"
)

func TestOracle(t *testing.T) {
	tests := []struct {
		name   string
		links  [][]int32
		on     []int32
		seeds  []int32
		budget int
		want   []int32
	}{
		{
			// 0 -> 1 -> 2* and 0 -> 3 -> 4 -> 5*: the nearer one first, its
			// path paid for.
			"nearest first", [][]int32{{1, 3}, {2}, {}, {4}, {5}, {}},
			[]int32{2, 5}, []int32{0}, 10, []int32{0, 1, 2, 3, 4, 5},
		},
		{
			// 2 leads to 5 in one step: paths begin at any page it has.
			"links of all pages count", [][]int32{{1, 3}, {2}, {5}, {4}, {5}, {}},
			[]int32{2, 5}, []int32{0}, 10, []int32{0, 1, 2, 5},
		},
		{
			"ties by page order", [][]int32{{3, 2, 1}, {}, {}, {}},
			[]int32{1, 2, 3}, []int32{0}, 10, []int32{0, 1, 2, 3},
		},
		{
			// Two ways to 3: by 1 and by 2.
			"ties on the way", [][]int32{{2, 1}, {3}, {3}, {}},
			[]int32{3}, []int32{0}, 10, []int32{0, 1, 3},
		},
		{
			"budget ends it", [][]int32{{1}, {2}, {3}, {}},
			[]int32{3}, []int32{0}, 2, []int32{0, 1},
		},
		{
			"seeds once, and first", [][]int32{{}, {0}, {0}},
			[]int32{0, 2}, []int32{1, 2, 1}, 10, []int32{1, 2, 0},
		},
		{
			"what cannot be reached is left", [][]int32{{1}, {}, {1}},
			[]int32{1, 2}, []int32{0}, 10, []int32{0, 1},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := &Graph{Links: tt.links, OnTopic: make([]bool, len(tt.links))}
			for _, p := range tt.on {
				g.OnTopic[p] = true
			}
			if got := g.oracle(tt.seeds, tt.budget, nil, 0); !slices.Equal(got, tt.want) {
				t.Errorf("Oracle = %v, want %v", got, tt.want)
			}
		})
	}
}

func TestTargets(t *testing.T) {
	g := &Graph{Links: [][]int32{{1}, {0}, {1}}, OnTopic: []bool{true, true, true}}
	if n := g.targets([]int32{0}); n != 2 {
		t.Errorf("Targets = %d, want 2: page 2 has no in-link", n)
	}
}

func TestRecallAndArea(t *testing.T) {
	// Of 2 pages on topic, the 2nd and 4th fetch; the crawl ends after 4 of 5.
	curve := recall([]bool{false, true, false, true}, 2, 5)
	if want := []float64{0, .5, .5, 1, 1}; !slices.Equal(curve, want) {
		t.Errorf("Recall = %v, want %v", curve, want)
	}
	if a := area(curve); math.Abs(a-.6) > 1e-12 {
		t.Errorf("Area = %v, want 0.6", a)
	}
	if a := area(recall(nil, 0, 3)); a != 0 {
		t.Errorf("Area of nothing = %v", a)
	}
	if a := area(nil); a != 0 {
		t.Errorf("Area without budget = %v", a)
	}
}
