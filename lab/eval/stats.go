package eval

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Interval is a mean with its 95 % bootstrap interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// resamples is the number of bootstrap samples. It gives the ends two digits (Efron
// and Tibshirani, An Introduction to the Bootstrap, 1993, section 19.3, ask for a
// thousand at least).
const resamples = 2000

// Stats computes intervals and tests over runs. It always draws the same runs
// with replacement, so that the intervals of one table and one figure belong
// together.
type Stats struct {
	seed  uint64
	draws [][]int
	means []float64
}

// newStats returns the Stats of n runs.
func newStats(n int, seed uint64) *Stats {
	rng := rand.New(rand.NewPCG(seed, 0x626f6f74))
	s := &Stats{seed: seed, draws: make([][]int, resamples), means: make([]float64, resamples)}
	for i := range s.draws {
		s.draws[i] = make([]int, n)
		for j := range s.draws[i] {
			s.draws[i][j] = rng.IntN(n)
		}
	}
	return s
}

// Mean returns the mean of a figure over runs, with its interval.
func (s *Stats) Mean(runs []*Run, figure func(*Run) float64) Interval {
	return s.interval(each(runs, figure))
}

// Difference returns the mean difference of a figure between runs a and b of the
// same seeds, and its two-sided p-value by flipping signs.
func (s *Stats) Difference(as, bs []*Run, figure func(*Run) float64) (Interval, float64) {
	diffs := each(as, figure)
	for i, x := range each(bs, figure) {
		diffs[i] -= x
	}
	return s.interval(diffs), signFlip(diffs, s.seed)
}

func each(runs []*Run, figure func(*Run) float64) []float64 {
	xs := make([]float64, len(runs))
	for i, r := range runs {
		xs[i] = figure(r)
	}
	return xs
}

// interval returns the mean of xs with the 2.5 and 97.5 percentiles of the
// means of the draws (the percentile method, ibid. section 13.3).
func (s *Stats) interval(xs []float64) Interval {
	for i, draw := range s.draws {
		sum := 0.0
		for _, j := range draw {
			sum += xs[j]
		}
		s.means[i] = sum / float64(len(xs))
	}
	slices.Sort(s.means)
	return Interval{average(xs), percentile(s.means, .025), percentile(s.means, .975)}
}

func average(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return stats.Ratio(sum, float64(len(xs)))
}

// percentile interpolates between the order statistics of sorted values.
func percentile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// exactRuns is the most pairs for which all signs are tried.
const exactRuns = 14

// signFlip returns the two-sided p-value of the hypothesis that a difference is as
// likely to be positive as negative: the share of all choices of signs whose mean
// is at least as far from 0 (Fisher's randomization test for pairs, The Design of
// Experiments, 1935, section 21). For n pairs it is never below 2/2^n, so five runs
// cannot show less than 1/16.
func signFlip(diffs []float64, seed uint64) float64 {
	n := len(diffs)
	if n == 0 {
		return 1
	}
	bound := math.Abs(flipped(diffs, 0)) * (1 - 1e-12) // sums of the same numbers in another order
	if n <= exactRuns {
		far := 0
		for signs := range 1 << n {
			if math.Abs(flipped(diffs, uint64(signs))) >= bound {
				far++
			}
		}
		return float64(far) / float64(int(1)<<n)
	}
	return drawnFlips(diffs, bound, seed)
}

// drawnFlips estimates signFlip from random signs. The actual signs count as one
// draw, so that it is never 0 (Phipson and Smyth 2010).
func drawnFlips(diffs []float64, bound float64, seed uint64) float64 {
	const draws = 20000
	rng := rand.New(rand.NewPCG(seed, 0x666c6970))
	far := 1
	for range draws {
		sum := 0.0
		for _, d := range diffs {
			if rng.Uint64()&1 == 0 {
				d = -d
			}
			sum += d
		}
		if math.Abs(sum) >= bound {
			far++
		}
	}
	return float64(far) / (draws + 1)
}

func flipped(diffs []float64, signs uint64) (sum float64) {
	for i, d := range diffs {
		if signs>>i&1 == 1 {
			d = -d
		}
		sum += d
	}
	return sum
}
