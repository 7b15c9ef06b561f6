package canon

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// cyclic is a group of blank nodes that is not a tree: its nodes, numbered from 0, and
// their links.
//
// The least form of its triples gives the names: nodes are sorted by their differences;
// each of several equal nodes is tried as the first, unless a known exchange of nodes
// makes the trial equal to an earlier one. This is the usual search for canonical forms
// of graphs since McKay (1981). Hogan applies it to RDF ("Canonical forms for isomorphic
// and equivalent RDF graphs", ACM Trans. Web 11(4), 2017), with hashes for cells.
type cyclic struct {
	group      []int // places in graph.blanks
	links      [][]neighbour
	kind       []int    // of each node by its own statements, as a number
	kinds      []digest // the meaning of the numbers in kind
	properties []string

	best  []int // order of the nodes that gives the least form
	form  []edge
	same  [][]int // ways to exchange nodes that leave the form as it is
	steps int
}

// edge is a triple between nodes numbered by an order.
type edge struct{ s, p, o int }

func (a edge) compare(b edge) int {
	return cmp.Or(a.s-b.s, a.p-b.p, a.o-b.o)
}

// mostSteps bounds the search in one group to about a second. Only artificial groups need
// more; then the given order of equal nodes decides.
const mostSteps = 3_000_000

func newCyclic(group []int, down, up [][]link) *cyclic {
	t := &cyclic{group: group, links: make([][]neighbour, len(group))}
	place := make(map[int]int, len(group))
	numbers := make(map[string]int)
	for k, i := range group {
		place[i] = k
		for _, l := range down[i] {
			if l.blank >= 0 && numbers[l.property] == 0 {
				numbers[l.property] = 1
				t.properties = append(t.properties, l.property)
			}
		}
	}
	slices.Sort(t.properties)
	for n, p := range t.properties {
		numbers[p] = n
	}
	own := make([]digest, len(group))
	for k, i := range group {
		for turned, links := range [][]link{down[i], up[i]} {
			for _, l := range links {
				if l.blank >= 0 {
					t.links[k] = append(t.links[k], neighbour{2*numbers[l.property] + 1 - turned, place[l.blank]})
				}
			}
		}
		slices.SortFunc(t.links[k], func(a, b neighbour) int { return cmp.Or(a.by-b.by, a.node-b.node) })
		below := sum(digest{}, slices.DeleteFunc(slices.Clone(down[i]), link.isBlank), nil)
		own[k] = sum(below, slices.DeleteFunc(slices.Clone(up[i]), link.isBlank), nil)
	}
	t.kinds = slices.Clone(own)
	byBytes := func(a, b digest) int { return bytes.Compare(a[:], b[:]) }
	slices.SortFunc(t.kinds, byBytes)
	t.kinds = slices.Compact(t.kinds)
	t.kind = make([]int, len(group))
	for k := range own {
		t.kind[k], _ = slices.BinarySearchFunc(t.kinds, own[k], byBytes)
	}
	return t
}

// name writes the digests of the nodes. Equal groups are numbered.
func (t *cyclic) name(colours []digest, met map[digest]uint64) {
	t.search(newPartition(t.kind), nil)
	h := sha256.New()
	number := func(n int) { h.Write(binary.AppendUvarint(nil, uint64(n))) }
	number(len(t.group))
	for _, v := range t.best {
		h.Write(t.kinds[t.kind[v]][:])
	}
	for _, e := range t.form {
		number(e.s)
		number(len(t.properties[e.p]))
		h.Write([]byte(t.properties[e.p]))
		number(e.o)
	}
	whole := copied(digest(h.Sum(nil)), met)
	for n, v := range t.best {
		colours[t.group[v]] = sha256.Sum256(binary.AppendUvarint(whole[:], uint64(n)))
	}
}

// search finds the order with the least form among the refinements of p: it refines, and
// tries each of several equal nodes as the first. chosen are the nodes tried so far.
func (t *cyclic) search(p *partition, chosen []int) {
	t.steps += p.refine(t.links) + len(p.order)
	cell := p.tied()
	if cell < 0 {
		t.leaf(p.order)
		return
	}
	if t.steps > mostSteps {
		t.giveUp(p)
		return
	}
	alike := slices.Sorted(slices.Values(p.members(cell)))
	if t.sameLinks(alike) {
		parts := make([][]int, len(alike))
		for i := range alike {
			parts[i] = alike[i : i+1]
		}
		p.cut(cell, parts)
		t.search(p, append(slices.Clip(chosen), alike...))
		return
	}
	var tried []int
	for _, v := range alike {
		if t.exchangeable(v, tried, chosen) {
			continue
		}
		q := p.clone()
		q.single(v)
		t.search(q, append(slices.Clip(chosen), v))
		tried = append(tried, v)
		if t.steps > mostSteps {
			return
		}
	}
}

// sameLinks reports whether nodes have identical neighbours, so that any order gives the
// same form.
func (t *cyclic) sameLinks(nodes []int) bool {
	for _, v := range nodes[1:] {
		t.steps += len(t.links[v])
		if !slices.Equal(t.links[v], t.links[nodes[0]]) {
			return false
		}
	}
	return true
}

// giveUp uses the given order for nodes that the search could not distinguish in time.
func (t *cyclic) giveUp(p *partition) {
	if t.best == nil {
		for c := 0; c < len(p.order); c += p.size[c] {
			slices.Sort(p.members(c))
		}
		t.leaf(p.order)
	}
}

// leaf compares an order with the best one. Equal forms show which nodes can be
// exchanged.
func (t *cyclic) leaf(order []int) {
	place := make([]int, len(order))
	for n, v := range order {
		place[v] = n
	}
	var form []edge
	for v, links := range t.links {
		for _, l := range links {
			if l.by%2 == 1 {
				form = append(form, edge{place[v], l.by / 2, place[l.node]})
			}
		}
	}
	slices.SortFunc(form, edge.compare)
	c := -1
	if t.best != nil {
		c = slices.CompareFunc(form, t.form, edge.compare)
	}
	switch {
	case c < 0:
		t.best, t.form = slices.Clone(order), form
	case c == 0:
		exchange := make([]int, len(order))
		for n, v := range t.best {
			exchange[v] = order[n]
		}
		t.same = append(t.same, exchange)
	}
}

// exchangeable reports whether v can be exchanged with a tried node while the chosen
// nodes stay. Then trying v would give the same forms.
func (t *cyclic) exchangeable(v int, tried, chosen []int) bool {
	if len(tried) == 0 {
		return false
	}
	orbit := map[int]bool{v: true}
	open := []int{v}
	for len(open) > 0 {
		w := open[len(open)-1]
		open = open[:len(open)-1]
		if slices.Contains(tried, w) {
			return true
		}
		for _, exchange := range t.same {
			moves := func(c int) bool { return exchange[c] != c }
			if next := exchange[w]; !orbit[next] && !slices.ContainsFunc(chosen, moves) {
				orbit[next] = true
				open = append(open, next)
			}
		}
		t.steps += len(t.same)
	}
	return false
}
