package semsim

import (
	"math/bits"
	"slices"
)

// A meeting finds what one concept, the topic, has in common above with all
// others, in one walk over the places, parents first. What is carried down is
// which of the topic's ancestors stand above: a bit for each, in the order of
// preference, so that the lowest bit is the common ancestor and the number of
// bits that of all common ones. Above a concept stands what stands above its
// parents: their bits, or-ed. This is exact with any number of parents. More
// than 64 ancestors take more than one walk.
//
// What an only child has in common with the topic, its parent has, so that bits
// are carried to the held places only.
//
// A meeting serves one topic at a time.
type meeting struct {
	*ancestry
	order  *order
	weight []int64 // by place; nil if mass is not asked for

	above []int32  // places of the topic's ancestors with children, ascending
	mine  []int32  // their ranks, ascending: the order of the bits
	none  int32    // a multiple of 64, not less than len(mine)
	bits  []uint64 // by held place, and 0 behind them, above the roots
	best  []int32  // by held place: index of the common ancestor in mine; none if there is none
	count []int32  // by held place: common ancestors
	mass  []int64  // by held place: their weights

	climb climb
	kin   kin
}

func newMeeting(a *ancestry, o *order, weight []int64) *meeting {
	s := &meeting{
		ancestry: a, order: o, weight: weight,
		bits: make([]uint64, a.held+1), best: make([]int32, a.held), count: make([]int32, a.held),
	}
	if weight != nil {
		s.mass = make([]int64, a.held)
	}
	return s
}

// meet finds the common ancestors of place t with every held place. A topic
// without children is nobody's ancestor but its own and has no bit.
func (s *meeting) meet(t int32) {
	s.above, s.mine = s.above[:0], s.mine[:0]
	undercut := false
	for _, p := range s.climb.from(s.ancestry, t) {
		if p < s.inner {
			s.above, s.mine = append(s.above, p), append(s.mine, s.order.rank[p])
			undercut = undercut || s.order.undercut != nil && s.order.undercut[p]
		}
	}
	slices.Sort(s.above)
	slices.Sort(s.mine)
	s.none = int32(len(s.mine)+63) &^ 63
	clear(s.best)
	clear(s.count)
	clear(s.mass)
	for base := int32(0); base < s.none; base += 64 {
		s.descend(base)
		if s.weight != nil {
			s.weigh(base)
		}
	}
	if undercut {
		s.correct(t)
	}
}

// descend carries the bits of the 64 ancestors from number base on down.
func (s *meeting) descend(base int32) {
	begin := int32(0)
	for _, p := range s.above {
		s.walk(begin, p+1)
		begin = p + 1
		i, _ := slices.BinarySearch(s.mine, s.order.rank[p])
		if own := int32(i) - base; own >= 0 && own < 64 {
			s.bits[p] |= 1 << own
		}
	}
	s.walk(begin, s.held)
	best, count := s.best, s.count[:len(s.best)]
	for p, b := range s.bits[:len(best)] {
		if best[p] == base {
			best[p] = base + int32(bits.TrailingZeros64(b))
		}
		count[p] += int32(bits.OnesCount64(b))
	}
}

// walk does so for the places from begin to before end.
func (s *meeting) walk(begin, end int32) {
	bit := s.bits
	for p, over := range s.sole[begin:end] {
		if over >= 0 {
			bit[int(begin)+p] = bit[over]
			continue
		}
		var b uint64
		for _, over := range s.parents(begin + int32(p)) {
			b |= bit[over]
		}
		bit[int(begin)+p] = b
	}
}

// correct mends best where another common ancestor lies below it.
func (s *meeting) correct(t int32) {
	if s.none > 64 { // the bits of all blocks are not kept
		s.kin.at(s.ancestry, t)
		for p, j := range s.best {
			if j < s.none && s.order.undercut[s.order.ranked[s.mine[j]]] {
				lca, _ := s.kin.with(s.ancestry, int32(p))
				i, _ := slices.BinarySearch(s.mine, s.order.rank[lca])
				s.best[p] = int32(i)
			}
		}
		return
	}
	var below [65]uint64 // by index in mine: those of mine that lie below
	for i := len(s.above) - 1; i >= 0; i-- {
		j, _ := slices.BinarySearch(s.mine, s.order.rank[s.above[i]])
		for _, over := range s.parents(s.above[i]) {
			up, _ := slices.BinarySearch(s.mine, s.order.rank[over])
			below[up] |= below[j] | 1<<j
		}
	}
	for p, b := range s.bits[:len(s.best)] {
		j := s.best[p]
		for below[j]&b != 0 {
			b &^= 1 << j
			j = int32(bits.TrailingZeros64(b))
		}
		s.best[p] = j
	}
}

// weigh adds the weights of the 64 ancestors from number base on to mass.
func (s *meeting) weigh(base int32) {
	for p, b := range s.bits[:len(s.mass)] {
		for ; b != 0; b &= b - 1 {
			s.mass[p] += s.weight[s.order.ranked[s.mine[base+int32(bits.TrailingZeros64(b))]]]
		}
	}
}
