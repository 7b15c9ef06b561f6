package stats

import (
	"math"
	"testing"
)

func TestLogit(t *testing.T) {
	for _, c := range []struct{ p, want float64 }{{.5, 0}, {.75, math.Log(3)}, {.25, -math.Log(3)}, {0, -math.Log(99)}, {1, math.Log(99)}, {-3, -math.Log(99)}} {
		if got := Logit(c.p, .01); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("Logit(%v) = %v, want %v", c.p, got, c.want)
		}
	}
	for _, p := range []float64{.011, .3, .5, .989} {
		if got := Logistic(Logit(p, .01)); math.Abs(got-p) > 1e-12 {
			t.Errorf("Logistic(Logit(%v)) = %v", p, got)
		}
	}
	if Logistic(-1e9) != 0 || Logistic(1e9) != 1 {
		t.Error("Logistic is not 0 and 1 at the ends")
	}
}

func TestRatio(t *testing.T) {
	if Ratio(1, 4) != .25 || Ratio(3, 0) != 0 {
		t.Error("Ratio")
	}
}

func TestBit(t *testing.T) {
	if Bit(true) != 1 || Bit(false) != 0 {
		t.Error("Bit")
	}
}
