package eval

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Figure is a figure of the On-ITS paper: a value after each number of fetched
// pages, one line for each strategy.
type Figure struct {
	Number int // in the paper; 0: it has none like it
	Title  string
	Of     string // what the value is
	By     string // what the x axis counts: "requests" or "pages"
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
// number, the mean relevance and its deviation, each after k requests or pages, as the
// budget counts; and the recall by requests and by pages. In the paper the crawler's own
// judge says which pages are on topic; here the labels do. After the end of a crawl a
// line stays flat.
func (p *Plan) Figures(r *Result, given string) []Figure {
	by := p.Outside.Unit()
	figures := []Figure{
		{Number: 3, Title: "Harvest rate", Of: "share of the pages fetched that are on topic", Share: true, By: by},
		{Number: 4, Title: "Pages on topic", Of: "pages on topic fetched", By: by},
		{Number: 5, Title: "Average relevance", Of: "mean relevance of the pages fetched, by the crawler's judge", Share: true, By: by},
		{Number: 6, Title: "Deviation of relevance", Of: "standard deviation of that relevance", By: by},
		{Title: "Recall by requests", Of: "share of the reachable pages on topic that were found", Share: true, By: Outside{}.Unit()},
		{Title: "Recall by pages", Of: "the same, if failures were free", Share: true, By: Outside{Dead: true}.Unit()},
	}
	stats := newStats(p.Repeat, p.Seed)
	for _, name := range append(slices.Clone(r.Entrants), Oracle) {
		var all [][6][]float64
		budget := 0
		for _, run := range r.RunsOf(name, given) {
			all, budget = append(all, p.curves(run)), max(budget, run.Budget)
		}
		for i := range figures {
			figures[i].Series = append(figures[i].Series, series(name, all, i, budget, stats))
		}
	}
	return figures
}

// series returns the line of figure i, from the curves of all runs.
func series(name string, all [][6][]float64, i, budget int, stats *Stats) Series {
	s := Series{Name: name}
	xs := make([]float64, len(all))
	for _, k := range samplePoints(budget) {
		for run := range all {
			xs[run] = 0
			if c := all[run][i]; len(c) > 0 {
				xs[run] = c[min(k, len(c))-1]
			}
		}
		iv := stats.interval(xs)
		s.X = append(s.X, k)
		s.Mean, s.Low, s.High = append(s.Mean, iv.Mean), append(s.Low, iv.Low), append(s.High, iv.High)
	}
	return s
}

// curves returns the values of the figures after each request or page of a run.
func (p *Plan) curves(r *Run) (curves [6][]float64) {
	var running runningStats
	found, pages := 0.0, 0.0
	by, n := At.byRequest, r.Requests
	if p.Outside.Dead {
		by, n = At.byPage, r.Fetched
	}
	events := p.Web.events(r.Outcome)
	for k := 1; k <= n; k++ {
		for len(events) > 0 && by(events[0].At) <= k {
			if events[0].on {
				found++
			}
			pages++
			running.add(events[0].relevance)
			events = events[1:]
		}
		for i, x := range []float64{stats.Ratio(found, pages), found, running.mean, running.sd()} {
			curves[i] = append(curves[i], x)
		}
	}
	curves[4], curves[5] = p.Web.recall(r, At.byRequest), p.Web.recall(r, At.byPage)
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
