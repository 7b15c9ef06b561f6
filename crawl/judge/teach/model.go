package teach

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Group is the group of the evidence that a correction adds to a page.
const Group = "marks"

// Model is a correction that was learned from marks. Its JSON form is taught.json.
type Model struct {
	Version int    `json:"version"` // of the form; 1
	ID      string `json:"id"`      // the first 12 hexadecimal digits of the SHA-256 of all else
	// Judge and Phi are the judge whose verdicts are corrected, and the threshold for which the model
	// was made: a page that is as likely right as Cut says gets the relevance Phi.
	Judge   string   `json:"judge"`
	Phi     float64  `json:"phi"`
	Bias    float64  `json:"bias"`
	Slope   float64  `json:"slope"`
	Cut     float64  `json:"cut"`     // a probability, from leastCut to 1/2
	Weights []Weight `json:"weights"` // by kind and name
	Marks   []Marked `json:"marks"`   // the pages from which it was learned, by address

	byName map[name]float64
	common functionwords.Set
}

// Weight is a weight that marks have moved: one unit of the feature moves the logit by so much.
type Weight struct {
	Kind   Kind    `json:"kind"`
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
	Right  int     `json:"right"` // pages marked right that have the feature
	Wrong  int     `json:"wrong"`
}

// Marked is a page from which a model was learned.
type Marked struct {
	URL   string `json:"url"`
	Right bool   `json:"right"`
}

type name struct {
	kind Kind
	name string
}

// index makes the model ready to judge.
func (m *Model) index() {
	m.byName, m.common = make(map[name]float64, len(m.Weights)), functionwords.New()
	for _, w := range m.Weights {
		m.byName[name{w.Kind, w.Name}] = w.Weight
	}
}

// SkipsBlock implements crawl/relevance.Corrector: the blocks whose words are not learned.
func (m *Model) SkipsBlock(p *crawl.Page, block int) bool { return SkipsBlock(p, block) }

// Correct implements crawl/relevance.Corrector: the score of a page after the correction. What the
// correction adds to the relevance, or takes from it, is a reason of its own. Relevant is left as
// it is. A page without any evidence for the topic stays without.
func (m *Model) Correct(host string, words []crawl.WordCount, s crawl.Score) crawl.Score {
	if !(s.Relevance > 0) {
		return s
	}
	sum, parts := m.sum(s.Relevance, features(s.Evidence, words, host, m.common.Has))
	relevance := stats.Logistic(logit(m.Phi) + sum - logit(m.Cut))
	s.Evidence = append(slices.Clone(s.Evidence), crawl.Evidence{
		Label: heaviest(parts), Group: Group, Count: len(parts), Contribution: relevance - s.Relevance,
	})
	sorts.Stable(s.Evidence, func(a, b crawl.Evidence) int { return cmp.Compare(b.Contribution, a.Contribution) })
	s.Relevance = relevance
	return s
}

// part is the amount that a feature of a page adds to the logit.
type part struct {
	name
	by float64
}

// sum is the logit of the probability that a page is right, and the parts of it that were learned.
func (m *Model) sum(relevance float64, fs []feature) (s float64, parts []part) {
	s = m.Bias + m.Slope*(logit(relevance)-logit(m.Phi))
	for _, f := range fs {
		if w := m.byName[name{f.kind, f.name}]; w != 0 {
			parts = append(parts, part{name{f.kind, f.name}, w * f.value})
			s += w * f.value
		}
	}
	return s, parts
}

// heaviest names the words and the host that moved a page most. Concepts are evidence of their own.
func heaviest(parts []part) string {
	const shown = 5
	order := slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return p.kind == concept || p.kind == field })
	sorts.Stable(order, func(a, b part) int { return cmp.Compare(math.Abs(b.by), math.Abs(a.by)) })
	var names []string
	for _, p := range order[:min(len(order), shown)] {
		sign := "+"
		if p.by < 0 {
			sign = "-"
		}
		names = append(names, sign+p.name.name)
	}
	return strings.Join(names, " ")
}

// Uncorrected returns the relevance and the evidence of a page as the judge had them before a
// correction and a second opinion, as far as there were any.
func Uncorrected(relevance float64, evidence []crawl.Evidence) (float64, []crawl.Evidence) {
	isOwn := func(e crawl.Evidence) bool { return e.Concept != "" || e.Group != Group && e.Group != secondGroup }
	if !slices.ContainsFunc(evidence, func(e crawl.Evidence) bool { return !isOwn(e) }) {
		return relevance, evidence
	}
	var own []crawl.Evidence
	for _, e := range evidence {
		if isOwn(e) {
			own = append(own, e)
		} else {
			relevance -= e.Contribution
		}
	}
	return min(max(0, relevance), 1), own
}

// secondGroup is the group of the evidence of a second opinion, as crawl/judge/relevance has it.
const secondGroup = "endpoint"
