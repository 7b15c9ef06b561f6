package eval

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

func TestF1(t *testing.T) {
	js := []Judgement{{.2, false}, {.9, true}, {.5, true}, {.5, false}, {.1, true}}
	// Above .5: one, right, of three. Above .4: three, two right. Above 0: all. Above 1: none.
	for i, want := range []float64{2. / 4, 4. / 6, 6. / 8, 0} {
		if got := f1(js, []float64{.5, .4, 0, 1})[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("%d: %v, want %v", i, got, want)
		}
	}
	if got := f1(nil, []float64{.5}); got[0] != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// TestF1Counts: it equals the result of counting.
func TestF1Counts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		js := rapid.SliceOf(rapid.Custom(func(t *rapid.T) Judgement {
			return Judgement{float64(rapid.IntRange(0, 10).Draw(t, "r")) / 10, rapid.Bool().Draw(t, "on")}
		})).Draw(t, "js")
		phi := float64(rapid.IntRange(0, 10).Draw(t, "phi")) / 10
		var tp, wrong float64
		for _, j := range js {
			switch called := j.Relevance > phi; {
			case called && j.OnTopic:
				tp++
			case called != j.OnTopic:
				wrong++
			}
		}
		if got := f1(js, []float64{phi})[0]; math.Abs(got-stats.Ratio(2*tp, 2*tp+wrong)) > 1e-12 {
			t.Fatalf("%v, want %v", got, stats.Ratio(2*tp, 2*tp+wrong))
		}
	})
}
