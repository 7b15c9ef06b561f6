package reading

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

const (
	numKinds  = len(maintext.Kinds)
	steps     = 250 // of the descent
	ridge     = 20. // how much large weights cost
	learnRate = .05
)

// kindWeights fits a logistic regression of the kinds over tokens (Adam: Kingma and Ba,
// 2014). Rare kinds weigh more.
func kindWeights(pages []*Page) (weights map[uint32][numKinds]float64, bias [numKinds]float32) {
	var known []*Page
	for _, p := range pages {
		if p.kind >= 0 {
			known = append(known, p)
		}
	}
	weights = map[uint32][numKinds]float64{}
	if len(known) == 0 {
		return weights, bias
	}
	tokens := kindTokens(known)
	at := map[uint32]int{}
	for i, t := range tokens {
		at[t] = i
	}
	rows := make([][]int, len(known))
	for i, p := range known {
		for t := range p.stat.kinds {
			if k, ok := at[t]; ok {
				rows[i] = append(rows[i], k)
			}
		}
		slices.Sort(rows[i])
	}
	w := descend(known, rows, len(tokens))
	for i, t := range tokens {
		weights[t] = w[i]
	}
	for k, v := range w[len(tokens)] {
		bias[k] = float32(v)
	}
	return weights, bias
}

// kindTokens are those that tell kinds apart best, by chi squared.
func kindTokens(known []*Page) []uint32 {
	type counts struct {
		by    [numKinds]float64
		sites map[string]bool
	}
	all := map[uint32]*counts{}
	var base [numKinds]float64
	for _, p := range known {
		base[p.kind] += 1 / float64(len(known))
		for t := range p.stat.kinds {
			if all[t] == nil {
				all[t] = &counts{sites: map[string]bool{}}
			}
			all[t].by[p.kind]++
			all[t].sites[p.domain] = true
		}
	}
	type scored struct {
		token uint32
		score float64
	}
	var list []scored
	for t, c := range all {
		if len(c.sites) < kindsSites {
			continue
		}
		n, chi := 0., 0.
		for _, v := range c.by {
			n += v
		}
		for k, v := range c.by {
			if e := n * base[k]; e > 0 {
				chi += (v - e) * (v - e) / e
			}
		}
		list = append(list, scored{t, chi})
	}
	sorts.Func(list, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.token, b.token)) })
	tokens := make([]uint32, 0, keepKinds)
	for _, s := range list[:min(len(list), keepKinds)] {
		tokens = append(tokens, s.token)
	}
	return tokens
}

// descend returns the weights by token; the last ones are the biases.
func descend(known []*Page, rows [][]int, n int) [][numKinds]float64 {
	w, m, v := make([][numKinds]float64, n+1), make([][numKinds]float64, n+1), make([][numKinds]float64, n+1)
	weight := kindBalance(known)
	for step := 1; step <= steps; step++ {
		g := make([][numKinds]float64, n+1)
		for i, p := range known {
			z := w[n]
			for _, t := range rows[i] {
				for k := range z {
					z[k] += w[t][k]
				}
			}
			q := softmax(z)
			for k := range q {
				if k == p.kind {
					q[k]--
				}
				q[k] *= weight[p.kind]
			}
			for _, t := range rows[i] {
				for k := range q {
					g[t][k] += q[k]
				}
			}
			for k := range q {
				g[n][k] += q[k]
			}
		}
		c1, c2 := 1-math.Pow(.9, float64(step)), 1-math.Pow(.999, float64(step))
		for t := range w {
			for k := range w[t] {
				d := g[t][k]
				if t < n {
					d += ridge * w[t][k]
				}
				m[t][k] = .9*m[t][k] + .1*d
				v[t][k] = .999*v[t][k] + .001*d*d
				w[t][k] -= learnRate * m[t][k] / c1 / (math.Sqrt(v[t][k]/c2) + 1e-8)
			}
		}
	}
	return w
}

// kindBalance is how much a page of each kind weighs.
func kindBalance(known []*Page) (weight [numKinds]float64) {
	for _, p := range known {
		weight[p.kind]++
	}
	for k := range weight {
		weight[k] = math.Sqrt(float64(len(known)) / float64(numKinds) / max(1, weight[k]))
	}
	return weight
}

func softmax(z [numKinds]float64) [numKinds]float64 {
	most, sum := slices.Max(z[:]), 0.
	for k := range z {
		z[k] = math.Exp(z[k] - most)
		sum += z[k]
	}
	for k := range z {
		z[k] /= sum
	}
	return z
}
