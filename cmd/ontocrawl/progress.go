package main

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// progress shows how a crawl goes: one line, rewritten, on a terminal; else a
// log line now and then. It implements crawl.Observer.
type progress struct {
	out      io.Writer
	columns  int // of the terminal; 0 if it is none
	log      *slog.Logger
	budget   int
	every    time.Duration
	now      func() time.Time
	start    time.Time
	last     time.Time
	pages    int
	relevant int
	failed   int
	url      string
}

// newProgress shows on w, which may be a terminal, or logs.
func newProgress(w io.Writer, log *slog.Logger, budget int) *progress {
	p := &progress{out: w, log: log, budget: budget, now: time.Now}
	columns, tty := terminal(w)
	p.every = 10 * time.Second
	if tty {
		p.columns, p.every = columns, 100*time.Millisecond
	}
	p.start = p.now()
	p.last = p.start
	return p
}

// count adds a visit, also one of an earlier process, without showing it.
func (p *progress) count(v *crawl.Visit) {
	switch {
	case v.Failed() && !v.Choice.Again:
		p.failed++
	case !v.Adds():
	case v.Score.Relevant:
		p.relevant++
		fallthrough
	default:
		p.pages++
	}
}

// Visited implements crawl.Observer.
func (p *progress) Visited(v *crawl.Visit) {
	p.count(v)
	p.url = v.Choice.URL
	if now := p.now(); now.Sub(p.last) >= p.every {
		p.last = now
		p.show()
	}
}

func (p *progress) show() {
	if p.columns == 0 {
		p.log.Info("crawling", "pages", p.pages, "of", p.budget, "relevant", p.relevant, "failed", p.failed,
			"seconds", int(p.now().Sub(p.start).Seconds()))
		return
	}
	line := fmt.Sprintf("%d/%d pages  %d relevant (%s)  %d failed  %s",
		p.pages, p.budget, p.relevant, percent(p.relevant, p.pages), p.failed, safe(p.url))
	fmt.Fprintf(p.out, "\r\x1b[K%s", clip(line, p.columns-1))
}

// done clears the line.
func (p *progress) done() {
	if p.columns > 0 {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

func percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*float64(part)/float64(whole)), ".0") + " %"
}
