package frontier

// order is a total order of numbered things that remember where in their heap
// they stand. It is a type parameter, not a closure, because there is one
// heap for each host.
type order interface {
	before(a, b int32) bool // a stands before b
	moved(x, pos int32)     // x now stands at pos, -1: nowhere
}

// push adds x to the heap h.
func push[O order](h []int32, x int32, o O) []int32 {
	h = append(room(h), x)
	up(h, len(h)-1, o)
	return h
}

// room returns h with room for one more. A large one grows by an eighth, not by a quarter
// and more as append does: the heaps of hosts take a fifth of what a frontier has in memory.
func room(h []int32) []int32 {
	if n := len(h); n == cap(h) && n >= largeHeap {
		return append(make([]int32, 0, n+n/8), h...)
	}
	return h
}

const largeHeap = 64

// removeAt takes out the thing at position i.
func removeAt[O order](h []int32, i int, o O) []int32 {
	x, last := h[i], len(h)-1
	h[i] = h[last]
	h = h[:last]
	if i < last {
		fix(h, i, o)
	}
	o.moved(x, -1)
	return h
}

// fix restores the order after the thing at position i has changed.
func fix[O order](h []int32, i int, o O) {
	x := h[i]
	down(h, i, o)
	if h[i] == x {
		up(h, i, o)
	}
}

// heapify puts all of h in order (Floyd 1964, algorithm 245).
func heapify[O order](h []int32, o O) {
	for i := len(h)/2 - 1; i >= 0; i-- {
		down(h, i, o)
	}
}

func up[O order](h []int32, i int, o O) {
	x := h[i]
	for i > 0 {
		p := (i - 1) / 2
		if !o.before(x, h[p]) {
			break
		}
		h[i] = h[p]
		o.moved(h[i], int32(i))
		i = p
	}
	h[i] = x
	o.moved(x, int32(i))
}

func down[O order](h []int32, i int, o O) {
	x := h[i]
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && o.before(h[c+1], h[c]) {
			c++
		}
		if !o.before(h[c], x) {
			break
		}
		h[i] = h[c]
		o.moved(h[i], int32(i))
		i = c
	}
	h[i] = x
	o.moved(x, int32(i))
}

// firstOf returns the first thing of h, in order, that ok accepts, or -1. It
// leaves h alone and looks at no more than the things before it and their
// children: with k things refused that is O(k log k), however large h is.
// A nil ok accepts all. scratch is room to work in and may be nil.
func firstOf[O order](h []int32, ok func(x int32) bool, o O, scratch []int32) (int32, []int32) {
	if len(h) == 0 {
		return -1, scratch
	}
	if ok == nil {
		return h[0], scratch
	}
	// A small heap of positions in h, ordered as the things at them.
	at := placeless[O]{h, o}
	seen := append(scratch[:0], 0)
	for len(seen) > 0 {
		pos := seen[0]
		if ok(h[pos]) {
			return h[pos], seen
		}
		seen = removeAt(seen, 0, at)
		for c := 2*pos + 1; c <= 2*pos+2 && int(c) < len(h); c++ {
			seen = push(seen, c, at)
		}
	}
	return -1, seen
}

type placeless[O order] struct {
	h []int32
	o O
}

func (p placeless[O]) before(a, b int32) bool { return p.o.before(p.h[a], p.h[b]) }
func (p placeless[O]) moved(x, pos int32)     {}
