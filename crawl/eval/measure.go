package eval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Run is one crawl and its figures. The labels say what is on topic; figures of
// the crawler's own judge say so.
type Run struct {
	Strategy string `json:"strategy"`
	Run      int    `json:"run"` // 1, 2, ...: runs of one number have the same seeds
	Seed     uint64 `json:"seed"`
	Seeds    int    `json:"seeds"`        // pages the crawl starts from
	Given    string `json:"budget_given"` // as the user gave it: "2000", "4x"
	Budget   int    `json:"budget"`       // pages
	Fetched  int    `json:"fetched"`      // pages recorded
	Failures int    `json:"failures"`     // choices that brought no page

	OnTopic     int     `json:"on_topic"`     // pages on topic among them, each once
	Reachable   int     `json:"reachable"`    // pages on topic that links from the seeds lead to
	Recall      float64 `json:"recall"`       // on_topic / reachable
	HarvestRate float64 `json:"harvest_rate"` // on_topic / fetched
	Area        float64 `json:"area"`         // mean over k = 1..budget of the recall after k pages
	OracleArea  float64 `json:"oracle_area"`
	AreaRatio   float64 `json:"area_ratio"` // area / oracle_area

	AverageRelevance float64 `json:"average_relevance"` // by the own judge, of all fetched
	RelevanceSD      float64 `json:"relevance_sd"`      // standard deviation of the same, as a population
	Precision        float64 `json:"precision"`         // share on topic of the pages that the own judge calls relevant
	JudgeRecall      float64 `json:"judge_recall"`      // share of the fetched pages on topic that the own judge calls relevant
	F1               float64 `json:"f1"`                // harmonic mean of precision and judge_recall

	// TLP is the share of links that passed the domain-name filter (Wen et al.
	// 2014); nil without such a filter.
	TLP *float64 `json:"tlp,omitempty"`

	Seconds    float64 `json:"seconds"`     // without reading pages, which all runs share
	CPUSeconds float64 `json:"cpu_seconds"` // of the deciding goroutine
	Stopped    string  `json:"stopped"`     // "budget" or "exhausted"

	Outcome *Outcome `json:"-"`
	Started []int32  `json:"-"` // the seeds
}

// Measure is a figure of a run of which means are computed.
type Measure struct {
	Name string
	Of   func(*Run) float64
}

// Measures returns all measures, in the order of the fields of Run.
func Measures() []Measure {
	return []Measure{
		{"fetched", func(r *Run) float64 { return float64(r.Fetched) }},
		{"on_topic", func(r *Run) float64 { return float64(r.OnTopic) }},
		{"reachable", func(r *Run) float64 { return float64(r.Reachable) }},
		{"recall", func(r *Run) float64 { return r.Recall }},
		{"harvest_rate", func(r *Run) float64 { return r.HarvestRate }},
		{"area", func(r *Run) float64 { return r.Area }},
		{"oracle_area", func(r *Run) float64 { return r.OracleArea }},
		{"area_ratio", func(r *Run) float64 { return r.AreaRatio }},
		{"average_relevance", func(r *Run) float64 { return r.AverageRelevance }},
		{"relevance_sd", func(r *Run) float64 { return r.RelevanceSD }},
		{"precision", func(r *Run) float64 { return r.Precision }},
		{"judge_recall", func(r *Run) float64 { return r.JudgeRecall }},
		{"f1", func(r *Run) float64 { return r.F1 }},
		{"seconds", func(r *Run) float64 { return r.Seconds }},
		{"cpu_seconds", func(r *Run) float64 { return r.CPUSeconds }},
	}
}

// measure fills the figures of a run from its outcome.
func (w *Web) measure(r *Run, t *Outcome, oracleArea float64) {
	r.Outcome, r.Fetched, r.Failures, r.Stopped = t, len(t.Steps), t.Failures, t.Stopped
	on := w.on(t.Steps)
	for _, is := range on {
		if is {
			r.OnTopic++
		}
	}
	r.Recall = ratio(float64(r.OnTopic), float64(r.Reachable))
	r.HarvestRate = ratio(float64(r.OnTopic), float64(r.Fetched))
	r.Area = Area(Recall(on, r.Reachable, r.Budget))
	r.OracleArea = oracleArea
	r.AreaRatio = ratio(r.Area, oracleArea)
	r.Seconds, r.CPUSeconds = t.Cost.Seconds, t.Cost.CPU
	w.ownJudge(r, t.Steps)
}

// ownJudge measures the crawler's own judge: its mean, and its verdicts against
// the labels. Ignored pages do not count for the verdicts.
func (w *Web) ownJudge(r *Run, steps []Step) {
	var right, called, onTopic float64
	var m runningStats
	for _, s := range steps {
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
	r.AverageRelevance, r.RelevanceSD = m.mean, m.sd()
	r.Precision, r.JudgeRecall = ratio(right, called), ratio(right, onTopic)
	r.F1 = ratio(2*right, called+onTopic)
}

// ratio returns a/b, or 0 if b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
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

// Cost is the time that something took.
type Cost struct {
	Seconds float64 `json:"seconds"`     // by the clock
	CPU     float64 `json:"cpu_seconds"` // of processors
}

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
func Area(curve []float64) float64 { return average(curve) }

// WriteSteps writes every page that the crawls of r recorded, in order, as
// tab-separated lines below a line of names. Every figure can be computed from
// them. on_topic is 1 where a page on topic is fetched for the first time; budget is
// as the user gave it.
func (w *Web) WriteSteps(out io.Writer, r *Result) error {
	b := bufio.NewWriter(out)
	fmt.Fprintln(b, "strategy\tbudget\trun\tk\turl\tparent\trelevance\trelevant\ton_topic")
	for i := range r.Runs {
		run := &r.Runs[i]
		on := w.on(run.Outcome.Steps)
		for k, s := range run.Outcome.Steps {
			parent := ""
			if s.Parent >= 0 {
				parent = w.URLs[s.Parent]
			}
			fmt.Fprintf(b, "%s\t%s\t%d\t%d\t%s\t%s\t%.4f\t%d\t%d\n", run.Strategy, run.Given, run.Run, k+1,
				w.URLs[s.Page], parent, s.Relevance, digit(s.Relevant), digit(on[k]))
		}
	}
	return b.Flush()
}

func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}

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
