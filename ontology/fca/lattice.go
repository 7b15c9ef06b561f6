package fca

import (
	"cmp"
	"context"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Options bound a lattice. The zero value computes the whole lattice, up to [DefaultMost].
type Options struct {
	// Support is how many objects a formal concept must have, at least. Above 0 the result
	// is an iceberg: the upper part of the lattice.
	Support int
	// Most is how many formal concepts there may be; 0 means DefaultMost.
	Most int
}

// DefaultMost bounds a lattice whose Options say nothing.
const DefaultMost = 100_000

// SizeError says that a lattice has more formal concepts than Options.Most. Nothing of it
// is returned.
type SizeError struct {
	Most     int
	Support  int     // as in the Options
	Estimate float64 // of the size, by Context.Estimate
}

func (e *SizeError) Error() string {
	return e.Message().String()
}

// Message implements [english.Sentence].
func (e *SizeError) Message() english.Phrase {
	return english.Phrasef("fca: the lattice has more than %d formal concepts of %d objects or more, by an estimate %.0f: ask for more objects, or for fewer attributes",
		e.Most, e.Support, max(e.Estimate, float64(e.Most)+1))
}

// Concept is a formal concept: the objects that have all attributes of the intent, and the
// attributes that all objects of the extent have. Both are ascending.
type Concept struct {
	Extent, Intent []int
}

// Lattice returns the formal concepts of the context, those with the most objects first,
// and of as many in the order of their intents. The first has all objects. It fails with a
// *[SizeError], and if ctx ends.
//
// The algorithm is In-Close2 (Andrews, In-Close2, a high performance formal concept miner,
// ICCS 2011, LNCS 6828:50-62): each formal concept is found once, by a test that needs no
// memory of those found.
func (c *Context) Lattice(ctx context.Context, opt Options) (*Lattice, error) {
	m := miner{context: c, ctx: ctx, support: opt.Support, most: opt.Most}
	if m.most <= 0 {
		m.most = DefaultMost
	}
	m.mine(fullBits(c.objects), newBits(len(c.columns)), 0)
	if m.err != nil {
		return nil, m.err
	}
	sorts.Func(m.found, func(a, b node) int {
		return cmp.Or(cmp.Compare(b.size, a.size), slices.Compare(a.Intent, b.Intent))
	})
	l := &Lattice{Concepts: make([]Concept, len(m.found)), context: c, at: make(map[string]int, len(m.found))}
	for i := range m.found {
		l.Concepts[i] = m.found[i].Concept
		l.at[m.found[i].extent.key()] = i
	}
	return l, nil
}

type node struct {
	Concept
	extent bitset
	size   int
}

type miner struct {
	context *Context
	ctx     context.Context
	support int
	most    int
	found   []node
	err     error
}

// child is a formal concept to be: an extent, and the attribute that made it.
type child struct {
	extent bitset
	by     int
}

// mine records the formal concept of the extent, and those that attributes from first on
// make of it. intent holds the attributes before first that the extent has; it is completed.
func (m *miner) mine(extent, intent bitset, first int) {
	if m.err != nil || m.full() {
		return
	}
	children := m.context.expand(extent, intent, first, m.support)
	m.found = append(m.found, node{Concept{extent.list(), intent.list()}, extent, extent.count()})
	for _, ch := range children {
		of := slices.Clone(intent)
		of.set(ch.by)
		m.mine(ch.extent, of, ch.by+1)
	}
}

// full reports whether mining must end, and why.
func (m *miner) full() bool {
	if len(m.found) == m.most {
		m.err = &SizeError{Most: m.most, Support: m.support, Estimate: m.context.Estimate(m.support, probes)}
	}
	if len(m.found)%1024 == 0 && m.ctx.Err() != nil {
		m.err = m.ctx.Err()
	}
	return m.err != nil
}

// expand completes the intent of an extent with the attributes from first on, and returns
// the extents of at least support objects that are made by one of the others and by no
// attribute before it.
func (c *Context) expand(extent, intent bitset, first, support int) (children []child) {
	size := extent.count()
	next := newBits(c.objects)
	for a := first; a < len(c.columns); a++ {
		if intent.has(a) {
			continue
		}
		next.meet(extent, c.columns[a])
		switch n := next.count(); {
		case n == size:
			intent.set(a)
		case n >= support && c.canonical(next, intent, a):
			children = append(children, child{slices.Clone(next), a})
		}
	}
	return children
}

// canonical reports whether an extent has no attribute before a that is not in intent:
// otherwise it is found elsewhere.
func (c *Context) canonical(extent, intent bitset, a int) bool {
	for b := range a {
		if !intent.has(b) && extent.within(c.columns[b]) {
			return false
		}
	}
	return true
}
