package teach

import (
	"math"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// column is a feature over the examples: its values, and what its weight is before any example.
type column struct {
	rows     []int32
	values   []float64
	mean     float64
	variance float64
}

func (c *column) add(row int, value float64) {
	c.rows, c.values = append(c.rows, int32(row)), append(c.values, value)
}

// norm is the root of the sum of the squares.
func (c *column) norm() float64 {
	sum := 0.0
	for _, x := range c.values {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// fit returns the weights of the logistic regression of right on columns: the most probable ones
// after the examples, if before them each is normal with its column's mean and variance. It is the
// cyclic coordinate descent of Genkin, Lewis and Madigan, "Large-scale Bayesian logistic regression
// for text categorization", Technometrics 49 (2007), section 4 (CLG with Gaussian priors), whose
// bound on the second derivative makes each step safe. The same input gives the same bits.
func fit(columns []column, right []bool) []float64 {
	weights, region := make([]float64, len(columns)), make([]float64, len(columns))
	scores := make([]float64, len(right))
	for j := range columns {
		weights[j], region[j] = columns[j].mean, 1
		move(scores, &columns[j], columns[j].mean)
	}
	for range mostCycles {
		greatest := 0.0
		for j := range columns {
			step := newton(&columns[j], weights[j], region[j], scores, right)
			region[j] = max(2*math.Abs(step), region[j]/2)
			if step == 0 {
				continue
			}
			weights[j] += step
			move(scores, &columns[j], step)
			greatest = max(greatest, math.Abs(step))
		}
		if greatest < enough {
			break
		}
	}
	return weights
}

// The descent ends when no weight moves by so much in a cycle, or after so many cycles.
const (
	enough     = 1e-5
	mostCycles = 500
)

func move(scores []float64, c *column, by float64) {
	for k, row := range c.rows {
		scores[row] += by * c.values[k]
	}
}

// newton is the step of one weight, within its region.
func newton(c *column, weight, region float64, scores []float64, right []bool) float64 {
	slope, bend := (weight-c.mean)/c.variance, 1/c.variance
	for k, row := range c.rows {
		x, s := c.values[k], scores[row]
		p := stats.Logistic(s)
		if right[row] {
			p--
		}
		slope += p * x
		bend += x * x * steepest(s, region*math.Abs(x))
	}
	return min(max(-region, -slope/bend), region)
}

// steepest is the greatest derivative of the logistic function within d of s.
func steepest(s, d float64) float64 {
	if s = math.Abs(s); s <= d {
		return .25
	}
	return 1 / (2 + math.Exp(s-d) + math.Exp(d-s))
}
