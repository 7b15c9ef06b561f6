package engine

import (
	"errors"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A server that is busy or broken for now (429, 500, 502, 503, 504), that does
// not answer in time, or whose robots.txt cannot be had for such a reason, says
// nothing of the page: it is asked again, up to
// Options.Retries times, and only then recorded as a failure. Meanwhile the task
// holds no worker and no place among those in flight; the strategy has chosen it
// and does not offer it again. A checkpoint keeps its choice, so a resumed run
// asks it again.
//
// In deterministic mode it keeps its place: results are applied in the order
// chosen, so the trail is the same whether a page came at once or at the third
// attempt, and a killed run, which forgets how often it asked, ends as another.
// The price is that all others wait for it, so a robots.txt that cannot be had is
// not waited for.

// maxRetryWait bounds what a wait doubles to. A server that asks for more by
// Retry-After gets it.
const maxRetryWait = 10 * time.Minute

// transient reports an outcome that may be another in a while.
func transient(t *task) bool {
	if t.response != nil {
		switch t.response.Status {
		case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
			http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			return true
		}
		return false
	}
	var later *crawl.RetryError
	var timeout interface{ Timeout() bool }
	return errors.As(t.err, &later) || errors.As(t.err, &timeout) && timeout.Timeout()
}

// scarce reports that this machine lacks what a request needs: file descriptors,
// mostly. It says nothing of the page or its server.
func scarce(err error) bool { return crawl.KindOf(err) == crawl.FailResources }

// starved puts t off until there is more of what the machine lacks. That counts
// as no attempt: the crawl pauses, for however long, and tells.
func (r *run) starved(t *task) {
	if now := time.Now(); now.Sub(r.moaned) > moanEvery {
		r.log.Warn("the crawl pauses: this machine lacks what a request needs", "err", line(t.err.Error()))
		r.moaned = now
	}
	t.tries--
	t.reset()
	t.due = time.Now().Add(scarceWait)
	r.shelve(t)
}

const (
	scarceWait = time.Second      // before a request is tried again for which descriptors lacked
	moanEvery  = 30 * time.Second // between two warnings
)

// postpone puts t, which is done, off to a later attempt; false if its outcome
// stands.
func (r *run) postpone(t *task) bool {
	if t.err != nil && t.response == nil && scarce(t.err) {
		r.starved(t)
		return true
	}
	var later *crawl.RetryError
	if errors.As(t.err, &later) && r.rules.Deterministic {
		return false // that may take minutes, and all others would wait
	}
	if t.tries > r.opt.Retries || !transient(t) || r.known(t) {
		return false
	}
	if later != nil && later.After > lastWait && r.lonely(t) {
		return false
	}
	wait := r.opt.RetryWait
	for range t.tries - 1 {
		wait = min(2*wait, maxRetryWait)
	}
	if t.response != nil {
		wait = max(wait, t.response.RetryAfter)
	}
	if later != nil {
		wait = max(wait, later.After)
	}
	r.log.Debug("asked again later", "url", t.choice.URL, "err", t.err, "wait", wait)
	for _, o := range r.Observers {
		if o, ok := o.(crawl.RetryObserver); ok {
			o.Postponed(t.choice, wait)
		}
	}
	t.why = t.err.Error()
	t.reset()
	t.due = time.Now().Add(wait)
	r.shelve(t)
	return true
}

// lastWait is how long a crawl that has nothing else to do waits for a robots.txt:
// for the second attempt, not for the third (crawl/fetch asks after 30 s and a
// minute).
const lastWait = 45 * time.Second

// lonely reports that nothing is left to do but t.
func (r *run) lonely(t *task) bool {
	return r.Strategy.Len() == 0 && len(r.pending) == 1 && r.pending[0] == t
}

// tellWait says why a crawl stands still that has nothing to do but to ask again.
func (r *run) tellWait() {
	if len(r.pending) > 0 || len(r.shelf) == 0 || r.Strategy.Len() > 0 && len(r.hosts.heap) > 0 {
		return
	}
	now := time.Now()
	t := r.shelf[0]
	if wait := t.due.Sub(now); wait > tellable && !t.due.Equal(r.told) {
		r.told = t.due
		r.log.Info("nothing is left but pages to be asked again later", "pages", len(r.shelf), "seconds", int(math.Ceil(wait.Seconds())), "first", t.choice.URL, "err", line(t.why))
	}
}

// tellable is a wait of which somebody who watches wants to know the reason.
const tellable = 3 * time.Second

// shelve keeps t until it is due. The shelf is sorted by that time.
func (r *run) shelve(t *task) {
	i, _ := slices.BinarySearchFunc(r.shelf, t.due, func(o *task, due time.Time) int {
		if o.due.After(due) {
			return 1
		}
		return -1
	})
	r.shelf = slices.Insert(r.shelf, i, t)
}

// retry asks those again that are due: in deterministic mode all of them, which
// have kept their places, else as many as there is room for, each when its host
// is free.
func (r *run) retry() {
	now := time.Now()
	for len(r.shelf) > 0 && !r.shelf[0].due.After(now) {
		t := r.shelf[0]
		if !r.rules.Deterministic && !r.room() {
			return
		}
		r.shelf = slices.Delete(r.shelf, 0, 1)
		if r.rules.Deterministic {
			r.send(t)
			continue
		}
		if ready := r.readyAt(t.choice.Host); ready.After(now) {
			t.due = ready
			r.shelve(t)
			continue
		}
		r.pending = append(r.pending, t)
		r.send(t)
	}
}

// readyAt is when a host may be asked, as far as is known.
func (r *run) readyAt(host string) time.Time {
	switch {
	case !r.asksGate():
	case r.underway(host):
		return time.Now().Add(minIdle)
	case r.table != nil:
		return r.table.ReadyAt(host)
	case r.gate.Busy(host):
		return time.Now().Add(maxIdle)
	}
	return time.Time{}
}
