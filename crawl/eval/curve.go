package eval

// Recall returns, for k = 1..budget, the share of total pages on topic that
// are among the first k fetched. on tells for each page fetched, in order,
// whether it is on topic. A crawl that ended early goes on flat.
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

// Area is the mean of a recall curve: 0 for a crawl that finds nothing, and
// nearer to 1 the earlier it finds everything.
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

// OnTopicOf maps a trail to labels, as Recall wants them.
func (g *Graph) OnTopicOf(trail []int32) []bool {
	on := make([]bool, len(trail))
	for i, p := range trail {
		on[i] = g.OnTopic[p]
	}
	return on
}
