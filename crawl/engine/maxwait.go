package engine

import (
	"math"
	"slices"
	"time"
)

// idling is how long nothing but waits was left.
type idling struct {
	idled     time.Duration // that only waits were left, since the last answer
	idleSince time.Time     // that is so now; zero if it is not
	stands    Standstill    // that was told last
}

// A server may ask for minutes before each answer, and a crawl that has nothing else to
// do would wait for as long as the server likes. Options.MaxWait bounds that: the clock
// runs while nothing but such waits is left, and begins anew with every answer that
// stands, be it a page or a failure. What is left then waits for the next run.

// politeWait tells a fetch that waits until its host may be asked from one on its way:
// its host is ready so much later. A fetch without politeness is over sooner
// (crawl/fetch.DefaultTimeout), and a usual delay is shorter.
const politeWait = time.Minute

// lastGrace is how long what is in flight may take when MaxTime is over.
const lastGrace = 10 * time.Second

// waitedEnough reports that only waits are left, and that they last longer than MaxWait.
func (r *run) waitedEnough() bool {
	next, idle := r.onlyWaits()
	now := time.Now()
	if !idle || r.opt.MaxWait <= 0 || r.onlyLetters() {
		r.stopIdling(now)
		return false
	}
	if r.idleSince.IsZero() {
		r.idleSince = now
	}
	left := r.opt.MaxWait - r.idled - now.Sub(r.idleSince)
	if left > 0 && (next.IsZero() || !next.After(now.Add(left))) {
		return false
	}
	var seconds float64
	if !next.IsZero() {
		seconds = math.Ceil(next.Sub(now).Seconds())
	}
	r.log.Info("the run ends: all that is left has to wait for its servers longer than max-wait", "links", r.unfinished(), "next in seconds", max(seconds, 0))
	return true
}

// stopIdling adds the time since idleSince to idled.
func (r *run) stopIdling(now time.Time) {
	if !r.idleSince.IsZero() {
		r.idled += now.Sub(r.idleSince)
		r.idleSince = time.Time{}
	}
}

// answered begins the clock of MaxWait anew, unless the outcome of t is that its server
// wants to be asked later.
func (r *run) answered(t *task) {
	if !transient(t) {
		r.idled, r.idleSince = 0, time.Time{}
	}
}

// onlyWaits reports that nothing can go on but after a wait, and until when; next is zero
// if that is unknown. A silent network is another matter (outage.go).
func (r *run) onlyWaits() (next time.Time, idle bool) {
	if len(r.passes) > 0 || r.probe != nil || r.keepAlive() {
		return next, false
	}
	first := func(at time.Time) {
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	for _, t := range r.pending {
		switch {
		case t.silent:
			return next, false
		case t.done || r.rules.Deterministic && slices.Contains(r.retryQueue, t): // its turn comes later
		default:
			at := r.readyAt(t)
			if !at.After(time.Now().Add(politeWait)) {
				return next, false
			}
			first(at)
		}
	}
	if len(r.retryQueue) > 0 {
		first(r.retryQueue[0].due)
	}
	if len(r.blocked.heap) > 0 && r.Strategy.Len() > 0 {
		first(r.blocked.heap[0].until)
	}
	return next, true
}

// readyAt is when the host of t may be asked; zero if nobody knows.
func (r *run) readyAt(t *task) (at time.Time) {
	if r.Pacer != nil {
		at = r.Pacer.ReadyAt(t.choice.Host)
	}
	return at
}

// unfinished is how many URLs wait, those among them that were chosen and have no
// outcome yet.
func (r *run) unfinished() int {
	n := r.Strategy.Len() + len(r.pending)
	for _, t := range r.retryQueue {
		if !slices.Contains(r.pending, t) {
			n++
		}
	}
	return n
}
