package engine

import (
	"context"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A redirect inside a part of a divided crawl may lead to a page that the part has, or asks
// for by itself at the same time. It is not followed then, so that a page is asked for once
// whatever the order in which its addresses are found. The worker that meets the redirect
// asks the deciding goroutine, which alone knows.
//
// Two addresses that lead to one page at the same moment are both followed: where the other
// one ends is not known yet.

// hop is a redirect of a task that is being fetched.
type hop struct {
	t     *task
	to    string
	known chan<- bool // has room for one
}

// isKnown asks the deciding goroutine about a redirect. A worker calls it. When the run ends
// the answer does not matter.
func (r *run) isKnown(ctx context.Context, t *task, to string) bool {
	known := make(chan bool, 1)
	select {
	case r.hops <- hop{t, to, known}:
	case <-ctx.Done():
		return true
	}
	select {
	case k := <-known:
		return k
	case <-ctx.Done():
		return true
	}
}

// checkHops answers the workers that wait for it; results come in between.
func (r *run) checkHops() {
	for {
		select {
		case h := <-r.hops:
			r.follows(h)
		default:
			return
		}
	}
}

// follows decides whether a redirect is followed. If so its target is not asked for by
// itself meanwhile.
func (r *run) follows(h hop) {
	if h.t == r.probe { // only whether anything answers counts
		h.known <- false
		return
	}
	known := r.State.Recorded(h.to) || slices.ContainsFunc(r.pending, func(p *task) bool { return p != h.t && p.choice.URL == h.to && p.sent })
	if !known {
		h.t.led = append(h.t.led, h.to)
	}
	h.known <- known
}

// ledTo reports that a redirect is being followed to the URL of t.
func (r *run) ledTo(t *task) bool {
	return slices.ContainsFunc(r.pending, func(p *task) bool {
		return p != t && (!p.done || p.err == nil) && slices.Contains(p.led, t.choice.URL)
	})
}

// knownTarget returns the failure of a redirect to a page that is known.
func (r *run) knownTarget(to string) error {
	if r.State.Recorded(to) {
		return failure(crawl.FailDuplicate, "duplicate of %s", to)
	}
	return failure(crawl.FailMoved, "redirect to %s: it is asked for by itself", to)
}
