package daemon

import (
	"cmp"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// This part evaluates how near a disaster is, for each job: calm, watch, warning, impact, recovery.
//
// The strongest reason raises a phase at once. The phase stays while a reason holds that is as strong.
// Without one it decays step by step: impact to recovery, warning to watch, both to calm, but never
// below the initial phase of the job. A phase that a person sets holds for the time that the person
// gave. Every change is a [monitor.Transition] with its reason.
//
// The packages scheduler and notify apply what a phase changes in a job.

// reason is why a job should be in a phase.
type reason struct {
	Phase monitor.Phase
	By    string // as in monitor.Transition
	Text  string // one line
}

// decays are how long phases last without a new reason, if a job does not say. They are
// our judgement: storm warnings are renewed every 3 to 12 hours, so a longer silence
// means the end; cleaning up takes days.
var decays = map[monitor.Phase]time.Duration{
	monitor.Watch:    24 * time.Hour,
	monitor.Warning:  12 * time.Hour,
	monitor.Impact:   24 * time.Hour,
	monitor.Recovery: 72 * time.Hour,
}

// decay returns how long p lasts without a new reason. Calm never ends.
func decay(rules *monitor.PhaseRules, p monitor.Phase) time.Duration {
	return cmp.Or(max(rules.Decay[p], 0), decays[p])
}

// severities order phases: recovery is above calm only.
var severities = map[monitor.Phase]int{monitor.Recovery: 1, monitor.Watch: 2, monitor.Warning: 3, monitor.Impact: 4}

func rank(p monitor.Phase) int { return severities[p] }

// evaluation is the state of a job in which its phase is judged.
type evaluation struct {
	rules   *monitor.PhaseRules
	last    monitor.Transition // in force
	now     time.Time
	held    time.Time // when a reason for the present phase last held; zero if unknown
	reasons []reason
	over    string // why the cause of the phase is over, "" if no source says so
}

// judge returns the transition that follows, or false if the phase stays.
func (s *evaluation) judge() (monitor.Transition, bool) {
	cur := s.last.To
	if s.last.Held && (s.last.Until.IsZero() || s.now.Before(s.last.Until)) {
		return monitor.Transition{}, false
	}
	if rank(s.rules.Initial) > rank(cur) {
		s.reasons = append(s.reasons, reason{s.rules.Initial, "hand", "the job begins in " + s.rules.Initial.String()}) // its file was changed
	}
	best, ok := s.strongest()
	switch {
	case ok && rank(best.Phase) > rank(cur) && (cur != monitor.Recovery || rank(best.Phase) > rank(monitor.Watch)):
		// After a disaster people still mention it and services still watch: that is recovery.
		return s.transition(best.Phase, best.By, best.Text), true
	case ok && best.Phase == cur && s.stale():
		return s.transition(cur, best.By, best.Text), true
	case ok && best.Phase == cur || rank(cur) <= rank(s.rules.Initial):
		return monitor.Transition{}, false
	}
	switch {
	case s.over != "" && s.last.By == "cap":
		return s.transition(s.lower(best.Phase), "cap", s.over), true
	case !s.now.Before(s.until()):
		return s.transition(s.lower(best.Phase), "decay", s.silence()), true
	}
	return monitor.Transition{}, false
}

// silence returns why a phase decays.
func (s *evaluation) silence() string {
	if s.last.Held {
		return "the time for which it was set is over"
	}
	return "no reason for " + s.last.To.String() + " since " + s.until().Add(-s.decay()).UTC().Format("2006-01-02 15:04 MST")
}

func (s *evaluation) strongest() (best reason, ok bool) {
	for _, r := range s.reasons {
		if rank(r.Phase) > rank(best.Phase) {
			best, ok = r, true
		}
	}
	return best, ok
}

// until returns when the present phase decays.
func (s *evaluation) until() time.Time {
	t := s.last.Until
	if t.IsZero() {
		t = s.last.At.Add(s.decay())
	}
	if h := s.held.Add(s.decay()); !s.held.IsZero() && h.After(t) {
		t = h
	}
	return t
}

func (s *evaluation) decay() time.Duration { return decay(s.rules, s.last.To) }

// stale reports whether the history should repeat the reason of the phase: a reason
// keeps it, and the recorded time ends soon. After a restart it is then known that the
// reason held until lately.
func (s *evaluation) stale() bool {
	return rank(s.last.To) > rank(s.rules.Initial) && s.last.Until.Sub(s.now) < s.decay()/2
}

// lower returns the phase after the present one; reasons hold for at most floor.
func (s *evaluation) lower(floor monitor.Phase) monitor.Phase {
	next := monitor.Calm
	switch s.last.To {
	case monitor.Impact:
		if next = monitor.Recovery; floor == monitor.Warning {
			next = monitor.Warning
		}
	case monitor.Warning:
		next = monitor.Watch
	}
	if rank(next) < rank(s.rules.Initial) {
		return s.rules.Initial
	}
	return next
}

func (s *evaluation) transition(to monitor.Phase, by, reason string) monitor.Transition {
	t := monitor.Transition{Job: s.last.Job, At: s.now, From: s.last.To, To: to, By: by, Reason: reason}
	if d := decay(s.rules, to); d > 0 && rank(to) > rank(s.rules.Initial) {
		t.Until = s.now.Add(d)
	}
	return t
}
