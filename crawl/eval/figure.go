package eval

import "slices"

// Figure is a figure of the On-ITS paper: a value after each number of fetched
// pages, one line for each strategy.
type Figure struct {
	Title  string
	Of     string // what the value is
	Share  bool   // the value is within 0 and 1
	Series []Series
}

// Series is a line with its 95 % bootstrap band over the runs.
type Series struct {
	Name            string
	X               []int
	Mean, Low, High []float64
}

// points is the greatest number of points of a line.
const points = 120

// curve returns the value after each fetch of a run.
type curve func(w *Web, r *Run) []float64

// Figures returns Figures 3 to 6 for a budget: the share of pages on topic, their
// number, the mean relevance and its deviation, each after k pages. In the paper
// the crawler's own judge says which pages are on topic; here the labels do. After
// the end of a crawl a line stays flat.
func (p *Plan) Figures(r *Result, given string) []Figure {
	figures := []Figure{
		{Title: "Accuracy", Of: "share of the pages fetched that are on topic", Share: true},
		{Title: "Pages on topic", Of: "pages on topic fetched"},
		{Title: "Average relevance", Of: "mean relevance of the pages fetched, by the crawler's judge", Share: true},
		{Title: "Deviation of relevance", Of: "standard deviation of that relevance"},
	}
	stats := NewStats(p.Repeat, p.Seed)
	for i, c := range []curve{accuracyCurve, countCurve, averageCurve, deviationCurve} {
		for _, name := range append(slices.Clone(r.Entrants), Oracle) {
			figures[i].Series = append(figures[i].Series, p.series(name, r.RunsOf(name, given), c, stats))
		}
	}
	return figures
}

func (p *Plan) series(name string, runs []*Run, c curve, stats *Stats) Series {
	s := Series{Name: name}
	var curves [][]float64
	budget := 0
	for _, r := range runs {
		curves = append(curves, c(p.Web, r))
		budget = max(budget, r.Budget)
	}
	xs := make([]float64, len(curves))
	for _, k := range samplePoints(budget) {
		for i, c := range curves {
			xs[i] = 0
			if len(c) > 0 {
				xs[i] = c[min(k, len(c))-1]
			}
		}
		iv := stats.Interval(xs)
		s.X = append(s.X, k)
		s.Mean, s.Low, s.High = append(s.Mean, iv.Mean), append(s.Low, iv.Low), append(s.High, iv.High)
	}
	return s
}

// samplePoints returns where a line of n fetches has its points: evenly, with the
// first and the last.
func samplePoints(n int) (ks []int) {
	if n <= points {
		for k := range n {
			ks = append(ks, k+1)
		}
		return ks
	}
	for i := range points {
		ks = append(ks, 1+i*(n-1)/(points-1))
	}
	return ks
}

func countCurve(w *Web, r *Run) []float64 {
	out := make([]float64, len(r.Outcome.Steps))
	n := 0.0
	for i, is := range w.on(r.Outcome.Steps) {
		if is {
			n++
		}
		out[i] = n
	}
	return out
}

func accuracyCurve(w *Web, r *Run) []float64 {
	out := countCurve(w, r)
	for i := range out {
		out[i] /= float64(i + 1)
	}
	return out
}

func averageCurve(_ *Web, r *Run) []float64 {
	out := make([]float64, len(r.Outcome.Steps))
	var m runningStats
	for i, s := range r.Outcome.Steps {
		m.add(s.Relevance)
		out[i] = m.mean
	}
	return out
}

func deviationCurve(_ *Web, r *Run) []float64 {
	out := make([]float64, len(r.Outcome.Steps))
	var m runningStats
	for i, s := range r.Outcome.Steps {
		m.add(s.Relevance)
		out[i] = m.sd()
	}
	return out
}
