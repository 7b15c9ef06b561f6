// Package stats holds the few functions of statistics that several parts need.
package stats

import "math"

// Logit returns the log-odds of p, a probability. It is finite: p counts as edge if it is
// less, and as 1-edge if it is more.
func Logit(p, edge float64) float64 {
	p = min(max(p, edge), 1-edge)
	return math.Log(p / (1 - p))
}

// Logistic returns the probability with the log-odds x, the inverse of [Logit].
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Ratio returns a/b, and 0 if b is 0.
func Ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// Bit returns 1 for true and 0 for false.
func Bit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
