package eval

// Recall returns, for k = 1..budget, the share of all pages on topic (total) that
// are among the first k fetched. on says for each fetched page, in order, whether
// it is on topic. After the end of a crawl the curve stays flat.
func Recall(on []bool, total, budget int) []float64 {
	curve := make([]float64, budget)
	found := 0
	for k := range curve {
		if k < len(on) && on[k] {
			found++
		}
		if total > 0 {
			curve[k] = float64(found) / float64(total)
		}
	}
	return curve
}

// Area returns the mean of a recall curve: 0 for a crawl that finds nothing, and
// nearer to 1 the earlier a crawl finds everything.
func Area(curve []float64) float64 {
	if len(curve) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range curve {
		sum += v
	}
	return sum / float64(len(curve))
}
