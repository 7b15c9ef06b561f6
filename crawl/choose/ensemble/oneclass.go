package ensemble

import "math"

// OneClass is a one-class support vector machine (Schölkopf et al. 2001) with the product of
// tf-idf vectors as kernel: the score is sum_i a_i k(x_i, x), of which the offset is left out,
// as it changes no order. At most a share of Nu of the examples lies outside.
func OneClass(s *Set, of Examples) []float64 {
	scores := make([]float64, s.Len())
	for i, a := range oneClass(s, of.On, nu) {
		if a > 0 {
			for p := range scores {
				scores[p] += a * dot(s.tfidf[of.On[i]], s.tfidf[p])
			}
		}
	}
	return scores
}

// nu bounds the share of examples that count as outliers. The paper gives none; .5 is the
// default of the library that it used.
const nu = .5

// oneClass minimizes a'Ka/2 with 0 <= a_i <= 1/(nu n) and sum a_i = 1, by moving weight
// between the two examples that break the conditions of the optimum most (Platt 1999).
func oneClass(s *Set, on []int32, nu float64) []float64 {
	n := len(on)
	if n == 0 {
		return nil
	}
	most := 1 / (nu * float64(n))
	k := make([][]float64, n)
	a, slope := make([]float64, n), make([]float64, n)
	for i := range k {
		k[i] = make([]float64, n)
		for j := range k[i] {
			k[i][j] = dot(s.tfidf[on[i]], s.tfidf[on[j]])
			slope[i] += k[i][j] / float64(n)
		}
		a[i] = 1 / float64(n)
	}
	for range 100 * n {
		up, down := -1, -1 // the one that should gain, the one that should lose
		for i := range a {
			if a[i] < most && (up < 0 || slope[i] < slope[up]) {
				up = i
			}
			if a[i] > 0 && (down < 0 || slope[i] > slope[down]) {
				down = i
			}
		}
		if up < 0 || down < 0 || slope[down]-slope[up] < 1e-9 {
			break
		}
		move := min(most-a[up], a[down])
		if curve := k[up][up] + k[down][down] - 2*k[up][down]; curve > 0 {
			move = min(move, (slope[down]-slope[up])/curve)
		}
		a[up], a[down] = math.Min(most, a[up]+move), math.Max(0, a[down]-move)
		for i := range slope {
			slope[i] += move * (k[i][up] - k[i][down])
		}
	}
	return a
}
