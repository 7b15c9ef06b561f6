package jobcmd

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// writeList writes the state of jobs as a table.
func writeList(w io.Writer, list []daemon.JobStatus) error {
	p := message.Of(w)
	t := &term.Table{Head: []string{"job", "phase", "last run", "outcome", ">relevant", ">new", "next", "schedule"}}
	for _, s := range list {
		last, outcome, relevant, fresh, next := p.Text("never"), "", "", "", p.Text("paused")
		if s.Last != nil {
			last, outcome, relevant, fresh = clockTime(s.Last.Due), p.Text(string(s.Last.Outcome)), strconv.Itoa(s.Last.Relevant), strconv.Itoa(s.Last.New)
		}
		if s.Running != nil {
			outcome = strings.TrimPrefix(outcome+", "+p.Text("running"), ", ")
		}
		if !s.Paused {
			next = clockTime(s.Next)
		}
		t.Add(s.Name, p.Text(s.Phase.To.String()), last, outcome, relevant, fresh, next, term.Safe(s.Schedule))
	}
	return t.Write(w)
}

// writeTransition writes the phase of a job as a line.
func writeTransition(w io.Writer, t monitor.Transition) error {
	p := message.Of(w)
	line := t.Job + ": " + p.Text(t.To.String())
	if t.By != "" {
		line += p.Sprintf(" since %s, by %s: %s", clockTime(t.At), english.Word(t.By), term.Safe(t.Reason))
	}
	if !t.Until.IsZero() {
		line += p.Sprintf(", until %s", clockTime(t.Until))
	}
	_, err := fmt.Fprintln(w, line)
	return err
}

// clockTime returns t in local time, "-" if it is zero.
func clockTime(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Local().Format("2006-01-02 15:04:05")
}

// longTime returns t with its weekday and zone.
func longTime(t time.Time) string { return t.Format("Mon 2006-01-02 15:04:05 -07:00") }
