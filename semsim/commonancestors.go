package semsim

import (
	"math/bits"
	"slices"
)

// commonAncestors finds what one concept, the topic, has in common with every other in
// the hierarchy, in one pass over the positions, parents first. Each ancestor of the
// topic has a bit, in the order of preference. The bits above a concept are the bits of
// its parents, or-ed: exact with any number of parents. The lowest bit is the preferred
// common ancestor; the bits count all common ancestors. More than 64 ancestors take
// more than one pass.
//
// A leaf with one parent has in common with the topic what its parent has, so
// bits are kept for the stored positions only.
//
// A commonAncestors serves one topic at a time.
type commonAncestors struct {
	*hierarchy
	order  *preference
	weight []int64 // by position; nil if weightSum is not wanted

	topicAbove []int32  // positions of the topic's ancestors with children, ascending
	ranks      []int32  // their ranks, ascending: the order of the bits
	none       int32    // a multiple of 64, at least len(ranks)
	bits       []uint64 // by stored position, then one 0, the bits above the roots
	best       []int32  // by stored position: index of the common ancestor in ranks; none if there is none
	count      []int32  // by stored position: number of common ancestors
	weightSum  []int64  // by stored position: sum of their weights

	ancestorSet ancestorSet
	lcaFinder   lcaFinder
}

func newCommonAncestors(a *hierarchy, o *preference, weight []int64) *commonAncestors {
	s := &commonAncestors{
		hierarchy: a, order: o, weight: weight,
		bits: make([]uint64, a.stored+1), best: make([]int32, a.stored), count: make([]int32, a.stored),
	}
	if weight != nil {
		s.weightSum = make([]int64, a.stored)
	}
	return s
}

// find finds the common ancestors of position t with every stored position. A
// topic without children is an ancestor of itself only and has no bit.
func (s *commonAncestors) find(t int32) {
	s.topicAbove, s.ranks = s.topicAbove[:0], s.ranks[:0]
	undercut := false
	for _, p := range s.ancestorSet.of(s.hierarchy, t) {
		if p < s.inner {
			s.topicAbove, s.ranks = append(s.topicAbove, p), append(s.ranks, s.order.rank[p])
			undercut = undercut || s.order.ambiguous != nil && s.order.ambiguous[p]
		}
	}
	slices.Sort(s.topicAbove)
	slices.Sort(s.ranks)
	s.none = int32(len(s.ranks)+63) &^ 63
	clear(s.best)
	clear(s.count)
	clear(s.weightSum)
	for base := int32(0); base < s.none; base += 64 {
		s.propagate(base)
		if s.weight != nil {
			s.addWeights(base)
		}
	}
	if undercut {
		s.correct(t)
	}
}

// propagate carries the bits of the 64 ancestors from number base on down.
func (s *commonAncestors) propagate(base int32) {
	begin := int32(0)
	for _, p := range s.topicAbove {
		s.propagateRange(begin, p+1)
		begin = p + 1
		i, _ := slices.BinarySearch(s.ranks, s.order.rank[p])
		if own := int32(i) - base; own >= 0 && own < 64 {
			s.bits[p] |= 1 << own
		}
	}
	s.propagateRange(begin, s.stored)
	best, count := s.best, s.count[:len(s.best)]
	for p, b := range s.bits[:len(best)] {
		if best[p] == base {
			best[p] = base + int32(bits.TrailingZeros64(b))
		}
		count[p] += int32(bits.OnesCount64(b))
	}
}

// propagateRange does so for the positions from begin to before end.
func (s *commonAncestors) propagateRange(begin, end int32) {
	bit := s.bits
	for p, over := range s.soleParent[begin:end] {
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

// correct replaces best where another common ancestor lies below it.
func (s *commonAncestors) correct(t int32) {
	if s.none > 64 { // the bits of earlier blocks are lost
		s.lcaFinder.setSource(s.hierarchy, t)
		for p, j := range s.best {
			if j < s.none && s.order.ambiguous[s.order.byRank[s.ranks[j]]] {
				lca, _ := s.lcaFinder.lca(s.hierarchy, int32(p))
				i, _ := slices.BinarySearch(s.ranks, s.order.rank[lca])
				s.best[p] = int32(i)
			}
		}
		return
	}
	var below [65]uint64 // by index in ranks: the ancestors of the topic below it
	for i := len(s.topicAbove) - 1; i >= 0; i-- {
		j, _ := slices.BinarySearch(s.ranks, s.order.rank[s.topicAbove[i]])
		for _, over := range s.parents(s.topicAbove[i]) {
			up, _ := slices.BinarySearch(s.ranks, s.order.rank[over])
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

// addWeights adds the weights of the 64 ancestors from number base on to
// weightSum.
func (s *commonAncestors) addWeights(base int32) {
	for p, b := range s.bits[:len(s.weightSum)] {
		for ; b != 0; b &= b - 1 {
			s.weightSum[p] += s.weight[s.order.byRank[s.ranks[base+int32(bits.TrailingZeros64(b))]]]
		}
	}
}
