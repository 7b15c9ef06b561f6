package frontier

import (
	"hash/maphash"
	"math"
)

// host is a host. Most are known by one link and were never asked, so what is needed of others only has a place
// of its own.
type host struct {
	name  string
	score float64 // with id, what the order of the first item depends on, if one waits: hosts are compared by it at every change of a score
	id    int32   // of the item; None: there was none
	best  int32   // place in Memory.best, or among the hosts of its turn if it is blocked; None: nothing waits here
	more  *more   // nil: one item waits or none, and the rest is as in nothing
}

// more is the rest of what is known of a host.
type more struct {
	heap   []int32 // its waiting items, the first to be chosen first
	least  int32   // place in Memory.least, or in turn.proven if it is blocked; None: nothing waits here, or it is not proven
	chosen int32   // choices so far
	proofs int32   // that it has to do with the topic
	turn   *turn   // that it was blocked for; nil: it was not
}

// nothing belongs to a host that was never asked, proven or blocked. It never changes.
var nothing = more{least: None}

// rest returns the rarer facts about a host, to be read.
func (h *host) rest() *more {
	if h.more == nil {
		return &nothing
	}
	return h.more
}

// grow is the same, to be changed. An item that waits has its place in a heap from now on.
func (h *host) grow() *more {
	if h.more == nil {
		h.more = &more{least: None}
		if h.id != None {
			h.more.heap = []int32{h.id}
		}
	}
	return h.more
}

// top is the waiting item that is chosen first, None if there is none.
func (h *host) top() int32 {
	switch {
	case h.more == nil:
		return h.id
	case len(h.more.heap) == 0:
		return None
	}
	return h.more.heap[0]
}

func (h *host) blocked() bool { return h.more != nil && h.more.turn != nil && !h.more.turn.open }

// first holds the values that order an item.
type first struct {
	score float64 // infinite: of a seed
	id    int32
}

func (a first) before(b first) bool {
	if a.score != b.score {
		return a.score > b.score
	}
	return a.id < b.id
}

func (f *memory) key(id int32) first {
	it := f.items.At(id)
	if it.seed() {
		return first{math.Inf(1), id}
	}
	return first{it.score, id}
}

// first returns the order of a host's first item, if one waits.
func (h *host) first() first { return first{h.score, h.id} }

// look notes which item of a host is the first, and its score. One waits.
func (f *memory) look(h *host) {
	k := f.key(h.top())
	h.score, h.id = k.score, k.id
}

// hash hashes the name of a host.
func (f *memory) hash(name string) uint32 {
	if f.seed == (maphash.Seed{}) {
		f.seed = maphash.MakeSeed()
	}
	return uint32(maphash.String(f.seed, name))
}

// hostOf is the number of a host, if it is known.
func (f *memory) hostOf(name string) (n int32, ok bool) {
	return f.names.Find(f.hash(name), func(n int32) bool { return f.hosts.At(n).name == name })
}

// host is the number of a host, which it makes known.
func (f *memory) host(name string) int32 {
	n, fresh := f.names.Add(f.hash(name), int32(f.hosts.Len()), func(n int32) bool { return f.hosts.At(n).name == name })
	if fresh {
		f.hosts.Add(host{name: name, id: None, best: None})
	}
	return n
}
