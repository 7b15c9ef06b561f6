package engine

import (
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// The first fetch from a host needs its robots.txt, and the delay of the host lies
// between the two requests. A worker that waited for it could open one host a second, and
// eight workers eight, however many hosts wait. So the Fetcher gives such a request back
// (crawl.WaitError), and the task waits in the retry queue, where it holds no worker.

// deferredPerWorker bounds the tasks that wait so. More would fix the order of choices
// long before they are fetched; with a delay of a second, fewer would hold a crawl of
// many hosts to that number in a second.
const deferredPerWorker = 64

// deferred reports that the fetch of t was not made yet.
func (t *task) deferred() bool {
	var wait *crawl.WaitError
	return t.err != nil && errors.As(t.err, &wait)
}

// roomToDefer reports whether one more may be chosen although it may be deferred. A
// deferred task will be a page and a request.
func (r *run) roomToDefer() bool {
	return r.deferred == 0 ||
		r.deferred < deferredPerWorker*r.rules.Workers && !r.reached(len(r.pending)+r.deferred)
}

// postponeDeferred puts t into the retry queue until its host may be asked. It was no
// attempt.
func (r *run) postponeDeferred(t *task) {
	t.why = t.err.Error()
	t.tries--
	t.reset()
	t.waits = true
	r.deferred++
	at := time.Now()
	if r.pacer != nil {
		at = r.pacer.ReadyAt(t.choice.Host)
	}
	r.enqueueAt(t, at)
}
