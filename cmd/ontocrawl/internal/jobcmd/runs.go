package jobcmd

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// writeRun writes a run as a table.
func writeRun(w io.Writer, r *monitor.Run) error {
	p := message.Of(w)
	t := &term.Table{Head: []string{"", ""}}
	t.Add(p.Text("run"), p.Sprintf("%s/%d, %s", r.Job, r.Number, english.Word(r.Outcome)))
	t.Add(p.Text("due"), clockTime(r.Due)+", "+p.Text(string(r.Trigger)))
	if r.Missed > 0 {
		t.Add(p.Text("stands for"), p.Sprintf("%d missed besides", r.Missed))
	}
	if r.Ended.IsZero() {
		t.Add(p.Text("began"), clockTime(r.Started))
	} else {
		t.Add(p.Text("took"), p.Sprintf("%v, from %s", r.Ended.Sub(r.Started).Round(time.Second), clockTime(r.Started)))
	}
	t.Add(p.Text("phase"), p.Text(r.Phase.String()))
	t.Add(p.Text("pages, relevant"), fmt.Sprintf("%d, %d", r.Pages, r.Relevant))
	t.Add(p.Text("requests, failed"), fmt.Sprintf("%d, %d", r.Requests, r.Failures))
	t.Add(p.Text("new, changed, gone"), fmt.Sprintf("%d, %d, %d", r.New, r.Changed, r.Gone))
	t.Add(p.Text("gained, lost"), fmt.Sprintf("%d, %d", r.Gained, r.Lost))
	t.Add(p.Text("stories begun"), strconv.Itoa(r.Stories))
	t.Add(p.Text("notifications"), strconv.Itoa(r.Notifications))
	if r.Error != "" {
		t.Add(p.Text("error"), term.Safe(r.Error))
	}
	return t.Write(w)
}

// history says what happened to a job. The JSON names are an interface.
type history struct {
	Job         string               `json:"job"`
	Runs        []monitor.Run        `json:"runs"`        // newest first
	Transitions []monitor.Transition `json:"transitions"` // newest first
}

// Write writes the history as a table, the newest first.
func (h *history) Write(w io.Writer) error {
	type line struct {
		at    time.Time
		cells []string
	}
	p := message.Of(w)
	var lines []line
	for _, r := range h.Runs {
		lines = append(lines, line{r.Started, []string{
			fmt.Sprintf("%s/%d", r.Job, r.Number), clockTime(r.Due), p.Text(string(r.Trigger)), p.Text(r.Phase.String()), strconv.Itoa(r.Requests), strconv.Itoa(r.Pages), strconv.Itoa(r.Relevant),
			fmt.Sprintf("%d, %d, %d", r.New, r.Changed, r.Gone), fmt.Sprintf("%d, %d", r.Gained, r.Lost), strconv.Itoa(r.Notifications), term.Clip(term.Safe(outcomeOf(p, r)), 80),
		}})
	}
	for _, t := range h.Transitions {
		until := ""
		if !t.Until.IsZero() {
			until = p.Sprintf(", until %s", clockTime(t.Until))
		}
		lines = append(lines, line{t.At, []string{
			p.Text("phase"), clockTime(t.At), p.Text(t.By), p.Text(t.To.String()), "", "", "", "", "", "", term.Clip(term.Safe(p.Sprintf("was %s: %s%s", english.Word(t.From.String()), t.Reason, until)), 80),
		}})
	}
	sorts.Stable(lines, func(a, b line) int { return b.at.Compare(a.at) })
	tb := &term.Table{Head: []string{"run", "due", "by", "phase", ">requests", ">pages", ">relevant", ">new, changed, gone", ">gained, lost", ">notifications", "outcome"}}
	for _, l := range lines {
		tb.Add(l.cells...)
	}
	return tb.Write(w)
}

func outcomeOf(p *message.Printer, r monitor.Run) string {
	what := p.Text(string(r.Outcome))
	if r.Missed > 0 {
		what += p.Sprintf(", for %d missed", r.Missed)
	}
	if r.Resumed > 0 {
		what += p.Sprintf(", resumed %d times", r.Resumed)
	}
	if r.Error != "" {
		what += ": " + r.Error
	}
	return what
}

// found is a run with what it found. The JSON names are an interface.
type found struct {
	Run    monitor.Run     `json:"run"`
	Events []monitor.Event `json:"events"` // in the order found
}

// readFound returns a run with its events; number 0 is the last run.
func readFound(r monitor.Reader, job string, number int) (s found, err error) {
	if number == 0 {
		runs, err := r.Runs(job, time.Time{}, 1)
		if err != nil {
			return s, err
		}
		if len(runs) == 0 {
			return s, &noRunError{job}
		}
		number = slices.MaxFunc(runs, func(a, b monitor.Run) int { return cmp.Compare(a.Number, b.Number) }).Number
	}
	if s.Run, err = r.Run(job, number); err != nil {
		return s, err
	}
	events, err := r.Events(job, number)
	s.Events = append([]monitor.Event{}, events...)
	return s, err
}

// Write writes the run and its events as text.
func (s *found) Write(w io.Writer) error {
	if err := writeRun(w, &s.Run); err != nil {
		return err
	}
	p := message.Of(w)
	for _, e := range s.Events {
		message.Fprintf(w, "\n%-7s  %.3f", english.Word(e.Kind), e.Relevance)
		if e.Kind != monitor.New && e.Kind != monitor.SourceFound {
			message.Fprintf(w, " (was %.3f)", e.WasRelevance)
		}
		message.Fprintf(w, "  %s\n         %s\n", term.Clip(term.Safe(e.Title), 70), term.Readable(e.URL))
		if e.Reason != "" {
			message.Fprintf(w, "         the page has not changed; %s\n", english.Word(e.Reason))
		}
		if e.Kind == monitor.SourceFound {
			message.Fprintf(w, "         the site %s\n", term.Readable(e.Site))
		}
		if how := foundBy(p, &monitor.NewSource{Via: e.Via, Parent: e.Parent, Found: e.Captured}); how != "" {
			message.Fprintf(w, "         %s\n", how)
		}
		if d, ok := e.Delay(); ok {
			message.Fprintf(w, "         published %s, captured %v later\n", clockTime(e.Published.Time), d.Round(time.Second))
		}
		if e.DuplicateOf != "" {
			message.Fprintf(w, "         a duplicate of %s\n", term.Readable(e.DuplicateOf))
		}
		if why := concepts(p, e.Concepts); why != "" {
			message.Fprintf(w, "         %s\n", why)
		}
	}
	return nil
}

// concepts names the four heaviest concepts of an event.
func concepts(lang *message.Printer, all []monitor.Concept) string {
	var words []string
	for _, c := range all[:min(4, len(all))] {
		var places []string
		for _, p := range c.Found() {
			places = append(places, strings.TrimSpace(fmt.Sprintf("%s x%d", term.Safe(lang.Text(p.Name)), p.Count)))
		}
		words = append(words, term.Safe(cmp.Or(c.Label, c.Name))+" ("+strings.Join(places, ", ")+")")
	}
	return strings.Join(words, ", ")
}

// noRunError is a job that has not run yet.
type noRunError struct{ Job string }

func (e *noRunError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *noRunError) Message() english.Phrase {
	return english.Phrasef("%s has not run yet", e.Job)
}
