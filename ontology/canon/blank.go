package canon

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
)

// digest tells blank nodes apart.
type digest [sha256.Size]byte

// link is a triple as seen from a blank node: the property, and what stands at
// the other end, another blank node or a term that has a name.
type link struct {
	property string
	term     string
	blank    int // place in graph.blanks, or -1
}

// nameBlanks gives every blank node a label made of what is said of it: first
// of what it says itself, from the leaves up, then of where it stands, from the
// roots down. In ontologies blank nodes are trees and lists, for which that is
// exact; what hangs together in circles is refined like the colours of a graph
// (Weisfeiler and Leman 1968) a fixed number of times. Unlike in RDFC-1.0 (W3C
// 2024) equal nodes are not told apart by trying: the order given does it, also
// where they share a node with another that is not equal.
//
// The label depends on nothing outside the node's group of blank nodes and
// their neighbours, so that a change elsewhere leaves it alone.
func (g *graph) nameBlanks() {
	n := len(g.blanks)
	down, up := make([][]link, n), make([][]link, n)
	for _, t := range g.triples {
		s, sBlank := g.place[t.s]
		o, oBlank := g.place[t.o]
		if sBlank {
			l := link{g.keys[t.p], g.keys[t.o], -1}
			if oBlank {
				l.term, l.blank = "", o
			}
			down[s] = append(down[s], l)
		}
		if oBlank {
			l := link{g.keys[t.p], g.keys[t.s], -1}
			if sBlank {
				l.term, l.blank = "", s
			}
			up[o] = append(up[o], l)
		}
	}
	colours := digests(make([]digest, n), down, up, func(d digest) digest { return d })
	// From the roots down, equal nodes are numbered, and what hangs below them
	// is told apart by that: the halves of two equal trees must not be mixed.
	met := make(map[digest]uint64)
	colours = digests(colours, up, down, func(d digest) digest {
		k := met[d]
		met[d]++
		if k == 0 {
			return d
		}
		return sha256.Sum256(binary.AppendUvarint(d[:], k))
	})
	g.labels = make([]string, n)
	taken := make(map[string]bool)
	for i, c := range colours {
		size := 6 // bytes: 48 bits tell a million nodes apart as a rule
		for taken[hex.EncodeToString(c[:size])] && size < len(c) {
			size++
		}
		label := hex.EncodeToString(c[:size])
		taken[label] = true
		g.labels[i] = "b" + label
	}
}

// rounds is how often circles are refined: what is nearer than that is told
// apart.
const rounds = 32

// digests sums up every node with what its links lead to, those that lead to
// nothing unsummed first, and passes each sum through mark. back are the links
// the other way.
func digests(before []digest, links, back [][]link, mark func(digest) digest) []digest {
	n := len(before)
	after := slices.Clone(before)
	waits := make([]int, n)
	var ready []int
	for i := range n {
		for _, l := range links[i] {
			if l.blank >= 0 {
				waits[i]++
			}
		}
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	done := make([]bool, n)
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		after[i], done[i] = mark(sum(before[i], links[i], after)), true
		for _, l := range back[i] {
			if l.blank < 0 {
				continue
			}
			if waits[l.blank]--; waits[l.blank] == 0 {
				ready = append(ready, l.blank)
			}
		}
	}
	var circling []int
	for i := range n {
		if !done[i] {
			circling = append(circling, i)
		}
	}
	circles(circling, before, after, links)
	for _, i := range circling {
		after[i] = mark(after[i])
	}
	return after
}

// circles sums up nodes that wait for each other: round by round each with
// what the others were before.
func circles(nodes []int, before, after []digest, links [][]link) {
	next := make([]digest, len(nodes))
	for range rounds {
		for k, i := range nodes {
			next[k] = sum(before[i], links[i], after)
		}
		for k, i := range nodes {
			after[i] = next[k]
		}
	}
}

// sum is the digest of a node and of its links, whatever their order.
func sum(own digest, links []link, colours []digest) digest {
	parts := make([]digest, len(links))
	for i, l := range links {
		var b []byte
		b = binary.AppendUvarint(b, uint64(len(l.property)))
		b = append(b, l.property...)
		if l.blank >= 0 {
			b = append(b, 1)
			b = append(b, colours[l.blank][:]...)
		} else {
			b = append(b, 0)
			b = append(b, l.term...)
		}
		parts[i] = sha256.Sum256(b)
	}
	slices.SortFunc(parts, func(a, b digest) int { return slices.Compare(a[:], b[:]) })
	h := sha256.New()
	h.Write(own[:])
	for _, p := range parts {
		h.Write(p[:])
	}
	return digest(h.Sum(nil))
}
