package frontier

import (
	"hash/maphash"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/urltable"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// memory is the Frontier that holds everything in memory. Each host has a heap of
// its waiting URLs, and the hosts are in two more: by their best URL, and by how
// often they were chosen. So a choice that must avoid busy hosts costs no more than
// the number of busy hosts before it. The zero Memory is empty.
//
// With [Spilling] only the order and the fingerprints of URLs are in memory.
type memory struct {
	spill    Spilling
	urls     urltable.Table // of the items
	items    hashindex.Array[item]
	origins  origins
	hosts    hashindex.Array[host]
	names    hashindex.Index // of hosts
	seed     maphash.Seed    // of names; its own, so that nobody can make up names that collide
	best     []int32         // hosts with waiting URLs that are not blocked, the best URL first
	least    []int32         // the proven ones of them, the least visited first
	turns    map[string]*turn
	waiting  int
	inFlight int
	found    []int32 // waiting items that are in no heap yet, see settle
	scratch  []int32
	touched  int32 // see touch: without it the compiler would leave the reading out
}

var _ Frontier = (*memory)(nil)

// Number implements [Frontier].
func (f *memory) Number(url string) (id int32, ok bool) { return f.urls.Number(url) }

// URL implements [Frontier].
func (f *memory) URL(id int32) string { return f.urls.At(id) }

// Item implements [Frontier].
func (f *memory) Item(id int32) Item {
	it, from := f.items.At(id), f.origins.at(id)
	return Item{Score: it.score, Host: it.at(), Parent: from.parent, Depth: from.depth, State: it.state(), Seed: it.seed()}
}

// Counts implements [Frontier].
func (f *memory) Counts() Counts { return Counts{f.items.Len(), f.waiting, f.inFlight} }

// clear makes f empty.
func (f *memory) clear() {
	spill := f.spill
	*f = memory{spill: spill}
	if spill.Records != nil {
		spill.Records.Clear()
		f.spillTo(spill)
	}
}

// Add implements [Frontier].
func (f *memory) Add(url, host string, it Item) (id int32, fresh bool) {
	if id, fresh = f.urls.Add(url); !fresh {
		return id, false
	}
	it.Host, it.Score = f.host(host), Finite(it.Score)
	f.keep(it)
	switch it.State {
	case Waiting:
		if f.waiting++; len(f.found) == mostFound {
			f.settle()
		}
		f.found = append(f.found, id)
	case InFlight:
		f.inFlight++
	}
	return id, true
}

// keep adds an item.
func (f *memory) keep(it Item) {
	f.items.Add(newItem(it))
	f.origins.add(it.Parent, it.Depth)
}

// settle puts the items that were found into the heaps, before the order is asked for. A
// strategy finds the links of a page first, and then gives each its score: in a heap they
// would go up by the score they have at first, and down again. With its own score a link
// stays near the bottom, whatever the size of the heap (Porter and Simon 1975).
func (f *memory) settle() {
	for some := range slices.Chunk(f.found, touchAtOnce) {
		for _, id := range some {
			f.touch(id)
		}
		for _, id := range some {
			f.enter(id)
		}
	}
	f.found = f.found[:0]
}

// touchAtOnce is how many items enter heaps between two looks at what they meet there: it stays
// in a processor's cache meanwhile.
const touchAtOnce = 64

// touch brings what an item meets when it enters the heap of its host into the processor's cache.
// That lies anywhere in a large memory; here the processor waits for many at a time.
func (f *memory) touch(id int32) {
	if heap := f.hosts.At(f.items.At(id).at()).rest().heap; len(heap) > 0 {
		f.touched += f.items.At(heap[(len(heap)-1)/2]).pos // the one above the end, with which it is compared first
	}
}

// mostFound bounds what a choice may find in no heap: some milliseconds of work.
const mostFound = 1 << 14

// enter puts a waiting item into the heap of its host.
func (f *memory) enter(id int32) {
	n := f.items.At(id).at()
	h := f.hosts.At(n)
	if h.more == nil && h.id == None {
		h.id = id
		byScore{f}.moved(id, 0)
	} else {
		m := h.grow()
		m.heap = push(m.heap, id, byScore{f})
	}
	if h.best < 0 {
		f.show(n)
	} else {
		f.moved(h)
	}
}

// leave takes an item that waited out of the heap of its host.
func (f *memory) leave(id int32) {
	f.settle()
	n := f.items.At(id).at()
	h := f.hosts.At(n)
	switch m := h.more; {
	case m == nil:
		f.hide(n)
		h.id = None
		byScore{f}.moved(id, nowhere)
	case len(m.heap) == 1:
		f.hide(n) // first, because hosts are compared by their heaps
		m.heap = removeAt(m.heap, 0, byScore{f})
	default:
		m.heap = removeAt(m.heap, int(f.items.At(id).pos), byScore{f})
		f.moved(h)
	}
	f.waiting--
}

// SetScore implements [Frontier].
func (f *memory) SetScore(id int32, score float64) {
	it := f.items.At(id)
	score = Finite(score)
	if it.score == score {
		return
	}
	it.score = score
	if it.pos >= 0 {
		h := f.hosts.At(it.at())
		if h.more != nil {
			fix(h.more.heap, int(it.pos), byScore{f})
		}
		f.moved(h)
	}
}

// Rescore implements [Frontier].
func (f *memory) Rescore(host int32, score func(id int32, now float64) float64) {
	if f.settle(); host != None {
		f.rescore(host, score)
		return
	}
	for i := range int32(f.items.Len()) {
		if it := f.items.At(i); it.waiting() {
			it.score = Finite(score(i, it.score))
		}
	}
	// Hosts are compared only when all are in order within themselves: a place among them can be
	// fixed only if no other is wrong.
	for n := range int32(f.hosts.Len()) {
		if h := f.hosts.At(n); h.top() != None {
			heapify(h.rest().heap, byScore{f})
			f.look(h)
		}
	}
	heapify(f.best, byBest{f})
	for _, t := range f.turns {
		heapify(t.hosts, byBest{f})
		heapify(t.proven, byProven{f})
	}
}

// rescore is Rescore of one host.
func (f *memory) rescore(host int32, score func(id int32, now float64) float64) {
	h := f.hosts.At(host)
	if h.top() == None {
		return
	}
	heap := h.rest().heap
	if h.more == nil {
		heap = []int32{h.id}
	}
	for _, id := range heap {
		it := f.items.At(id)
		it.score = Finite(score(id, it.score))
	}
	heapify(heap, byScore{f})
	f.moved(h)
}

// SetState implements [Frontier].
func (f *memory) SetState(id int32, to State) {
	it := f.items.At(id)
	was := it.state()
	if was >= to {
		return
	}
	if was == Waiting {
		f.leave(id)
	} else {
		f.inFlight--
	}
	if to == Done {
		it.pos = done
		return
	}
	it.pos = inFlight
	f.inFlight++
	h := f.hosts.At(it.at())
	m := h.grow()
	m.chosen++
	if m.least >= 0 && !h.blocked() {
		fix(f.least, int(m.least), byVisits{f})
	}
}
