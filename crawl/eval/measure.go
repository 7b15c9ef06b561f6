package eval

import "math"

// Run is one crawl and its figures. The labels are the judge, except where it
// says "own".
type Run struct {
	Strategy string `json:"strategy"`
	Run      int    `json:"run"` // 1, 2, ...: runs of one number have the same seeds
	Seed     uint64 `json:"seed"`
	Seeds    int    `json:"seeds"`        // pages the crawl starts from
	Given    string `json:"budget_given"` // as it was asked for: "2000", "4x"
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

	AverageRelevance float64 `json:"average_relevance"` // own judgement, of all fetched
	RelevanceSD      float64 `json:"relevance_sd"`      // of the same, as a population
	Precision        float64 `json:"precision"`         // of the pages that the own judge calls relevant, the share on topic
	JudgeRecall      float64 `json:"judge_recall"`      // of the fetched pages on topic, the share it calls relevant
	F1               float64 `json:"f1"`                // harmonic mean of the two

	// TLP is the share of the links asked about that the domain-name filter let
	// pass (Wen et al. 2014); nil without such a filter.
	TLP *float64 `json:"tlp,omitempty"`

	Seconds    float64 `json:"seconds"`     // without reading pages, which the runs share
	CPUSeconds float64 `json:"cpu_seconds"` // of the deciding goroutine
	Stopped    string  `json:"stopped"`     // "budget" or "exhausted"

	Trail *Trail  `json:"-"`
	Start []int32 `json:"-"` // the seeds
}

// Measure is a figure of a run that means are taken of.
type Measure struct {
	Name string
	Of   func(*Run) float64
}

// Measures lists them in the order of the fields of Run.
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

// measure fills the figures of a run from its trail.
func (w *Web) measure(r *Run, t *Trail, oracleArea float64) {
	r.Trail, r.Fetched, r.Failures, r.Stopped = t, len(t.Steps), t.Failures, t.Stopped
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

// ownJudge measures the crawler's judge: its mean, and its verdicts against the
// labels, pages that are ignored left out.
func (w *Web) ownJudge(r *Run, steps []Step) {
	var right, called, bearers float64
	var m moments
	for _, s := range steps {
		m.add(s.Relevance)
		if w.Ignored[s.Page] {
			continue
		}
		if s.Relevant {
			called++
		}
		if w.OnTopic[s.Page] {
			bearers++
		}
		if s.Relevant && w.OnTopic[s.Page] {
			right++
		}
	}
	r.AverageRelevance, r.RelevanceSD = m.mean, m.sd()
	r.Precision, r.JudgeRecall = ratio(right, called), ratio(right, bearers)
	r.F1 = ratio(2*right, called+bearers)
}

// ratio is a/b, 0 if b is: nothing of nothing.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// moments keeps a running mean and variance (Welford, Technometrics 4(3), 1962).
type moments struct{ n, mean, m2 float64 }

func (m *moments) add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / m.n
	m.m2 += d * (x - m.mean)
}

func (m *moments) sd() float64 {
	if m.n == 0 {
		return 0
	}
	return math.Sqrt(max(0, m.m2/m.n))
}
