package engine

import (
	"errors"
	"net"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// network is whether our own network is down.
type network struct {
	silence int              // attempts in a row without an answer
	order   int              // tasks sent so far
	heardAt int              // the latest of them that was answered
	probed  bool             // a probe was sent since the last answer
	outage  bool             // and was silent: our network is down
	heard   crawl.Choice     // a URL that has answered in this run
	probe   *task            // the probe in flight, or nil
	pause   time.Duration    // before the next probe
	probing <-chan time.Time // fires when the next probe is due; nil while something is in flight
	probeAt time.Time        // when it does
}

// Outage detection. If a URL does not answer, its server or our network is down. Only
// the first is a failure of the URL; recording the second would use up the frontier
// while the cable is out. Therefore:
//   - A silent task waits until another task that was sent later is answered. Then
//     it is sent once more, and recorded if it is silent again.
//   - While nothing answers and nothing is in flight, a URL that answered before is
//     asked from time to time (the probe).
//   - After Options.MaxSilent attempts without an answer, and a probe that was silent,
//     too, the run stops. The next run asks again for what was not recorded.
//   - As long as nothing has ever answered, silence says little: the first hosts of a
//     crawl may all be dead. So silent tasks leave their places to others, until ten
//     times as many are silent. When something answers at last, they wait in the retry
//     queue, and a few at a time are asked again.

// maxPause bounds the pauses between probes, in multiples of the first.
const maxPause = 8

// neverHeard is how many times MaxSilent tasks may be silent before anything answered.
const neverHeard = 10

// silentAttempts is how often a silent URL is asked before its failure is recorded.
const silentAttempts = 2

// arrived takes a result from a worker.
func (r *run) arrived(t *task) {
	t.done, t.tries = true, t.tries+1
	r.recheck(t)
	r.weighHost(t)
	if t == r.probe {
		r.probe = nil
		t.response.Release()
		r.unmark(t)
	}
	if t.response == nil { // nothing is left to do for it
		r.unmark(t)
	}
	switch {
	case t.deferred():
		r.recovered() // robots.txt was answered
		r.heardAt, r.silence, r.pause = max(r.heardAt, t.order), 0, r.opt.Pause
	case t.response != nil:
		r.recovered()
		r.heardAt, r.silence, r.pause = max(r.heardAt, t.order), 0, r.opt.Pause
		r.heard = crawl.Choice{URL: t.choice.URL, Host: t.choice.Host}
	case silent(t.err):
		t.silent, t.since, t.early = true, r.order, r.heard.URL == ""
		r.silence++
		r.outage = r.outage || r.probed
	}
}

// recovered resets the attempts of all silent tasks after an outage: their silence
// was ours.
func (r *run) recovered() {
	if r.outage {
		for _, t := range r.pending {
			t.tries = 0
		}
	}
	r.outage, r.probed = false, false
}

// silent reports that no server answered. A refusal by our own rules, an answer that
// cannot be used, and a name that does not exist are no silence.
func silent(err error) bool {
	var dns *net.DNSError
	switch crawl.KindOf(err) {
	case crawl.FailRobots, crawl.FailRobotsUnreachable, crawl.FailPrivate, crawl.FailURL, crawl.FailRedirects,
		crawl.FailNotText, crawl.FailTooLarge, crawl.FailEncoding, crawl.FailResources, crawl.FailQuarantined,
		crawl.FailMoved, crawl.FailStatus, crawl.FailSearch, crawl.FailQuota:
		return false
	case crawl.FailDNS:
		return !errors.As(err, &dns) || !dns.IsNotFound
	}
	return err != nil
}

// unconfirmed reports a silent task that may not be recorded yet, and sends it
// again when its time has come.
func (r *run) unconfirmed(t *task) bool {
	switch {
	case r.opt.MaxSilent <= 0 || !t.silent:
		return false
	case r.suspects.flying != nil: // nothing else may be in flight
		return true
	case r.heardAt <= t.since: // answers to earlier tasks prove nothing
		return true
	case t.tries < silentAttempts:
		r.resend(t)
		return true
	}
	return false
}

// holding is the number of pending tasks that keep others from being chosen.
func (r *run) holding() int {
	n := len(r.pending)
	if r.rules.Deterministic || r.opt.MaxSilent <= 0 || r.heard.URL != "" {
		return n
	}
	silent := 0
	for _, t := range r.pending {
		if t.done && t.silent {
			silent++
		}
	}
	return n - min(silent, neverHeard*r.opt.MaxSilent)
}

// stepAside reports a task that fell silent before anything was heard, and puts it into
// the retry queue once something is.
func (r *run) stepAside(t *task) bool {
	if !t.done || !t.silent || !t.early || r.rules.Deterministic || r.opt.MaxSilent <= 0 || r.heardAt <= t.since {
		return false
	}
	r.enqueueRetry(t, r.opt.RetryWait)
	return true
}

// crowded reports that as many tasks that were silent early are in flight as may be: a
// quarter of the workers, so that dead hosts do not keep the others waiting.
func (r *run) crowded() bool {
	n := 0
	for _, t := range r.pending {
		if t.early {
			n++
		}
	}
	return n >= max(1, r.rules.Workers/4)
}

// resend gives t to a worker once more.
func (r *run) resend(t *task) {
	t.reset()
	r.send(t)
}

// send gives t to a worker.
func (r *run) send(t *task) {
	r.order++
	t.sent, t.order, t.began = true, r.order, time.Now()
	t.reading.Store(false)
	r.reserve(t)
	r.mark(t)
	r.hire()
	r.tasks <- t
}

// stuck reports that tasks are pending and none is in flight: no answer can come
// unless something is sent.
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

// giveUp reports that MaxSilent attempts had no answer: if there ever was one, a page
// that answered before is silent, too; if there was none, nothing else can be asked.
func (r *run) giveUp() bool {
	switch {
	case r.opt.MaxSilent <= 0 || r.silence < r.opt.MaxSilent || !r.stuck():
		return false
	case r.heard.URL != "":
		return r.outage
	}
	return !r.room() || len(r.blocked.heap) == 0 || r.Strategy.Len() == 0
}

// scheduleProbe starts the pause before a probe if nothing is in flight.
func (r *run) scheduleProbe() {
	switch {
	case !r.stuck():
		r.probing = nil
	case r.probing == nil:
		r.probing, r.probeAt = time.After(r.pause), time.Now().Add(r.pause)
	}
}

// sendProbe asks a URL that answered before, or, if none did, the first silent one.
func (r *run) sendProbe() {
	r.probing, r.pause, r.probed = nil, min(2*r.pause, maxPause*r.opt.Pause), true
	if r.heard.URL == "" {
		t := r.pending[0]
		t.tries--
		r.resend(t)
		return
	}
	r.log.Debug("nothing answers: asking a page that did before", "url", r.heard.URL, "silent", r.silence)
	r.probe = &task{choice: r.heard}
	r.send(r.probe)
}
