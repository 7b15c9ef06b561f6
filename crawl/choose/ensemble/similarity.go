package ensemble

// Cosine is eq 3 with eq 5: the mean, over the examples, of the cosine of term frequencies. It
// is from 0 to 1; a page without words has 0.
func Cosine(s *Set, of Examples) []float64 {
	return s.similarity(of.On, func(a, b int32) float64 {
		if s.norms[a] == 0 || s.norms[b] == 0 {
			return 0
		}
		return dot(s.rows[a], s.rows[b]) / (s.norms[a] * s.norms[b])
	})
}

// Jaccard is eq 3 with eq 4: the mean, over the examples, of the share of common words among
// all words of both pages. It is from 0 to 1; of two pages without words it is 0.
func Jaccard(s *Set, of Examples) []float64 {
	return s.similarity(of.On, func(a, b int32) float64 {
		both := common(s.rows[a], s.rows[b])
		all := len(s.rows[a]) + len(s.rows[b]) - both
		if all == 0 {
			return 0
		}
		return float64(both) / float64(all)
	})
}

// similarity is eq 3.
func (s *Set) similarity(to []int32, sim func(a, b int32) float64) []float64 {
	scores := make([]float64, s.Len())
	for p := range scores {
		for _, e := range to {
			scores[p] += sim(int32(p), e) / float64(len(to))
		}
	}
	return scores
}

// common is the number of words that two pages share.
func common(a, b vector) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].word < b[j].word:
			i++
		case a[i].word > b[j].word:
			j++
		default:
			n++
			i++
			j++
		}
	}
	return n
}
