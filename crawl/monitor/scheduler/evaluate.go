package scheduler

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// evaluateEvery is the time between two looks at the reasons for a phase. It is short
// against the hours that an event takes, and long for whoever serves alerts.
const evaluateEvery = time.Minute

// jumped is by how much the clock on the wall may run behind the steady one
// before it is taken to have been set back.
const jumped = 2 * time.Second

// checkClock notices that the clock on the wall was set back. What was reckoned from
// the time before is asked of the store again: times that come a second time were
// claimed, and are passed over one by one.
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

// loadEntry learns from the store how a job stands, when that is not known.
func (d *Scheduler) loadEntry(e *entry, now time.Time) {
	if e.loaded || e.running || now.Before(e.pause) {
		return
	}
	done, last, err := Done(d.opt.Store, e.job.Name, now)
	if err != nil {
		d.loadFailed(e, now, err)
		return
	}
	_, open, err := d.opt.Store.Open(e.job.Name)
	if err != nil {
		d.loadFailed(e, now, err)
		return
	}
	transitions, err := d.opt.Store.Transitions(e.job.Name, 1)
	if err != nil {
		d.loadFailed(e, now, err)
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

func (d *Scheduler) loadFailed(e *entry, now time.Time, err error) {
	e.later(now, err)
	d.log.Error("the store cannot say how a job stands; it is asked again", "job", e.job.Name, "after", retryAfter, "err", err)
}

// Done returns the latest scheduled time up to now whose run of job was made, and
// the last run that has ended. Runs by hand stand for no scheduled time. Runs
// later than now were made when the clock was ahead.
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

// checkDisk looks at the disk. When it is nearly full the runs being made are
// interrupted, keep what they have, and go on when there is a tenth more than is
// needed, so that the daemon does not waver.
func (d *Scheduler) checkDisk() {
	if d.opt.Free == nil {
		return
	}
	free, known := d.opt.Free(d.opt.Dir)
	if !known {
		return
	}
	d.free = free
	was := d.full
	if was {
		d.full = free < d.opt.MinFree+d.opt.MinFree/10
	} else {
		d.full = free < d.opt.MinFree
	}
	if was == d.full {
		return
	}
	if d.full {
		d.log.Error("the disk is nearly full: fetching is paused", "free", free, "needed", d.opt.MinFree)
		for _, cancel := range d.cancels {
			cancel(ErrFull)
		}
	} else {
		d.log.Info("there is space again: fetching goes on", "free", free)
	}
	if d.opt.Full != nil {
		d.opt.Full(d.full, free)
	}
}

// evaluated is what a look at a job's phase brought.
type evaluated struct {
	job        string
	transition monitor.Transition
	err        error
}

// round is a look at all jobs.
type round struct {
	orders int // of the daemon when it began
	all    []evaluated
}

// evaluate has all phases looked at, beside the loop: whoever serves alerts may be
// slow.
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

// evaluated takes what the looks brought, unless somebody has set a phase meanwhile:
// then they are made again.
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
			d.log.Warn("the phase cannot be looked at; the last one stays", "job", l.job, "phase", e.transition.To, "err", l.err)
		case e.setTransition(l.transition):
			d.log.Info("phase", "job", l.job, "from", l.transition.From, "to", l.transition.To, "by", l.transition.By, "reason", l.transition.Reason)
		}
	}
}
