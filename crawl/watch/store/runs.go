package store

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// jobState is the state of a job as a whole.
type jobState struct {
	Runs        int       `json:"runs"`          // number of the last run
	Open        int       `json:"open"`          // number of the run that has not ended, 0 if there is none
	Due         time.Time `json:"due,omitzero"`  // of the last scheduled run
	ByHand      time.Time `json:"hand,omitzero"` // of the last run by hand
	Upto        int       `json:"upto"`          // Seq of the last batch
	Transitions int       `json:"turns"`
}

func (r *reader) job(name string) (s jobState, err error) {
	if err := named("job", name); err != nil {
		return s, err
	}
	_, err = r.get(of(jobKey).text(name), &s)
	return s, err
}

func (r *reader) run(job string, number int) (run monitor.Run, err error) {
	known, err := r.get(of(runKey).name(job).number(number), &run)
	if err == nil && !known {
		err = english.Errorf("%w: %d of %q", monitor.ErrNotFound, number, job)
	}
	return run, err
}

func (w *writer) putRun(r *monitor.Run) error {
	return w.put(of(runKey).name(r.Job).number(r.Number), r)
}

// runTimes are the keys of r in the lists by time.
func runTimes(r *monitor.Run) []key {
	return []key{of(runByTime).time(r.Due).name(r.Job).number(r.Number), of(runByJob).name(r.Job).time(r.Due).number(r.Number)}
}

// Claim implements [monitor.Store].
func (l *Store) Claim(job string, due time.Time, by monitor.Trigger, now time.Time) (run monitor.Run, err error) {
	err = l.write(0, func(w *writer) error {
		run, err = w.claim(job, due, by, now)
		return err
	})
	if err != nil {
		return monitor.Run{}, err
	}
	return run, nil
}

func (w *writer) claim(job string, due time.Time, by monitor.Trigger, now time.Time) (run monitor.Run, err error) {
	s, err := w.job(job)
	if err != nil {
		return run, err
	}
	if s.Open > 0 {
		return w.takeOver(job, s.Open)
	}
	last := &s.Due
	if by == monitor.ByHand {
		last = &s.ByHand
	}
	// A run due after now was made when the clock was ahead. It must not keep the job
	// from running until then.
	ahead := last.After(now)
	if due.Equal(*last) || by != monitor.ByHand && (due.Before(*last) && !ahead || w.dueAt(job, due)) {
		return run, monitor.ErrClaimed
	}
	*last = due
	s.Runs++
	s.Open = s.Runs
	run = monitor.Run{Job: job, Number: s.Runs, Due: due, Trigger: by, Started: now, Outcome: monitor.Running}
	return run, errors.Join(w.put(of(jobKey).text(job), &s), w.putRun(&run), w.mark(runTimes(&run)...))
}

// dueAt reports whether job has a scheduled run of that time.
func (w *writer) dueAt(job string, due time.Time) (found bool) {
	prefix := of(runByJob).name(job).time(due)
	w.keys(prefix, prefix, false, func(rest key) bool {
		number, _ := rest.cutNumber()
		run, err := w.run(job, number)
		found = err != nil || run.Trigger != monitor.ByHand
		return !found
	})
	return found
}

func (w *writer) takeOver(job string, number int) (monitor.Run, error) {
	run, err := w.run(job, number)
	if err != nil {
		return run, err
	}
	run.Resumed++
	return run, w.putRun(&run)
}

// End implements [monitor.Store].
func (l *Store) End(run monitor.Run) error {
	return l.write(0, func(w *writer) error { return w.end(run) })
}

func (w *writer) end(run monitor.Run) error {
	s, err := w.job(run.Job)
	if err != nil {
		return err
	}
	before, err := w.run(run.Job, run.Number)
	if err != nil {
		return err
	}
	larger(&run, &before)
	run.Due, run.Trigger, run.Resumed = before.Due, before.Trigger, before.Resumed
	if s.Open == run.Number {
		s.Open = 0
	}
	return errors.Join(w.put(of(jobKey).text(run.Job), &s), w.putRun(&run))
}

// larger gives each counter of r the larger value of r and o. Counters only grow, and
// several writers know parts of them.
func larger(r, o *monitor.Run) {
	mine, others := counts(r), counts(o)
	for i := range mine {
		*mine[i] = max(*mine[i], *others[i])
	}
	if len(o.Quota) > len(r.Quota) { // names are only added
		r.Quota = o.Quota
	}
	r.FirstSeq = cmp.Or(r.FirstSeq, o.FirstSeq)
	if r.Pages == 0 {
		r.Pages, r.Relevant = o.Pages, o.Relevant
	}
}

func counts(r *monitor.Run) [15]*int {
	return [...]*int{&r.Missed, &r.Requests, &r.Failures, &r.New, &r.Changed, &r.Gone, &r.Gained, &r.Lost, &r.Stories, &r.Notifications, &r.LastSeq,
		&r.Asked, &r.Answered, &r.Seeds, &r.SeedsAnswered}
}

// Open implements [monitor.Store].
func (l *Store) Open(job string) (run monitor.Run, ok bool, err error) {
	err = l.view(func(r *reader) error {
		s, err := r.job(job)
		if err != nil || s.Open == 0 {
			return err
		}
		ok = true
		run, err = r.run(job, s.Open)
		return err
	})
	return run, ok && err == nil, err
}

// Run implements [monitor.Store].
func (l *Store) Run(job string, number int) (monitor.Run, error) {
	return read(l, func(r *reader) (monitor.Run, error) { return r.run(job, number) })
}

// Runs implements [monitor.Store].
func (l *Store) Runs(job string, t time.Time, n int) ([]monitor.Run, error) {
	return read(l, func(r *reader) (runs []monitor.Run, err error) {
		err = r.list(runByTime, runByJob, job, t, n, func(job string, rest key) error {
			number, _ := rest.cutNumber()
			run, err := r.run(job, number)
			runs = append(runs, run)
			return err
		})
		return runs, err
	})
}

// Upto implements [monitor.Store].
func (l *Store) Upto(job string) (int, error) {
	s, err := read(l, func(r *reader) (jobState, error) { return r.job(job) })
	return s.Upto, err
}

// AddTransition implements [monitor.Store]. Turns are numbered as they come: the last one is
// in force, whatever a clock that was set says.
func (l *Store) AddTransition(t monitor.Transition) error {
	return l.write(0, func(w *writer) error {
		s, err := w.job(t.Job)
		if err != nil {
			return err
		}
		s.Transitions++
		return errors.Join(w.put(of(transitionKey).name(t.Job).number(s.Transitions), &t), w.put(of(jobKey).text(t.Job), &s))
	})
}

// Transitions implements [monitor.Store].
func (l *Store) Transitions(job string, n int) ([]monitor.Transition, error) {
	prefix := of(transitionKey).name(job)
	transitions, err := read(l, func(r *reader) ([]monitor.Transition, error) {
		s, err := r.job(job)
		if err != nil {
			return nil, err
		}
		return decoded[monitor.Transition](r, prefix, slices.Clone(prefix).number(s.Transitions-n+1))
	})
	slices.Reverse(transitions)
	return transitions, err
}
