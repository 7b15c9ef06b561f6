package teach

import (
	"cmp"
	"fmt"
	"io"
	"math"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// A model is learned from leastMarks marked pages, leastEach of them right and leastEach wrong. With
// ten marks it often made the verdicts on other pages worse (TestMarksTeach in crawl/judge/relevance).
const (
	leastMarks = 20
	leastEach  = 5
)

// Report says what marks have taught. The JSON names are an interface.
type Report struct {
	Run   string  `json:"run"`
	Topic string  `json:"topic"`
	Judge string  `json:"judge"`
	Phi   float64 `json:"phi"`

	Right  int `json:"right"` // pages from which was learned
	Wrong  int `json:"wrong"`
	Unsure int `json:"unsure"` // marked unsure; nothing is learned from them
	// Unknown are marked pages that the run does not hold (any more), and NoText those whose text it
	// does not keep.
	Unknown []string `json:"unknown"`
	NoText  []string `json:"no_text"`

	Enough   bool `json:"enough"`    // there are marks enough to learn from
	MoreWant int  `json:"more_want"` // how many more marks, right and wrong, it takes at least

	Before   Figures `json:"before"`   // of the judge, on the marked pages; zero unless Enough
	After    Figures `json:"after"`    // of models that did not see the page that they judge
	Better   float64 `json:"better"`   // share of draws of the marked pages in which F1 is greater after
	Improves bool    `json:"improves"` // F1 is greater after, and AP is not less

	Concepts []Weight `json:"concepts"` // what was moved, the most first
	Words    []Weight `json:"words"`
	Hosts    []Weight `json:"hosts"`
	Fields   []Weight `json:"fields"`

	Model   string `json:"model"`   // ID of the model; "" unless Enough
	Present string `json:"present"` // ID of the model that the run uses; "" for none
	Applied bool   `json:"applied"` // the run uses this model from now on

	model *Model
}

// Taught returns the model; nil unless there were enough marks.
func (r *Report) Taught() *Model { return r.model }

// Learn learns from marked pages and says what it is worth. The order of the examples does not
// matter. The model is made even if it does not improve the verdicts; whoever applies it asks
// Improves first.
func Learn(examples []Example, opt Options) (*Report, error) {
	r := &Report{
		Judge: opt.Judge, Phi: opt.Phi, Unknown: []string{}, NoText: []string{},
		Concepts: []Weight{}, Words: []Weight{}, Hosts: []Weight{}, Fields: []Weight{},
	}
	if !(opt.Phi > 0 && opt.Phi < 1) {
		return nil, english.Errorf("teach: phi is %v, but it must be between 0 and 1", opt.Phi)
	}
	for i := range examples {
		if examples[i].Right {
			r.Right++
		} else {
			r.Wrong++
		}
	}
	r.MoreWant = max(leastMarks-r.Right-r.Wrong, max(0, leastEach-r.Right)+max(0, leastEach-r.Wrong))
	if r.Enough = r.MoreWant == 0; !r.Enough {
		return r, nil
	}
	l := newLearner(examples, opt)
	before, after := l.crossValidate()
	m := l.whole()
	m.Cut = cutOf(after)
	r.Before, r.After, r.Better = compare(before, lowered(after, m.Cut))
	r.Improves = r.After.F1.Mean > r.Before.F1.Mean && r.After.AP.Mean >= r.Before.AP.Mean
	for i := range l.examples {
		m.Marks = append(m.Marks, Marked{l.examples[i].URL, l.examples[i].Right})
	}
	if err := m.identify(); err != nil {
		return nil, err
	}
	r.take(m)
	return r, nil
}

// whole is the model of all examples.
func (l *learner) whole() *Model {
	at := make([]int, len(l.examples))
	for i := range at {
		at[i] = i
	}
	return l.fit(at)
}

// take lists what the model has moved.
func (r *Report) take(m *Model) {
	r.model, r.Model = m, m.ID
	lists := map[Kind]*[]Weight{concept: &r.Concepts, word: &r.Words, Host: &r.Hosts, field: &r.Fields}
	for _, w := range m.Weights {
		*lists[w.Kind] = append(*lists[w.Kind], w)
	}
	for _, list := range lists {
		sorts.Stable(*list, func(a, b Weight) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	}
}

// Write writes the report as text, with the first top of each list; 0 means all. name gives a
// concept its name.
func (r *Report) Write(w io.Writer, top int, name func(iri string) string) error {
	message.Fprintf(w, "%s: %d pages marked right, %d wrong, %d unsure\n", term.Safe(r.Run), r.Right, r.Wrong, r.Unsure)
	r.writeLeft(w)
	if !r.Enough {
		_, err := message.Fprintf(w, "\nNothing is learned yet: it takes %d more marks, for %d in all, with at least %d right and %d wrong.\n", r.MoreWant, leastMarks, leastEach, leastEach)
		return err
	}
	fmt.Fprintln(w)
	t := &term.Table{Head: []string{"", ">precision", ">recall", ">F1", ">AP"}}
	t.Label("before", r.Before.cells()...)
	t.Label("after", r.After.cells()...)
	if err := t.Write(w); err != nil {
		return err
	}
	message.Fprintf(w, "On the marked pages, each judged by a model that did not see it, with 90 %% intervals.\nF1 is greater after in %.0f %% of random draws of these pages.\n", 100*r.Better)
	for _, x := range []struct {
		title english.Word
		list  []Weight
	}{{english.Word("Concepts"), r.Concepts}, {english.Word("Words"), r.Words}, {english.Word("Hosts"), r.Hosts}, {english.Word("Fields"), r.Fields}} {
		if err := writeMoved(w, x.title, x.list, top, name); err != nil {
			return err
		}
	}
	return nil
}

// cells returns the cells of a row of the table.
func (f *Figures) cells() []string {
	return []string{f.Precision.String(), f.Recall.String(), f.F1.String(), f.AP.String()}
}

// writeLeft tells of marks from which nothing is learned.
func (r *Report) writeLeft(w io.Writer) {
	if n := len(r.Unknown); n > 0 {
		message.Fprintf(w, "%d marked pages are not in the run, the first %s.\n", n, term.Readable(r.Unknown[0]))
	}
	if n := len(r.NoText); n > 0 {
		message.Fprintf(w, "Of %d marked pages no text is kept, the first %s.\n", n, term.Readable(r.NoText[0]))
	}
}

func writeMoved(w io.Writer, title english.Word, list []Weight, top int, name func(iri string) string) error {
	if len(list) == 0 {
		return nil
	}
	message.Fprintf(w, "\n%s that speak more (+) or less (-) for a page than before:\n", title)
	t := &term.Table{Head: []string{">moved", "", ">right", ">wrong"}}
	n := len(list)
	if top > 0 {
		n = min(n, top)
	}
	for _, x := range list[:n] {
		called := x.Name
		if x.Kind == concept && name != nil {
			called = cmp.Or(name(x.Name), x.Name)
		}
		t.Add(fmt.Sprintf("%+.2f", x.Weight), term.Clip(called, 60), fmt.Sprint(x.Right), fmt.Sprint(x.Wrong))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if n < len(list) {
		message.Fprintf(w, "and %d more; --top 0 shows all\n", len(list)-n)
	}
	return nil
}

// String returns the figure with its interval.
func (r Range) String() string { return fmt.Sprintf("%.2f (%.2f to %.2f)", r.Mean, r.Low, r.High) }
