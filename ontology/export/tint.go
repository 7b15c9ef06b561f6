package export

import "math"

// rgb is a colour.
type rgb struct{ r, g, b uint8 }

// tint is the colour of a weight, pale for 0 and strong for 1; dark says that
// text on it is to be white. Both ends are a blue, so that colour-blind readers
// lose nothing.
func tint(weight float64) (c rgb, dark bool) {
	w := math.Min(math.Max(weight, 0), 1)
	mix := func(from, to float64) uint8 { return uint8(math.Round(from + (to-from)*w)) }
	return rgb{mix(0xf4, 0x1b), mix(0xf8, 0x5e), mix(0xfb, 0x9b)}, w > 0.6
}
