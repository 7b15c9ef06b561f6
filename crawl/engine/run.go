package engine

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// run is the memory of one Run.
type run struct {
	*Engine
	opt Options
	log *slog.Logger

	asking   // whom the next choice may ask; see choose.go
	retries  // see retryqueue.go
	traffic  // see worker.go
	network  // see outage.go
	deadline // of the run; see loop.go
	idling   // see maxwait.go
	cuts     // see linkcap.go
	passing  // see pass.go
	history  // see resume.go
	totals

	// rules are the options that shape the order of choices: the journal's rules during
	// a replay, then the rules of opt.
	rules    rules
	suspects suspects        // see suspects.go
	yields   *crawl.Original // the recorded page that is a copy of the one being judged; nil: none
}

// totals count the visits of the whole crawl.
type totals struct {
	seq, pages, relevant         int
	sources, revisits, unchanged int
	rejudged                     int
	heardLetters                 int // entries that are no visits
	dry                          int // requests since the last that brought a find
}

// requests are all visits but new verdicts.
func (t *totals) requests() int { return t.seq - t.rejudged - t.heardLetters }

// The loop sleeps so long before it asks about busy hosts again: minIdle at first,
// doubled up to maxIdle while nothing can be chosen.
const (
	minIdle = time.Millisecond
	maxIdle = 50 * time.Millisecond
)

// rules shape the order of choices in deterministic mode.
type rules struct {
	Workers       int
	MaxPages      int
	MaxRequests   int
	UntilDry      int
	Deterministic bool
	Refresh       bool
	Program       string
}

func newRun(e *Engine) *run {
	r := &run{Engine: e, opt: e.Options.withDefaults(), log: cmp.Or(e.Logger, slog.Default()), asking: asking{caps: e.Strategy.Caps(), small: smallHosts{}}, traffic: traffic{idle: minIdle}}
	r.pause = r.opt.Pause
	return r
}

// startPacing begins to ask the Pacer, if there is one and the clock may decide.
func (r *run) startPacing() {
	if r.Pacer == nil || r.rules.Deterministic {
		return
	}
	r.pacer = r.Pacer
	if r.blocks = r.caps.Block != nil; r.blocks {
		r.blocked.of, r.blocked.open = map[string]*blocked{}, map[string]*blocked{}
	}
}

func (r *run) ownRules() rules {
	return rules{Workers: r.opt.Workers, MaxPages: r.opt.MaxPages, MaxRequests: r.opt.MaxRequests, UntilDry: r.opt.UntilDry, Deterministic: r.opt.Deterministic, Refresh: r.opt.Refresh, Program: r.opt.Program}
}

func (r *run) result(stopped Reason) Result {
	return Result{
		Stopped: stopped, Visits: r.seq - r.heardLetters, Pages: r.pages, Relevant: r.relevant,
		Sources: r.sources, Revisits: r.revisits, Unchanged: r.unchanged, Rejudged: r.rejudged,
		Failures: r.seq - r.heardLetters - r.pages - r.sources - r.revisits - r.rejudged,
		Waiting:  r.unfinished(), Resumed: r.resumed - r.letters, LinksLeft: r.cutLinks,
	}
}

// crawl runs the loop with its workers and stores a checkpoint after it.
func (r *run) crawl(ctx context.Context) (Result, error) {
	capacity := max(r.places(), len(r.pending)) + 1 // and a probe: sending a task never blocks
	r.tasks, r.results, r.hops = make(chan *task, capacity), make(chan *task, capacity), make(chan hop)
	r.startPacing()
	stopTimer := r.startTimer()
	defer stopTimer()
	stopWorkers := r.startWorkers(ctx)
	r.running = r
	reason, err := r.loop(ctx)
	r.running = nil
	r.endPasses(ctx, err)
	stopWorkers()
	r.releaseAll()
	r.logLeft()
	r.unmarkAll()
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

// releaseAll releases the answers that are not applied: the fetcher may outlive the run.
func (r *run) releaseAll() {
	for _, t := range r.pending {
		t.response.Release()
	}
	if r.probe != nil {
		r.probe.response.Release()
	}
}

// startTimer begins the time of the run, if it is limited.
func (r *run) startTimer() (stop func() bool) {
	if r.opt.MaxTime <= 0 {
		return func() bool { return false }
	}
	t := time.NewTimer(r.opt.MaxTime)
	r.timer = t.C
	return t.Stop
}

// endTime ends the time of the run, and a while later the time of the tasks in flight.
func (r *run) endTime() {
	if r.timeUp {
		r.timer, r.late = nil, true
		return
	}
	r.timer, r.timeUp = time.After(lastGrace), true
	r.log.Info("the time is over", "seconds", r.opt.MaxTime.Seconds(), "in flight", len(r.pending))
}

// rescue commits what a failed run has recorded, if the State still can.
func (r *run) rescue() {
	if err := r.State.Commit(); err != nil {
		r.log.Debug("commit after an error", "err", err)
	}
}
