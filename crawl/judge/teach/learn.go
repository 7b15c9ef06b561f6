package teach

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Example is a page that a person has marked right or wrong.
type Example struct {
	URL       string // canonical key
	Host      string
	Right     bool
	Relevance float64 // as the judge has it, without any correction
	Evidence  []crawl.Evidence
	Words     []crawl.WordCount // of the blocks that SkipsBlock does not report, by word
}

// Options say what is corrected.
type Options struct {
	Judge string
	Phi   float64 // the threshold in force, between 0 and 1
}

// prior is how far weights may move before any mark: the variances of normal distributions. The
// mean of the slope is 1, the mean of all others 0. The variance of a word is times the square of
// its idf among the marked pages, so that words on all of them move little. They were chosen on
// the development half of TestMarksTeach in crawl/judge/relevance.
var prior = struct{ bias, slope, concept, field, word, host float64 }{bias: 1, slope: .1, concept: .25, field: .25, word: 16, host: .25}

const (
	leastPages = 2   // a word that stands on fewer marked pages is not learned
	mostWords  = 200 // words of a model; the rest would be shown to nobody
	leastCut   = .25
	tiny       = .001 // lesser weights are left out
)

// learner fits models to some of the examples.
type learner struct {
	opt      Options
	examples []Example
	features [][]feature
}

func newLearner(examples []Example, opt Options) *learner {
	l := &learner{opt: opt, examples: slices.Clone(examples)}
	sorts.Func(l.examples, func(a, b Example) int { return cmp.Compare(a.URL, b.URL) })
	common := functionwords.New()
	for i := range l.examples {
		e := &l.examples[i]
		l.features = append(l.features, features(e.Evidence, e.Words, e.Host, common.Has))
	}
	return l
}

// table is the features of some examples as columns, by name.
type table struct {
	names   []name
	columns map[name]*column
	right   []bool
	bias    column
	slope   column
}

func (l *learner) table(at []int) *table {
	t := &table{columns: map[name]*column{}, bias: column{variance: prior.bias}, slope: column{mean: 1, variance: prior.slope}}
	for row, i := range at {
		t.right = append(t.right, l.examples[i].Right)
		t.bias.add(row, 1)
		t.slope.add(row, logit(l.examples[i].Relevance)-logit(l.opt.Phi))
		for _, f := range l.features[i] {
			n := name{f.kind, f.name}
			if t.columns[n] == nil {
				t.columns[n] = &column{}
				t.names = append(t.names, n)
			}
			t.columns[n].add(row, f.value)
		}
	}
	sorts.Func(t.names, func(a, b name) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name)) })
	for n, c := range t.columns {
		c.variance = variance(n.kind, len(c.rows), len(at))
	}
	return t
}

func variance(kind Kind, pages, of int) float64 {
	switch kind {
	case concept:
		return prior.concept
	case field:
		return prior.field
	case Host:
		return prior.host
	}
	idf := math.Log((float64(of)+1)/(float64(pages)+.5)) + .1
	return prior.word * idf * idf
}

// fit returns the model of some examples: once with all words that are on several, and once more
// with those that moved most.
func (l *learner) fit(at []int) *Model {
	t := l.table(at)
	_, names, weights := t.fit(func(n name) bool { return n.kind != word || len(t.columns[n].rows) >= leastPages })
	keep := t.heaviest(names, weights)
	ends, names, weights := t.fit(func(n name) bool { return n.kind != word || keep[n] })
	m := &Model{Version: version, Judge: l.opt.Judge, Phi: l.opt.Phi, Bias: round(ends[0]), Slope: round(ends[1]), Cut: .5, Weights: []Weight{}}
	for i, n := range names {
		if math.Abs(weights[i]) < tiny {
			continue
		}
		w := Weight{Kind: n.kind, Name: n.name, Weight: round(weights[i])}
		for _, row := range t.columns[n].rows {
			if t.right[row] {
				w.Right++
			} else {
				w.Wrong++
			}
		}
		m.Weights = append(m.Weights, w)
	}
	m.index()
	return m
}

// round leaves digits that the same marks give on any machine.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// fit fits the bias, the slope, and the weights of the names that keep reports.
func (t *table) fit(keep func(name) bool) (ends [2]float64, names []name, weights []float64) {
	columns := []column{t.bias, t.slope}
	for _, n := range t.names {
		if keep(n) {
			names, columns = append(names, n), append(columns, *t.columns[n])
		}
	}
	w := fit(columns, t.right)
	return [2]float64{w[0], w[1]}, names, w[2:]
}

// heaviest are the words that move the examples most.
func (t *table) heaviest(names []name, weights []float64) map[name]bool {
	type moved struct {
		name
		by float64
	}
	var words []moved
	for i, n := range names {
		if n.kind == word {
			words = append(words, moved{n, math.Abs(weights[i]) * t.columns[n].norm()})
		}
	}
	sorts.Stable(words, func(a, b moved) int { return cmp.Compare(b.by, a.by) })
	keep := map[name]bool{}
	for _, w := range words[:min(len(words), mostWords)] {
		keep[w.name] = true
	}
	return keep
}
