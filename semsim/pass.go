package semsim

import (
	"math/bits"
	"slices"
)

// A pass computes the likeness of one concept, the topic, with all others in
// one walk over the places, parents first. What is carried down is
//
//   - which of the topic's ancestors stand above: a bit for each, in the order
//     of preference, so that the lowest bit is the common ancestor and the
//     number of bits that of all common ones. Above a concept stands what
//     stands above its parents: their bits, or-ed. This is exact with any
//     number of parents. More than 64 ancestors take more than one walk.
//   - the toll of the best path, which a [funnel] finds in a walk of its own.
//
// What common ancestors say of an only child its parent knows as well, so
// that bits are carried to the held places only.
//
// A pass serves one topic at a time.
type pass struct {
	*ancestry
	funnel *funnel
	flow   flow
	above  []int32 // places of the topic's ancestors with children, ascending
	mine   []int32 // their ranks, ascending: the order of the bits
	none   int32   // a multiple of 64, not less than len(mine)

	bits  []uint64 // by held place, and 0 behind them, above the roots
	best  []int32  // by held place: index of the common ancestor in mine; none if there is none
	count []int32  // by held place: common ancestors

	den   []float64 // by index in mine, 0 for the rest up to none: what IFDen adds
	deep  []int32   // and the depth
	heir  []float64 // by inner place, 0 for held: what common ancestors add for an only child
	known [1 << memo]struct {
		toll toll
		sim  float64
	}

	climb climb
	kin   kin
}

// memo is the number of bits of the table of tolls in which a pass remembers
// what they are worth. An ontology has a few dozen different ones.
const memo = 9

func newPass(a *ancestry, f *funnel) *pass {
	s := &pass{
		ancestry: a, funnel: f, bits: make([]uint64, a.held+1), best: make([]int32, a.held), count: make([]int32, a.held),
		heir: make([]float64, a.held+1),
	}
	for i := range s.known {
		s.known[i].toll = -1
	}
	return s
}

// meet finds the common ancestors of place t with every held place. A topic
// without children is nobody's ancestor but its own and has no bit.
func (s *pass) meet(t int32) {
	s.above, s.mine = s.above[:0], s.mine[:0]
	undercut := false
	for _, p := range s.climb.from(s.ancestry, t) {
		if p < s.inner {
			s.above, s.mine = append(s.above, p), append(s.mine, s.rank[p])
			undercut = undercut || s.undercut[p]
		}
	}
	slices.Sort(s.above)
	slices.Sort(s.mine)
	s.none = int32(len(s.mine)+63) &^ 63
	clear(s.best)
	clear(s.count)
	for base := int32(0); base < s.none; base += 64 {
		s.descend(base)
	}
	if undercut {
		s.correct(t)
	}
}

// descend carries the bits of the 64 ancestors from number base on down.
func (s *pass) descend(base int32) {
	begin := int32(0)
	for _, p := range s.above {
		s.walk(begin, p+1)
		begin = p + 1
		i, _ := slices.BinarySearch(s.mine, s.rank[p])
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
func (s *pass) walk(begin, end int32) {
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
func (s *pass) correct(t int32) {
	if s.none > 64 { // the bits of all blocks are not kept
		s.kin.at(s.ancestry, t)
		for p, j := range s.best {
			if j < s.none && s.undercut[s.ranked[s.mine[j]]] {
				lca, _ := s.kin.with(s.ancestry, int32(p))
				i, _ := slices.BinarySearch(s.mine, s.rank[lca])
				s.best[p] = int32(i)
			}
		}
		return
	}
	var below [65]uint64 // by index in mine: those of mine that lie below
	for i := len(s.above) - 1; i >= 0; i-- {
		j, _ := slices.BinarySearch(s.mine, s.rank[s.above[i]])
		for _, over := range s.parents(s.above[i]) {
			up, _ := slices.BinarySearch(s.mine, s.rank[over])
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

// weigh writes eq 2 of place t with every concept to row, by ID, after meet.
func (s *pass) weigh(m *Measure, t int32, row []float64) {
	w := m.p.Weights
	s.den, s.deep = append(s.den[:0], make([]float64, s.none+1)...), append(s.deep[:0], make([]int32, s.none+1)...)
	for j, r := range s.mine {
		p := s.ranked[r]
		s.den[j], s.deep[j] = float64(w.Den*s.ifden(p)), s.depth[p]
	}
	depth, size := s.depth[t], s.size[t]
	s.flow.from(s.funnel, s.funnel.slot[t])
	tolls, slot := s.flow.tolls, s.funnel.slot
	for p := range s.held {
		j, n := s.best[p], s.count[p]
		den, deep := s.den[j], s.deep[j]
		d, z := s.depth[p], s.size[p]
		above := den + float64(w.Dep*ifdep(deep, depth, d)) + float64(w.Coi*ifcoi(n, size, z))
		if p < s.inner {
			s.heir[p] = den + float64(w.Dep*ifdep(deep, depth, d+1)) + float64(w.Coi*ifcoi(n, size, z+1))
		}
		row[s.ids[p]] = atMost1(above + s.along(m, tolls[slot[p]]))
	}
	sole, slot := s.sole[s.held:], slot[s.held:]
	for i, id := range s.ids[s.held:] {
		row[id] = atMost1(s.heir[sole[i]] + s.along(m, tolls[slot[i]]))
	}
	row[s.ids[t]] = 1
	for _, id := range m.web.ids[len(s.ids):] {
		row[id] = row[s.ids[s.place[id]]]
	}
}

// along is [Measure.along], remembered.
func (s *pass) along(m *Measure, x toll) float64 {
	const golden = 0x9e3779b97f4a7c15 // Knuth's multiplicative hashing
	k := &s.known[uint64(x)*golden>>(64-memo)]
	if k.toll != x {
		k.toll, k.sim = x, m.along(x)
	}
	return k.sim
}
