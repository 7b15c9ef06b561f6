package rdfiotest

import (
	"hash/maphash"
	"slices"

	"github.com/knakk/rdf"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Isomorphic tells whether two sets of triples are the same graph up to the
// names of their blank nodes (RDF 1.1 Concepts, section 3.6). Repeated triples
// count once.
//
// Blank nodes are coloured by what is said of them, refined until nothing
// changes; where symmetry leaves a choice, each is tried. Groups of blank nodes
// that no triple connects are matched on their own, which keeps the trying
// small in ontologies, whose blank nodes come in small trees.
func Isomorphic(a, b []rdf.Triple) bool {
	seed := maphash.MakeSeed()
	ga, gb := newIsoGraph(a, seed), newIsoGraph(b, seed)
	if len(ga.ground) != len(gb.ground) || len(ga.parts) != len(gb.parts) {
		return false
	}
	for t := range ga.ground {
		if _, ok := gb.ground[t]; !ok {
			return false
		}
	}
	bySign := make(map[uint64][]*isoPart)
	for _, p := range gb.parts {
		s := p.sign()
		bySign[s] = append(bySign[s], p)
	}
	for _, p := range ga.parts {
		s := p.sign()
		i := slices.IndexFunc(bySign[s], func(q *isoPart) bool { return p.matches(q) })
		if i < 0 {
			return false
		}
		bySign[s] = slices.Delete(bySign[s], i, i+1)
	}
	return true
}

// An isoTriple has terms as N-Triples; ids number the blank nodes of a part,
// -1 for other terms.
type isoTriple struct {
	s, p, o  string
	sID, oID int
}

type isoGraph struct {
	ground map[isoTriple]struct{}
	parts  []*isoPart
}

// An isoPart is a group of blank nodes connected by triples, and all triples
// with any of them.
type isoPart struct {
	seed    maphash.Seed
	triples []isoTriple
	colours []uint64 // by blank node
}

func newIsoGraph(triples []rdf.Triple, seed maphash.Seed) *isoGraph {
	g := &isoGraph{ground: make(map[isoTriple]struct{})}
	seen := make(map[isoTriple]struct{}, len(triples))
	var mixed []isoTriple
	groups := make(unionFind)
	for _, t := range triples {
		it := isoTriple{s: string(rdfio.AppendTerm(nil, t.Subj)), p: string(rdfio.AppendTerm(nil, t.Pred)), o: string(rdfio.AppendTerm(nil, t.Obj)), sID: -1, oID: -1}
		if _, ok := seen[it]; ok {
			continue
		}
		seen[it] = struct{}{}
		_, sb := t.Subj.(rdf.Blank)
		_, ob := t.Obj.(rdf.Blank)
		switch {
		case sb && ob:
			groups.join(it.s, it.o)
			it.sID, it.oID = 0, 0
		case sb:
			groups.find(it.s)
			it.sID = 0
		case ob:
			groups.find(it.o)
			it.oID = 0
		default:
			g.ground[it] = struct{}{}
			continue
		}
		mixed = append(mixed, it)
	}
	g.split(mixed, groups, seed)
	return g
}

// split deals the triples with blank nodes out to their parts.
func (g *isoGraph) split(mixed []isoTriple, groups unionFind, seed maphash.Seed) {
	parts := make(map[string]*isoPart)
	ids := make(map[string]int)
	for _, t := range mixed {
		label := t.s
		if t.sID < 0 {
			label = t.o
		}
		root := groups.find(label)
		p := parts[root]
		if p == nil {
			p = &isoPart{seed: seed}
			parts[root] = p
			g.parts = append(g.parts, p)
		}
		id := func(label string) int {
			n, ok := ids[label]
			if !ok {
				n = len(p.colours)
				ids[label] = n
				p.colours = append(p.colours, 1)
			}
			return n
		}
		if t.sID == 0 {
			t.sID, t.s = id(t.s), ""
		}
		if t.oID == 0 {
			t.oID, t.o = id(t.o), ""
		}
		p.triples = append(p.triples, t)
	}
	for _, p := range g.parts {
		p.colours = p.refine(p.colours)
	}
}

// refine returns the coarsest colouring finer than the one given in which
// nodes of one colour have neighbours of the same colours.
func (p *isoPart) refine(colours []uint64) []uint64 {
	for classes := count(colours); ; {
		next := make([]uint64, len(colours))
		for i, c := range colours {
			next[i] = maphash.Comparable(p.seed, c)
		}
		for _, t := range p.triples {
			var s, o uint64
			if t.sID >= 0 {
				s = colours[t.sID]
			}
			if t.oID >= 0 {
				o = colours[t.oID]
			}
			if t.sID >= 0 {
				next[t.sID] += p.hash(1, t, s, o)
			}
			if t.oID >= 0 {
				next[t.oID] += p.hash(2, t, s, o)
			}
		}
		n := count(next)
		colours = next
		if n <= classes {
			return colours
		}
		classes = n
	}
}

func (p *isoPart) hash(role int, t isoTriple, s, o uint64) uint64 {
	return maphash.Comparable(p.seed, struct {
		role       int
		s, p, o    string
		sCol, oCol uint64
	}{role, t.s, t.p, t.o, s, o})
}

func count(colours []uint64) int {
	sorted := slices.Clone(colours)
	slices.Sort(sorted)
	return len(slices.Compact(sorted))
}

// sign is the same for isomorphic parts.
func (p *isoPart) sign() uint64 {
	sum := uint64(len(p.triples))
	for _, c := range p.colours {
		sum += maphash.Comparable(p.seed, c)
	}
	return sum
}

func (p *isoPart) matches(q *isoPart) bool {
	return len(p.triples) == len(q.triples) && len(p.colours) == len(q.colours) &&
		match(p, q, p.colours, q.colours)
}

// match pairs nodes by colour. Of the first colour that several nodes share,
// one node of p is marked, and each candidate of q in turn.
func match(p, q *isoPart, pc, qc []uint64) bool {
	byColour := make(map[uint64][]int)
	for i, c := range qc {
		byColour[c] = append(byColour[c], i)
	}
	used := make(map[uint64]int)
	pick := -1
	for i, c := range pc {
		used[c]++
		if used[c] > len(byColour[c]) {
			return false
		}
		if len(byColour[c]) > 1 && pick < 0 {
			pick = i
		}
	}
	if pick < 0 {
		return sameTriples(p, q, pc, byColour)
	}
	for _, candidate := range byColour[pc[pick]] {
		if match(p, q, p.refine(marked(pc, pick)), q.refine(marked(qc, candidate))) {
			return true
		}
	}
	return false
}

// marked gives one node a colour of its own.
func marked(colours []uint64, i int) []uint64 {
	c := slices.Clone(colours)
	c[i] = ^c[i]
	return c
}

// sameTriples checks the pairing that unique colours leave: colours are
// hashes, so equality of colours is not yet proof.
func sameTriples(p, q *isoPart, pc []uint64, byColour map[uint64][]int) bool {
	have := make(map[isoTriple]struct{}, len(q.triples))
	for _, t := range q.triples {
		have[t] = struct{}{}
	}
	to := func(id int) int {
		if id < 0 {
			return id
		}
		return byColour[pc[id]][0]
	}
	for _, t := range p.triples {
		t.sID, t.oID = to(t.sID), to(t.oID)
		if _, ok := have[t]; !ok {
			return false
		}
	}
	return true
}

// unionFind groups labels.
type unionFind map[string]string

func (u unionFind) find(x string) string {
	root := x
	for {
		up, ok := u[root]
		if !ok {
			u[root] = root
			break
		}
		if up == root {
			break
		}
		root = up
	}
	for u[x] != root {
		u[x], x = root, u[x]
	}
	return root
}

func (u unionFind) join(a, b string) { u[u.find(a)] = u.find(b) }
