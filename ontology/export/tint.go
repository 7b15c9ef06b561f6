package export

import (
	"math"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// rgb is a colour.
type rgb struct{ r, g, b uint8 }

// tint is the colour of a shade, pale for 0 and strong for 1; dark says that
// text on it is to be white. Both ends are a blue, so that colour-blind readers
// lose nothing.
func tint(w float64) (c rgb, dark bool) {
	mix := func(from, to float64) uint8 { return uint8(math.Round(from + (to-from)*w)) }
	return rgb{mix(0xf4, 0x1b), mix(0xf8, 0x5e), mix(0xfb, 0x9b)}, w > 0.8
}

// shades are the weights of the part's concepts stretched to 0 .. 1, the least
// to the greatest: those of one topic lie close together, most of them above
// 0.8 with the printed parameters, and would all look alike. Without weights it
// is nil.
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
		// Halves, so that no difference overflows.
		return (p.opt.Weights[id]/2 - least/2) / (most/2 - least/2)
	}
}
