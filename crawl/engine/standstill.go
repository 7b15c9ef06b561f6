package engine

import (
	"math"
	"time"
)

// Standstill says what a run waits for while it asks nobody. The zero value says that it
// goes on.
type Standstill struct {
	Timer Timer
	Until time.Time // when the timer fires
	First string    // the host of TimerDelay, the URL of the others; "" if it is not known yet
	Links int       // that wait for it, those of later timers included
}

// Timer names what a run waits for.
type Timer string

// All timers. While links wait and nothing is asked, one of them runs (the law of liveness):
// a rule that says "not now" to a link and names no time would stop the run for ever.
const (
	TimerDelay Timer = "delay" // a server may not be asked yet: its delay, or its Retry-After
	TimerRetry Timer = "retry" // a page is asked again: its server was busy or did not answer
	TimerProbe Timer = "probe" // nothing answers: a page that did before is asked
)

// standstill tells what the run waits for now: the first of the timers that wake the loop, if no
// request is on its way.
func (r *run) standstill() (s Standstill) {
	now := time.Now()
	if len(r.passes) > 0 {
		return s
	}
	first := func(timer Timer, at time.Time, what string) {
		if s.Timer == "" || at.Before(s.Until) {
			s.Timer, s.Until, s.First = timer, at, what
		}
	}
	for _, t := range r.pending {
		if t.sent && !t.done {
			first(TimerDelay, r.readyAt(t), t.choice.Host)
		}
	}
	if r.probe != nil {
		first(TimerProbe, r.readyAt(r.probe), r.probe.choice.URL)
	}
	if r.probing != nil {
		first(TimerProbe, r.probeAt, r.heard.URL)
	}
	if i := r.firstDue(); i >= 0 && (r.rules.Deterministic || r.room()) {
		first(TimerRetry, r.retryQueue[i].due, r.retryQueue[i].choice.URL)
	}
	if len(r.blocked.heap) > 0 && r.room() && r.Strategy.Len() > 0 {
		first(TimerDelay, r.blocked.heap[0].until, r.blocked.heap[0].host)
	}
	if s.Timer == "" || !s.Until.After(now) {
		return Standstill{}
	}
	s.Links = r.unfinished()
	return s
}

// tellStandstill tells the observer of Engine.Stands, unless it knows, and logs what takes long.
func (r *run) tellStandstill() {
	s := r.standstill()
	if s == r.stands {
		return
	}
	r.stands = s
	if r.Stands != nil {
		r.Stands(s)
	}
	r.logWait()
}

// logWait tells why a run stands still: its only work is in the retry queue, or no host may be
// asked for a while.
func (r *run) logWait() {
	if len(r.pending) > 0 {
		return
	}
	if r.Strategy.Len() > 0 && len(r.blocked.heap) > 0 {
		r.logTurn(r.blocked.heap[0])
		return
	}
	if len(r.retryQueue) == 0 {
		return
	}
	t := r.retryQueue[0]
	if wait := time.Until(t.due); wait > minLogged && !t.due.Equal(r.lastLogged) {
		r.lastLogged = t.due
		r.log.Info("nothing is left but pages to be asked again later", "pages", len(r.retryQueue), "seconds", int(math.Ceil(wait.Seconds())), "first", t.choice.URL, "err", line(t.why))
	}
}

// logTurn tells that the first host that may be asked has a long delay. Usual delays are not worth a line.
func (r *run) logTurn(b *blocked) {
	if wait := time.Until(b.until); wait > minLoggedTurn && !b.until.Equal(r.lastLogged) {
		r.lastLogged = b.until
		r.log.Info("nothing is left but links whose servers may not be asked yet", "links", r.Strategy.Len(), "seconds", int(math.Ceil(wait.Seconds())), "first", b.host)
	}
}
