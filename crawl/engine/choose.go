package engine

import (
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/cost"
)

// asking holds what the next choice depends on besides the strategy.
type asking struct {
	pacer     crawl.Pacer // nil: hosts never wait; so in deterministic mode, where the clock must decide nothing
	caps      crawl.Caps  // of the strategy
	blocks    bool        // hosts that wait are blocked in it: it can, and there is a pacer
	blocked   blockedHosts
	busyHosts []busyHost // found by the present choice
	crowd     bool       // answers wait for memory, at the present choice; see crowd.go
	small     smallHosts
}

// room reports whether one more may be chosen. A choice in flight counts as a page and
// as a request.
func (r *run) room() bool {
	n := r.holding()
	if r.timeUp || r.reached(n) || r.isDry() {
		return false
	}
	if n < r.rules.Workers {
		return true
	}
	slow, _ := r.left()
	return n-slow < r.rules.Workers
}

// spent reports that the budget, the time or the patience is used up.
func (r *run) spent() bool { return r.timeUp || r.reached(0) || r.isDry() }

// isDry reports that the last requests brought nothing, as many as UntilDry says.
func (r *run) isDry() bool {
	return r.rules.UntilDry > 0 && !r.rules.Refresh && r.dry >= r.rules.UntilDry
}

// reached reports that the budget is used up when inFlight more are pages.
func (r *run) reached(inFlight int) bool {
	if r.Peers != nil { // they lease what is in flight
		return r.Peers.Spent()
	}
	requests := r.requests() + inFlight
	if r.rules.Refresh {
		requests -= r.before
	} else if r.rules.MaxPages > 0 && r.pages+inFlight >= r.rules.MaxPages {
		return true
	}
	return r.rules.MaxRequests > 0 && requests >= r.rules.MaxRequests
}

// choose takes choices until no more may be in flight.
func (r *run) choose() {
	defer r.Cost.Begin(cost.Choose).End()
	for r.suspects.retries == 0 && r.room() && r.roomToDefer() {
		t := new(task)
		if !r.lease(t) {
			return
		}
		var ok bool
		if t.choice, ok = r.choice(); !ok {
			r.endLease(t, nil)
			return
		}
		t.last = r.alone(t.choice.Host)
		r.pending = append(r.pending, t)
		r.reserve(t)
		r.idle = minIdle
	}
}

// alone reports that nothing of a host waits, if the strategy can say that.
func (r *run) alone(host string) bool {
	return r.caps.Waits != nil && !r.caps.Waits(host)
}

// choice asks the strategy. If all hosts are busy, nothing is in flight and the
// strategy cannot block hosts, it takes a choice anyway: the fetcher waits.
func (r *run) choice() (crawl.Choice, bool) {
	if r.pacer == nil {
		return r.Strategy.Next(nil)
	}
	if r.blocks {
		r.lookAtCrowd()
		r.unblockReady()
		for {
			c, ok := r.Strategy.Next(r.onBusy)
			r.blockBusy()
			if ok || !r.offerMore() {
				return c, ok
			}
		}
	}
	c, ok := r.Strategy.Next(func(host string) bool { return r.pacer.ReadyAt(host).After(time.Now()) })
	if !ok && len(r.pending) == 0 {
		return r.Strategy.Next(nil)
	}
	return c, ok
}

// dispatch sends what was chosen. The redirect target of a recorded page needs no
// fetch, a quarantined page gets none, and a suspect is sent when nothing else is in
// flight; those behind it wait.
func (r *run) dispatch() {
	for i := 0; i < len(r.pending); i++ {
		t := r.pending[i]
		if t.sent {
			if t.waiting() && r.rules.Deterministic {
				return // it could never be alone if those behind it were in flight
			}
			continue
		}
		standing := r.standing(t)
		switch {
		case r.known(t):
			r.settled(t, nil)
		case standing == Quarantined:
			r.settled(t, errQuarantined)
		case standing == Accused && !t.waited:
			if r.awaitTrial(t); r.rules.Deterministic {
				return
			}
			i--
		case r.ledTo(t): // what comes of that says whether it is asked for
		case !r.mayFly(t, standing):
			return
		default:
			r.send(t)
		}
	}
}

// settled makes t done without a fetch.
func (r *run) settled(t *task, err error) {
	t.sent, t.done, t.err = true, true, err
	t.releaseHost()
	r.recheck(t)
}
