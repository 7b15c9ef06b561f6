package dedup

import "math/bits"

// Simhashes finds the nearest of many simhashes, up to a greatest distance of most bits. Each
// is split into most+1 parts, so two that are so near have a part in common (Manku, Jain
// and Das Sarma, WWW 2007, section 3).
type Simhashes struct {
	most, width int
	all         []uint64
	before      []int32   // for each simhash and part: the one before it with the same part, plus 1
	last        [][]int32 // by a part: the last one that has it, plus 1
}

// NewSimhashes returns an empty Simhashes that finds distances up to most, at least 3 bits.
func NewSimhashes(most int) *Simhashes {
	x := &Simhashes{most: most, width: 64 / (most + 1), last: make([][]int32, most+1)}
	for n := range x.last {
		x.last[n] = make([]int32, 1<<(x.bits(n)))
	}
	return x
}

// bits is the width of a part; the last part takes what is left.
func (x *Simhashes) bits(part int) int {
	if part == x.most {
		return 64 - part*x.width
	}
	return x.width
}

func (x *Simhashes) part(h uint64, n int) *int32 {
	return &x.last[n][h>>(n*x.width)&(1<<x.bits(n)-1)]
}

// Add adds a simhash. They are numbered from 0.
func (x *Simhashes) Add(h uint64) {
	x.all = append(x.all, h)
	for n := range x.last {
		last := x.part(h, n)
		x.before = append(x.before, *last)
		*last = int32(len(x.all))
	}
}

// Nearest returns the number of the simhash nearest to h among those that ok accepts, the
// first of equally near ones, and the distance; -1 if there is none.
func (x *Simhashes) Nearest(h uint64, ok func(n int32, distance int) bool) (number int32, distance int) {
	best, found := int32(-1), x.most+1
	for n := range x.last {
		for i := *x.part(h, n) - 1; i >= 0; i = x.before[int(i)*len(x.last)+n] - 1 {
			d := bits.OnesCount64(x.all[i] ^ h)
			if (d < found || d == found && i < best) && ok(i, d) {
				best, found = i, d
			}
		}
	}
	return best, found
}
