package engine

import (
	"errors"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A crawl may be divided into parts, each with an Engine of its own. What one of them
// meets of the others is Peers: letters that come and go, the budget of them all, and the
// end, which comes when all have nothing left to do and no letter is under way.
//
// A letter that comes is recorded before the Strategy hears it, so a replay repeats it in
// its place. A letter that goes is recorded with the visit that wrote it (Visit.Written),
// and leaves when both are durable: whoever implements Peers is a Sink, too, and sends at
// Flush.

// Peers are the other parts of a divided crawl. The deciding goroutine calls all methods;
// Owns is called concurrently.
type Peers interface {
	// Begin is called once before the first choice, with the pages and requests that the
	// part has recorded. It returns when all parts have begun, or with the error of ctx.
	Begin(pages, requests int) error
	// Receive calls hear with each letter that has come since the last call, in order. It
	// returns its first error. The Strategy has learned then what else has come.
	Receive(hear func(l *crawl.Letter) error) error
	// Ready receives when Receive, Lease or Idle should be called again.
	Ready() <-chan struct{}
	// Owns reports whether this part owns the hosts of a site.
	Owns(host string) bool
	// Written returns the letters that were written since the last call.
	Written() []crawl.Posted
	// Moved writes a letter about a choice that was redirected to a host of another part.
	Moved(c *crawl.Choice, to crawl.Link)
	// Lease asks for one more choice in flight, of the budget of all parts.
	Lease() bool
	// Done gives a lease back; page and request report what the choice has come to.
	Done(page, request bool)
	// Spent reports that the budget of all parts is used up, by what is recorded.
	Spent() bool
	// Awaited reports that the others wait for what the part has written: no other has anything
	// to choose. Then it is made durable at once; else with the batch of Options.CommitEvery.
	Awaited() bool
	// Idle reports that the part has nothing left to do but what others may send it, and what
	// it has written and not sent. over: that is so of all, and no letter is under way.
	Idle() (over bool)
	// Leave is called when the run ends, whatever the reason.
	Leave()
}

// receive records and hears the letters that have come.
func (r *run) receive() error {
	if r.Peers == nil {
		return nil
	}
	return r.Peers.Receive(r.hear)
}

// hear records a letter, then lets the Strategy hear it.
func (r *run) hear(l *crawl.Letter) error {
	v := &crawl.Visit{Seq: r.seq + 1, Heard: l}
	if err := r.State.Record(v); err != nil {
		return err
	}
	r.hearAgain(v)
	if r.State.Committed() == v.Seq {
		if err := r.flush(); err != nil {
			return err
		}
	}
	if r.due() {
		return r.checkpoint("")
	}
	return nil
}

// hearAgain lets the Strategy hear a letter of the journal.
func (r *run) hearAgain(v *crawl.Visit) {
	if r.caps.Hear != nil {
		r.caps.Hear(v.Heard)
	}
	r.count(v)
}

// written attaches what the Strategy has written to other parts to v, which it has just
// observed.
func (r *run) written(v *crawl.Visit, t *task) {
	if r.Peers == nil {
		return
	}
	if t.moved != nil {
		r.Peers.Moved(&v.Choice, *t.moved)
	}
	v.Written = r.Peers.Written()
}

// leaves notes that an attempt led to a host of another part, which will ask for it. A
// target that the Filter refuses is told to nobody.
func (r *run) leaves(t *task) error {
	if r.Peers == nil {
		return nil
	}
	var to crawl.Link
	var moved *crawl.MovedError
	switch {
	case errors.As(t.err, &moved):
		if to = (crawl.Link{URL: moved.To, Host: moved.Host}); r.Peers.Owns(to.Host) {
			return r.knownTarget(to.URL)
		}
	case t.err != nil || t.page == nil || t.page.Final == "" || t.choice.Again || r.Peers.Owns(t.page.Host):
		return nil
	default: // a Fetcher that follows redirects wherever they lead
		to = crawl.Link{URL: t.page.Final, Host: t.page.Host}
	}
	if r.Filter != nil && t.choice.Depth > 0 {
		if reason := r.Filter.Allow(&to, nil); reason != "" {
			return failure(crawl.FailMoved, "redirect to %s: %s", to.URL, reason)
		}
	}
	t.moved = &to
	return failure(crawl.FailMoved, "redirect to %s: a host of another part", to.URL)
}

// lease takes t into the budget of all parts; false: there is no room.
func (r *run) lease(t *task) bool {
	if r.Peers == nil {
		return true
	}
	t.leased = t.leased || r.Peers.Lease()
	return t.leased
}

// endLease gives back the lease of t, if it has one. v is the visit that came of it; nil:
// nothing yet.
func (r *run) endLease(t *task, v *crawl.Visit) {
	switch {
	case r.Peers == nil:
	case v != nil:
		if !t.leased { // it was not counted
			r.Peers.Lease()
		}
		r.Peers.Done(v.Adds(), true)
	case t.leased:
		r.Peers.Done(false, false)
	}
	t.leased = false
}

// allIdle reports that all parts have nothing left to do. What this one has written is
// sent first if the others wait for it. If they do not, a part that passes now and then would
// sync the disk for a few letters each time.
func (r *run) allIdle() (over bool, err error) {
	if r.Peers == nil || r.timeUp {
		return true, nil
	}
	if r.Peers.Awaited() {
		if err := r.commit(); err != nil {
			return false, err
		}
	}
	return r.Peers.Idle(), nil
}

// peersReady is nil without peers.
func (r *run) peersReady() <-chan struct{} {
	if r.Peers == nil {
		return nil
	}
	return r.Peers.Ready()
}

// onlyLetters reports that the run waits for other parts and for nothing else.
func (r *run) onlyLetters() bool {
	return r.Peers != nil && len(r.pending) == 0 && !r.waits()
}
