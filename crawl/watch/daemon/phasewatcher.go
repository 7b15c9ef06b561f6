package daemon

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/cap"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Store is the part of a [monitor.Store] that a Watcher uses.
type phaseRecords interface {
	mentions
	Run(job string, number int) (monitor.Run, error)
	Transitions(job string, n int) ([]monitor.Transition, error)
	AddTransition(monitor.Transition) error
}

// Watcher evaluates the phases of jobs. Its methods may be called concurrently.
type phaseWatcher struct {
	store   phaseRecords
	fetcher func(*monitor.Job) crawl.Fetcher
	log     *slog.Logger

	evaluate sync.Mutex // one evaluation at a time

	mu      sync.Mutex
	sources map[origin]*source
	held    map[string]time.Time // by job: when a reason for its phase last held
}

// origin is a place, as a fetcher sees it.
type origin struct {
	place   string
	fetcher crawl.Fetcher
}

type source struct {
	*cap.Source
	read time.Time
	err  error
}

// NewWatcher returns a Watcher. fetcher returns what fetches alerts for a job, nil if
// nothing does; it must accept every Content-Type of alerts. Jobs with the same Fetcher
// share its answers.
func newPhaseWatcher(store phaseRecords, fetcher func(*monitor.Job) crawl.Fetcher, log *slog.Logger) *phaseWatcher {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if fetcher == nil {
		fetcher = func(*monitor.Job) crawl.Fetcher { return nil }
	}
	return &phaseWatcher{store: store, fetcher: fetcher, log: log, sources: map[origin]*source{}, held: map[string]time.Time{}}
}

// fresh is how long the last answer of a source is used: jobs with the same source ask
// it once a minute together.
const fresh = 50 * time.Second

// Evaluate returns the transition in force for job at now, after it has considered every
// reason for another. If a source cannot be read, see [Watcher.SourceError]; the other
// reasons still count.
func (w *phaseWatcher) Evaluate(ctx context.Context, job *monitor.Job, now time.Time) (monitor.Transition, error) {
	w.evaluate.Lock()
	defer w.evaluate.Unlock()
	s, err := w.scene(job, now)
	if err != nil {
		return monitor.Transition{}, err
	}
	w.alerts(ctx, job, s)
	rates, err := w.rates(job, now)
	if err != nil {
		return s.last, err
	}
	s.reasons = append(s.reasons, rates...)
	if best, ok := s.strongest(); ok && rank(best.Phase) >= rank(s.last.To) {
		w.note(job.Name, now)
		s.held = now
	}
	transition, changed := s.judge()
	if !changed {
		return s.last, nil
	}
	if err := w.store.AddTransition(transition); err != nil {
		return s.last, err
	}
	return transition, nil
}

// scene returns the state of a job before its reasons are considered.
func (w *phaseWatcher) scene(job *monitor.Job, now time.Time) (*evaluation, error) {
	transitions, err := w.store.Transitions(job.Name, 1)
	if err != nil {
		return nil, err
	}
	s := &evaluation{rules: &job.Phases, now: now, last: monitor.Transition{Job: job.Name, From: job.Phases.Initial, To: job.Phases.Initial}}
	if len(transitions) > 0 {
		s.last = transitions[0]
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.held = w.held[job.Name]; s.held.Before(s.last.At) {
		s.held = time.Time{} // it was a reason for another phase
	}
	return s, nil
}

func (w *phaseWatcher) note(job string, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held[job] = now
}

// alerts reads the sources of job and adds their alerts to s.
func (w *phaseWatcher) alerts(ctx context.Context, job *monitor.Job, s *evaluation) {
	if len(job.Phases.CAP) == 0 {
		return
	}
	fetcher := w.fetcher(job)
	for _, place := range job.Phases.CAP {
		src := w.source(origin{place, fetcher})
		if age := s.now.Sub(src.read); age < 0 || age >= fresh {
			w.readSource(ctx, place, src, s.now)
		}
		said := src.InForce(s.now)
		s.reasons = append(s.reasons, alertReasons(&job.Phases, said, s.now)...)
		if s.over == "" {
			s.over = allClear(&job.Phases, said, s.last.At)
		}
		if s.over == "" {
			s.over = cancelled(&job.Phases, src.Source, s.last.At)
		}
	}
}

// cancelled returns the alert that was cancelled after t, "" if there is none.
func cancelled(rules *monitor.PhaseRules, src *cap.Source, t time.Time) string {
	what, by := src.Cancelled(t)
	for i, s := range what {
		if concerns(rules, s.Info) {
			return oneLine("cancelled by " + by[i].Identifier + ": " + describe(s))
		}
	}
	return ""
}

func (w *phaseWatcher) source(o origin) *source {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sources[o] == nil {
		w.sources[o] = &source{Source: cap.NewSource(o.place, o.fetcher)}
	}
	return w.sources[o]
}

// patience is how long one source may take in an evaluation; the next one continues.
const patience = 45 * time.Second

func (w *phaseWatcher) readSource(ctx context.Context, place string, src *source, now time.Time) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := src.Read(ctx, now)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil && (src.err == nil || src.err.Error() != err.Error()) {
		w.log.Warn("alerts", "source", place, "err", oneLine(err.Error()))
	}
	src.read, src.err = now, err
}

// SourceError returns the errors of the job's sources in the last evaluation.
func (w *phaseWatcher) SourceError(job *monitor.Job) error {
	if len(job.Phases.CAP) == 0 {
		return nil
	}
	fetcher := w.fetcher(job)
	w.mu.Lock()
	defer w.mu.Unlock()
	var errs []error
	for _, place := range job.Phases.CAP {
		if src := w.sources[origin{place, fetcher}]; src != nil && src.err != nil {
			errs = append(errs, english.Errorf("alerts of %s: %s", place, oneLine(src.err.Error())))
		}
	}
	return errors.Join(errs...)
}

// rates returns the rates above their baseline.
func (w *phaseWatcher) rates(job *monitor.Job, now time.Time) ([]reason, error) {
	if len(job.Phases.Rates) == 0 {
		return nil, nil
	}
	first, err := w.store.Run(job.Name, 1)
	switch {
	case errors.Is(err, monitor.ErrNotFound): // the first run was not made yet, or its record was deleted
	case err != nil:
		return nil, err
	case first.Ended.IsZero():
		return nil, nil
	}
	return rateReasons(w.store, job, first.Ended, now)
}
