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

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Poll is the longest sleep of the loop. Timers run by the steady clock, so the loop
// must look to notice that the wall clock was set or the machine slept. It is half of
// [Grace], so that no run is late because of it.
const Poll = Grace / 2

// retryAfter is the pause before a job is tried again whose folder another process
// holds, or whose run could not be claimed.
const retryAfter = 10 * time.Second

// Phases evaluates the phases of jobs.
type Phases interface {
	// Evaluate returns the transition in force at now, after it has considered every
	// reason for another. It may take a while; jobs are evaluated one after the other.
	Evaluate(ctx context.Context, job *monitor.Job, now time.Time) (monitor.Transition, error)
}

// Options of a Scheduler.
type Options struct {
	Runner
	Runs   int             // at a time, at most; 0 means 2
	Phases Phases          // nil: the last phase in the store
	Paused []monitor.Pause // jobs that people have paused
	// Ended is called after each run, by the goroutine that made it.
	Ended func(monitor.Run)
	// Full is called when the disk becomes nearly full, and when it has space again.
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
	clockSeen   time.Time // wall time of the last check
	evaluatedAt time.Time // when phases were evaluated last
	evaluating  bool
	orders      int                      // how many phases persons have set
	paused      map[string]monitor.Pause // by persons
	since       time.Time
	tally       tally
}

// finishedRun is a run whose Runner has returned.
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
		paused: map[string]monitor.Pause{}, wake: make(chan struct{}, 1), ended: make(chan finishedRun), evaluations: make(chan round, 1), free: -1,
	}
	for _, p := range opt.Paused {
		d.paused[p.Job] = p
	}
	d.Use(jobs)
	return d
}

// Run makes runs until ctx ends; then it waits for the present runs, which end early
// and stay open. No error ends Run: errors are logged, shown in the [State], and the
// action is tried again.
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

// drain waits for the present runs.
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

// step begins what is due, and returns how long nothing else is due.
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

// due returns what may begin: first interrupted runs, then requested runs, then what
// has waited longest.
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
	sorts.Stable(all, func(a, b candidate) int {
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

// finished handles a run whose Runner has returned.
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

// completed handles a run without an error. It may have to be resumed.
func (d *Scheduler) completed(l finishedRun) {
	e := l.e
	if l.run.Ended.IsZero() {
		e.open = true
		return
	}
	e.last = l.run
	d.tally.count(l.run)
	if !l.o.Resume && !l.run.Due.Equal(l.o.Due) { // an older run came first
		e.loaded = false
		return
	}
	e.passed(l.o)
}

// later schedules another try after an error. Then the state is read from the store
// again, because it is unknown how far the failed try went.
func (e *entry) later(now time.Time, err error) {
	e.pause, e.lastError, e.loaded = now.Add(retryAfter), err.Error(), false
}

// passed records that the run of o was made.
func (e *entry) passed(o Order) {
	e.open = false
	if o.Resume { // only the store knows which run that was
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
