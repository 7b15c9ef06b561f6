package engine

import (
	"errors"
	"net"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// When a URL does not answer, either its server is gone or our network is. The
// one is a failure of that URL, to be recorded; the other says nothing of it,
// and recording it would burn the frontier, link by link, while the cable is
// out. So a silent task is in doubt until something else answers that was asked
// later: then it is
// asked once more, and recorded only if it is silent again while others are
// not. While nothing answers at all, and nothing is in flight, a URL that has
// answered before is asked now and then; after Options.MaxSilent attempts
// without any answer the run stops, and what was in doubt is asked again by the
// next one.

// maxPause bounds the pauses between probes, in multiples of the first.
const maxPause = 8

// asks is how often a URL that stays silent is asked.
const asks = 2

// arrived takes a result from a worker.
func (r *run) arrived(t *task) {
	t.done, t.tries = true, t.tries+1
	r.arrivedAt(t.choice.Host)
	if t == r.probe {
		r.probe = nil
	}
	switch {
	case t.response != nil:
		r.recovered()
		r.heardAt, r.silence, r.pause, r.heard = max(r.heardAt, t.order), 0, r.opt.Pause, t.choice.URL
	case silent(t.err):
		t.silent, t.since = true, r.order
		r.silence++
		r.outage = r.outage || r.asked
	}
}

// recovered forgives those in doubt when the network was out: their silence
// says nothing of them, however often they were asked meanwhile.
func (r *run) recovered() {
	if r.outage {
		for _, t := range r.pending {
			t.tries = 0
		}
	}
	r.outage, r.asked = false, false
}

// silent reports an error that means no server was heard. What we refuse
// ourselves is none, nor is a name that does not exist: that is an answer, of
// the domain name system.
func silent(err error) bool {
	var dns *net.DNSError
	switch {
	case err == nil, errors.Is(err, crawl.ErrDisallowed), errors.Is(err, crawl.ErrPrivate),
		errors.Is(err, crawl.ErrRedirects), errors.Is(err, crawl.ErrTooLarge), errors.Is(err, crawl.ErrContentType):
		return false
	case errors.As(err, &dns) && dns.IsNotFound, scarce(err):
		return false
	}
	return true
}

// inDoubt reports a silent task that may not be recorded yet, and asks again
// for one whose time has come.
func (r *run) inDoubt(t *task) bool {
	switch {
	case r.opt.MaxSilent <= 0 || !t.silent:
		return false
	case r.heardAt <= t.since: // what was on its way already proves nothing
		return true
	case t.tries < asks:
		r.again(t)
		return true
	}
	return false
}

// again hands t to a worker once more.
func (r *run) again(t *task) {
	t.reset()
	r.send(t)
}

// send hands t to a worker.
func (r *run) send(t *task) {
	r.order++
	t.sent, t.order = true, r.order
	r.announce(t)
	r.tasks <- t
}

// stuck reports that nothing is in flight, so that no answer can come unless
// somebody asks.
func (r *run) stuck() bool {
	if r.probe != nil {
		return false
	}
	for _, t := range r.pending {
		if !t.done {
			return false
		}
	}
	return len(r.pending) > 0
}

// mute reports that enough was asked in vain.
func (r *run) mute() bool {
	return r.opt.MaxSilent > 0 && r.silence >= r.opt.MaxSilent && r.stuck()
}

// despair starts the pause before a probe when nothing is in flight any more.
func (r *run) despair() {
	switch {
	case !r.stuck():
		r.probing = nil
	case r.probing == nil:
		r.probing = time.After(r.pause)
	}
}

// ask probes the network with a URL that has answered before, or, when none
// has, with the first that is in doubt.
func (r *run) ask() {
	r.probing, r.pause, r.asked = nil, min(2*r.pause, maxPause*r.opt.Pause), true
	if r.heard == "" {
		t := r.pending[0]
		t.tries--
		r.again(t)
		return
	}
	r.log.Debug("nothing answers: asking a page that did before", "url", r.heard, "silent", r.silence)
	r.probe = &task{choice: crawl.Choice{URL: r.heard}}
	r.send(r.probe)
}
