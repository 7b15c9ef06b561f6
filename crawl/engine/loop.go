package engine

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// run is the memory of one Run.
type run struct {
	*Engine
	opt  Options
	log  *slog.Logger
	gate crawl.Gate // nil if the fetcher is none

	// rules are the options that shape the order of choices. During a replay
	// they are those of the journal, afterwards those of opt.
	rules rules

	pending []*task // chosen and not applied, in the order chosen
	tasks   chan *task
	results chan *task
	idle    time.Duration // how long to wait before busy hosts are asked about again

	// See doubt.go.
	silence int              // attempts in a row without an answer
	order   int              // tasks sent so far
	heardAt int              // the latest of them that was answered
	asked   bool             // a probe was sent since the last answer
	outage  bool             // and was silent: it is us
	heard   string           // a URL that has answered in this run
	probe   *task            // the probe in flight, or nil
	pause   time.Duration    // before the next probe
	probing <-chan time.Time // fires when the next probe is due; nil while something is in flight

	totals
	resumed int
	marked  int    // visit of the last checkpoint
	last    Reason // why the last run stopped, as the checkpoint says
}

// totals count the visits of the whole crawl.
type totals struct {
	seq, pages, relevant         int
	sources, revisits, unchanged int
}

// How long the loop sleeps before it asks about busy hosts again: it begins
// with minIdle and doubles up to maxIdle while nothing can be chosen.
const (
	minIdle = time.Millisecond
	maxIdle = 50 * time.Millisecond
)

// rules shape the order of choices in deterministic mode.
type rules struct {
	Workers       int
	MaxPages      int
	Deterministic bool
	Refresh       bool
}

func newRun(e *Engine) *run {
	r := &run{Engine: e, opt: e.Options.withDefaults(), log: e.Logger, idle: minIdle}
	r.pause = r.opt.Pause
	if r.log == nil {
		r.log = slog.Default()
	}
	r.gate, _ = e.Fetcher.(crawl.Gate)
	return r
}

func (r *run) ownRules() rules {
	return rules{Workers: r.opt.Workers, MaxPages: r.opt.MaxPages, Deterministic: r.opt.Deterministic, Refresh: r.opt.Refresh}
}

func (r *run) result(stopped Reason) Result {
	return Result{
		Stopped: stopped, Visits: r.seq, Pages: r.pages, Relevant: r.relevant,
		Sources: r.sources, Revisits: r.revisits, Unchanged: r.unchanged,
		Failures: r.seq - r.pages - r.sources - r.revisits,
		Waiting:  r.Strategy.Len(), Resumed: r.resumed,
	}
}

// crawl runs the loop with its workers and puts everything in order after it.
func (r *run) crawl(ctx context.Context) (Result, error) {
	capacity := max(r.rules.Workers, len(r.pending)) + 1 // and a probe; nobody ever waits to hand over a task
	r.tasks, r.results = make(chan *task, capacity), make(chan *task, capacity)
	stopWorkers := r.startWorkers(ctx)
	reason, err := r.loop(ctx)
	stopWorkers()
	if err != nil {
		r.rescue()
		return r.result(Failed), err
	}
	if err := r.checkpoint(reason); err != nil {
		r.rescue()
		return r.result(Failed), err
	}
	return r.result(reason), nil
}

// rescue commits what a failed run has recorded, if the State still can.
func (r *run) rescue() {
	if err := r.State.Commit(); err != nil {
		r.log.Debug("commit after an error", "err", err)
	}
}

func (r *run) loop(ctx context.Context) (Reason, error) {
	tick := time.NewTicker(r.opt.CommitEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		r.choose()
		if len(r.pending) == 0 {
			return r.idleReason(), nil
		}
		r.dispatch()
		t := r.ready()
		if t == nil && r.mute() {
			return Silent, nil
		}
		if t == nil {
			if err := r.wait(ctx, tick.C); err != nil {
				return Failed, err
			}
			continue
		}
		if t.cancelled(ctx) {
			break
		}
		r.pending = slices.DeleteFunc(r.pending, func(p *task) bool { return p == t })
		if err := r.apply(t); err != nil {
			return Failed, err
		}
	}
	return Interrupted, nil
}

// wait returns when something may have changed.
func (r *run) wait(ctx context.Context, tick <-chan time.Time) error {
	var retry <-chan time.Time
	if r.asksGate() && r.room() && r.Strategy.Len() > 0 {
		retry = time.After(r.idle)
		r.idle = min(2*r.idle, maxIdle)
	}
	r.despair()
	select {
	case t := <-r.results:
		r.arrived(t)
	case <-r.probing:
		r.ask()
	case <-retry:
	case <-ctx.Done():
	case <-tick:
		return r.commit()
	}
	return nil
}

// ready returns the next task to apply, nil if there is none now.
func (r *run) ready() *task {
	for _, t := range r.pending {
		if t.done && !r.inDoubt(t) {
			return t
		}
		if r.rules.Deterministic {
			break
		}
	}
	return nil
}

// room reports whether one more may be chosen. A choice in flight counts as a
// page, so that the budget is never exceeded; a failure frees its place.
func (r *run) room() bool {
	return len(r.pending) < r.rules.Workers && (!r.bounded() || r.pages+len(r.pending) < r.rules.MaxPages)
}

// bounded reports whether a number of pages ends the run.
func (r *run) bounded() bool { return r.rules.MaxPages > 0 && !r.rules.Refresh }

// choose fills the free places. Where all hosts are busy and nothing is in
// flight it takes a choice anyway: the fetcher knows best how long to wait.
func (r *run) choose() {
	for r.room() {
		var busy func(host string) bool
		if r.asksGate() {
			busy = r.busy
		}
		c, ok := r.Strategy.Next(busy)
		if !ok && busy != nil && len(r.pending) == 0 {
			c, ok = r.Strategy.Next(nil)
		}
		if !ok {
			return
		}
		r.pending = append(r.pending, &task{choice: c})
		r.idle = minIdle
	}
}

// asksGate is false in deterministic mode, where the time of day must not
// decide.
func (r *run) asksGate() bool { return r.gate != nil && !r.rules.Deterministic }

// busy asks the gate, and counts a host as busy while a choice of it is on its
// way to the fetcher: the gate does not know of that one yet, and one ready
// host must not draw all workers to its door.
func (r *run) busy(host string) bool {
	for _, t := range r.pending {
		if t.choice.Host == host && !t.done && !t.started.Load() {
			return true
		}
	}
	return r.gate.Busy(host)
}

// dispatch hands over what was chosen. A URL that is the redirect target of a
// recorded page needs no fetch.
func (r *run) dispatch() {
	for _, t := range r.pending {
		switch {
		case t.sent:
		case r.known(t):
			t.sent, t.done = true, true
		default:
			r.send(t)
		}
	}
}

func (r *run) idleReason() Reason {
	if r.bounded() && r.pages >= r.rules.MaxPages {
		return Budget
	}
	if n := r.Strategy.Len(); n > 0 {
		r.log.Warn("the strategy offers none of the URLs that wait", "waiting", n)
	}
	return Exhausted
}

// commit makes what was recorded durable and lets the sinks show it.
func (r *run) commit() error {
	if r.State.Committed() == r.seq {
		return nil
	}
	if err := r.State.Commit(); err != nil {
		return err
	}
	return r.flush()
}

func (r *run) flush() error {
	for _, s := range r.Sinks {
		if err := s.Flush(); err != nil {
			return err
		}
	}
	return nil
}
