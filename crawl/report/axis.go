package report

import (
	"math"
	"strconv"
)

// ticks returns about n round numbers, from low to a round number at or above high.
// Steps are 1, 2, 2.5 or 5 times a power of ten.
func ticks(low, high float64, n int) []float64 {
	if !(high > low) {
		high = low + 1
	}
	raw := (high - low) / float64(n)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, m := range []float64{1, 2, 2.5, 5} {
		if m*power >= raw*(1-1e-9) {
			step = m * power
			break
		}
	}
	var out []float64
	first := math.Floor(low/step + 1e-9)
	for i := 0; ; i++ {
		v := (first + float64(i)) * step
		out = append(out, v)
		if v >= high-step*1e-9 || i > 4*n {
			return out
		}
	}
}

// number writes a tick or a coordinate with four decimals at most.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*1e4)/1e4, 'f', -1, 64)
}
