package engine

import (
	"context"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/cost"
)

// deadline is when the run must end.
type deadline struct {
	timer  <-chan time.Time // fires when MaxTime is over; nil if there is no such limit, or it has fired
	timeUp bool
	late   bool // and what was in flight then has had lastGrace
}

// loop chooses, sends and applies until the run ends.
func (r *run) loop(ctx context.Context) (Reason, error) {
	tick := time.NewTicker(r.opt.CommitEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		r.execOne()
		r.checkHops()
		if err := r.receive(); err != nil {
			return Failed, err
		}
		r.checkTimer()
		if r.late {
			return TimeUp, nil
		}
		r.sendDue()
		r.choose()
		if len(r.pending) == 0 && !r.waits() && !r.keepAlive() && len(r.passes) == 0 {
			if r.nudge() {
				continue
			}
			over, err := r.allIdle()
			if err != nil {
				return Failed, err
			}
			if over && r.final() {
				return r.idleReason(), nil
			}
		}
		r.dispatch()
		queued := len(r.retryQueue)
		t := r.ready()
		if t == nil && len(r.retryQueue) > queued {
			continue // more may be in flight
		}
		if t == nil && r.giveUp() {
			return Silent, nil
		}
		if t == nil && r.waitedEnough() {
			return Waiting, nil
		}
		if t == nil {
			if err := r.wait(ctx, tick.C); err != nil {
				return Failed, err
			}
			continue
		}
		if t.cancelled(ctx) {
			break
		}
		r.pending = slices.DeleteFunc(r.pending, func(p *task) bool { return p == t })
		r.answered(t)
		if err := r.apply(t); err != nil {
			return Failed, err
		}
		r.applied(t)
		if err := r.rejudge(smallPiece); err != nil {
			return Failed, err
		}
	}
	return Interrupted, nil
}

// final reports that nothing is left to do. It lets Final begin a last pass, once, unless
// an earlier run made it and nothing was recorded since (but see FinalAgain).
func (r *run) final() bool {
	if f := r.Final; f != nil && !r.ending && (r.FinalAgain || r.seq > r.resumed || !r.last.Finished()) {
		r.ending = true
		f()
	}
	return len(r.passes) == 0
}

// wait returns when something may have changed, or when a piece of a pass is made, if
// there is one.
func (r *run) wait(ctx context.Context, tick <-chan time.Time) error {
	var retry <-chan time.Time
	var spare chan struct{} // closed: there is a pass to make
	if len(r.passes) > 0 {
		spare = make(chan struct{})
		close(spare)
	} else {
		if at := r.slower(r.next()); !at.IsZero() {
			timer := time.NewTimer(max(time.Until(at), minIdle))
			defer timer.Stop()
			retry = timer.C
		}
	}
	r.scheduleProbe()
	r.tellStandstill()
	select {
	case t := <-r.results:
		r.arrived(t)
	case f := <-r.Exec:
		f()
	case <-r.probing:
		r.sendProbe()
	case <-r.timer:
		r.endTime()
	case <-r.peersReady():
	case h := <-r.hops:
		r.follows(h)
	case <-retry:
	case <-ctx.Done():
	case <-tick:
		return r.commit()
	case <-spare:
		return r.rejudge(largePiece)
	}
	return nil
}

// execOne runs one function from Exec if there is one; results come in between.
func (r *run) execOne() {
	select {
	case f := <-r.Exec:
		f()
	default:
	}
}

// checkTimer ends the time of the run when it is over; results come in between.
func (r *run) checkTimer() {
	select {
	case <-r.timer:
		r.endTime()
	default:
	}
}

// nudge tells a Strategy that keeps links although nothing is in flight so, and reports whether it may
// offer one now.
func (r *run) nudge() bool {
	return r.caps.Idle != nil && r.Strategy.Len() > 0 && !r.spent() && r.caps.Idle()
}

func (r *run) keepAlive() bool { return r.KeepAlive != nil && r.KeepAlive() }

// waits reports whether a page in the retry queue, or a blocked host, is left.
func (r *run) waits() bool {
	if r.spent() {
		return false
	}
	return len(r.retryQueue) > 0 || len(r.blocked.heap) > 0 && r.Strategy.Len() > 0
}

// next is when the loop must wake up without a result; zero if only results can
// change anything.
func (r *run) next() (at time.Time) {
	if i := r.firstDue(); i >= 0 && (r.rules.Deterministic || r.room()) {
		at = r.retryQueue[i].due
	}
	if r.pacer == nil || !r.room() || r.Strategy.Len() == 0 {
		return at
	}
	look := time.Now().Add(r.idle)
	if r.blocks {
		if len(r.blocked.heap) == 0 {
			return at
		}
		look = r.blocked.heap[0].until
	} else {
		r.idle = min(2*r.idle, maxIdle)
	}
	if at.IsZero() || look.Before(at) {
		at = look
	}
	return at
}

// ready returns the next task to apply, nil if there is none now.
func (r *run) ready() *task {
	for i := 0; i < len(r.pending); i++ {
		t := r.pending[i]
		if r.stepAside(t) {
			r.pending = slices.Delete(r.pending, i, i+1)
			i--
			continue
		}
		if t.done && !r.unconfirmed(t) {
			if !r.postpone(t) {
				return t
			}
			if !r.rules.Deterministic { // another may be in flight
				r.pending = slices.Delete(r.pending, i, i+1)
				i--
			}
		}
		if r.rules.Deterministic {
			break
		}
	}
	return nil
}

func (r *run) idleReason() Reason {
	switch {
	case r.reached(0):
		return Budget
	case r.isDry():
		return Dry
	case r.timeUp:
		return TimeUp
	}
	if n := r.Strategy.Len(); n > 0 {
		r.log.Warn("the strategy offers none of the URLs that wait", "waiting", n)
	}
	return Exhausted
}

// commit makes what was recorded durable and lets the sinks show it.
func (r *run) commit() error {
	if r.State.Committed() == r.seq {
		return nil
	}
	defer r.Cost.Begin(cost.Keep).End()
	if err := r.State.Commit(); err != nil {
		return err
	}
	return r.flush()
}

func (r *run) flush() error {
	for _, s := range r.Sinks {
		if err := s.Flush(); err != nil {
			return err
		}
	}
	return nil
}
