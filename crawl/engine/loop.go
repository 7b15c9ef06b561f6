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
	opt Options
	log *slog.Logger

	pacer     crawl.Pacer   // nil: hosts never wait; so in deterministic mode, where the clock must decide nothing
	blocker   crawl.Blocker // nil if the strategy is none, or there is no pacer
	blocked   blockedHosts
	busyHosts []busyHost // found by the present choice

	retryQueue []*task   // the first to be due first
	lastWarned time.Time // about missing resources
	lastLogged time.Time // the due time of the task that logWait last told of

	// rules are the options that shape the order of choices. During a replay
	// they are those of the journal, afterwards those of opt.
	rules rules

	pending []*task // chosen and not applied, in the order chosen
	tasks   chan *task
	results chan *task
	idle    time.Duration // how long to wait before busy hosts are asked about again

	// See outage.go.
	silence int              // attempts in a row without an answer
	order   int              // tasks sent so far
	heardAt int              // the latest of them that was answered
	probed  bool             // a probe was sent since the last answer
	outage  bool             // and was silent: it is us
	heard   crawl.Choice     // a URL that has answered in this run
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
	Program       string
}

func newRun(e *Engine) *run {
	r := &run{Engine: e, opt: e.Options.withDefaults(), log: e.Logger, idle: minIdle}
	r.pause = r.opt.Pause
	if r.log == nil {
		r.log = slog.Default()
	}
	return r
}

// startPacing begins to ask the Pacer, if there is one and the clock may decide.
func (r *run) startPacing() {
	if r.Pacer == nil || r.rules.Deterministic {
		return
	}
	r.pacer = r.Pacer
	if r.blocker, _ = r.Strategy.(crawl.Blocker); r.blocker != nil {
		r.blocked.of = make(map[string]*blocked)
	}
}

func (r *run) ownRules() rules {
	return rules{Workers: r.opt.Workers, MaxPages: r.opt.MaxPages, Deterministic: r.opt.Deterministic, Refresh: r.opt.Refresh, Program: r.opt.Program}
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
	r.startPacing()
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
		r.execOne()
		r.sendDue()
		r.choose()
		if len(r.pending) == 0 && !r.waits() && !r.keepAlive() {
			return r.idleReason(), nil
		}
		r.dispatch()
		queued := len(r.retryQueue)
		t := r.ready()
		if t == nil && len(r.retryQueue) > queued {
			continue // places are free
		}
		if t == nil && r.giveUp() {
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
	if at := r.next(); !at.IsZero() {
		timer := time.NewTimer(max(time.Until(at), minIdle))
		defer timer.Stop()
		retry = timer.C
	}
	r.scheduleProbe()
	r.logWait()
	select {
	case t := <-r.results:
		r.arrived(t)
	case f := <-r.Exec:
		f()
	case <-r.probing:
		r.sendProbe()
	case <-retry:
	case <-ctx.Done():
	case <-tick:
		return r.commit()
	}
	return nil
}

// execOne runs one function from Exec if there is one; results come in between.
func (r *run) execOne() {
	select {
	case f := <-r.Exec:
		f()
	default:
	}
}

func (r *run) keepAlive() bool { return r.KeepAlive != nil && r.KeepAlive() }

// waits reports whether something will be chosen or asked later though nothing
// is pending: a page to be asked again, or a host that rests.
func (r *run) waits() bool {
	if r.spent() {
		return false
	}
	return len(r.retryQueue) > 0 || len(r.blocked.heap) > 0 && r.Strategy.Len() > 0
}

// next is when the loop has something to do that no result tells it of: zero if
// only results can change anything.
func (r *run) next() (at time.Time) {
	if len(r.retryQueue) > 0 && (r.rules.Deterministic || r.room()) {
		at = r.retryQueue[0].due
	}
	if r.pacer == nil || !r.room() || r.Strategy.Len() == 0 {
		return at
	}
	look := time.Now().Add(r.idle)
	if r.blocker != nil {
		if len(r.blocked.heap) == 0 {
			return at
		}
		look = r.blocked.heap[0].until
	} else {
		r.idle = min(2*r.idle, maxIdle)
	}
	if at.IsZero() || look.Before(at) {
		at = look
	}
	return at
}

// ready returns the next task to apply, nil if there is none now.
func (r *run) ready() *task {
	for i := 0; i < len(r.pending); i++ {
		t := r.pending[i]
		if t.done && !r.unconfirmed(t) {
			if !r.postpone(t) {
				return t
			}
			if !r.rules.Deterministic { // gives its place to another
				r.pending = slices.Delete(r.pending, i, i+1)
				i--
			}
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

// spent reports that the budget is: what is left to ask is left to a larger one.
func (r *run) spent() bool { return r.bounded() && r.pages >= r.rules.MaxPages }

// bounded reports whether a number of pages ends the run.
func (r *run) bounded() bool { return r.rules.MaxPages > 0 && !r.rules.Refresh }

// choose takes choices until no more may be in flight.
func (r *run) choose() {
	for r.room() {
		c, ok := r.choice()
		if !ok {
			return
		}
		t := &task{choice: c}
		r.pending = append(r.pending, t)
		r.reserve(t)
		r.idle = minIdle
	}
}

// choice asks the strategy. If all hosts are busy, nothing is in flight and the
// strategy cannot block hosts, it takes a choice anyway: the fetcher waits.
func (r *run) choice() (crawl.Choice, bool) {
	if r.pacer == nil {
		return r.Strategy.Next(nil)
	}
	if r.blocker != nil {
		r.unblockReady()
		c, ok := r.Strategy.Next(r.onBusy)
		r.blockBusy()
		return c, ok
	}
	c, ok := r.Strategy.Next(func(host string) bool { return r.pacer.ReadyAt(host).After(time.Now()) })
	if !ok && len(r.pending) == 0 {
		return r.Strategy.Next(nil)
	}
	return c, ok
}

// dispatch hands over what was chosen. A URL that is the redirect target of a
// recorded page needs no fetch.
func (r *run) dispatch() {
	for _, t := range r.pending {
		switch {
		case t.sent:
		case r.known(t):
			t.sent, t.done = true, true
			t.releaseHost()
			r.recheck(t.choice.Host)
		default:
			r.send(t)
		}
	}
}

func (r *run) idleReason() Reason {
	if r.spent() {
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
