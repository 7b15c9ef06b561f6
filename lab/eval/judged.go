package eval

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// ownJudge measures the crawler's own judge: its mean, and its verdicts against the
// labels. Ignored pages do not count for the verdicts, and pages of the cross-check for
// nothing.
func (w *Web) ownJudge(r *Run, t *Outcome) {
	var right, called, onTopic float64
	var m runningStats
	for _, s := range t.Steps {
		m.add(s.Relevance)
		if w.Ignored[s.Page] {
			continue
		}
		if s.Relevant {
			called++
		}
		if w.OnTopic[s.Page] {
			onTopic++
		}
		if s.Relevant && w.OnTopic[s.Page] {
			right++
		}
	}
	for _, a := range t.Away {
		if a.OnTopic {
			continue
		}
		m.add(a.Relevance)
		if a.Relevant {
			called++
		}
	}
	r.AverageRelevance, r.RelevanceSD = m.mean, m.sd()
	r.Precision, r.JudgeRecall = stats.Ratio(right, called), stats.Ratio(right, onTopic)
	r.F1 = stats.Ratio(2*right, called+onTopic)
}

// runningStats keeps a running mean and variance (Welford, Technometrics 4(3), 1962).
type runningStats struct{ n, mean, m2 float64 }

func (m *runningStats) add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / m.n
	m.m2 += d * (x - m.mean)
}

func (m *runningStats) sd() float64 {
	if m.n == 0 {
		return 0
	}
	return math.Sqrt(max(0, m.m2/m.n))
}

// Judgement is a judge's relevance of a page, beside the page's label.
type Judgement struct {
	Relevance float64
	OnTopic   bool
}

// learn shows a judge all pages of the web, as a crawl has done at its end.
func (w *Web) learn(s crawl.Scorer) {
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

// f1 returns, for each threshold, the F1 of calling the pages above it relevant,
// against the labels. It sorts js.
func f1(js []Judgement, thresholds []float64) []float64 {
	sorts.Func(js, func(a, b Judgement) int { return cmp.Compare(b.Relevance, a.Relevance) })
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
		out[k] = stats.Ratio(2*float64(right[n]), float64(n+onTopic))
	}
	return out
}
