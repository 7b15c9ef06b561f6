package teach

import (
	"math"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// TestFitByHand: with one column of ones over two right and no wrong pages, and variance 1, the
// weight w satisfies w = 2 / (1 + e^w), so w = .6748.
func TestFitByHand(t *testing.T) {
	c := column{variance: 1}
	c.add(0, 1)
	c.add(1, 1)
	w := fit([]column{c}, []bool{true, true})[0]
	if math.Abs(w-2/(1+math.Exp(w))) > 1e-4 || math.Abs(w-.6748) > 1e-3 {
		t.Errorf("w = %v", w)
	}
}

// TestFitIsStationary: at the result no weight has a slope.
func TestFitIsStationary(t *testing.T) {
	var columns []column
	right := make([]bool, 30)
	for j := range 6 {
		c := column{mean: float64(j % 2), variance: .5 + float64(j)}
		for i := range right {
			if (i*7+j*3)%4 != 0 {
				c.add(i, math.Sin(float64(i*j+1)))
			}
			right[i] = i*i%5 < 2
		}
		columns = append(columns, c)
	}
	w := fit(columns, right)
	scores := make([]float64, len(right))
	for j := range columns {
		move(scores, &columns[j], w[j])
	}
	for j, c := range columns {
		slope := (w[j] - c.mean) / c.variance
		for k, i := range c.rows {
			p := stats.Logistic(scores[i])
			if right[i] {
				p--
			}
			slope += p * c.values[k]
		}
		if math.Abs(slope) > 1e-3 {
			t.Errorf("weight %d: %v has the slope %v", j, w[j], slope)
		}
	}
}

// TestFigures: by hand.
func TestFigures(t *testing.T) {
	n := figures([]verdict{{3, true}, {2, false}, {1, true}, {-1, true}, {-2, false}})
	if n.precision != 2./3 || n.recall != 2./3 || n.f1 != 2./3 || math.Abs(n.ap-(1+2./3+3./4)/3) > 1e-12 {
		t.Errorf("%+v", n)
	}
	if n := figures([]verdict{{0, true}, {0, false}}); n.ap != .5 || n.f1 != 0 {
		t.Errorf("of equal scores: %+v", n)
	}
	if n := figures(nil); n != (numbers{}) {
		t.Errorf("of nothing: %+v", n)
	}
}
