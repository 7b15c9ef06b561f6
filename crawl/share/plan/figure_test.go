package plan

import (
	"math"
	"testing"
)

func TestFigure(t *testing.T) {
	for x, want := range map[float64]string{0: "0", .0665: "0.0665", 386.2: "386", 999.4: "999", 1000: "1,000", 1994: "1,990", 1996: "2,000",
		3.846e6: "3,850,000", 9.996e6: "10,000,000", 6.6e10: "66,000,000,000", math.Inf(1): "+Inf"} {
		if got := Figure(x).String(); got != want {
			t.Errorf("%v is shown as %s, want %s", x, got, want)
		}
	}
}
