package semsim

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// pairs answers for any two places at once, from what it holds of each in one
// piece of memory: its ancestors, and its hubs (see [wheel]) with their tolls.
// What two concepts have in common above, and the best path between them, are
// then what the two pieces have in common.
//
// The 64 most frequent ancestors and hubs, those at the top, make up about
// half of all entries. They are held as bits. The others are sorted by place;
// places of a family lie close together, so that of two strangers' lists one
// most often ends before the other begins.
type pairs struct {
	words   []uint32
	from    []uint32 // by ID: where the piece of its place begins in words
	tolls   []toll   // by the number a piece has for it
	top     [65]summit
	summits []summit // by inner place
}

// summit is what must be known of a common ancestor.
type summit struct {
	place    int32
	rank     int32
	depth    int32
	size     int32
	den      float64 // what IFDen adds
	undercut bool
}

// piece is what pairs holds of a place. In memory there stand, in words,
//
//	0      depth, and in the upper half the number of ancestors, frequent ones too
//	1      the number of other ancestors, and in the upper half of other hubs
//	2, 3   frequent ancestors
//	4, 5   frequent hubs
//	6 ...  the other ancestors; the other hubs; two to a word, the numbers of
//	       the tolls of the frequent and the other hubs
//
// A question about two places picked at random is answered from memory far
// away: that there is little of it counts more than anything else.
type piece struct {
	depth, size   int32
	topUp, topHub uint64
	up, hubs      []uint32
	numbers       []uint32
}

const pieceHead = 6

// most is what half a word holds.
const most = 1<<16 - 1

// read reads the piece that begins at word at.
func (x *pairs) read(c *piece, at uint32) {
	w := x.words[at:]
	up, hubs := w[1]&most, w[1]>>16
	c.depth, c.size = int32(w[0]&most), int32(w[0]>>16)
	c.topUp, c.topHub = uint64(w[2])|uint64(w[3])<<32, uint64(w[4])|uint64(w[5])<<32
	w = w[pieceHead:]
	c.up, c.hubs, c.numbers = w[:up], w[up:up+hubs], w[up+hubs:]
}

// toll is that of the frequent hub with i others before it, or of another.
func (x *pairs) toll(c *piece, i int) toll {
	return x.tolls[c.numbers[i>>1]>>(i&1*16)&most]
}

// sim is eq 2.
func (x *pairs) sim(m *Measure, c, d ontology.ID) float64 {
	p, q := x.from[c], x.from[d]
	if p == q {
		return 1
	}
	var a, b piece
	x.read(&a, p)
	x.read(&b, q)
	above := 0.0
	if lca, shared := x.above(m.anc, &a, &b); shared > 0 {
		w := m.p.Weights
		above = lca.den + float64(w.Dep*ifdep(lca.depth, a.depth, b.depth)) + float64(w.Coi*ifcoi(shared, a.size, b.size))
	}
	return atMost1(above + m.along(x.between(&a, &b)))
}

// above finds the common ancestor and counts all of them.
func (x *pairs) above(anc *ancestry, a, b *piece) (lca *summit, shared int32) {
	both := a.topUp & b.topUp
	shared = int32(bits.OnesCount64(both))
	lca = &x.top[bits.TrailingZeros64(both)]
	for i, j := 0, 0; i < len(a.up) && j < len(b.up); {
		u, v := a.up[i], b.up[j]
		if u == v {
			shared++
			if s := &x.summits[u]; s.rank < lca.rank {
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
	// If all common ones are its ancestors it is the lowest.
	if shared > 0 && lca.undercut && lca.size != shared {
		return x.lowest(anc, lca, a, b), shared
	}
	return lca, shared
}

// between is the toll of the best path: the least over the hubs both name.
func (x *pairs) between(a, b *piece) toll {
	best := blocked
	for both := a.topHub & b.topHub; both != 0; both &= both - 1 {
		before := both&-both - 1
		i, j := bits.OnesCount64(a.topHub&before), bits.OnesCount64(b.topHub&before)
		best = min(best, x.toll(a, i)+x.toll(b, j))
	}
	for i, j := 0, 0; i < len(a.hubs) && j < len(b.hubs); {
		u, v := a.hubs[i], b.hubs[j]
		if u == v {
			best = min(best, x.toll(a, bits.OnesCount64(a.topHub)+i)+x.toll(b, bits.OnesCount64(b.topHub)+j))
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

// lowest is, of the common ancestors that have no other one below them, the
// one preferred, where first, the one preferred of all, may have one below.
func (x *pairs) lowest(anc *ancestry, first *summit, a, b *piece) *summit {
	var all [32]*summit
	both := all[:0]
	for set := a.topUp & b.topUp; set != 0; set &= set - 1 {
		both = append(both, &x.top[bits.TrailingZeros64(set)])
	}
	for _, u := range a.up {
		if _, ok := slices.BinarySearch(b.up, u); ok {
			both = append(both, &x.summits[u])
		}
	}
	var best *summit
	for _, s := range both {
		if best != nil && best.rank < s.rank {
			continue
		}
		if !s.undercut || !slices.ContainsFunc(both, func(o *summit) bool {
			return slices.Contains(anc.parents(o.place), s.place)
		}) {
			best = s
		}
	}
	return best
}

// newPairs returns nil if the pieces would hold over most entries.
func newPairs(m *Measure, most int) *pairs {
	for _, n := range m.anc.size {
		most -= int(n)
	}
	if most < 0 {
		return nil
	}
	f := newFunnel(m.web, fewForHubs)
	w := newWheel(f, most)
	if w == nil {
		return nil
	}
	x := &pairs{summits: make([]summit, m.anc.inner)}
	for p := range x.summits {
		x.summits[p] = m.summit(int32(p))
	}
	b := binder{pairs: x, anc: m.anc, w: w, node: make([]int32, len(f.slot)), number: map[toll]uint32{}}
	for node, slot := range f.slot {
		b.node[slot] = int32(node)
	}
	b.choose()
	begin := make([]uint32, len(m.anc.ids))
	for p := range begin {
		begin[p] = uint32(len(x.words))
		b.bind(int32(p))
	}
	for _, p := range m.anc.place {
		x.from = append(x.from, begin[p])
	}
	if b.large {
		return nil
	}
	return x
}

func (m *Measure) summit(p int32) summit {
	a := m.anc
	return summit{p, a.deepest.rank[p], a.depth[p], a.size[p], float64(m.p.Weights.Den * a.ifden(p)), a.deepest.undercut[p]}
}

// binder makes the pieces.
type binder struct {
	*pairs
	anc    *ancestry
	w      *wheel
	node   []int32         // by slot
	number map[toll]uint32 // in tolls
	bitUp  []int8          // by inner place: its bit, -1 if it is none of the frequent
	bitHub []int8          // by hub
	large  bool            // something does not go into half a word
	climb  climb
	hubs   []held
	up     []uint32
}

// held is an entry of a piece's list of hubs.
type held struct{ node, number uint32 }

// choose finds the 64 most frequent ancestors, which get their bits in the
// order of preference, and hubs.
func (b *binder) choose() {
	ups, hubs := make([]int32, b.anc.inner), make([]int32, len(b.node))
	for p := range b.anc.ids {
		for _, q := range b.climb.from(b.anc, int32(p)) {
			if q < b.anc.inner {
				ups[q]++
			}
		}
		for _, e := range b.w.lists[b.w.f.slot[p]] {
			hubs[e.hub]++
		}
	}
	var top []int32
	b.bitUp, top = frequent(ups)
	slices.SortFunc(top, func(p, q int32) int { return cmp.Compare(b.anc.deepest.rank[p], b.anc.deepest.rank[q]) })
	for i := range b.top {
		b.top[i].rank = math.MaxInt32 // none
	}
	for i, p := range top {
		b.bitUp[p], b.top[i] = int8(i), b.summits[p]
	}
	b.bitHub, _ = frequent(hubs)
}

// frequent numbers the 64 greatest counts, -1 stands for the others, and
// returns their indices.
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

// bind appends the piece of place p.
func (b *binder) bind(p int32) {
	var topUp, topHub uint64
	b.up, b.hubs = b.up[:0], b.hubs[:0]
	for _, q := range b.climb.from(b.anc, p) {
		switch {
		case q >= b.anc.inner: // nobody's ancestor but its own
		case b.bitUp[q] >= 0:
			topUp |= 1 << b.bitUp[q]
		default:
			b.up = append(b.up, uint32(q))
		}
	}
	slices.Sort(b.up)
	var tops [64]uint32 // tolls of the frequent hubs, by bit
	for _, e := range b.w.lists[b.w.f.slot[p]] {
		n := b.numberOf(e.toll)
		if bit := b.bitHub[e.hub]; bit >= 0 {
			topHub |= 1 << bit
			tops[bit] = n
			continue
		}
		b.hubs = append(b.hubs, held{uint32(b.node[b.w.at(e.hub)]), n})
	}
	slices.SortFunc(b.hubs, func(x, y held) int { return cmp.Compare(x.node, y.node) })
	b.large = b.large || b.anc.size[p] > most || len(b.hubs) > most || len(b.tolls) > most
	b.words = append(b.words, uint32(b.anc.depth[p]|b.anc.size[p]<<16), uint32(len(b.up)|len(b.hubs)<<16),
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

func (b *binder) numberOf(x toll) uint32 {
	n, ok := b.number[x]
	if !ok {
		n = uint32(len(b.tolls))
		b.number[x], b.tolls = n, append(b.tolls, x)
	}
	return n
}
