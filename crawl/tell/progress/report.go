package progress

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Report tells how the crawl of a run folder goes, or how it ended. Its JSON form is
// the output of `ontocrawl status --json`; the names are an interface.
type Report struct {
	Run      string `json:"run"`
	Running  bool   `json:"running"`
	Finished bool   `json:"finished"` // nothing is left to do
	Status
	Seconds float64      `json:"seconds"` // spent crawling, by all processes
	Last    []ReportPage `json:"last"`    // the last pages, the latest first
	// Quarantined are the pages with which the process died, and that were not read since.
	Quarantined []QuarantinedPage `json:"quarantined"`
}

// ReportPage is one of the last pages of a run.
type ReportPage struct {
	Seq       int           `json:"seq"`
	URL       string        `json:"url"`
	Title     string        `json:"title"`
	FetchedAt rundir.Time   `json:"fetched_at"`
	Relevance rundir.Number `json:"relevance"`
	Relevant  bool          `json:"relevant"`
}

// QuarantinedPage is a page with which the process died again and again.
type QuarantinedPage struct {
	Seq int         `json:"seq"`
	URL string      `json:"url"`
	At  rundir.Time `json:"quarantined_at"`
}

// statusLast is how many of the last pages are shown.
const statusLast = 5

// ReadReport reads the run folder dir.
func ReadReport(dir string) (*Report, error) {
	rep := &Report{Run: dir, Last: []ReportPage{}, Quarantined: []QuarantinedPage{}}
	s, alive, err := Read(dir)
	rep.Status, rep.Running = s, alive
	sum, sumErr := readSummary(dir)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return rep, err
	case err == nil:
	case sumErr == nil: // a run of an older version, or status.json was deleted
		rep.fromSummary(sum)
		if last, err := rundir.LastModel(dir); err == nil {
			rep.Model = last.Model
		}
	default:
		if info, err := os.Stat(filepath.Join(foldersOf(dir)[0], rundir.ParamsFile)); err == nil && info.Mode().IsRegular() {
			rep.State = rundir.Running
			break
		}
		return rep, english.Errorf("%s holds no run: there is neither %s nor %s in it", dir, rundir.StatusFile, rundir.ParamsFile)
	}
	rep.Seconds = sum.Seconds
	if alive {
		rep.Seconds = max(sum.Seconds, time.Since(rep.Begun.Time).Seconds())
	}
	rep.Seconds = term.Round(rep.Seconds, 1)
	rep.Finished = !alive && (engine.Reason(rep.State).Finished())
	if err := rep.quarantined(dir); err != nil {
		return rep, err
	}
	return rep, rep.last(dir)
}

// foldersOf are the run folders of a run: its parts, or dir itself.
func foldersOf(dir string) []string {
	if parts := rundir.Parts(dir); parts != nil {
		return parts
	}
	return []string{dir}
}

// readSummary is the summary of a run, of one in parts the sum.
func readSummary(dir string) (sum rundir.Summary, err error) {
	folders := foldersOf(dir)
	if len(folders) == 1 {
		return rundir.ReadSummary(folders[0])
	}
	all := make([]rundir.Summary, len(folders))
	for i, part := range folders {
		if all[i], err = rundir.ReadSummary(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return sum, err
		}
	}
	sum = rundir.SumSummaries(all)
	sum.Stopped = all[0].Stopped
	return sum, nil
}

// quarantined reads the pages that were quarantined, unless they were read, or failed
// otherwise, when they were asked for again.
func (rep *Report) quarantined(dir string) error {
	kind := crawl.FailQuarantined.String()
	if rep.Errors[kind] == 0 {
		return nil
	}
	for _, folder := range foldersOf(dir) {
		if err := rep.quarantinedIn(folder, kind); err != nil {
			return err
		}
	}
	return nil
}

func (rep *Report) quarantinedIn(dir, kind string) error {
	last := map[string]QuarantinedPage{}
	for f, err := range rundir.Failures(dir) {
		if err != nil {
			return err
		}
		if delete(last, f.URL); f.Kind == kind {
			last[f.URL] = QuarantinedPage{f.Seq, f.URL, f.FetchedAt}
		}
	}
	for p, err := range rundir.Pages(dir) {
		if err != nil {
			return err
		}
		delete(last, p.URL)
		delete(last, p.Asked)
	}
	rep.Quarantined = append(rep.Quarantined, sorts.Sorted(maps.Values(last), func(a, b QuarantinedPage) int { return a.Seq - b.Seq })...)
	return nil
}

func (rep *Report) fromSummary(s rundir.Summary) {
	rep.State, rep.Updated, rep.Begun = s.Stopped, s.Finished, s.Started
	rep.Env, rep.Command = []string{}, []string{}
	rep.Counts = Counts{Totals: s.Totals, Waiting: s.Waiting, SecondsLeft: -1, LastVisit: s.Finished, Failing: s.Hosts.Failing[:min(failingHosts, len(s.Hosts.Failing))]}
	rep.Hosts = s.Hosts.Count
}

func (rep *Report) last(dir string) error {
	var pages []rundir.Page
	for _, folder := range foldersOf(dir) {
		tail, err := rundir.TailLatest(folder, statusLast)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // else nothing is recorded yet
			return err
		}
		pages = append(pages, tail...)
	}
	slices.Reverse(pages)
	if len(pages) > statusLast { // of several parts
		sorts.Stable(pages, func(a, b rundir.Page) int { return b.FetchedAt.Compare(a.FetchedAt.Time) })
		pages = pages[:statusLast]
	}
	for _, p := range pages {
		rep.Last = append(rep.Last, ReportPage{p.Seq, p.URL, p.Name(), p.FetchedAt, p.Relevance, p.Relevant})
	}
	return nil
}

// Write writes the report as text for a terminal.
func (rep *Report) Write(w io.Writer) error {
	p := message.Of(w)
	fmt.Fprintf(w, "%s: %s\n", term.Safe(rep.Run), term.Safe(stateText(p, rep.Status, rep.Running)))
	t := &term.Table{Head: []string{"", ">"}}
	rep.rows(p, t)
	if err := t.Write(w); err != nil {
		return err
	}
	if len(rep.Quarantined) > 0 {
		message.Fprint(w, "\nQuarantined: the process died with these (crawl --retry-quarantined asks again)\n")
	}
	for _, page := range rep.Quarantined {
		fmt.Fprintf(w, "%s  %s\n", page.At.Local().Format(time.DateTime), term.Readable(page.URL))
	}
	if len(rep.Last) > 0 {
		message.Fprint(w, "\nLast pages\n")
	}
	for _, page := range rep.Last {
		mark := " "
		if page.Relevant {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %s %.3f  %s\n                 %s\n", page.FetchedAt.Local().Format(time.TimeOnly), mark, float64(page.Relevance),
			term.Clip(term.Safe(page.Title), 60), term.Readable(page.URL))
	}
	if !rep.Running && !rep.Finished {
		fmt.Fprintf(w, "\n%s\n", rep.advice(p))
	}
	return nil
}

// text says in words what the crawl waits for.
func (s *stand) text(p *message.Printer, now time.Time) string {
	first, in := term.Readable(s.First), term.Span(max(0, s.Until.Sub(now).Seconds()))
	switch engine.Timer(s.Timer) {
	case engine.TimerDelay:
		return p.Sprintf("the delay of %s, over in %s", first, in)
	case engine.TimerRetry:
		return p.Sprintf("%s, asked again in %s", first, in)
	default:
		return p.Sprintf("any answer; a page is tried in %s", in)
	}
}

func (rep *Report) rows(p *message.Printer, t *term.Table) {
	c := &rep.Counts
	pages := fmt.Sprint(c.Pages)
	if c.Budget > 0 {
		pages = p.Sprintf("%d of %d", c.Pages, c.Budget)
	}
	t.Label("pages", pages)
	for _, kind := range kinds(&c.Totals) {
		t.Add("  "+p.Text(kind), fmt.Sprint(c.Kinds[kind]))
	}
	t.Label("relevant", finds(p, &c.Totals))
	t.Label("harvest rate", term.Percent(c.Relevant, c.Pages))
	requests := fmt.Sprint(c.Requests)
	if c.BudgetRequests > 0 {
		requests = p.Sprintf("%d of %d", c.Requests, c.BudgetRequests)
	}
	t.Label("requests", requests)
	t.Label("requests a relevant page", requestsEach(&c.Totals))
	t.Label("finds by quarter", quarters(&c.Totals))
	t.Label("requests since a find", fmt.Sprint(c.SinceFind))
	if rep.Running {
		t.Label("pages/s, last minute", term.Rate(c.PagesPerSecond))
		t.Label("left to the budget", term.Span(c.SecondsLeft))
		t.Label("last visit", p.Sprintf("%s ago", term.Span(max(0, rep.Updated.Sub(c.LastVisit.Time).Seconds()))))
	}
	t.Label("crawling for", term.Span(rep.Seconds))
	t.Label("hosts", fmt.Sprint(c.Hosts))
	t.Label("pages outside", fmt.Sprint(c.Outside))
	t.Label("links waiting", fmt.Sprint(c.Waiting))
	if rep.Running && c.Postponed > 0 {
		t.Label("to be asked again", p.Sprintf("%d, in %s", c.Postponed, term.Span(c.AgainIn)))
	}
	if rep.Running && c.Stands != nil {
		t.Label("waits for", c.Stands.text(p, rep.Updated.Time))
	}
	for _, x := range []struct {
		name string
		n    int
	}{{"sources", c.Sources}, {"queries", c.Queries}, {"asked again", c.Revisits}, {"unchanged", c.Unchanged}, {"new", c.New}, {"changed", c.Changed}, {"gone", c.Gone}, {"pages that are there", there(&c.Totals)},
		{"judged again", c.Judged}, {"gained", c.Gained}, {"lost", c.Lost}, {"duplicates", c.Duplicates}, {"near duplicates", c.NearDuplicates}} {
		if x.n > 0 {
			t.Label(x.name, fmt.Sprint(x.n))
		}
	}
	if c.Model > 0 {
		t.Label("learned model", fmt.Sprint(c.Model))
	}
	t.Label("failed", fmt.Sprint(c.Failures))
	for _, r := range failureKinds(&c.Totals) {
		t.Label("  "+r, fmt.Sprint(c.Errors[r]))
	}
	for _, h := range c.Failing {
		t.Add(p.Sprintf("  at %s", term.Readable(h.Host)), fmt.Sprint(h.Failures))
	}
	if rep.Running && rep.Metrics != "" {
		t.Label("metrics", rep.Metrics)
	}
}

// finds are the counts of finds and of the lists that lead to them.
func finds(p *message.Printer, t *rundir.Totals) string {
	if t.Lists == 0 {
		return fmt.Sprint(t.Relevant)
	}
	return p.Sprintf("%d (and %d lists that lead to them)", t.Relevant, t.Lists)
}

// kinds are the kinds of pages, the most frequent first.
func kinds(t *rundir.Totals) []string {
	return slices.SortedFunc(maps.Keys(t.Kinds), func(a, b string) int {
		return cmp.Or(cmp.Compare(t.Kinds[b], t.Kinds[a]), cmp.Compare(a, b))
	})
}

// requestsEach returns the cost of a relevant page.
func requestsEach(t *rundir.Totals) string {
	if t.Relevant == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", t.RequestsPerRelevant)
}

// there is the number of current pages, 0 if no page is gone.
func there(t *rundir.Totals) int {
	if t.Current == t.Pages {
		return 0
	}
	return t.Current
}

// advice is the command that resumes the run.
func (rep *Report) advice(p *message.Printer) string {
	if len(rep.Command) == 0 {
		return p.Sprintf("The command that began it resumes it; its parameters are in %s.", term.Safe(filepath.Join(rep.Run, rundir.ParamsFile)))
	}
	var parts []string
	if rep.Dir != "" {
		parts = append(parts, "cd", term.ShellWord(rep.Dir), "&&")
	}
	for _, kv := range rep.Env {
		name, value, _ := strings.Cut(kv, "=")
		parts = append(parts, name+"="+term.ShellWord(value))
	}
	for _, arg := range rep.Command {
		parts = append(parts, term.ShellWord(arg))
	}
	return p.Sprintf("This resumes it:\n  %s", term.Safe(strings.Join(parts, " ")))
}

// stateText describes the state of a crawl.
func stateText(p *message.Printer, s Status, alive bool) string {
	switch {
	case alive:
		return p.Sprintf("%s, process %d on %s", english.Word(s.State), s.Process, s.Machine)
	case s.State == opening, s.State == Crawling, s.State == rundir.Running:
		return p.Text("dead: killed, or its machine went down; nothing recorded is lost")
	case s.State == Failed:
		return p.Sprintf("failed: %s", s.Error)
	case s.State == string(engine.Interrupted):
		return p.Text("interrupted by a signal")
	case s.State == string(engine.TimeUp):
		return p.Text("stopped, for its time was over")
	case s.State == string(engine.Waiting):
		return p.Text("stopped, for all that is left has to wait longer than max-wait; the same command goes on")
	case s.State == string(engine.Silent):
		return p.Text("stopped, for nothing answered any more")
	}
	return p.Sprintf("finished: %s", stopText(p, engine.Reason(s.State)))
}
