package fca

import (
	"math"
	"math/rand/v2"
	"slices"
)

// probes is how many walks an error's estimate takes.
const probes = 200

// Estimate says about how many formal concepts with at least support objects there are,
// without computing them: the mean of so many random walks down the tree in which
// [Context.Lattice] finds them, each weighed by the branches that it passed (Knuth,
// Estimating the efficiency of backtrack programs, Mathematics of Computation 29:121-136,
// 1975). The mean is right in the long run; of few walks it is mostly too low, since large
// subtrees are rarely met. The same arguments give the same number. It is at least 1, and
// at most the number of sets of attributes or of objects.
func (c *Context) Estimate(support, walks int) float64 {
	r := rand.New(rand.NewPCG(uint64(len(c.columns)), uint64(c.objects)))
	sum := 0.0
	for range max(1, walks) {
		sum += c.walk(support, r)
	}
	most := math.Exp2(float64(min(c.objects, len(c.columns), 1023)))
	return min(sum/float64(max(1, walks)), most)
}

func (c *Context) walk(support int, r *rand.Rand) float64 {
	extent, intent := fullBits(c.objects), newBits(len(c.columns))
	size, weight := 1.0, 1.0
	for first := 0; ; {
		children := c.expand(extent, intent, first, support)
		if len(children) == 0 {
			return size
		}
		weight *= float64(len(children))
		size += weight
		ch := children[r.IntN(len(children))]
		extent, intent, first = ch.extent, slices.Clone(intent), ch.by+1
		intent.set(ch.by)
	}
}
