package scheduler

import (
	"cmp"
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// evaluateEvery is the time between two evaluations of phases. It is short beside the
// hours that a disaster takes, and long for the servers of alerts.
const evaluateEvery = time.Minute

// jumped is how far the wall clock may fall behind the steady clock before it counts
// as set back.
const jumped = 2 * time.Second

// checkClock notices that the wall clock was set back. Then the state of all jobs is
// read from the store again. Times that come a second time were claimed, and are
// skipped one by one.
func (d *Scheduler) checkClock(now time.Time) {
	if back := d.clockSeen.Sub(now); back > jumped {
		d.log.Warn("the clock was set back", "from", d.clockSeen, "to", now)
		for _, e := range d.jobs {
			e.loaded, e.pause, e.onto = false, time.Time{}, time.Time{}
			e.replan()
			if e.floor.After(now) {
				e.floor = time.Time{}
			}
		}
		d.evaluatedAt = time.Time{}
	} else if now.Sub(d.clockSeen) > 4*Poll {
		d.log.Warn("the clock was set forward, or the machine slept", "from", d.clockSeen, "to", now)
	}
	d.clockSeen = now
}

// loadEntry reads the state of a job from the store, if it is not known.
func (d *Scheduler) loadEntry(e *entry, now time.Time) {
	if e.loaded || e.running || now.Before(e.pause) {
		return
	}
	done, last, errDone := Done(d.opt.Store, e.job.Name, now)
	_, open, errOpen := d.opt.Store.Open(e.job.Name)
	transitions, errPhase := d.opt.Store.Transitions(e.job.Name, 1)
	if err := cmp.Or(errDone, errOpen, errPhase); err != nil {
		e.later(now, err)
		d.log.Error("the state of a job cannot be read from the store; it is tried again", "job", e.job.Name, "after", retryAfter, "err", err)
		return
	}
	if done.IsZero() { // a new job is due from now on
		if done = e.done; done.IsZero() || done.After(now) {
			done = now
		}
	}
	e.loaded, e.done, e.last, e.open = true, done, last, open
	e.replan()
	if len(transitions) > 0 {
		e.setTransition(transitions[0])
	} else if e.transition.Job == "" {
		e.transition = monitor.Transition{Job: e.job.Name, To: e.job.Phases.Initial, From: e.job.Phases.Initial}
	}
}

// Done returns the latest scheduled time up to now whose run of job was made, and the
// last run that has ended. Runs by hand have no scheduled time. Runs due after now do
// not count: the clock was ahead when they were made.
func Done(store monitor.Reader, job string, now time.Time) (done time.Time, last monitor.Run, err error) {
	const page = 50
	for before := now.Add(time.Nanosecond); ; {
		runs, err := store.Runs(job, before, page)
		if err != nil {
			return done, last, err
		}
		for _, r := range runs {
			if last.Number == 0 && !r.Ended.IsZero() {
				last = r
			}
			if r.Trigger != monitor.ByHand {
				return r.Due, last, nil
			}
		}
		if len(runs) < page || runs[len(runs)-1].Due.Equal(before) {
			return done, last, nil
		}
		before = runs[len(runs)-1].Due
	}
}

// checkDisk reads the free space. When the disk is nearly full, it interrupts all
// runs. They are resumed when there is a tenth more space than required, so that the
// state does not flip back and forth.
func (d *Scheduler) checkDisk() {
	if d.opt.Free == nil {
		return
	}
	free, known := d.opt.Free(d.opt.Dir)
	if !known {
		return
	}
	was, needed := d.full, d.opt.MinFree
	if was {
		needed += needed / 10
	}
	if d.free, d.full = free, free < needed; was == d.full {
		return
	}
	if d.full {
		d.log.Error("the disk is nearly full: fetching is paused", "free", free, "needed", d.opt.MinFree)
		for _, cancel := range d.cancels {
			cancel(ErrFull)
		}
	} else {
		d.log.Info("there is space again: fetching continues", "free", free)
	}
	if d.opt.Full != nil {
		d.opt.Full(d.full, free)
	}
}

// evaluated is the phase of one job.
type evaluated struct {
	job        string
	transition monitor.Transition
	err        error
}

// round is one evaluation of all jobs.
type round struct {
	orders int // number of orders when it began
	all    []evaluated
}

// evaluate begins an evaluation of all phases in the background: the servers of
// alerts may be slow.
func (d *Scheduler) evaluate(ctx context.Context, now time.Time) {
	if d.opt.Phases == nil || d.evaluating || now.Sub(d.evaluatedAt) < evaluateEvery {
		return
	}
	d.evaluatedAt, d.evaluating = now, true
	var jobs []*monitor.Job
	for _, name := range d.names {
		jobs = append(jobs, d.jobs[name].job)
	}
	r := round{orders: d.orders}
	d.group.Go(func() {
		for _, j := range jobs {
			if ctx.Err() != nil {
				break
			}
			t, err := d.opt.Phases.Evaluate(ctx, j, d.opt.Clock.Now())
			r.all = append(r.all, evaluated{j.Name, t, err})
		}
		d.evaluations <- r
	})
}

// applyEvaluations sets the phases that were evaluated. If a person has set a phase
// meanwhile, it discards them and evaluates again.
func (d *Scheduler) applyEvaluations(r round) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.evaluating = false
	if r.orders != d.orders {
		d.evaluatedAt = time.Time{}
		return
	}
	for _, l := range r.all {
		e := d.jobs[l.job]
		switch {
		case e == nil:
		case l.err != nil:
			d.log.Warn("the phase cannot be evaluated; the last one stays", "job", l.job, "phase", e.transition.To, "err", l.err)
		case e.setTransition(l.transition):
			d.log.Info("phase", "job", l.job, "from", l.transition.From, "to", l.transition.To, "by", l.transition.By, "reason", l.transition.Reason)
		}
	}
}
