package maintext

import "math"

// buckets are the steps in which probabilities are compared.
const buckets = 64

// choose marks the blocks whose choice has the greatest expected F measure, by their
// probabilities and words: with them falling, it is (1+b) sum(pw) / (sum(w) + b all(pw)).
func choose(p []float32, words []float32, b float64, chosen []bool) {
	var all [buckets]float64
	var right [buckets]float64
	total := 0.
	for i, q := range p {
		k := bucketOf(q)
		all[k] += float64(words[i])
		right[k] += float64(words[i] * q)
		total += float64(words[i] * q)
	}
	best, limit, w, pw := -1., buckets, 0., 0.
	for k := buckets - 1; k >= 0; k-- {
		if w, pw = w+all[k], pw+right[k]; all[k] == 0 {
			continue
		}
		if f := (1 + b) * pw / (w + b*total + 1e-9); f > best {
			best, limit = f, k
		}
	}
	for i, q := range p {
		chosen[i] = bucketOf(q) >= limit
	}
}

func bucketOf(p float32) int { return max(0, min(buckets-1, int(p*buckets))) }

func logistic(z float32) float32 { return float32(1 / (1 + math.Exp(-float64(z)))) }
