package eval

import (
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Run is one crawl and its figures. The labels say what is on topic; figures of
// the crawler's own judge say so.
type Run struct {
	Strategy string `json:"strategy"`
	Run      int    `json:"run"` // 1, 2, ...: runs of one number have the same seeds
	Seed     uint64 `json:"seed"`
	Seeds    int    `json:"seeds"`        // pages the crawl starts from
	Given    string `json:"budget_given"` // as the user gave it: "2000", "4x"
	Budget   int    `json:"budget"`       // requests or pages
	Requests int    `json:"requests"`     // that were charged
	Fetched  int    `json:"fetched"`      // pages recorded, those outside of the stored web among them
	Outside  int    `json:"outside"`      // pages outside of the stored web
	Failures int    `json:"failures"`     // choices that brought no page
	Charged  int    `json:"charged"`      // of failures: those that cost a request

	FailuresByKind map[string]int `json:"failures_by_kind"` // "dns", "status 404", ...
	FailuresAPage  float64        `json:"failures_a_page"`  // charged / fetched
	OutsideOnTopic int            `json:"outside_on_topic"` // pages of the cross-check, which are not in fetched

	OnTopic     int     `json:"on_topic"`     // pages on topic among them, each once
	Reachable   int     `json:"reachable"`    // pages on topic that links from the seeds lead to
	Recall      float64 `json:"recall"`       // on_topic / reachable
	HarvestRate float64 `json:"harvest_rate"` // on_topic / fetched
	Area        float64 `json:"area"`         // mean over k = 1..budget of the recall after k requests or pages
	OracleArea  float64 `json:"oracle_area"`
	AreaRatio   float64 `json:"area_ratio"` // area / oracle_area

	// The same by either unit, whichever the budget counts.
	ByRequest Found `json:"by_request"`
	ByPage    Found `json:"by_page"`

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

	Search *Searched `json:"search,omitempty"` // nil: nothing was asked

	Outcome *Outcome `json:"-"`
	Started []int32  `json:"-"` // the seeds
}

// Found says how early the pages on topic were found, within the first requests, or the
// first pages, of the budget.
type Found struct {
	Recall    float64 `json:"recall"`
	Area      float64 `json:"area"`
	AreaRatio float64 `json:"area_ratio"`
}

// measure is a figure of a run of which means are computed.
type measure struct {
	Name string
	Of   func(*Run) float64
}

// Measures returns all measures, in the order of the fields of Run.
func Measures() []measure {
	return []measure{
		{"requests", func(r *Run) float64 { return float64(r.Requests) }},
		{"fetched", func(r *Run) float64 { return float64(r.Fetched) }},
		{"outside", func(r *Run) float64 { return float64(r.Outside) }},
		{"outside_on_topic", func(r *Run) float64 { return float64(r.OutsideOnTopic) }},
		{"failures", func(r *Run) float64 { return float64(r.Failures) }},
		{"failures_a_page", func(r *Run) float64 { return r.FailuresAPage }},
		{"on_topic", func(r *Run) float64 { return float64(r.OnTopic) }},
		{"reachable", func(r *Run) float64 { return float64(r.Reachable) }},
		{"recall", func(r *Run) float64 { return r.Recall }},
		{"harvest_rate", func(r *Run) float64 { return r.HarvestRate }},
		{"area", func(r *Run) float64 { return r.Area }},
		{"oracle_area", func(r *Run) float64 { return r.OracleArea }},
		{"area_ratio", func(r *Run) float64 { return r.AreaRatio }},
		{"recall_by_request", func(r *Run) float64 { return r.ByRequest.Recall }},
		{"recall_by_page", func(r *Run) float64 { return r.ByPage.Recall }},
		{"area_ratio_by_request", func(r *Run) float64 { return r.ByRequest.AreaRatio }},
		{"area_ratio_by_page", func(r *Run) float64 { return r.ByPage.AreaRatio }},
		{"average_relevance", func(r *Run) float64 { return r.AverageRelevance }},
		{"relevance_sd", func(r *Run) float64 { return r.RelevanceSD }},
		{"precision", func(r *Run) float64 { return r.Precision }},
		{"judge_recall", func(r *Run) float64 { return r.JudgeRecall }},
		{"f1", func(r *Run) float64 { return r.F1 }},
		{"seconds", func(r *Run) float64 { return r.Seconds }},
		{"cpu_seconds", func(r *Run) float64 { return r.CPUSeconds }},
	}
}

// measure fills the figures of a run from its outcome. The budget counts what outside
// says.
func (w *Web) measure(r *Run, t *Outcome, outside Outside, oracleArea float64) {
	r.Outcome, r.Stopped = t, t.Stopped
	r.Requests, r.Fetched, r.Failures, r.Charged, r.FailuresByKind = t.Requests, t.Pages, t.Failures, t.Charged, t.Kinds
	for _, a := range t.Away {
		if a.OnTopic {
			r.OutsideOnTopic++
		} else {
			r.Outside++
		}
	}
	for _, is := range w.on(t.Steps) {
		if is {
			r.OnTopic++
		}
	}
	r.FailuresAPage = stats.Ratio(float64(r.Charged), float64(r.Fetched))
	r.HarvestRate = stats.Ratio(float64(r.OnTopic), float64(r.Fetched))
	r.OracleArea = oracleArea
	r.ByRequest = w.found(r, At.byRequest)
	r.ByPage = w.found(r, At.byPage)
	of := r.ByRequest
	if outside.Dead {
		of = r.ByPage
	}
	r.Recall, r.Area, r.AreaRatio = of.Recall, of.Area, of.AreaRatio
	r.Seconds, r.CPUSeconds, r.TLP = t.Cost.Seconds, t.Cost.CPU, t.TLP
	w.ownJudge(r, t)
	w.searched(r, t)
}

func (a At) byRequest() int { return a.Request }
func (a At) byPage() int    { return a.Page }

// found returns the figures of the recall curve by one unit.
func (w *Web) found(r *Run, by func(At) int) (f Found) {
	curve := w.recall(r, by)
	if len(curve) > 0 {
		f.Recall = curve[len(curve)-1]
	}
	f.Area = area(curve)
	f.AreaRatio = stats.Ratio(f.Area, r.OracleArea)
	return f
}

// recall is the recall curve of a run by one unit.
func (w *Web) recall(r *Run, by func(At) int) []float64 {
	on := make([]bool, r.Budget)
	for k, is := range w.on(r.Outcome.Steps) {
		if at := by(r.Outcome.Steps[k].At); is && at >= 1 && at <= len(on) {
			on[at-1] = true
		}
	}
	return recall(on, r.Reachable, r.Budget)
}

// Cost is the time that something took.
type Cost struct {
	Seconds float64 `json:"seconds"`     // by the clock
	CPU     float64 `json:"cpu_seconds"` // of processors
}

// recall returns, for k = 1..budget, the share of all pages on topic (total) that
// are among the first k fetched. on says for each fetched page, in order, whether
// it is on topic. After the end of a crawl the curve stays flat.
func recall(on []bool, total, budget int) []float64 {
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

// area returns the mean of a recall curve: 0 for a crawl that finds nothing, and
// nearer to 1 the earlier a crawl finds everything.
func area(curve []float64) float64 { return average(curve) }
