package scheduler

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// entry holds what the loop knows of one job.
type entry struct {
	job        *monitor.Job
	transition monitor.Transition // the phase in force

	done      time.Time // the latest scheduled time whose run was made or begun
	floor     time.Time // earlier times do not belong to the present schedule
	onto      time.Time // the latest time that was noticed in time
	next      time.Time // nothing is due before this time
	pending   Plan      // what is due and has not begun; valid until its Next
	requested time.Time // time of a person's request for a run; zero if there is none
	open      bool      // a run must be resumed
	paused    bool      // by a person; nothing is due but what is requested

	running   bool
	began     time.Time // of the present run
	pause     time.Time // no try before: another process makes a run, or the store failed
	last      monitor.Run
	lastError string // why the last try failed
	removed   bool   // it is no longer in the file
	loaded    bool   // its state was read from the store
}

// schedule returns the schedule of e in its phase.
func (e *entry) schedule() monitor.Schedule {
	every := e.job.Phases.Set[e.transition.To].Every
	if every == 0 {
		return e.job.Schedule
	}
	zone := time.UTC
	if t := e.job.Schedule.Next(e.done); !t.IsZero() {
		zone = t.Location()
	}
	s, err := monitor.Every(every, zone)
	if err != nil { // the file was checked; other jobs keep their schedule
		return e.job.Schedule
	}
	return s
}

// plan returns what to do for e at now.
func (e *entry) plan(now time.Time) Plan {
	switch {
	case e.running || e.removed || !e.loaded || now.Before(e.pause):
		return Plan{}
	case e.paused && e.requested.IsZero():
		return Plan{}
	case e.open:
		return Plan{Run: true, Resume: true, Due: now, Trigger: monitor.CaughtUp}
	case !e.requested.IsZero():
		return Plan{Run: true, Due: e.requested, Trigger: monitor.ByHand}
	case e.job.Paused || now.Before(e.next):
		return Plan{}
	}
	if e.pending.Run && now.Before(e.pending.Next) {
		return e.pending
	}
	p := Decide(e.schedule(), e.job.Missed, e.doneUpto(), e.onto, now)
	if p.Run && now.Sub(p.Due) <= Grace {
		e.onto = p.Due
	}
	if !p.Run {
		e.next = p.Next
		if p.Next.IsZero() { // it is never due again
			e.next = now.Add(monitor.Horizon)
		}
	}
	e.pending = p
	return p
}

// doneUpto returns up to which time nothing is due any more.
func (e *entry) doneUpto() time.Time {
	if e.floor.After(e.done) {
		return e.floor
	}
	return e.done
}

// replan discards what was computed from an old state.
func (e *entry) replan() { e.next, e.pending = time.Time{}, Plan{} }

// every returns the time from due until the next run.
func (e *entry) every(due time.Time) time.Duration {
	next := e.schedule().Next(due)
	if next.IsZero() {
		return 0
	}
	return next.Sub(due)
}

// setTransition sets the phase in force. A phase with its own interval counts it from
// the beginning of the phase; older due times no longer count.
func (e *entry) setTransition(t monitor.Transition) (changed bool) {
	changed = t.To != e.transition.To
	if e.job.Phases.Set[t.To].Every != e.job.Phases.Set[t.From].Every && t.At.After(e.floor) {
		e.floor = t.At
	}
	if changed {
		e.replan()
	}
	e.transition = t
	return changed
}

// Plan says what to do for a job now.
type Plan struct {
	Run     bool
	Due     time.Time // the scheduled time of the run
	Trigger monitor.Trigger
	Missed  int       // further scheduled times that it stands for
	Skip    bool      // it is recorded as skipped and not made
	Resume  bool      // a run that has not ended is resumed
	First   time.Time // the earliest time without a run
	Next    time.Time // when the job is due again; zero for never
}

// Grace is how late a run may begin and still be in time.
const Grace = time.Minute

// Decide returns what to do at now for a job whose runs up to done are made. onto is
// the latest time that was noticed in time (zero if none): a run that waits for its
// turn is late, but not missed.
func Decide(s monitor.Schedule, m monitor.Missed, done, onto, now time.Time) Plan {
	d := monitor.DueSince(s, done, now)
	p := Plan{Next: d.Next}
	if d.Count == 0 {
		return p
	}
	inTime := now.Sub(d.Last) <= Grace || !onto.Before(d.Last)
	p.Run, p.Due, p.First, p.Trigger, p.Missed = true, d.Last, d.First, monitor.Scheduled, d.Count-1
	switch {
	case m == monitor.SkipMissed:
		p.Skip = !inTime
	case m == monitor.RunMissed && d.Count > 1:
		p.Due, p.Missed, p.Trigger = d.First, 0, monitor.CaughtUp
		p.Next = now // the others follow at once
	case d.Count > 1 || !inTime:
		p.Trigger = monitor.CaughtUp
	}
	if p.Skip {
		p.Trigger = monitor.CaughtUp
	}
	return p
}
