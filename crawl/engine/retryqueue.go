package engine

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// retries are attempts that are repeated later.
type retries struct {
	retryQueue []*task   // the first to be due first
	deferred   int       // tasks in it that were never fetched, see deferred.go
	lastWarned time.Time // about missing resources
	lastLogged time.Time // the due time of the task that logWait last told of
}

// The retry queue. If a server is busy or broken for now (408, 429, 500, 502, 503,
// 504), does not answer in time, or its robots.txt cannot be read for such a reason,
// the page is asked again, up to Options.Retries times, before that is a failure. A
// task in the queue holds no worker and is not in flight; a checkpoint keeps its
// choice.
//
// In deterministic mode the task keeps its place, so the trail does not depend on the
// attempt at which a page came. All others wait for it, so a robots.txt that cannot
// be read is not waited for.

const (
	// maxRetryWait bounds the doubled waits. A Retry-After may be longer.
	maxRetryWait = 10 * time.Minute
	// lastWait is how long a crawl without other work waits for a robots.txt: for
	// the second attempt, not for the third (crawl/fetch asks after 30 s and 60 s).
	lastWait     = 45 * time.Second
	resourceWait = time.Second      // before a request for which resources lacked is tried again
	warnEvery    = 30 * time.Second // between two warnings about missing resources
	minLogged    = 3 * time.Second  // a wait that the user wants to know the reason of
	// minLoggedTurn is such a wait for the delay of a host.
	minLoggedTurn = 20 * time.Second
)

// transient reports an outcome that may change after a while.
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

// outOfResources reports that this machine lacks what a request needs, mostly file
// descriptors. That says nothing about the page or its server.
func outOfResources(err error) bool { return crawl.KindOf(err) == crawl.FailResources }

// resourceExhausted puts t off and warns. That counts as no attempt: the crawl
// pauses until the machine has resources again.
func (r *run) resourceExhausted(t *task) {
	if now := time.Now(); now.Sub(r.lastWarned) > warnEvery {
		r.log.Warn("the crawl pauses: this machine lacks what a request needs", "err", line(t.err.Error()))
		r.lastWarned = now
	}
	t.tries--
	r.enqueueRetry(t, resourceWait)
}

// postpone puts t, which is done, into the retry queue; false if its outcome
// stands.
func (r *run) postpone(t *task) bool {
	if t.deferred() {
		r.postponeDeferred(t)
		return true
	}
	if t.err != nil && t.response == nil && outOfResources(t.err) {
		r.resourceExhausted(t)
		return true
	}
	var later *crawl.RetryError
	if errors.As(t.err, &later) && r.rules.Deterministic {
		return false // that may take minutes, and all others would wait
	}
	if t.tries > r.opt.Retries || !transient(t) || r.known(t) {
		return false
	}
	if later != nil && later.After > lastWait && r.onlyTask(t) {
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
	if r.Retried != nil {
		r.Retried(t.choice, wait)
	}
	t.why = t.err.Error()
	r.enqueueRetry(t, wait)
	return true
}

// onlyTask reports that nothing but t is left to do.
func (r *run) onlyTask(t *task) bool {
	return r.Strategy.Len() == 0 && len(r.pending) == 1 && r.pending[0] == t
}

// enqueueRetry forgets the outcome of t and makes it due after wait.
func (r *run) enqueueRetry(t *task, wait time.Duration) {
	r.unmark(t)
	t.reset()
	r.enqueueAt(t, time.Now().Add(wait))
}

// enqueueAt keeps the queue in the order of the due times, equal ones in the order
// of the calls.
func (r *run) enqueueAt(t *task, due time.Time) {
	t.due = due
	r.endLease(t, nil)
	i, _ := slices.BinarySearchFunc(r.retryQueue, due, func(o *task, due time.Time) int {
		if o.due.After(due) {
			return 1
		}
		return -1
	})
	r.retryQueue = slices.Insert(r.retryQueue, i, t)
}

// firstDue is the place in the queue of the first task that may be sent when it is due,
// -1 if there is none before another result.
func (r *run) firstDue() int {
	crowded := r.crowded()
	return slices.IndexFunc(r.retryQueue, func(t *task) bool { return !crowded || !t.early })
}

// sendDue sends the tasks that are due again: in deterministic mode all of them,
// which are still pending; else as many as may be in flight, each when its host is
// ready.
func (r *run) sendDue() {
	now := time.Now()
	r.lookAtCrowd()
	for r.suspects.flying == nil {
		i := r.firstDue()
		if i < 0 || r.retryQueue[i].due.After(now) || !r.rules.Deterministic && !r.room() {
			return
		}
		t := r.retryQueue[i]
		if !r.lease(t) {
			return
		}
		r.retryQueue = slices.Delete(r.retryQueue, i, i+1)
		if r.rules.Deterministic {
			t.sent = false // dispatch sends it, alone if it must
			continue
		}
		if t.waits && r.crowdedOut(t.choice.Host) { // robots.txt was read, and it may be large
			r.enqueueAt(t, now.Add(lookAgain))
			continue
		}
		if r.pacer != nil {
			if ready := r.pacer.ReadyAt(t.choice.Host); ready.After(now) {
				r.enqueueAt(t, ready)
				continue
			}
		}
		t.sent = false
		if t.waits {
			t.waits = false
			r.deferred--
		}
		r.pending = append(r.pending, t)
	}
}
