package calibrate

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Result is the outcome of a calibration. The JSON names are an interface.
type Result struct {
	Run     string   `json:"run"`
	Topic   string   `json:"topic"`
	Judge   string   `json:"judge"`
	Pages   int      `json:"pages"`      // of the run
	Askable int      `json:"mentioning"` // of those, judged above 0
	Yes     int      `json:"yes"`
	No      int      `json:"no"`
	Unsure  int      `json:"unsure"`
	Was     Quality  `json:"was"`
	Now     Quality  `json:"now"`
	Gained  int      `json:"gained"` // pages between the thresholds
	Lost    int      `json:"lost"`
	Set     bool     `json:"set"`     // the run remembers the new threshold
	Notes   []string `json:"notes"`   // what a person should know of the answers
	Unknown []string `json:"unknown"` // labelled addresses that the run does not hold
	Changed []string `json:"changed"` // addresses with two answers
	Marks   []Mark   `json:"marks"`
	Terms   []Term   `json:"terms"`

	phrases []english.Phrase // the first of Notes, in any language
}

// least is the number of answers from which a threshold is set. Ten answers raise mean
// F1 over the development topics, fewer do not always.
const least = 10

// Result computes the threshold from the answers. phi is the threshold in force.
func (r *Run) Result(phi float64) *Result {
	answers, scores, answered := r.answers(), r.scores(), r.answered()
	res := &Result{
		Pages: len(r.Pages), Askable: r.Askable(), Notes: []string{}, Unknown: notNil(r.Unknown), Changed: notNil(r.Changed),
		Marks: []Mark{}, Terms: []Term{},
	}
	for _, reply := range r.Known {
		switch reply {
		case Yes:
			res.Yes++
		case No:
			res.No++
		case unsure:
			res.Unsure++
		}
	}
	curve := Fit(answers)
	best := phi
	if res.Enough() {
		best = curve.Best(scores, answered)
	}
	res.Was, res.Now = curve.quality(scores, answered, phi), curve.quality(scores, answered, best)
	res.Gained, res.Lost = max(0, res.Now.Relevant-res.Was.Relevant), max(0, res.Was.Relevant-res.Now.Relevant)
	res.notes(answers)
	return res
}

func notNil(s []string) []string { return append([]string{}, s...) }

// Enough reports whether the answers set the threshold: ten, or all that the run has pages
// for, with a yes and a no among them. Answers that are all alike do not tell where pages
// begin or stop to be on topic; the prior alone would place the threshold.
func (res *Result) Enough() bool { return res.many() && res.Yes > 0 && res.No > 0 }

func (res *Result) many() bool {
	n := res.Yes + res.No
	return n >= least || n > 0 && n+res.Unsure >= res.Askable
}

func (res *Result) notes(answers []Answer) {
	n := res.Yes + res.No
	note := func(x english.Phrase) {
		res.Notes, res.phrases = append(res.Notes, x.String()), append(res.phrases, x)
	}
	switch {
	case n == 0:
		note(english.Phrasef("There is no answer yet."))
	case !res.many():
		note(english.Phrasef("%d answers are too few to set the threshold: it takes %d, or an answer for each page that mentions the topic.", n, least))
	case res.No == 0:
		note(english.Phrasef("Every answer is yes, so nothing shows where pages stop being on topic: no threshold is set. Calibrate again: further questions are about less relevant pages."))
	case res.Yes == 0:
		note(english.Phrasef("No answer is yes, so nothing shows where pages begin to be on topic: no threshold is set. The ontology's words may mean something else on these pages: see ontocrawl coverage."))
	case res.Yes >= 3 && res.No >= 3 && ordered(answers) < 0.6:
		note(english.Phrasef("The answers hardly follow the relevance of the pages, so no threshold parts them. Labels and core marks of the ontology decide more: see ontocrawl coverage."))
	}
	if m := len(res.Changed); m > 0 {
		note(english.Phrasef("%d pages have two answers; the later one holds.", m))
	}
	if m := len(res.Unknown); m > 0 {
		note(english.Phrasef("%d labelled addresses are not in the run, the first %s.", m, res.Unknown[0]))
	}
}

// ordered is the share of pairs of a yes and a no in which the yes has the greater
// relevance: the area under the ROC curve.
func ordered(answers []Answer) float64 {
	right, pairs := 0.0, 0.0
	for _, a := range answers {
		for _, b := range answers {
			if !a.Yes || b.Yes {
				continue
			}
			pairs++
			switch {
			case a.R > b.R:
				right++
			case a.R == b.R:
				right += 0.5
			}
		}
	}
	if pairs == 0 {
		return 1
	}
	return right / pairs
}

// Line is the setting that gives the threshold to another run, for a YAML file of
// settings or of jobs.
func (res *Result) Line() string { return fmt.Sprintf("phi: %.2f", res.Now.Phi) }

// Write writes the result as text.
func (res *Result) Write(w io.Writer) error {
	message.Fprintf(w, "%s: %d pages, of which %d mention the topic; %d answers (%d yes, %d no), %d not known\n\n",
		term.Safe(res.Run), res.Pages, res.Askable, res.Yes+res.No, res.Yes, res.No, res.Unsure)
	for i, n := range res.Notes {
		if i < len(res.phrases) {
			n = message.Of(w).Say(res.phrases[i])
		}
		fmt.Fprintf(w, "%s\n", term.Safe(n))
	}
	if res.Yes+res.No == 0 {
		return nil
	}
	if len(res.Notes) > 0 {
		fmt.Fprintln(w)
	}
	t := &term.Table{Head: []string{"", ">phi", ">relevant pages", ">precision", ">recall", ">F1"}}
	add := func(name english.Word, q *Quality) {
		t.Label(string(name), fmt.Sprintf("%.2f", q.Phi), fmt.Sprint(q.Relevant), q.Precision.String(), q.Recall.String(), q.F1.String())
	}
	if res.Enough() {
		add(english.Word("before"), &res.Was)
		add(english.Word("now"), &res.Now)
	} else {
		add(english.Word("unchanged"), &res.Now)
	}
	if err := t.Write(w); err != nil {
		return err
	}
	message.Fprint(w, "Expected from the answers, with 90 % intervals; recall is of the pages fetched.\n")
	res.writeAdvice(w)
	return nil
}

// String returns the estimate with its interval.
func (r Range) String() string {
	return fmt.Sprintf("%s (%s to %s)", hundredths(r.Mean), hundredths(r.Low), hundredths(r.High))
}

func hundredths(x float64) string { return fmt.Sprintf("%.2f", math.Round(100*x)/100) }

func (res *Result) writeAdvice(w io.Writer) {
	if slices.ContainsFunc(res.Marks, func(m Mark) bool { return m.Core }) {
		message.Fprint(w, "\nMarked core, and the answers doubt it (pages that rest on it):\n")
	}
	for _, m := range res.Marks {
		if m.Core {
			message.Fprintf(w, "  %s: %d yes, %d no\n", term.Safe(m.Name), m.Yes, m.No)
		}
	}
	if slices.ContainsFunc(res.Marks, func(m Mark) bool { return !m.Core }) {
		message.Fprint(w, "\nNot marked core, and the answers support a mark (pages that rest on it):\n")
	}
	for _, m := range res.Marks {
		if !m.Core {
			message.Fprintf(w, "  %s: %d yes, %d no; %d of the pages answered yes are refused\n", term.Safe(m.Name), m.Yes, m.No, m.Refused)
		}
	}
	if len(res.Terms) > 0 {
		message.Fprint(w, "\nPages answered yes also say these words, which no label has. Add those that mean a concept:\n")
	}
	for _, t := range res.Terms {
		message.Fprintf(w, "  %s: in %v answered yes, %v answered no, %v others\n", term.Safe(t.Word), t.Yes, t.No, t.Rest)
	}
}
