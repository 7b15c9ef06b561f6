package semsim

import (
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Judgement is how similar people judge two names to be. A name may mean several concepts.
type Judgement struct {
	A, B  []ontology.ID
	Score float64
}

// Best returns the similarity of the most similar meanings of j (Resnik, IJCAI 1995), and these.
func (j Judgement) Best(c Comparer) (sim float64, a, b ontology.ID) {
	sim = -1
	for _, x := range j.A {
		for _, y := range j.B {
			if s := c.Sim(x, y); s > sim {
				sim, a, b = s, x, y
			}
		}
	}
	return sim, a, b
}

// Agreement says how far similarities agree with judgements.
type Agreement struct {
	Pearson  float64 `json:"pearson"`
	Spearman float64 `json:"spearman"`
}

// Agree compares similarities with judgements. Where one of the two is the same for all pairs, there is no agreement
// to speak of, and the result is 0.
func Agree(sims, scores []float64) Agreement {
	return Agreement{pearson(sims, scores), pearson(Ranks(sims), Ranks(scores))}
}

func pearson(x, y []float64) float64 {
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	if xx <= 0 || yy <= 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(max(len(x), 1))
}

// Ranks returns the rank of each value, from 1 for the least. Equal values share the mean of their ranks.
func Ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case x[i] < x[j]:
			return -1
		case x[i] > x[j]:
			return 1
		}
		return 0
	})
	ranks := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			ranks[k] = float64(i+j+1) / 2
		}
		i = j
	}
	return ranks
}
