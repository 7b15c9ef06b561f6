package fca

import "math/bits"

// bitset is a set of small numbers. All sets of one operation have the same length.
type bitset []uint64

func newBits(n int) bitset { return make(bitset, (n+63)/64) }

func fullBits(n int) bitset {
	b := newBits(n)
	for i := range b {
		b[i] = ^uint64(0)
	}
	if rest := n % 64; rest > 0 {
		b[len(b)-1] = 1<<rest - 1
	}
	return b
}

func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }

func (b bitset) count() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// within reports whether b is a subset of c.
func (b bitset) within(c bitset) bool {
	for i, w := range b {
		if w&^c[i] != 0 {
			return false
		}
	}
	return true
}

// meet sets b to what x and y share.
func (b bitset) meet(x, y bitset) {
	for i := range b {
		b[i] = x[i] & y[i]
	}
}

// list is the members, ascending.
func (b bitset) list() []int {
	out := make([]int, 0, b.count())
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			out = append(out, i*64+bits.TrailingZeros64(w))
		}
	}
	return out
}

// key is the set as the key of a map.
func (b bitset) key() string {
	k := make([]byte, 0, 8*len(b))
	for _, w := range b {
		k = append(k, byte(w), byte(w>>8), byte(w>>16), byte(w>>24), byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56))
	}
	return string(k)
}
