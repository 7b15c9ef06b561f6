package eval

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Judgement is a judge's relevance of a page, beside the page's label.
type Judgement struct {
	Relevance float64
	OnTopic   bool
}

// Learn shows a judge all pages of the web, as a crawl has done at its end.
func (w *Web) Learn(s crawl.Scorer) {
	for _, p := range w.pages {
		if p != nil {
			s.Learn(p)
		}
	}
}

// Judge scores every page that could be read and is not ignored. The web must have
// been read with the judge's topic. A page without any word of the topic has a
// relevance of 0 by every judge, so it is not scored; this saves most of the time.
func (w *Web) Judge(s crawl.Scorer) []Judgement {
	js := make([]Judgement, 0, len(w.pages))
	for i, p := range w.pages {
		if p == nil || w.Ignored[i] {
			continue
		}
		j := Judgement{OnTopic: w.OnTopic[i]}
		if mentions(p) {
			own := *p // a judge may give it another title
			j.Relevance = s.Score(&own).Relevance
		}
		js = append(js, j)
	}
	return js
}

func mentions(p *crawl.Page) bool {
	return slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return len(b.Mentions) > 0 })
}

// F1 returns, for each threshold, the F1 of calling the pages above it relevant,
// against the labels. It sorts js.
func F1(js []Judgement, thresholds []float64) []float64 {
	slices.SortFunc(js, func(a, b Judgement) int { return cmp.Compare(b.Relevance, a.Relevance) })
	onTopic := 0
	for _, j := range js {
		if j.OnTopic {
			onTopic++
		}
	}
	right := make([]int, len(js)+1) // right[n]: on topic among the first n
	for i, j := range js {
		right[i+1] = right[i]
		if j.OnTopic {
			right[i+1]++
		}
	}
	out := make([]float64, len(thresholds))
	for k, phi := range thresholds {
		n, _ := slices.BinarySearchFunc(js, phi, func(j Judgement, phi float64) int { // the first not above phi
			if j.Relevance > phi {
				return -1
			}
			return 1
		})
		out[k] = ratio(2*float64(right[n]), float64(n+onTopic))
	}
	return out
}
