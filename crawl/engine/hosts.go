package engine

import (
	"container/heap"
	"time"
)

// A thousand hosts that are asked once a second each are nearly always busy, so a
// choice that asks about each of them until one is free costs as much as there
// are hosts. Where the fetcher knows when a host's turn comes (crawl.Timetable)
// and the strategy can leave hosts out (crawl.Blocker), a host rests from the
// moment it is chosen or found busy until that time: a choice then looks at hosts
// that are free, and each fetch costs a few operations on a heap. The loop sleeps
// until the first of them is due.
//
// A fetcher that takes bookings (crawl.Booker) is told of a request when it is
// chosen. Of another nobody knows whether it has heard of a request that is on its
// way, so its host rests for a moment after each choice.

// resting is a host that the strategy leaves out.
type resting struct {
	host string
	at   time.Time // when to look at it again
	last *task     // the last one chosen of it, nil if none is in flight
	pos  int       // in its heap
}

// hosts are those that rest, the first to be looked at first.
type hosts struct {
	heap []*resting
	of   map[string]*resting
}

func (h *hosts) Len() int           { return len(h.heap) }
func (h *hosts) Less(i, j int) bool { return h.heap[i].at.Before(h.heap[j].at) }
func (h *hosts) Swap(i, j int) {
	h.heap[i], h.heap[j] = h.heap[j], h.heap[i]
	h.heap[i].pos, h.heap[j].pos = i, j
}
func (h *hosts) Push(x any) {
	r := x.(*resting)
	r.pos = len(h.heap)
	h.heap = append(h.heap, r)
}
func (h *hosts) Pop() any {
	r := h.heap[len(h.heap)-1]
	h.heap[len(h.heap)-1] = nil
	h.heap = h.heap[:len(h.heap)-1]
	return r
}

// rest leaves a host out until at. t is the task that is on its way to it, or
// nil.
func (r *run) rest(host string, at time.Time, t *task) {
	if r.rester == nil || host == "" {
		return
	}
	h := r.hosts.of[host]
	if h == nil {
		r.rester.Block(host)
		h = &resting{host: host, at: at, last: t}
		r.hosts.of[host] = h
		heap.Push(&r.hosts, h)
		return
	}
	if t != nil {
		h.last = t
	}
	h.at = at
	heap.Fix(&r.hosts, h.pos)
}

// announce tells of a task that is about to be sent.
func (r *run) announce(t *task) {
	soon := time.Now().Add(minIdle)
	switch {
	case r.rester == nil:
	case r.booker == nil:
		r.rest(t.choice.Host, soon, t)
	case t.leave == nil:
		t.leave = r.booker.Book(t.choice.Host)
		if at := r.table.ReadyAt(t.choice.Host); at.After(time.Now()) {
			r.rest(t.choice.Host, at, t)
		}
	}
}

// arrivedAt looks at a host anew when its answer is here.
func (r *run) arrivedAt(host string) {
	if h := r.hosts.of[host]; h != nil {
		h.last, h.at = nil, time.Time{}
		heap.Fix(&r.hosts, h.pos)
	}
}

// rouse offers those hosts to the strategy again whose turn has come.
func (r *run) rouse() {
	now := time.Now()
	for len(r.hosts.heap) > 0 && !r.hosts.heap[0].at.After(now) {
		h := r.hosts.heap[0]
		if r.booker == nil && (h.last != nil && !h.last.started.Load() || r.underway(h.host)) {
			h.at = now.Add(minIdle) // on its way to the fetcher, which does not know of it yet
		} else {
			h.at = r.table.ReadyAt(h.host)
		}
		if h.at.After(now) {
			heap.Fix(&r.hosts, 0)
			continue
		}
		heap.Pop(&r.hosts)
		delete(r.hosts.of, h.host)
		r.rester.Unblock(h.host)
	}
}

// lie lets the hosts rest that the strategy found busy.
func (r *run) lie() {
	soon := time.Now().Add(minIdle) // a site that is busy for the engine alone is free for the table
	for _, host := range r.tired {
		at := r.table.ReadyAt(host)
		if at.Before(soon) {
			at = soon
		}
		r.rest(host, at, nil)
	}
	r.tired = r.tired[:0]
}
