package progress

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// End is how a crawl ended.
type End struct {
	Summary rundir.Summary
	Result  engine.Result
	Refresh bool         // it asked again for recorded pages
	Learned fmt.Stringer // what the last learned model changed, a [english.Sentence] in any language; nil if nothing was learned
}

// WriteSummary writes the end of the crawl in dir as text, with the best pages.
func WriteSummary(w io.Writer, dir string, end *End) error {
	p := message.Of(w)
	s, res, refresh := &end.Summary, &end.Result, end.Refresh
	t := &term.Table{Head: []string{"", ">"}}
	t.Label("pages", fmt.Sprint(s.Pages))
	t.Label("relevant", finds(p, &s.Totals))
	t.Label("harvest rate", term.Percent(s.Relevant, s.Pages))
	t.Label("mean relevance", fmt.Sprintf("%.3f", s.Mean))
	if s.Duplicates+s.NearDuplicates > 0 {
		t.Label("duplicates, near", fmt.Sprintf("%d, %d", s.Duplicates, s.NearDuplicates))
	}
	if s.Copies > 0 {
		t.Label("  saying the same", fmt.Sprint(s.Copies))
	}
	t.Label("requests", fmt.Sprint(s.Requests))
	t.Label("requests a relevant page", requestsEach(&s.Totals))
	t.Label("finds by quarter", quarters(&s.Totals))
	t.Label("failed", fmt.Sprint(s.Failures))
	for _, f := range mostFailures(&s.Totals, 3) {
		t.Label("  "+f, fmt.Sprint(s.Errors[f]))
	}
	t.Label("hosts", fmt.Sprint(s.Hosts.Count))
	t.Label("pages outside", fmt.Sprint(s.Outside))
	if s.Revisits > 0 {
		t.Label("asked again", fmt.Sprint(s.Revisits))
		t.Label("as they were", fmt.Sprint(s.Unchanged))
		t.Label("new, changed, gone", fmt.Sprintf("%d, %d, %d", s.New, s.Changed, s.Gone))
	}
	if s.Judged > 0 {
		t.Label("judged again", fmt.Sprint(s.Judged))
	}
	if s.Gained+s.Lost > 0 {
		t.Label("gained, lost", fmt.Sprintf("%d, %d", s.Gained, s.Lost))
	}
	t.Label("links waiting", fmt.Sprint(s.Waiting))
	for _, rule := range slices.Sorted(maps.Keys(s.Left)) {
		t.Add(p.Sprintf("links left, %s", term.Readable(rule)), fmt.Sprint(s.Left[rule]))
	}
	t.Label("seconds", fmt.Sprintf("%.1f", s.Seconds))
	switch {
	case refresh && res.Resumed == res.Visits && res.Stopped.Finished():
		message.Fprint(w, "Nothing is due yet; --refresh-max bounds how long that may be.\n")
	case refresh && res.Stopped.Finished() && s.New+s.Changed+s.Gone == 0:
		message.Fprintf(w, "Done: %d visits; nothing has changed.\n", res.Visits-res.Resumed)
	case refresh && res.Stopped.Finished():
		message.Fprintf(w, "Done: %d visits; what has changed is listed in %s/%s.\n", res.Visits-res.Resumed, term.Safe(dir), rundir.ChangesFile)
	case res.Resumed == res.Visits && res.Stopped.Finished():
		message.Fprintf(w, "This run is finished (%s); --fresh starts it over.\n", stopText(p, res.Stopped))
	case res.Stopped == engine.Interrupted:
		message.Fprint(w, "Interrupted; everything recorded is safe, the same command resumes it.\n")
	case res.Stopped == engine.TimeUp:
		message.Fprint(w, "Done: the time is over; the same command goes on.\n")
	case res.Stopped == engine.Waiting:
		message.Fprintf(w, "Done: %d links have to wait for their servers longer than --max-wait; they are kept, and the same command goes on.\n", res.Waiting)
	case res.Stopped == engine.Silent:
		message.Fprint(w, "Stopped: nothing answers any more; nothing is lost, the same command resumes it.\n")
	default:
		message.Fprintf(w, "Done: %s.\n", stopText(p, res.Stopped))
	}
	if end.Learned != nil {
		fmt.Fprintln(w, p.Sprintf("%v", end.Learned))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	best, err := BestPages(dir, 5)
	if err != nil {
		return err
	}
	if len(best) > 0 {
		message.Fprint(w, "\nBest pages\n")
		WritePages(w, best)
	}
	if n := len(rundir.Parts(dir)); n > 0 {
		_, err = message.Fprintf(w, "\nAll pages: %s/%s/*/%s; one run folder of all: ontocrawl cluster merge %s --out RUN\n",
			term.Safe(dir), rundir.PartsDir, rundir.PagesFile, term.Safe(dir))
		return err
	}
	_, err = message.Fprintf(w, "\nAll pages: %s/%s\n", term.Safe(dir), rundir.PagesFile)
	return err
}

// quarters lists the finds by quarter of the requests.
func quarters(t *rundir.Totals) string {
	q := t.Quarters
	return fmt.Sprintf("%d, %d, %d, %d", q[0], q[1], q[2], q[3])
}

// mostFailures are the n most frequent kinds of failures.
func mostFailures(t *rundir.Totals, n int) []string {
	kinds := failureKinds(t)
	return kinds[:min(n, len(kinds))]
}

// failureKinds are the kinds of failures, the most frequent first.
func failureKinds(t *rundir.Totals) []string {
	return slices.SortedFunc(maps.Keys(t.Errors), func(a, b string) int {
		return cmp.Or(cmp.Compare(t.Errors[b], t.Errors[a]), strings.Compare(a, b))
	})
}

func stopText(p *message.Printer, r engine.Reason) string {
	switch r {
	case engine.Budget:
		return p.Text("the budget is spent")
	case engine.Dry:
		return p.Text("the last requests brought no find; a higher --until-dry goes on")
	case engine.Exhausted:
		return p.Text("no link is left to follow")
	}
	return p.Text(string(r))
}

// BestPages returns the n most relevant pages of a run, best first, equal ones in
// the order recorded.
func BestPages(dir string, n int) ([]rundir.Page, error) {
	var best []rundir.Page
	cut := func() { // of equals the first stays
		sorts.Stable(best, func(a, b rundir.Page) int { return cmp.Compare(b.Relevance, a.Relevance) })
		clear(best[min(n, len(best)):])
		best = best[:min(n, len(best))]
	}
	for _, folder := range foldersOf(dir) {
		for p, err := range rundir.Current(folder) {
			if err != nil {
				return nil, err
			}
			if !p.Relevant {
				continue
			}
			if best = append(best, p); len(best) >= 2*n+bestAtOnce { // a page has kilobytes of evidence
				cut()
			}
		}
	}
	cut()
	return best, nil
}

// bestAtOnce is how many pages more than twice those that are wanted are compared at a time.
const bestAtOnce = 100

// WritePages lists pages with their strongest evidence.
func WritePages(w io.Writer, pages []rundir.Page) {
	lang := message.Of(w)
	for i, p := range pages {
		fmt.Fprintf(w, "%d. %.3f  %s\n          %s\n", i+1, float64(p.Relevance), term.Clip(term.Safe(p.Name()), 70), term.Readable(p.URL))
		var why []string
		for _, e := range p.Evidence[:min(4, len(p.Evidence))] {
			why = append(why, fmt.Sprintf("%s (%+.2f)", term.Safe(where(lang, &e)), e.Contribution))
		}
		fmt.Fprintf(w, "          %s\n", strings.Join(why, ", "))
	}
}

// where says in the language of p where a reason was found and how often, as [crawl.Evidence.Where] does in
// English.
func where(p *message.Printer, e *crawl.Evidence) string {
	switch {
	case e.Concept != "":
		return p.Sprintf("%s in %s x%d", e.Label, english.Word(e.Group), e.Count)
	case e.Group == "parent":
		return p.Sprintf("the page above, %s", e.Label)
	case e.Group == "marks":
		return p.Sprintf("what marks taught: %s", e.Label)
	case e.Group == "endpoint":
		return p.Sprintf("model %s", e.Label)
	case e.Contribution < 0:
		return p.Text("other words do not fit")
	}
	return p.Sprintf("words that go with the topic: %s", e.Label)
}
