package semsim

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// pairIndex compares any two positions at once. It holds for each position, in one
// contiguous record, its ancestors and its hubs with their distances (see [hubLabels]).
// The records of two positions share the common ancestors and the best path.
//
// The 64 most frequent ancestors and hubs make up about half of all entries;
// bits stand for them. The others are sorted by position. Positions of a family
// lie close together, so of two unrelated lists one mostly ends before the
// other begins.
type pairIndex struct {
	words     []uint32
	offset    []uint32   // by ID: where its record begins in words
	distances []distance // by number, as used in records
	top       [65]ancestorFacts
	ancestors []ancestorFacts // by inner position
}

// ancestorFacts holds what must be known of a common ancestor.
type ancestorFacts struct {
	pos       int32
	rank      int32
	depth     int32
	ancestors int32
	den       float64 // weighted IFDen
	ambiguous bool
}

// pairRecord is the record of a position. Its words are
//
//	0      depth, and in the upper half the number of ancestors, frequent ones too
//	1      the number of other ancestors, and in the upper half of other hubs
//	2, 3   frequent ancestors
//	4, 5   frequent hubs
//	6 ...  the other ancestors; the other hubs; two to a word, the numbers of
//	       the distances of the frequent and the other hubs
//
// Records are short because a random pair is read from uncached memory.
type pairRecord struct {
	depth, ancestors int32
	topUp, topHub    uint64
	up, hubs         []uint32
	numbers          []uint32
}

const recordHeader = 6

// maxHalfWord is the greatest value of half a word.
const maxHalfWord = 1<<16 - 1

// read reads the record that begins at word at.
func (x *pairIndex) read(c *pairRecord, at uint32) {
	w := x.words[at:]
	up, hubs := w[1]&maxHalfWord, w[1]>>16
	c.depth, c.ancestors = int32(w[0]&maxHalfWord), int32(w[0]>>16)
	c.topUp, c.topHub = uint64(w[2])|uint64(w[3])<<32, uint64(w[4])|uint64(w[5])<<32
	w = w[recordHeader:]
	c.up, c.hubs, c.numbers = w[:up], w[up:up+hubs], w[up+hubs:]
}

// distance returns the distance of the frequent hub with i others before it, or of
// another hub.
func (x *pairIndex) distance(c *pairRecord, i int) distance {
	return x.distances[c.numbers[i>>1]>>(i&1*16)&maxHalfWord]
}

// sim is eq 2.
func (x *pairIndex) sim(m *Measure, c, d ontology.ID) float64 {
	p, q := x.offset[c], x.offset[d]
	if p == q {
		return 1
	}
	var a, b pairRecord
	x.read(&a, p)
	x.read(&b, q)
	above := 0.0
	if lca, shared := x.lca(m.hierarchy, &a, &b); shared > 0 {
		w := m.p.Weights
		above = lca.den + float64(w.Dep*ifdep(lca.depth, a.depth, b.depth)) + float64(w.Coi*ifcoi(shared, a.ancestors, b.ancestors))
	}
	return atMost1(above + m.pathPart(x.distanceBetween(&a, &b)))
}

// lca finds the common ancestor and counts all of them.
func (x *pairIndex) lca(anc *hierarchy, a, b *pairRecord) (lca *ancestorFacts, shared int32) {
	both := a.topUp & b.topUp
	shared = int32(bits.OnesCount64(both))
	lca = &x.top[bits.TrailingZeros64(both)]
	for i, j := 0, 0; i < len(a.up) && j < len(b.up); {
		u, v := a.up[i], b.up[j]
		if u == v {
			shared++
			if s := &x.ancestors[u]; s.rank < lca.rank {
				lca = s
			}
		}
		if u <= v {
			i++
		}
		if v <= u {
			j++
		}
	}
	// If all common ancestors are also its ancestors, it is the lowest.
	if shared > 0 && lca.ambiguous && lca.ancestors != shared {
		return x.lowest(anc, lca, a, b), shared
	}
	return lca, shared
}

// distanceBetween is the distance of the best path: the least over the common
// hubs.
func (x *pairIndex) distanceBetween(a, b *pairRecord) distance {
	best := unreachable
	for both := a.topHub & b.topHub; both != 0; both &= both - 1 {
		before := both&-both - 1
		i, j := bits.OnesCount64(a.topHub&before), bits.OnesCount64(b.topHub&before)
		best = min(best, x.distance(a, i)+x.distance(b, j))
	}
	for i, j := 0, 0; i < len(a.hubs) && j < len(b.hubs); {
		u, v := a.hubs[i], b.hubs[j]
		if u == v {
			best = min(best, x.distance(a, bits.OnesCount64(a.topHub)+i)+x.distance(b, bits.OnesCount64(b.topHub)+j))
		}
		if u <= v {
			i++
		}
		if v <= u {
			j++
		}
	}
	return best
}

// lowest returns the preferred one of the common ancestors that have no other
// below them. It is called when first, preferred to all, may have one below.
func (x *pairIndex) lowest(anc *hierarchy, first *ancestorFacts, a, b *pairRecord) *ancestorFacts {
	var all [32]*ancestorFacts
	both := all[:0]
	for set := a.topUp & b.topUp; set != 0; set &= set - 1 {
		both = append(both, &x.top[bits.TrailingZeros64(set)])
	}
	for _, u := range a.up {
		if _, ok := slices.BinarySearch(b.up, u); ok {
			both = append(both, &x.ancestors[u])
		}
	}
	var best *ancestorFacts
	for _, s := range both {
		if best != nil && best.rank < s.rank {
			continue
		}
		if !s.ambiguous || !slices.ContainsFunc(both, func(o *ancestorFacts) bool {
			return slices.Contains(anc.parents(o.pos), s.pos)
		}) {
			best = s
		}
	}
	return best
}

// newPairIndex returns nil if the records would hold more than most entries.
func newPairIndex(m *Measure, most int) *pairIndex {
	for _, n := range m.hierarchy.ancestors {
		most -= int(n)
	}
	if most < 0 {
		return nil
	}
	f := newContractionHierarchy(m.paths, degreeForHubs)
	w := newHubLabels(f, most)
	if w == nil {
		return nil
	}
	x := &pairIndex{ancestors: make([]ancestorFacts, m.hierarchy.inner)}
	for p := range x.ancestors {
		x.ancestors[p] = m.ancestorFacts(int32(p))
	}
	b := pairIndexBuilder{pairIndex: x, hierarchy: m.hierarchy, labels: w, node: make([]int32, len(f.slot)), number: map[distance]uint32{}}
	for node, slot := range f.slot {
		b.node[slot] = int32(node)
	}
	b.chooseFrequent()
	begin := make([]uint32, len(m.hierarchy.ids))
	for p := range begin {
		begin[p] = uint32(len(x.words))
		b.addRecord(int32(p))
	}
	for _, p := range m.hierarchy.pos {
		x.offset = append(x.offset, begin[p])
	}
	if b.overflow {
		return nil
	}
	return x
}

func (m *Measure) ancestorFacts(p int32) ancestorFacts {
	a := m.hierarchy
	return ancestorFacts{p, a.byDepth.rank[p], a.depth[p], a.ancestors[p], float64(m.p.Weights.Den * a.ifden(p)), a.byDepth.ambiguous[p]}
}

// pairIndexBuilder makes the records.
type pairIndexBuilder struct {
	*pairIndex
	hierarchy   *hierarchy
	labels      *hubLabels
	node        []int32             // by slot
	number      map[distance]uint32 // index in distances
	bitUp       []int8              // by inner position: its bit, -1 if not frequent
	bitHub      []int8              // by hub: its bit, -1 if not frequent
	overflow    bool                // a value does not fit into half a word
	ancestorSet ancestorSet
	hubs        []hubRef
	up          []uint32
}

// hubRef is a hub in a record, and the number of its distance.
type hubRef struct{ node, number uint32 }

// chooseFrequent finds the 64 most frequent ancestors and hubs. Ancestors get
// their bits in the order of preference.
func (b *pairIndexBuilder) chooseFrequent() {
	ups, hubs := make([]int32, b.hierarchy.inner), make([]int32, len(b.node))
	for p := range b.hierarchy.ids {
		for _, q := range b.ancestorSet.of(b.hierarchy, int32(p)) {
			if q < b.hierarchy.inner {
				ups[q]++
			}
		}
		for _, e := range b.labels.labels[b.labels.ch.slot[p]] {
			hubs[e.hub]++
		}
	}
	var top []int32
	b.bitUp, top = frequent(ups)
	slices.SortFunc(top, func(p, q int32) int { return cmp.Compare(b.hierarchy.byDepth.rank[p], b.hierarchy.byDepth.rank[q]) })
	for i := range b.top {
		b.top[i].rank = math.MaxInt32 // none
	}
	for i, p := range top {
		b.bitUp[p], b.top[i] = int8(i), b.ancestors[p]
	}
	b.bitHub, _ = frequent(hubs)
}

// frequent numbers the 64 greatest counts and returns their indices. The others
// have the number -1.
func frequent(count []int32) (bit []int8, top []int32) {
	all := make([]int32, len(count))
	for i := range all {
		all[i] = int32(i)
	}
	slices.SortStableFunc(all, func(i, j int32) int { return cmp.Compare(count[j], count[i]) })
	bit = make([]int8, len(count))
	for i, at := range all {
		if bit[at] = -1; i < 64 {
			bit[at], top = int8(i), append(top, at)
		}
	}
	return bit, top
}

// addRecord appends the record of position p.
func (b *pairIndexBuilder) addRecord(p int32) {
	var topUp, topHub uint64
	b.up, b.hubs = b.up[:0], b.hubs[:0]
	for _, q := range b.ancestorSet.of(b.hierarchy, p) {
		switch {
		case q >= b.hierarchy.inner: // an ancestor of itself only
		case b.bitUp[q] >= 0:
			topUp |= 1 << b.bitUp[q]
		default:
			b.up = append(b.up, uint32(q))
		}
	}
	slices.Sort(b.up)
	var tops [64]uint32 // distances of the frequent hubs, by bit
	for _, e := range b.labels.labels[b.labels.ch.slot[p]] {
		n := b.numberOf(e.dist)
		if bit := b.bitHub[e.hub]; bit >= 0 {
			topHub |= 1 << bit
			tops[bit] = n
			continue
		}
		b.hubs = append(b.hubs, hubRef{uint32(b.node[b.labels.slotOf(e.hub)]), n})
	}
	slices.SortFunc(b.hubs, func(x, y hubRef) int { return cmp.Compare(x.node, y.node) })
	b.overflow = b.overflow || b.hierarchy.ancestors[p] > maxHalfWord || len(b.hubs) > maxHalfWord || len(b.distances) > maxHalfWord
	b.words = append(b.words, uint32(b.hierarchy.depth[p]|b.hierarchy.ancestors[p]<<16), uint32(len(b.up)|len(b.hubs)<<16),
		uint32(topUp), uint32(topUp>>32), uint32(topHub), uint32(topHub>>32))
	b.words = append(b.words, b.up...)
	numbers := b.up[:0]
	for set := topHub; set != 0; set &= set - 1 {
		numbers = append(numbers, tops[bits.TrailingZeros64(set)])
	}
	for _, h := range b.hubs {
		b.words, numbers = append(b.words, h.node), append(numbers, h.number)
	}
	for i := 0; i < len(numbers); i += 2 {
		pair := numbers[i]
		if i+1 < len(numbers) {
			pair |= numbers[i+1] << 16
		}
		b.words = append(b.words, pair)
	}
	b.up = numbers
}

func (b *pairIndexBuilder) numberOf(x distance) uint32 {
	n, ok := b.number[x]
	if !ok {
		n = uint32(len(b.distances))
		b.number[x], b.distances = n, append(b.distances, x)
	}
	return n
}
