package ensemble

import (
	"math"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Logistic is eq 2: the chance of being on topic by a logistic regression on words, weighed
// by tf and idf, that tells the examples from Examples.Off. The paper calls the topic class 0
// and writes 1/(1+e^z); here it is class 1, so the score is 1/(1+e^-z). Words that one class
// has by chance are held down by the usual penalty of half the squared weights (the paper
// gives none), and both classes count equally, whatever their sizes.
//
// Without pages of both classes all scores are 1/2.
func Logistic(s *Set, of Examples) []float64 {
	scores := make([]float64, s.Len())
	m := trainLogistic(s, of)
	for p := range scores {
		scores[p] = stats.Logistic(m.margin(s.tfidf[p]))
	}
	return scores
}

type logistic struct {
	weights []float64
	bias    float64
}

func (m *logistic) margin(v vector) float64 {
	z := m.bias
	for _, w := range v {
		z += m.weights[w.word] * w.weight
	}
	return z
}

// Steps of the gradient descent. The loss is strongly convex, so it comes as near as wanted.
const (
	logisticSteps = 500
	logisticNear  = 1e-7 // length of the last step at which it ends
)

// trainLogistic minimizes sum_i c_i ln(1+e^(-y_i z_i)) + |w|²/2, with c_i such that both
// classes weigh as much as all pages of the smaller one.
func trainLogistic(s *Set, of Examples) *logistic {
	m := &logistic{weights: make([]float64, len(s.words))}
	if len(of.On) == 0 || len(of.Off) == 0 {
		return m
	}
	least := float64(min(len(of.On), len(of.Off)))
	on, off := least/float64(len(of.On)), least/float64(len(of.Off))
	// The gradient changes at most by 1 + sum c_i |x_i|²/4; |x_i|² with the bias is at most 2.
	rate := 1 / (1 + least)
	slope := make([]float64, len(s.words))
	for range logisticSteps {
		copy(slope, m.weights)
		bias := 0.
		for _, c := range [...]struct {
			pages     []int32
			want, per float64
		}{{of.On, 1, on}, {of.Off, 0, off}} {
			for _, p := range c.pages {
				d := c.per * (stats.Logistic(m.margin(s.tfidf[p])) - c.want)
				bias += d
				for _, w := range s.tfidf[p] {
					slope[w.word] += d * w.weight
				}
			}
		}
		moved := rate * math.Abs(bias)
		m.bias -= rate * bias
		for i, g := range slope {
			m.weights[i] -= rate * g
			moved = max(moved, rate*math.Abs(g))
		}
		if moved < logisticNear {
			break
		}
	}
	return m
}
