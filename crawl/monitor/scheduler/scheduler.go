package scheduler

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// Poll is how long the loop sleeps at most. Timers run by the steady clock: a
// checkClock on the wall that is set, or a machine that slept, is noticed by looking.
// It is half of [Grace], so that nothing is late because of it.
const Poll = Grace / 2

// retryAfter is the pause before a job is tried again whose folder another
// process holds, or whose run could not be claimed.
const retryAfter = 10 * time.Second

// Phases says in which phase a job is.
type Phases interface {
	// Evaluate returns the transition in force at now, after having considered every reason for
	// another. It may take a while; the jobs' looks are made one after the other.
	Evaluate(ctx context.Context, job *monitor.Job, now time.Time) (monitor.Transition, error)
}

// Options of a Scheduler.
type Options struct {
	Runner
	Runs   int    // clockSeen a time, at most; 0 means 2
	Phases Phases // nil: what the store says last
	// Ended is called after each run, by the goroutine that made it.
	Ended func(monitor.Run)
	// Full is called when the disk became nearly full, and when it is no longer.
	Full func(full bool, free int64)
}

// Scheduler makes the runs of jobs when they are due.
type Scheduler struct {
	opt Options
	log *slog.Logger

	wake        chan struct{}
	ended       chan finishedRun
	evaluations chan round
	group       sync.WaitGroup

	mu          sync.Mutex
	jobs        map[string]*entry
	names       []string // of jobs, sorted
	running     int
	full        bool
	free        int64
	cancels     map[string]context.CancelCauseFunc
	clockSeen   time.Time // the wall when the loop looked last
	evaluatedAt time.Time // when phases were looked at last
	evaluating  bool
	orders      int // phases that were set by somebody else, so far
	since       time.Time
	tally       tally
}

// finishedRun is a run that has come to its end.
type finishedRun struct {
	e   *entry
	o   Order
	run monitor.Run
	err error
}

// New returns a Scheduler for jobs. It does nothing before Run.
func New(jobs []*monitor.Job, opt Options) *Scheduler {
	opt.Runs = cmp.Or(opt.Runs, 2)
	d := &Scheduler{
		opt: opt, log: opt.Runner.log(), jobs: map[string]*entry{}, cancels: map[string]context.CancelCauseFunc{},
		wake: make(chan struct{}, 1), ended: make(chan finishedRun), evaluations: make(chan round, 1), free: -1,
	}
	d.Use(jobs)
	return d
}

// Run makes runs until ctx ends; then it waits for those being made, which end
// early and stay open. No error ends it: what cannot be done is logged, stands in
// the [State], and is tried again.
func (d *Scheduler) Run(ctx context.Context) {
	d.mu.Lock()
	d.since = d.opt.Clock.Now()
	d.clockSeen = d.since
	d.mu.Unlock()
	for ctx.Err() == nil {
		wait := d.step(ctx)
		tick, stop := d.opt.Clock.After(wait)
		select {
		case <-tick:
		case <-d.wake:
		case l := <-d.ended:
			d.finished(l)
		case l := <-d.evaluations:
			d.applyEvaluations(l)
		case <-ctx.Done():
		}
		stop()
	}
	d.drain()
}

// drain waits for the runs that are being made.
func (d *Scheduler) drain() {
	done := make(chan struct{})
	go func() { d.group.Wait(); close(done) }()
	d.mu.Lock()
	for _, cancel := range d.cancels {
		cancel(context.Canceled)
	}
	d.mu.Unlock()
	for {
		select {
		case l := <-d.ended:
			d.finished(l)
		case <-d.evaluations:
		case <-done:
			return
		}
	}
}

// step begins what is due, and returns how long nothing more will be.
func (d *Scheduler) step(ctx context.Context) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.opt.Clock.Now()
	d.checkClock(now)
	for _, e := range d.jobs {
		d.loadEntry(e, now)
	}
	d.checkDisk()
	d.evaluate(ctx, now)
	wait := Poll
	for _, c := range d.due(now) {
		if d.running >= d.opt.Runs || d.full {
			break
		}
		d.begin(ctx, c.e, c.p)
	}
	for _, e := range d.jobs {
		for _, t := range []time.Time{e.next, e.pause} {
			if t.After(now) && !e.running {
				wait = min(wait, t.Sub(now))
			}
		}
	}
	return wait
}

type candidate struct {
	e *entry
	p Plan
}

// due returns what may begin: what was begun before first, then what people
// asked for, then what has waited longest.
func (d *Scheduler) due(now time.Time) (all []candidate) {
	for _, name := range d.names {
		e := d.jobs[name]
		if p := e.plan(now); p.Run {
			all = append(all, candidate{e, p})
		}
	}
	rank := func(c candidate) int {
		switch {
		case c.e.open:
			return 0
		case c.p.Trigger == monitor.ByHand:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), a.p.First.Compare(b.p.First))
	})
	return all
}

// begin makes a run of e in a goroutine of its own.
func (d *Scheduler) begin(ctx context.Context, e *entry, p Plan) {
	ctx, cancel := context.WithCancelCause(ctx)
	d.cancels[e.job.Name] = cancel
	e.running, e.began = true, d.opt.Clock.Now()
	d.running++
	o := e.order(p)
	runner := d.opt.Runner
	d.group.Go(func() {
		run, err := runner.Run(ctx, o)
		cancel(nil)
		if err == nil && d.opt.Ended != nil && !run.Ended.IsZero() {
			d.opt.Ended(run)
		}
		d.ended <- finishedRun{e, o, run, err}
	})
}

// finished takes what became of a run.
func (d *Scheduler) finished(l finishedRun) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e, now := l.e, d.opt.Clock.Now()
	delete(d.cancels, e.job.Name)
	e.running = false
	d.running--
	e.lastError = ""
	switch {
	case l.err == nil:
		d.completed(l)
	case errors.Is(l.err, monitor.ErrClaimed):
		e.passed(l.o)
	case errors.Is(l.err, ErrFull):
		e.open = e.open || l.run.Number > 0
		d.checkDisk()
	default:
		e.later(now, l.err)
		d.log.Warn("a run could not be made; it is tried again", "job", e.job.Name, "due", l.o.Due, "after", retryAfter, "err", l.err)
	}
	if e.removed {
		delete(d.jobs, e.job.Name)
		d.names = slices.Sorted(maps.Keys(d.jobs))
	}
}

// completed takes a run that was made, or is to be gone on with.
func (d *Scheduler) completed(l finishedRun) {
	e := l.e
	if l.run.Ended.IsZero() {
		e.open = true
		return
	}
	e.last = l.run
	d.tally.count(l.run)
	if !l.o.Resume && !l.run.Due.Equal(l.o.Due) { // an older one came first
		e.loaded = false
		return
	}
	e.passed(l.o)
}

// later has a job tried again after an error; the store is asked anew then, for
// nobody knows how far it went.
func (e *entry) later(now time.Time, err error) {
	e.pause, e.lastError, e.loaded = now.Add(retryAfter), err.Error(), false
}

// passed notes that the run of o is made.
func (e *entry) passed(o Order) {
	e.open = false
	if o.Resume { // which run that was the store says
		e.loaded = false
		return
	}
	if o.Trigger == monitor.ByHand {
		e.requested = time.Time{}
		return
	}
	e.replan()
	if o.Due.After(e.done) {
		e.done = o.Due
	}
}
