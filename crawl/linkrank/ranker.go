package linkrank

import "github.com/ontocrawl/ontocrawl/crawl"

// Ranker says what an unfetched link is worth. One goroutine calls it. The
// same calls give the same numbers.
type Ranker interface {
	// Observe learns from the outcome of a visit and remembers what the links
	// of its page say of the URLs they point to. A visit is observed once.
	Observe(v *crawl.Visit)
	// Worth is what fetching url is worth as far as is known: larger is
	// better, never NaN, and comparable with the worth of any other URL at the
	// same moment. A URL without evidence is worth what is worth least to know
	// about it. It changes nothing that can be seen.
	Worth(url string) float64
	crawl.Checkpointer
}

// Explainer is implemented by a Ranker that can say why.
type Explainer interface {
	// Explain returns the parts Worth(url) is the sum of.
	Explain(url string) []Part
}

// Part is one reason of a worth: it contributes Value * Weight.
type Part struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
}

// outcome is what a visit teaches: the relevance of what was found, and
// whether anything was. A URL that is gone (404, 410) is a fetch that brought
// nothing. Other failures (robots, network, a page already recorded) say
// nothing of the topic.
func outcome(v *crawl.Visit) (relevance float64, known bool) {
	if v.Page == nil {
		return 0, false
	}
	return min(max(v.Score.Relevance, 0), 1), true
}
