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
	for _, name := range append(slices.Clone(r.Entrants), Oracle) {
		var all [][4][]float64
		budget := 0
		for _, run := range r.RunsOf(name, given) {
			all, budget = append(all, p.Web.curves(run)), max(budget, run.Budget)
		}
		for i := range figures {
			figures[i].Series = append(figures[i].Series, series(name, all, i, budget, stats))
		}
	}
	return figures
}

// series returns the line of figure i, from the curves of all runs.
func series(name string, all [][4][]float64, i, budget int, stats *Stats) Series {
	s := Series{Name: name}
	xs := make([]float64, len(all))
	for _, k := range samplePoints(budget) {
		for run := range all {
			xs[run] = 0
			if c := all[run][i]; len(c) > 0 {
				xs[run] = c[min(k, len(c))-1]
			}
		}
		iv := stats.Interval(xs)
		s.X = append(s.X, k)
		s.Mean, s.Low, s.High = append(s.Mean, iv.Mean), append(s.Low, iv.Low), append(s.High, iv.High)
	}
	return s
}

// curves returns the values of the four figures after each fetch of a run.
func (w *Web) curves(r *Run) (curves [4][]float64) {
	var stats runningStats
	found := 0.0
	on := w.on(r.Outcome.Steps)
	for k, s := range r.Outcome.Steps {
		if on[k] {
			found++
		}
		stats.add(s.Relevance)
		for i, x := range []float64{found / float64(k+1), found, stats.mean, stats.sd()} {
			curves[i] = append(curves[i], x)
		}
	}
	return curves
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
