package calibrate

import (
	"math"
	"math/rand/v2"
	"slices"
)

// bins is how finely scores are counted; thresholds are multiples of .01.
const (
	bins       = 400
	thresholds = 100
)

// draws is how many possible truths an interval rests on.
const draws = 400

// Range is an estimate with an interval that holds the truth with 90 % probability, if
// the curve has the right form.
type Range struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// quality estimates how a threshold will do.
type Quality struct {
	Phi       float64 `json:"phi"`
	Relevant  int     `json:"relevant"` // pages above phi
	Precision Range   `json:"precision"`
	Recall    Range   `json:"recall"` // of the pages fetched
	F1        Range   `json:"f1"`
}

// counts are the pages of a run by R: those without an answer, and those answered yes.
type counts struct {
	open, yes, all [bins]int
}

// bin is the bin of r: bin i holds i/bins < r <= (i+1)/bins, and bin 0 also holds 0.
func bin(r float64) int {
	return min(max(int(math.Ceil(r*bins-1e-9))-1, 0), bins-1)
}

func count(scores []float64, answered map[int]bool) *counts {
	n := &counts{}
	for i, r := range scores {
		b := bin(r)
		n.all[b]++
		if yes, ok := answered[i]; !ok {
			n.open[b]++
		} else if yes {
			n.yes[b]++
		}
	}
	return n
}

// shares are the shares of pages on topic in each bin by curve k.
func (c *Curve) shares(k int, out *[bins]float64) {
	for b := range out {
		out[b] = c.at(k, (float64(b)+0.5)/bins)
	}
}

// f1 sets the expected F1 of each threshold by curve k. Sums of expectations stand for
// the expectation of their quotient.
func (n *counts) f1(c *Curve, k int, share *[bins]float64, f1 *[thresholds]float64) {
	c.shares(k, share)
	total := 0.0
	for b := range share {
		total += share[b]*float64(n.open[b]) + float64(n.yes[b])
	}
	found, chosen := 0.0, 0
	for b := bins - 1; b >= 0; b-- {
		found += share[b]*float64(n.open[b]) + float64(n.yes[b])
		chosen += n.all[b]
		if b%(bins/thresholds) == 0 {
			f1[b/(bins/thresholds)] = part(2*found, float64(chosen)+total)
		}
	}
}

// leastWeight is the probability of a curve below which it is left out, roughWeight
// where a question is sought only.
const (
	leastWeight = 1e-6
	roughWeight = 1e-4
)

// Best returns the threshold with the largest expected F1 over the pages of a run.
// answered says what is known of pages, by their index in scores.
func (c *Curve) Best(scores []float64, answered map[int]bool) float64 {
	n := count(scores, answered)
	var sum, f1 [thresholds]float64
	var share [bins]float64
	for k, w := range c.weight {
		if w < leastWeight {
			continue
		}
		n.f1(c, k, &share, &f1)
		for t := range f1 {
			sum[t] += w * f1[t]
		}
	}
	// Thresholds that are as good as the best lie beside each other where there are
	// few pages: the one in their middle is least moved by chance.
	best := greatest(&sum)
	last := best
	for last+1 < thresholds && sum[last+1] >= sum[best]-1e-12 {
		last++
	}
	return float64((best+last)/2) / thresholds
}

// optima returns the probability of each threshold to be the best one.
func (c *Curve) optima(scores []float64, answered map[int]bool) (where [thresholds]float64) {
	n := count(scores, answered)
	var f1 [thresholds]float64
	var share [bins]float64
	for k, w := range c.weight {
		if w >= roughWeight {
			n.f1(c, k, &share, &f1)
			where[greatest(&f1)] += w
		}
	}
	return where
}

// greatest is the first threshold above 0 with the greatest F1.
func greatest(f1 *[thresholds]float64) int {
	best := 1
	for t := 2; t < thresholds; t++ {
		if f1[t] > f1[best]+1e-12 {
			best = t
		}
	}
	return best
}

// quality returns what phi is expected to do. The truths that it rests on are drawn from
// the curve with a fixed seed, so that the same answers give the same figures.
func (c *Curve) quality(scores []float64, answered map[int]bool, phi float64) Quality {
	n := count(scores, answered)
	q := Quality{Phi: phi}
	first := int(math.Round(phi * bins)) // the first bin above phi
	for b := first; b < bins; b++ {
		q.Relevant += n.all[b]
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var share [bins]float64
	var precision, recall, f1 []float64
	for range draws {
		c.shares(c.draw(rng), &share)
		found, missed := n.truth(rng, &share, first)
		precision = append(precision, part(found, float64(q.Relevant)))
		recall = append(recall, part(found, found+missed))
		f1 = append(f1, part(2*found, float64(q.Relevant)+found+missed))
	}
	q.Precision, q.Recall, q.F1 = rangeOf(precision), rangeOf(recall), rangeOf(f1)
	return q
}

// draw returns a curve by its probability.
func (c *Curve) draw(rng *rand.Rand) int {
	x := rng.Float64()
	for k, w := range c.weight {
		if x -= w; x < 0 {
			return k
		}
	}
	return len(c.weight) - 1
}

// truth draws how many pages on topic lie above the threshold and below it.
func (n *counts) truth(rng *rand.Rand, share *[bins]float64, first int) (above, below float64) {
	half := func(from, to int) float64 {
		var mean, variance, known, open float64
		for b := from; b < to; b++ {
			p, m := share[b], float64(n.open[b])
			mean, variance, open = mean+p*m, variance+p*(1-p)*m, open+m
			known += float64(n.yes[b])
		}
		return known + min(max(mean+math.Sqrt(variance)*rng.NormFloat64(), 0), open)
	}
	return half(first, bins), half(0, first)
}

// part is a/b; nothing out of nothing is no fault.
func part(a, b float64) float64 {
	if b == 0 {
		return 1
	}
	return a / b
}

// rangeOf sorts x.
func rangeOf(x []float64) Range {
	slices.Sort(x)
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return Range{sum / float64(len(x)), x[len(x)/20], x[len(x)-1-len(x)/20]}
}
