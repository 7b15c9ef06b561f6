package scheduler

import (
	"cmp"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Next returns the run of j to make at now, for a process without the loop, and when
// the job is due next. Order.Job is nil if nothing is due. A daemon that starts now
// comes to the same result.
func Next(store monitor.Store, j *monitor.Job, transition monitor.Transition, now time.Time) (o Order, next time.Time, err error) {
	done, _, err := Done(store, j.Name, now)
	if err != nil {
		return o, next, err
	}
	_, open, err := store.Open(j.Name)
	if err != nil {
		return o, next, err
	}
	e := &entry{job: j, loaded: true, open: open, done: done}
	e.setTransition(transition)
	if done.IsZero() { // the first due time is the last one that has passed
		if d := monitor.DueSince(e.schedule(), now.Add(-monitor.Horizon), now); d.Count > 0 {
			e.done, e.floor, e.onto = d.Last.Add(-time.Second), time.Time{}, d.Last
		}
	}
	p := e.plan(now)
	next = p.Next
	if next.IsZero() && !j.Paused {
		next = e.schedule().Next(now)
	}
	if !p.Run {
		return o, next, nil
	}
	return e.order(p), next, nil
}

// Due returns when j is due after now, in the phase of transition.
func Due(j *monitor.Job, transition monitor.Transition, now time.Time) time.Time {
	e := &entry{job: j, done: now}
	e.setTransition(transition)
	return e.schedule().Next(now)
}

// order returns the run of plan p.
func (e *entry) order(p Plan) Order {
	return Order{Job: e.job, Phase: e.transition.To, Due: p.Due, Trigger: p.Trigger, Missed: p.Missed, Skip: p.Skip, Resume: p.Resume, Every: e.every(p.Due)}
}

// InForce returns the transition in force for j.
func InForce(store monitor.Reader, j *monitor.Job) (monitor.Transition, error) {
	transitions, err := store.Transitions(j.Name, 1)
	if err != nil || len(transitions) == 0 {
		return monitor.Transition{Job: j.Name, From: j.Phases.Initial, To: j.Phases.Initial}, err
	}
	return transitions[0], nil
}

// Hold returns the transition by which a person holds a job in a phase for time d.
func Hold(store monitor.Reader, j *monitor.Job, to monitor.Phase, d time.Duration, reason string, now time.Time) (monitor.Transition, error) {
	if d <= 0 {
		return monitor.Transition{}, errors.New("the time for which a phase is held must be positive, such as 12h")
	}
	was, err := InForce(store, j)
	if err != nil {
		return monitor.Transition{}, err
	}
	return monitor.Transition{Job: j.Name, At: now, From: was.To, To: to, By: "hand", Reason: cmp.Or(reason, "set by hand"), Until: now.Add(d), Held: true}, nil
}
