package scheduler_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

// paper is the part of a store that the loop needs, in memory: a bubble of
// testing/synctest holds no database.
type paper struct {
	monitor.Store // nil: what is not below is not asked for

	mu          sync.Mutex
	runs        map[string][]monitor.Run // of each job, by number
	transitions []monitor.Transition
	fail        error
}

func (p *paper) roles() monitor.Store {
	return monitor.Store{Reader: p, Claims: p, Findings: p, Outbox: p}
}

func newPaper() *paper { return &paper{runs: map[string][]monitor.Run{}} }

// bytes returns what the runs take in memory.
func (p *paper) bytes() (n float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, runs := range p.runs {
		n += float64(cap(runs)) * float64(unsafe.Sizeof(monitor.Run{}))
	}
	return n
}

func (p *paper) Claim(job string, due time.Time, by monitor.Trigger, now time.Time) (monitor.Run, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail != nil {
		return monitor.Run{}, p.fail
	}
	for i := range p.runs[job] {
		r := &p.runs[job][i]
		if r.Ended.IsZero() {
			r.Resumed++
			return *r, nil
		}
		hand := r.Trigger == monitor.ByHand
		if hand == (by == monitor.ByHand) && (r.Due.Equal(due) || !hand && r.Due.After(due) && !r.Due.After(now)) {
			return monitor.Run{}, monitor.ErrClaimed
		}
	}
	r := monitor.Run{Job: job, Number: len(p.runs[job]) + 1, Due: due, Trigger: by, Started: now, Outcome: monitor.Running}
	p.runs[job] = append(p.runs[job], r)
	return r, nil
}

func (p *paper) Sources(string, monitor.SourceState) ([]monitor.NewSource, error) { return nil, nil }

func (p *paper) End(r monitor.Run) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.runs[r.Job][r.Number-1] = r
	return p.fail
}

func (p *paper) Run(job string, n int) (monitor.Run, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.runs[job][n-1], nil
}

func (p *paper) Open(job string) (monitor.Run, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.runs[job] {
		if r.Ended.IsZero() {
			return r, true, nil
		}
	}
	return monitor.Run{}, false, p.fail
}

func (p *paper) Runs(job string, t time.Time, n int) ([]monitor.Run, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []monitor.Run
	for _, r := range p.runs[job] {
		if t.IsZero() || r.Due.Before(t) {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b monitor.Run) int { return cmp.Or(b.Due.Compare(a.Due), b.Number-a.Number) })
	return all[:min(n, len(all))], p.fail
}

func (p *paper) Transitions(job string, n int) ([]monitor.Transition, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []monitor.Transition
	for _, t := range slices.Backward(p.transitions) {
		if t.Job == job {
			all = append(all, t)
		}
	}
	return all[:min(n, len(all))], p.fail
}

func (p *paper) AddTransition(t monitor.Transition) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.transitions = append(p.transitions, t)
	return nil
}

// history writes down the runs of a job: number, due, trigger, outcome, and what
// is not zero of missed and resumed.
func (p *paper) history(job string) (lines []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.runs[job] {
		s := fmt.Sprintf("%d %s %s %s", r.Number, r.Due.UTC().Format("02T15:04:05"), r.Trigger, r.Outcome)
		if r.Missed > 0 {
			s += fmt.Sprintf(" missed=%d", r.Missed)
		}
		if r.Resumed > 0 {
			s += fmt.Sprintf(" resumed=%d", r.Resumed)
		}
		lines = append(lines, s)
	}
	return lines
}

// web is a Crawler that takes a while.
type web struct {
	takes  time.Duration
	crawls func(a monitor.Assignment) (monitor.Result, error) // nil: done

	mu      sync.Mutex
	now     int
	busiest int
	made    int
	jobs    map[string]bool
}

func (w *web) Crawl(ctx context.Context, a monitor.Assignment) (monitor.Result, error) {
	if err := w.enter(a.Job.Name); err != nil {
		return monitor.Result{}, err
	}
	defer w.leave(a.Job.Name)
	if w.crawls != nil {
		if r, err := w.crawls(a); err != nil || r.Outcome != "" {
			return r, err
		}
	}
	timer := time.NewTimer(w.takes)
	defer timer.Stop()
	select {
	case <-timer.C:
		return monitor.Result{Outcome: monitor.Done, Pages: 1}, nil
	case <-ctx.Done():
		return monitor.Result{Outcome: monitor.Interrupted}, nil
	}
}

func (w *web) enter(job string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.jobs == nil {
		w.jobs = map[string]bool{}
	}
	if w.jobs[job] {
		return errors.New("two runs of " + job + " at once")
	}
	w.jobs[job] = true
	w.made++
	w.now++
	w.busiest = max(w.busiest, w.now)
	return nil
}

// begun is how many crawls were.
func (w *web) begun() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.made
}

func (w *web) leave(job string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now--
	delete(w.jobs, job)
}

// shifted is the bubble's clock, which somebody may set.
type shifted struct {
	mu sync.Mutex
	by time.Duration
}

func (s *shifted) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return monitor.SystemClock{}.Now().Add(s.by)
}

func (s *shifted) After(d time.Duration) (<-chan time.Time, func()) {
	return monitor.SystemClock{}.After(d)
}

func (s *shifted) set(by time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.by += by
}

func job(t testing.TB, name, spec string) *monitor.Job {
	t.Helper()
	s, err := monitor.ParseSchedule(spec, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return &monitor.Job{Name: name, Schedule: s, Budget: monitor.Budget{Pages: 10}}
}

// sink receives nothing.
type sink struct{ monitor.Sink }

func (sink) Finish() (run monitor.Run, err error) { return run, nil }

func noSink(*monitor.Job, monitor.Run) (monitor.Sink, error) { return sink{}, nil }

func noLock(string) (func(), error) { return func() {}, nil }

// options returns the options of a daemon on paper.
func options(p *paper, w *web, c monitor.Clock) scheduler.Options {
	return scheduler.Options{Runs: 8, Runner: scheduler.Runner{
		Dir: "/nowhere", Store: p.roles(), Crawler: w, Clock: c, Lock: noLock, Log: slog.New(slog.DiscardHandler),
		Sink: noSink,
	}}
}

// start runs a daemon until stop is called.
func start(jobs []*monitor.Job, opt scheduler.Options) (d *scheduler.Scheduler, stop func()) {
	d = scheduler.New(jobs, opt)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { d.Run(ctx); close(done) }()
	return d, func() { cancel(); <-done }
}
