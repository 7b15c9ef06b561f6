package ensemble

import (
	"cmp"
	"slices"
)

// Positions are the places, from 1, that scores give to their pages: 1 is the largest. Equal
// scores share the mean of their places, so that numbers of pages decide nothing.
func Positions(scores []float64) []float64 {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	places := make([]float64, len(scores))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && scores[order[to]] == scores[order[from]] {
			to++
		}
		for _, p := range order[from:to] {
			places[p] = float64(from+1+to) / 2
		}
		from = to
	}
	return places
}

// Alpha is the weight of PageRank in eq 8 that the paper chose.
const Alpha = .2

// Combined is eq 8: (1-alpha) times the mean place in the lists of several rankers, plus alpha
// times the place by PageRank. The paper's smallest is best; the result is its negative.
func Combined(lists [][]float64, pagerank []float64, alpha float64) []float64 {
	all := make([]float64, len(pagerank))
	for i, r := range Positions(pagerank) {
		all[i] = -alpha * r
	}
	for i, r := range MeanPosition(lists) {
		all[i] += (1 - alpha) * r
	}
	return all
}

// MeanPosition is the negative mean of the places in several lists.
func MeanPosition(lists [][]float64) []float64 {
	return fold(lists, func(place float64) float64 { return -place })
}

// Reciprocal is the mean of the reciprocal places in several lists. Unlike the mean place, one
// list that knows nothing of a page cannot send it to the end.
func Reciprocal(lists [][]float64) []float64 {
	return fold(lists, func(place float64) float64 { return 1 / place })
}

func fold(lists [][]float64, worth func(place float64) float64) []float64 {
	if len(lists) == 0 {
		return nil
	}
	mean := make([]float64, len(lists[0]))
	for _, l := range lists {
		for i, place := range Positions(l) {
			mean[i] += worth(place) / float64(len(lists))
		}
	}
	return mean
}
