package progress

import (
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// How often progress is shown. A terminal is updated all the time; a log that is
// kept for weeks gets fewer lines after the first minute.
const (
	drawEvery  = 200 * time.Millisecond
	logEvery   = 10 * time.Second
	quietAfter = time.Minute
	quietEvery = time.Minute
)

// Screen shows how a crawl goes: on a terminal one line, which it rewrites,
// else a log line now and then. What others write through it appears above the
// line.
type Screen struct {
	out     io.Writer
	columns func() int // of the terminal; nil if out is not one
	log     *slog.Logger
	meter   *Meter

	mu    sync.Mutex
	drawn bool // the line is on the terminal

	stop, done chan struct{}
}

// NewScreen shows progress on w, which may be a terminal, from start on.
func NewScreen(w io.Writer) *Screen {
	p := &Screen{out: w}
	if _, tty := term.Columns(w); tty {
		p.columns = func() int { n, _ := term.Columns(w); return n }
	}
	return p
}

// LogProgress logs how the crawl that m counts goes, until stop is called.
func LogProgress(m *Meter, log *slog.Logger) (stop func()) {
	p := NewScreen(io.Discard) // not a terminal: it logs
	p.Start(m, log)
	return p.End
}

// Start begins to show what m counts. log is used if there is no terminal.
func (p *Screen) Start(m *Meter, log *slog.Logger) {
	p.meter, p.log = m, log
	p.stop, p.done = make(chan struct{}), make(chan struct{})
	go p.run()
}

func (p *Screen) run() {
	defer close(p.done)
	every := logEvery
	if p.columns != nil {
		every = drawEvery
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	begun := time.Now()
	for {
		select {
		case <-p.stop:
			return
		case <-tick.C:
		}
		if p.columns == nil && every == logEvery && time.Since(begun) >= quietAfter {
			every = quietEvery
			tick.Reset(every)
		}
		p.show(time.Since(begun))
	}
}

// End clears the line and stops. It does nothing before Start.
func (p *Screen) End() {
	if p.stop == nil {
		return
	}
	close(p.stop)
	<-p.done
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// Write implements io.Writer: what others write appears above the line.
func (p *Screen) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.out.Write(b)
}

// Printer returns the language of the stream below, so that what is written through p is in it.
func (p *Screen) Printer() *message.Printer { return message.Of(p.out) }

// clear must be called with mu held.
func (p *Screen) clear() {
	if p.drawn {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.drawn = false
	}
}

func (p *Screen) show(since time.Duration) {
	c := p.meter.Counts()
	if p.columns == nil {
		args := []any{"pages", c.Pages, "of", c.Budget, "relevant", c.Relevant, "harvest", term.Round(c.HarvestRate, 3),
			"pages_per_second", term.Round(c.PagesPerSecond, 2), "requests", c.Requests, "hosts", c.Hosts, "waiting", c.Waiting, "postponed", c.Postponed, "failed", c.Failures,
			"seconds", int(since.Seconds()), "seconds_left", int(c.SecondsLeft)}
		if c.Lists > 0 {
			args = append(args, "lists", c.Lists)
		}
		if c.Queries > 0 {
			args = append(args, "queries", c.Queries)
		}
		p.log.Info("crawling", args...)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	// One column stays free: a terminal that wraps would leave the line behind.
	fmt.Fprintf(p.out, "\r\x1b[K%s", term.Clip(progressLine(p.Printer(), c), p.columns()-1))
	p.drawn = true
}

// progressLine begins with what matters most: a narrow terminal cuts off the end.
func progressLine(p *message.Printer, c Counts) string {
	of := ""
	if c.Budget > 0 {
		of = fmt.Sprintf("/%d", c.Budget)
	}
	line := p.Sprintf("%d%s pages  %d relevant (%s)  %s/s", c.Pages, of, c.Relevant, term.Percent(c.Relevant, c.Pages), term.Rate(c.PagesPerSecond))
	if c.SecondsLeft >= 0 {
		line += p.Sprintf("  %s left", term.Span(c.SecondsLeft))
	}
	line += p.Sprintf("  %d hosts  %d waiting  %d failed", c.Hosts, c.Waiting, c.Failures)
	if c.Queries > 0 {
		line += p.Sprintf("  %d queries", c.Queries)
	}
	if c.Postponed > 0 {
		line += p.Sprintf("  %d asked again in %s", c.Postponed, term.Span(c.AgainIn))
	}
	if c.LastURL != "" {
		line += "  " + term.Readable(c.LastURL)
	}
	return line
}
