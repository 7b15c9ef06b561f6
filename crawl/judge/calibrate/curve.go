package calibrate

import (
	"math"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Answer is a person's answer about a page with relevance R.
type Answer struct {
	R   float64
	Yes bool
}

// The prior acts as priorPoints answers, at equal distances of R, each with the weight
// of half an answer: the curve has its middle at R = .5 and a slope of 2. Ten answers
// outweigh it. Below floorR hardly a page is on topic: there the share is floorShare of
// the curve's value, or else thousands of pages that mention the topic once in a menu
// would count as missed.
const (
	priorPoints = 19
	priorWeight = 0.5
	priorSlope  = 2.0
	priorMiddle = 0.5
	floorR      = 0.05
	floorShare  = 0.02
)

// The posterior is computed on a grid: middles from .03 to .97 in logit R, slopes from 1/4
// to 8. A slope is positive: a page with a greater R is never less likely on topic.
const (
	mostMiddle  = 3.5
	stepMiddle  = 0.1
	leastSlope  = 0.25
	slopeFactor = 1.2
	mostSlope   = 8
)

// Curve is the share of pages on topic at each R, as far as answers tell: logistic
// curves in logit R, each with its probability.
type Curve struct {
	middle, slope, weight []float64
}

// Fit returns the curve that answers and prior tell. Answers about pages up to floorR tell
// nothing of it: such a page on topic does not say that more of them are.
func Fit(answers []Answer) *Curve {
	c := &Curve{}
	for slope := leastSlope; slope <= mostSlope; slope *= slopeFactor {
		for middle := -mostMiddle; middle <= mostMiddle+stepMiddle/2; middle += stepMiddle {
			c.middle, c.slope = append(c.middle, middle), append(c.slope, slope)
		}
	}
	c.weight = make([]float64, len(c.slope))
	for k := range c.weight {
		c.weight[k] = c.logPosterior(k, answers)
	}
	normalise(c.weight)
	return c
}

// logPosterior is the logarithm of the probability of curve k, up to a constant.
func (c *Curve) logPosterior(k int, answers []Answer) (sum float64) {
	for i := range priorPoints {
		x := stats.Logit(float64(i+1)/(priorPoints+1), edge)
		expected := stats.Logistic(priorSlope * (x - stats.Logit(priorMiddle, edge)))
		yes, no := logShares(c.slope[k] * (x - c.middle[k]))
		sum += priorWeight * (expected*yes + (1-expected)*no)
	}
	for _, a := range answers {
		if a.R <= floorR {
			continue
		}
		yes, no := logShares(c.slope[k] * (stats.Logit(a.R, edge) - c.middle[k]))
		if a.Yes {
			sum += yes
		} else {
			sum += no
		}
	}
	return sum
}

// normalise turns logarithms into probabilities.
func normalise(w []float64) {
	top := math.Inf(-1)
	for _, x := range w {
		top = max(top, x)
	}
	sum := 0.0
	for i := range w {
		w[i] = math.Exp(w[i] - top)
		sum += w[i]
	}
	for i := range w {
		w[i] /= sum
	}
}

// at is the share of pages on topic at R by curve k.
func (c *Curve) at(k int, r float64) float64 {
	p := stats.Logistic(c.slope[k] * (stats.Logit(r, edge) - c.middle[k]))
	if r <= floorR {
		p *= floorShare
	}
	return p
}

// edge keeps logits finite: pages above 1-edge count as equally sure.
const edge = 0.001

// logShares are the logarithms of stats.Logistic(x) and of 1-stats.Logistic(x).
func logShares(x float64) (yes, no float64) {
	return -math.Log1p(math.Exp(-x)), -math.Log1p(math.Exp(x))
}
