package crawlcmd

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/progress"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// How often progress is shown. A terminal is updated all the time; a log that is
// kept for weeks gets fewer lines after the first minute.
const (
	drawEvery  = 200 * time.Millisecond
	logEvery   = 10 * time.Second
	quietAfter = time.Minute
	quietEvery = time.Minute
)

// screenProgress shows how a crawl goes: on a terminal one line, which it rewrites,
// else a log line now and then. What others write through it appears above the
// line.
type screenProgress struct {
	out     io.Writer
	columns func() int // of the terminal; nil if out is not one
	log     *slog.Logger
	meter   *progress.Meter

	mu    sync.Mutex
	drawn bool // the line is on the terminal

	stop, done chan struct{}
}

// newProgress shows progress on w, which may be a terminal, from start on.
func newProgress(w io.Writer) *screenProgress {
	p := &screenProgress{out: w}
	if _, tty := term.Columns(w); tty {
		p.columns = func() int { n, _ := term.Columns(w); return n }
	}
	return p
}

// ShowProgress logs how the crawl that m counts goes, until stop is called.
func ShowProgress(m *progress.Meter, log *slog.Logger) (stop func()) {
	p := newProgress(io.Discard) // not a terminal: it logs
	p.start(m, log)
	return p.end
}

// start begins to show what m counts. log is used if there is no terminal.
func (p *screenProgress) start(m *progress.Meter, log *slog.Logger) {
	p.meter, p.log = m, log
	p.stop, p.done = make(chan struct{}), make(chan struct{})
	go p.run()
}

func (p *screenProgress) run() {
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

// end clears the line and stops.
func (p *screenProgress) end() {
	close(p.stop)
	<-p.done
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// Write implements io.Writer: what others write appears above the line.
func (p *screenProgress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.out.Write(b)
}

// clear must be called with mu held.
func (p *screenProgress) clear() {
	if p.drawn {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.drawn = false
	}
}

func (p *screenProgress) show(since time.Duration) {
	c := p.meter.Counts()
	if p.columns == nil {
		p.log.Info("crawling", "pages", c.Pages, "of", c.Budget, "relevant", c.Relevant, "harvest", round(c.HarvestRate, 3),
			"pages_per_second", round(c.PagesPerSecond, 2), "hosts", c.Hosts, "waiting", c.Waiting, "postponed", c.Postponed, "failed", c.Failures,
			"seconds", int(since.Seconds()), "seconds_left", int(c.SecondsLeft))
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	// One column stays free: a terminal that wraps would leave the line behind.
	fmt.Fprintf(p.out, "\r\x1b[K%s", term.Clip(progressLine(c), p.columns()-1))
	p.drawn = true
}

// progressLine begins with what matters most: a narrow terminal cuts off the end.
func progressLine(c progress.Counts) string {
	of := ""
	if c.Budget > 0 {
		of = fmt.Sprintf("/%d", c.Budget)
	}
	line := fmt.Sprintf("%d%s pages  %d relevant (%s)  %s/s", c.Pages, of, c.Relevant, percent(c.Relevant, c.Pages), rate(c.PagesPerSecond))
	if c.SecondsLeft >= 0 {
		line += "  " + span(c.SecondsLeft) + " left"
	}
	line += fmt.Sprintf("  %d hosts  %d waiting  %d failed", c.Hosts, c.Waiting, c.Failures)
	if c.Postponed > 0 {
		line += fmt.Sprintf("  %d asked again in %s", c.Postponed, span(c.AgainIn))
	}
	if c.LastURL != "" {
		line += "  " + term.Readable(c.LastURL)
	}
	return line
}

func percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*float64(part)/float64(whole)), ".0") + " %"
}

// rate is a speed with two significant digits.
func rate(x float64) string {
	switch {
	case x >= 10:
		return fmt.Sprintf("%.0f", x)
	case x >= 1:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// span is a duration for people: 42 s, 3 min 5 s, 2 h 10 min, 12 d 3 h.
func span(seconds float64) string {
	if seconds < 0 || math.IsNaN(seconds) || seconds > 1e9 {
		return "-"
	}
	s := int(math.Ceil(seconds))
	switch {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	case s < 86400:
		return fmt.Sprintf("%d h %d min", s/3600, s%3600/60)
	}
	return fmt.Sprintf("%d d %d h", s/86400, s%86400/3600)
}

func round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}
