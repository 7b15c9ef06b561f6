package canon

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

// digest identifies a blank node.
type digest [sha256.Size]byte

// link is a triple as seen from a blank node: the property, and the other end, which is
// another blank node or a named term.
type link struct {
	property string
	term     string
	blank    int // place in graph.blanks, or -1
}

func (l link) isBlank() bool { return l.blank >= 0 }

// nameBlanks labels every blank node by its statements and the blank nodes connected with
// it.
//
// In ontologies these groups are trees and lists, which nameTrees handles in two passes.
// For other groups, cyclic searches among equal nodes, as RDFC-1.0 does (W3C 2024,
// section 4.8).
//
// A label depends only on the group and its neighbours, so changes elsewhere do not
// affect it.
func (g *graph) nameBlanks() {
	down, up := g.links()
	var trees []int
	var cyclics [][]int
	for _, group := range groups(down, up) {
		if isTree(group, up) {
			trees = append(trees, group...)
		} else {
			cyclics = append(cyclics, group)
		}
	}
	slices.Sort(trees)
	colours := nameTrees(trees, down, up)
	met := make(map[digest]uint64)
	for _, group := range cyclics {
		newCyclic(group, down, up).name(colours, met)
	}
	g.labels = make([]string, len(g.blanks))
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

// links returns the triples of each blank node, as subject (down) and as object (up).
func (g *graph) links() (down, up [][]link) {
	down, up = make([][]link, len(g.blanks)), make([][]link, len(g.blanks))
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
	return down, up
}

// groups returns the connected groups of blank nodes, each in ascending order.
func groups(down, up [][]link) [][]int {
	var all [][]int
	seen := make([]bool, len(down))
	for i := range down {
		if seen[i] {
			continue
		}
		seen[i] = true
		group := []int{i}
		for k := 0; k < len(group); k++ {
			for _, links := range [][]link{down[group[k]], up[group[k]]} {
				for _, l := range links {
					if l.blank >= 0 && !seen[l.blank] {
						seen[l.blank] = true
						group = append(group, l.blank)
					}
				}
			}
		}
		slices.Sort(group)
		all = append(all, group)
	}
	return all
}

// isTree reports whether one node of a group has no parent and every other node has
// exactly one, so that one path leads to each node.
func isTree(group []int, up [][]link) bool {
	roots := 0
	for _, i := range group {
		above := 0
		for _, l := range up[i] {
			if l.blank >= 0 {
				above++
			}
		}
		switch {
		case above == 0:
			roots++
		case above > 1:
			return false
		}
	}
	return roots == 1
}
