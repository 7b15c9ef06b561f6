package plan

import (
	"math"
	"strconv"
)

// Figure is an estimated number as a person reads it: three digits that mean something, the
// rest zeros, thousands apart. The zero value is 0.
type Figure float64

func (f Figure) String() string {
	x := float64(f)
	if x < 1000 || math.IsInf(x, 0) || math.IsNaN(x) {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	whole := strconv.FormatFloat(math.Round(x/unit)*unit, 'f', 0, 64)
	var b []byte
	for i, digit := range []byte(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b = append(b, ',')
		}
		b = append(b, digit)
	}
	return string(b)
}
