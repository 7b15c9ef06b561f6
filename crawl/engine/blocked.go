package engine

import (
	"container/heap"
	"time"
)

// A thousand hosts that are asked once a second each are nearly always busy, and a
// choice that asked the Pacer about all would cost as much as there are hosts. So a
// host that is chosen or found busy is blocked in the strategy (crawl.Caps.Block) until
// the Pacer says that it is ready. The loop sleeps until the first host is due.
//
// Hosts that share a site or an address become ready together, and the first that is
// chosen makes the others wait again. Unblocking a thousand of them for each page would
// cost as much as there are hosts, too. So hosts are blocked by turn (crawl.Pacer), and
// when the turn comes the strategy offers the best one of them. If it is not chosen
// because others are better, one more is offered after lookAgain. If it is not chosen though
// nothing else is, as its links come last by a rule of the strategy, one more is offered at once:
// else a crawl of which nothing but such hosts is left would look at one a second.

const lookAgain = time.Second

// blocked is a turn for which the strategy passes over hosts.
type blocked struct {
	turn  string
	host  string    // that was blocked for it last
	until time.Time // when to ask the Pacer again
	pos   int       // in the heap
	open  bool      // it has come, and more hosts wait for it than the one that was offered
}

// blockedHosts is a heap of turns, the first to be due first. The zero value is
// empty.
type blockedHosts struct {
	heap []*blocked
	of   map[string]*blocked
	open map[string]*blocked // those that are open
}

// opened notes whether a turn is open.
func (h *blockedHosts) opened(b *blocked, open bool) {
	if b.open = open; open {
		h.open[b.turn] = b
	} else {
		delete(h.open, b.turn)
	}
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
func (r *run) block(host, turn string, until time.Time) {
	r.caps.Block(host, turn)
	if b := r.blocked.of[turn]; b != nil {
		b.host = host
		r.dueAt(b, until)
		r.blocked.opened(b, false)
		return
	}
	b := &blocked{turn: turn, host: host, until: until}
	r.blocked.of[turn] = b
	heap.Push(&r.blocked, b)
}

// dueAt sets when the Pacer is asked about a turn.
func (r *run) dueAt(b *blocked, at time.Time) {
	b.until = at
	heap.Fix(&r.blocked, b.pos)
}

// reserve tells the Pacer of a task before its fetch begins.
func (r *run) reserve(t *task) {
	host := t.choice.Host
	if r.pacer == nil || t.release != nil {
		return
	}
	t.release = r.pacer.Reserve(host)
	if !r.blocks {
		return
	}
	turn, at := r.pacer.Turn(host)
	if t.turn = turn; at.After(time.Now()) {
		r.block(host, turn, at)
	} else if b := r.blocked.of[turn]; b != nil { // one more may be asked
		r.dueAt(b, time.Time{})
		r.blocked.opened(b, false)
	}
}

// recheck makes the turn of a task due now, because its answer is here.
func (r *run) recheck(t *task) {
	if b := r.blocked.of[t.turn]; b != nil {
		r.dueAt(b, time.Time{})
	}
}

// unblockReady makes hosts selectable again once their delay is over.
func (r *run) unblockReady() {
	now := time.Now()
	for len(r.blocked.heap) > 0 && !r.blocked.heap[0].until.After(now) {
		b := r.blocked.heap[0]
		if turn, at := r.pacer.Turn(b.host); turn == b.turn && at.After(now) {
			r.dueAt(b, at)
			continue
		}
		r.offer(b, now)
	}
}

// offer makes the strategy offer one more host of a turn that has come.
func (r *run) offer(b *blocked, now time.Time) {
	if r.caps.Unblock(b.turn) {
		r.dueAt(b, now.Add(lookAgain))
		r.blocked.opened(b, true)
		return
	}
	r.blocked.opened(b, false)
	heap.Remove(&r.blocked, b.pos)
	delete(r.blocked.of, b.turn)
}

// offerMore offers one more host of each open turn, as nothing was chosen. It reports whether there
// was one.
func (r *run) offerMore() bool {
	now, more := time.Now(), false
	for _, b := range r.blocked.open {
		if _, at := r.pacer.Turn(b.host); !at.After(now) {
			r.offer(b, now)
			more = true
		}
	}
	return more
}

// busyHost is a host that a choice found busy.
type busyHost struct {
	host, turn string
	until      time.Time
}

// onBusy reports whether a host is busy, for the Next of a strategy that blocks hosts, and
// remembers it for blockBusy.
func (r *run) onBusy(host string) bool {
	turn, at := r.pacer.Turn(host)
	if now := time.Now(); !at.After(now) {
		if !r.crowdedOut(host) {
			return false
		}
		turn, at = crowdTurn, now.Add(lookAgain)
	}
	r.busyHosts = append(r.busyHosts, busyHost{host, turn, at})
	return true
}

// blockBusy blocks the hosts that the last choice found busy.
func (r *run) blockBusy() {
	for _, b := range r.busyHosts {
		r.block(b.host, b.turn, b.until)
	}
	r.busyHosts = r.busyHosts[:0]
}
