package calibrate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// Page is a page of a run, as its last verdict has it.
type Page struct {
	URL       string
	Host      string
	Title     string
	Relevance float64
	Relevant  bool
	Evidence  []crawl.Evidence
	Record    rundir.Page
}

// Run is the pages of a run and what is known of them.
type Run struct {
	Pages   []Page
	Known   map[int]Reply // by index of Pages
	Unknown []string      // labelled addresses that the run does not hold
	Changed []string      // addresses with two answers; the later one holds

	at    map[string]int  // by every address of a page
	lists map[string]bool // addresses of lists and stubs
}

// Load reads the articles of a run folder: the current version of each page that is there, is no copy of another, and is no
// list or stub, which only lead to finds.
func Load(dir string) (*Run, error) {
	r := &Run{Known: map[int]Reply{}, at: map[string]int{}, lists: map[string]bool{}}
	var repeats []rundir.Page
	for p, err := range rundir.Current(dir) {
		if err != nil {
			return nil, err
		}
		if p.Exact || p.Copy {
			repeats = append(repeats, p)
			continue
		}
		if kind, _ := crawl.ParsePageKind(p.Kind); kind.Leads() {
			r.lists[p.URL], r.lists[p.Asked] = true, true
			continue
		}
		r.name(len(r.Pages), p.URL, p.Asked)
		r.Pages = append(r.Pages, pageOf(p))
	}
	for _, p := range repeats {
		if i, ok := r.at[p.DuplicateOf]; ok {
			r.name(i, p.URL, p.Asked)
		}
	}
	for i := range r.Pages { // a page may ask to be known by another address
		r.name(i, r.Pages[i].Record.Canonical)
	}
	return r, nil
}

func pageOf(p rundir.Page) Page {
	relevance := float64(p.Relevance)
	if !(relevance >= 0 && relevance <= 1) || math.IsNaN(relevance) {
		relevance = 0
	}
	return Page{URL: p.URL, Host: urlkey.Host(p.URL), Title: p.Title, Relevance: relevance, Relevant: p.Relevant, Evidence: p.Evidence, Record: p}
}

// name gives page i further addresses.
func (r *Run) name(i int, urls ...string) {
	for _, url := range urls {
		if _, taken := r.at[url]; url != "" && !taken {
			r.at[url] = i
		}
	}
}

// Learn takes labels, later ones last.
func (r *Run) Learn(labels []marks.Label) {
	for _, l := range labels {
		i, ok := r.at[l.URL]
		if !ok {
			if !r.lists[l.URL] && !slices.Contains(r.Unknown, l.URL) {
				r.Unknown = append(r.Unknown, l.URL)
			}
			continue
		}
		reply, ok := ReplyOf(l.Verdict)
		if !ok {
			delete(r.Known, i)
			continue
		}
		if was, answered := r.Known[i]; answered && was != reply && was != unsure && reply != unsure {
			r.Changed = append(r.Changed, l.URL)
		}
		r.Known[i] = reply
	}
}

// LearnMarks takes the verdicts of marks, in the order of their addresses.
func (r *Run) LearnMarks(all map[string]marks.State) {
	for _, key := range marks.Keys(all) {
		if s := all[key]; s.Verdict != marks.None {
			r.Learn([]marks.Label{{URL: key, Verdict: s.Verdict}})
		}
	}
}

// answers returns the answers yes and no, in the order of the pages.
func (r *Run) answers() (answers []Answer) {
	for i := range r.Pages {
		if reply, ok := r.Known[i]; ok && reply != unsure {
			answers = append(answers, Answer{r.Pages[i].Relevance, reply == Yes})
		}
	}
	return answers
}

// scores returns the relevance of each page.
func (r *Run) scores() []float64 {
	scores := make([]float64, len(r.Pages))
	for i := range r.Pages {
		scores[i] = r.Pages[i].Relevance
	}
	return scores
}

// answered returns, by page, whether the answer was yes.
func (r *Run) answered() map[int]bool {
	m := map[int]bool{}
	for i, reply := range r.Known {
		if reply != unsure {
			m[i] = reply == Yes
		}
	}
	return m
}

// Askable is the number of pages that a question is worth: those judged above 0.
func (r *Run) Askable() (n int) {
	for i := range r.Pages {
		if r.Pages[i].Relevance > 0 {
			n++
		}
	}
	return n
}

// left is the number of pages that a question is worth and nobody was asked about.
func (r *Run) left() (n int) {
	for i := range r.Pages {
		if _, asked := r.Known[i]; !asked && r.Pages[i].Relevance > 0 {
			n++
		}
	}
	return n
}

// Texts reads the text of a page again, marked with the topic's words. It returns nil if the
// run keeps no text of the page.
type Texts func(ctx context.Context, p *rundir.Page) (*crawl.Page, error)

// Question is a page to ask a person about.
type Question struct {
	Page     int    // index into Run.Pages
	Sentence string // the best sentence around a mention; "" if the run keeps no text
	Why      string // what the judge found
}

// Question describes page i. name gives a concept its name.
func (r *Run) Question(ctx context.Context, i int, texts Texts, name func(iri string) string) (Question, error) {
	p := &r.Pages[i]
	q := Question{Page: i, Why: why(p.Evidence, name)}
	if texts == nil {
		return q, nil
	}
	text, err := texts(ctx, &p.Record)
	if err != nil || text == nil {
		return q, err
	}
	q.Sentence = sentence(text)
	return q, nil
}

// besides tells of evidence that is no concept: learned words, or the page above.
func besides(e *crawl.Evidence) string {
	switch {
	case e.Group == "marks":
		return "what marks taught: " + e.Label
	case e.Group == "endpoint":
		return "model " + e.Label
	case e.Group != "words":
		return e.Group + ": " + e.Label
	case e.Contribution < 0:
		return "its other words do not fit"
	}
	return "words that go with the topic: " + e.Label
}

// why lists the weightiest evidence.
func why(evidence []crawl.Evidence, name func(iri string) string) string {
	const most = 5
	if len(evidence) == 0 {
		return "none of the topic's words"
	}
	var parts []string
	var last []string
	shown, more := 0, 0
	for i, e := range evidence {
		if e.Concept == "" {
			last = append(last, besides(&evidence[i]))
			continue
		}
		if shown == most {
			more++
			continue
		}
		shown++
		times := ""
		if e.Count > 1 {
			times = fmt.Sprintf(" ×%d", e.Count)
		}
		called := name(e.Concept)
		if called == "" {
			called = e.Concept
		}
		if strings.EqualFold(called, e.Label) {
			parts = append(parts, fmt.Sprintf("%s (%s%s)", e.Label, e.Group, times))
		} else {
			parts = append(parts, fmt.Sprintf("%s: “%s” (%s%s)", called, e.Label, e.Group, times))
		}
	}
	if more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(append(parts, last...), ", ")
}

// Find returns the page of the run with an address, and the reply about it; ok is false if the
// run does not hold it. Without a reply it is -1.
func (r *Run) Find(url string) (p *Page, reply Reply, ok bool) {
	i, ok := r.at[url]
	if !ok {
		return nil, -1, false
	}
	reply, answered := r.Known[i]
	if !answered {
		reply = -1
	}
	return &r.Pages[i], reply, true
}
