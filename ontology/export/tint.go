package export

import (
	"math"

	"github.com/ontocrawl/ontocrawl/ontology"
)

type rgb struct{ r, g, b uint8 }

// tint returns the colour of a shade, from pale (0) to strong (1). If dark is set, text
// on it should be white. Both ends are blue, for colour-blind readers.
func tint(w float64) (c rgb, dark bool) {
	mix := func(from, to float64) uint8 { return uint8(math.Round(from + (to-from)*w)) }
	return rgb{mix(0xf4, 0x1b), mix(0xf8, 0x5e), mix(0xfb, 0x9b)}, w > 0.8
}

// shades stretches the weights of the part to 0 .. 1. Weights of one topic lie close
// together, mostly above 0.8 with the printed parameters, and would look alike. Without
// weights the result is nil.
func (p *Part) shades() func(ontology.ID) float64 {
	if p.opt.Weights == nil {
		return nil
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, id := range p.nodes {
		least, most = min(least, p.opt.Weights[id]), max(most, p.opt.Weights[id])
	}
	return func(id ontology.ID) float64 {
		if most <= least {
			return 1
		}
		// Halves avoid overflow.
		return (p.opt.Weights[id]/2 - least/2) / (most/2 - least/2)
	}
}
