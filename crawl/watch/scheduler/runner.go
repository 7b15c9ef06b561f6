package scheduler

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// ErrFull is returned when the disk is nearly full; a Crawler wraps it. The run does
// not end: it is resumed when there is space.
var ErrFull = errors.New("scheduler: the disk is nearly full")

// ErrTimeUp ends a crawl whose time is spent.
var ErrTimeUp = errors.New("scheduler: the time of the run is spent")

// errStopped ends a crawl that a person has stopped.
var errStopped = errors.New("scheduler: the run was stopped by hand")

// Runner makes runs. All fields except Lock, Free, Known and Log are needed.
type Runner struct {
	Dir     string // the folder of the jobs
	Store   monitor.Store
	Crawler monitor.Crawler
	Clock   monitor.Clock
	// Sink returns what receives the visits of a run.
	Sink func(job *monitor.Job, run monitor.Run) (monitor.Sink, error)
	// Lock takes the lock of a run folder, or returns ErrBusy. Nil: the kernel's lock.
	Lock    func(dir string) (unlock func(), err error)
	Free    func(dir string) (bytes int64, known bool) // nil: unknown
	MinFree int64                                      // no run begins with less
	// Known returns the relevant pages of a job that other run folders saw last; nil: a job
	// has one run folder.
	Known func(job string) ([]string, error)
	Log   *slog.Logger
}

// Order is the run to make.
type Order struct {
	Job     *monitor.Job
	Phase   monitor.Phase
	Due     time.Time
	Trigger monitor.Trigger
	Missed  int
	Skip    bool
	Resume  bool          // resume the run that has not ended; the fields above are not used
	Every   time.Duration // between runs; 0 if unknown
}

// Run makes the run of o, or resumes one that has not ended, and returns its state.
// The run holds the error of the crawl. Run's own error is [ErrBusy], [ErrFull],
// [monitor.ErrClaimed] or an error of the store. If ctx ends, the run stays open and
// the next process resumes it.
func (r *Runner) Run(ctx context.Context, o Order) (monitor.Run, error) {
	dir := Dir(r.Dir, o.Job.Name)
	lock := r.Lock
	if lock == nil {
		lock = lockDir
	}
	unlock, err := lock(dir)
	if err != nil {
		return monitor.Run{}, err
	}
	defer unlock()
	if r.full() {
		return monitor.Run{}, ErrFull
	}
	if o.Resume {
		if _, open, err := r.Store.Open(o.Job.Name); err != nil || !open {
			return monitor.Run{}, cmp.Or(err, monitor.ErrClaimed)
		}
	}
	run, err := r.Store.Claim(o.Job.Name, o.Due, o.Trigger, r.Clock.Now())
	if err != nil {
		return run, err
	}
	run.Phase = o.Phase
	if run.Resumed == 0 {
		run.Missed = o.Missed
	}
	if o.Skip && run.Resumed == 0 {
		return r.end(run, monitor.Skipped, "")
	}
	r.log().Info("run begins", "job", run.Job, "run", run.Number, "due", run.Due, "trigger", run.Trigger, "phase", run.Phase, "resumed", run.Resumed)
	res, err := r.crawl(ctx, o, run, dir)
	return r.conclude(ctx, o, run, res, err)
}

// full reports that there is too little space to begin a run.
func (r *Runner) full() bool {
	if r.Free == nil {
		return false
	}
	free, known := r.Free(r.Dir)
	return known && free < r.MinFree
}

// crawl makes the crawl, within the time of its budget.
func (r *Runner) crawl(ctx context.Context, o Order, run monitor.Run, dir string) (monitor.Result, error) {
	sink, err := r.Sink(o.Job, run)
	if err != nil {
		return monitor.Result{}, err
	}
	decided, err := r.Store.Sources(o.Job.Name, "")
	if err != nil {
		return monitor.Result{}, err
	}
	decided = slices.DeleteFunc(decided, func(s monitor.NewSource) bool { return s.State == monitor.Undecided })
	a := monitor.Assignment{Job: o.Job, Run: run, Dir: dir, Budget: phaseBudget(o.Job, o.Phase), Every: o.Every, Sink: sink, Decided: decided, Several: r.Known != nil}
	if a.Several {
		if a.Known, err = r.Known(o.Job.Name); err != nil {
			return monitor.Result{}, err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if a.Budget.Time > 0 {
		up, stop := r.Clock.After(a.Budget.Time)
		defer stop()
		go func() {
			select {
			case <-up:
				cancel(ErrTimeUp)
			case <-ctx.Done():
			}
		}()
	}
	res, err := r.Crawler.Crawl(ctx, a)
	_, e := sink.Finish()
	err = cmp.Or(err, e)
	// A crawl that was still being opened has no outcome.
	if errors.Is(context.Cause(ctx), ErrTimeUp) && (errors.Is(err, context.Canceled) || err == nil && res.Outcome == monitor.Interrupted) {
		res.Outcome, err = monitor.TimeUp, nil
	}
	if errors.Is(context.Cause(ctx), errStopped) && (err != nil || res.Outcome == monitor.Interrupted) && !errors.Is(err, ErrFull) && !errors.Is(err, ErrBusy) {
		res.Outcome, err = monitor.Stopped, nil
	}
	return res, err
}

// phaseBudget returns the budget of a run of j in a phase.
func phaseBudget(j *monitor.Job, p monitor.Phase) monitor.Budget {
	set := j.Phases.Set[p].Budget
	return monitor.Budget{Pages: cmp.Or(set.Pages, j.Budget.Pages), Requests: cmp.Or(set.Requests, j.Budget.Requests), Time: cmp.Or(set.Time, j.Budget.Time)}
}

// conclude ends a run whose crawl has ended.
func (r *Runner) conclude(ctx context.Context, o Order, run monitor.Run, res monitor.Result, err error) (monitor.Run, error) {
	run.Pages, run.Relevant = res.Pages, res.Relevant
	run.Verdicts += res.Verdicts
	run.Ontology = cmp.Or(res.Ontology, run.Ontology)
	switch {
	case errors.Is(err, ErrFull):
		r.log().Warn("run interrupted: the disk is nearly full", "job", run.Job, "run", run.Number, "err", err)
		run.Outcome = monitor.Interrupted
		return run, ErrFull
	case errors.Is(err, ErrBusy): // a command other than ours crawls in the run folder
		return run, err
	case ctx.Err() != nil && (err != nil || res.Outcome == monitor.Interrupted):
		r.log().Info("run interrupted; it will be resumed", "job", run.Job, "run", run.Number, "cause", context.Cause(ctx))
		run.Outcome = monitor.Interrupted
		return run, nil
	case err != nil:
		return r.end(run, monitor.Failed, err.Error())
	}
	run, err = r.end(run, res.Outcome, "")
	if err != nil {
		return run, err
	}
	if err := r.retain(o.Job, run); err != nil {
		r.log().Warn("retention failed; nothing was lost", "job", run.Job, "err", err)
	}
	return run, nil
}

// end keeps the end of a run and returns it as the store has it.
func (r *Runner) end(run monitor.Run, outcome monitor.Outcome, reason string) (monitor.Run, error) {
	run.Ended, run.Outcome, run.Error = r.Clock.Now(), outcome, redact.Text(strings.Join(strings.Fields(reason), " "))
	if err := r.Store.End(run); err != nil {
		return run, english.Errorf("scheduler: end of run %d of %s: %w", run.Number, run.Job, err)
	}
	kept, err := r.Store.Run(run.Job, run.Number)
	if err != nil {
		return run, err
	}
	args := []any{"job", kept.Job, "run", kept.Number, "outcome", kept.Outcome, "pages", kept.Pages, "relevant", kept.Relevant, "requests", kept.Requests,
		"new", kept.New, "changed", kept.Changed, "gone", kept.Gone, "gained", kept.Gained, "lost", kept.Lost, "notifications", kept.Notifications, "err", kept.Error}
	if outcome == monitor.Failed {
		r.log().Error("run ended", args...)
	} else {
		r.log().Info("run ended", args...)
	}
	return kept, nil
}

func (r *Runner) log() *slog.Logger {
	if r.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return r.Log
}

// ErrBusy is returned if another run of the job is being made, perhaps by another
// process.
var ErrBusy = errors.New("scheduler: a run of this job is being made already")

// ErrNoJob is wrapped by the error about an unknown job.
var ErrNoJob = errors.New("scheduler: no such job")

// Dir returns the run folder of a job.
func Dir(daemon, job string) string { return filepath.Join(daemon, "jobs", job) }

// lockFile in a run folder is locked while a run is made. The file stays; only the
// lock counts.
const lockFile = "run.lock"

// lockDir takes the lock of a run folder, and makes the folder if needed. The error is
// ErrBusy if another process holds the lock. Without a lock of the kernel, Badger's lock
// on the database in the folder makes a second run fail.
func lockDir(dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("scheduler: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("scheduler: %w", err)
	}
	held, err := atomicfile.TryLock(f)
	switch {
	case err != nil:
		err = fmt.Errorf("scheduler: lock %s: %w", f.Name(), err)
	case !held:
		err = ErrBusy
	}
	if err != nil {
		f.Close() //nolint:errcheck // nothing was written
		return nil, err
	}
	return func() { f.Close() }, nil //nolint:errcheck // releases the lock
}
