package engine

import (
	"container/heap"
	"time"
)

// A thousand hosts that are asked once a second each are nearly always busy, and a
// choice that asked the Pacer about all would cost as much as there are hosts. So a
// host that is chosen or found busy is blocked in the strategy (crawl.Blocker) until
// the Pacer says that it is ready. The loop sleeps until the first host is due.

// blocked is a host that the strategy passes over.
type blocked struct {
	host  string
	until time.Time // when to ask the Pacer again
	pos   int       // in the heap
}

// blockedHosts is a heap of hosts, the first to be due first. The zero value is
// empty.
type blockedHosts struct {
	heap []*blocked
	of   map[string]*blocked
}

func (h *blockedHosts) Len() int           { return len(h.heap) }
func (h *blockedHosts) Less(i, j int) bool { return h.heap[i].until.Before(h.heap[j].until) }
func (h *blockedHosts) Swap(i, j int) {
	h.heap[i], h.heap[j] = h.heap[j], h.heap[i]
	h.heap[i].pos, h.heap[j].pos = i, j
}
func (h *blockedHosts) Push(x any) {
	b := x.(*blocked)
	b.pos = len(h.heap)
	h.heap = append(h.heap, b)
}
func (h *blockedHosts) Pop() any {
	last := len(h.heap) - 1
	b := h.heap[last]
	h.heap[last] = nil
	h.heap = h.heap[:last]
	return b
}

// block makes the strategy pass over a host until the Pacer is asked again.
func (r *run) block(host string, until time.Time) {
	if b := r.blocked.of[host]; b != nil {
		b.until = until
		heap.Fix(&r.blocked, b.pos)
		return
	}
	r.blocker.Block(host)
	b := &blocked{host: host, until: until}
	r.blocked.of[host] = b
	heap.Push(&r.blocked, b)
}

// reserve tells the Pacer of a task before its fetch begins.
func (r *run) reserve(t *task) {
	host := t.choice.Host
	if r.pacer == nil || t.release != nil {
		return
	}
	t.release = r.pacer.Reserve(host)
	if r.blocker == nil {
		return
	}
	if at := r.pacer.ReadyAt(host); at.After(time.Now()) {
		r.block(host, at)
	}
}

// recheck makes a blocked host due now, because its answer is here.
func (r *run) recheck(host string) {
	if b := r.blocked.of[host]; b != nil {
		b.until = time.Time{}
		heap.Fix(&r.blocked, b.pos)
	}
}

// unblockReady makes hosts selectable again once their delay is over.
func (r *run) unblockReady() {
	now := time.Now()
	for len(r.blocked.heap) > 0 && !r.blocked.heap[0].until.After(now) {
		b := r.blocked.heap[0]
		if b.until = r.pacer.ReadyAt(b.host); b.until.After(now) {
			heap.Fix(&r.blocked, 0)
			continue
		}
		heap.Pop(&r.blocked)
		delete(r.blocked.of, b.host)
		r.blocker.Unblock(b.host)
	}
}

// busyHost is a host that a choice found busy.
type busyHost struct {
	host  string
	until time.Time
}

// onBusy reports whether a host is busy, for the Next of a crawl.Blocker, and
// remembers it for blockBusy.
func (r *run) onBusy(host string) bool {
	at := r.pacer.ReadyAt(host)
	if !at.After(time.Now()) {
		return false
	}
	r.busyHosts = append(r.busyHosts, busyHost{host, at})
	return true
}

// blockBusy blocks the hosts that the last choice found busy.
func (r *run) blockBusy() {
	for _, b := range r.busyHosts {
		r.block(b.host, b.until)
	}
	r.busyHosts = r.busyHosts[:0]
}
