package reason

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// Edit takes axioms out and puts others in. An axiom is what its text in functional syntax says,
// without annotations; one that is not there is not taken out. Classify infers the rest again:
// only contexts on which a deleted axiom bears are built anew, without a record of what came from
// what (Kazakov and Klinov, "Incremental reasoning in OWL EL without bookkeeping", ISWC 2013).
// A change of what is said about properties builds all anew.
func (r *Reasoner) Edit(out, in []axiom.Axiom) {
	r.number()
	gone := map[int]bool{}
	for i := range out {
		key := textOf(&out[i])
		at := r.keys[key]
		if len(at) == 0 {
			continue
		}
		last := at[len(at)-1]
		r.keys[key] = at[:len(at)-1]
		r.ix.axiom(&r.axioms[last], -1)
		gone[last] = true
	}
	if len(gone) > 0 {
		r.drop(gone)
	}
	for i := range in {
		r.axioms = append(r.axioms, in[i])
		r.reasons = append(r.reasons, r.ix.axiom(&in[i], 1))
		if r.keys != nil {
			key := textOf(&in[i])
			r.keys[key] = append(r.keys[key], len(r.axioms)-1)
		}
	}
}

func textOf(a *axiom.Axiom) string { return axiom.New(a.Op, a.Args...).String() }

// number finds axioms by their text.
func (r *Reasoner) number() {
	if r.keys != nil {
		return
	}
	r.keys = make(map[string][]int, len(r.axioms))
	for i := range r.axioms {
		key := textOf(&r.axioms[i])
		r.keys[key] = append(r.keys[key], i)
	}
}

// drop forgets axioms by their places, which changes the places of others.
func (r *Reasoner) drop(gone map[int]bool) {
	n := 0
	for i := range r.axioms {
		if !gone[i] {
			r.axioms[n], r.reasons[n] = r.axioms[i], r.reasons[i]
			n++
		}
	}
	r.axioms, r.reasons, r.keys = slices.Clip(r.axioms[:n]), r.reasons[:n], nil
	r.number()
}

// prepare brings roles, fillers and contexts up to the index.
func (r *Reasoner) prepare() {
	ix := r.ix
	if ix.roles.dirty {
		r.reset()
	}
	if ix.roles.dirty || ix.roles.grown {
		ix.roles.close()
		ix.topRules()
		ix.targets()
		ix.roles.dirty, ix.roles.grown = false, false
	}
	ix.rule(int32(len(ix.all) - 1))
	if n := len(ix.all); n > len(r.state) {
		r.state = slices.Grow(r.state, n-len(r.state))[:n]
	}
	for i := range ix.all {
		if a := &ix.all[i]; a.pos > 0 && a.kind == exist {
			r.context(a.to)
		}
	}
	r.replay = append(r.replay, ix.gained...)
	r.void = append(r.void, ix.lost...)
	ix.gained, ix.lost = ix.gained[:0], ix.lost[:0]
}

// topRules lists the existentials of owl:Thing, and "itself", by every role below theirs. They
// hang on roles, not on the filler, for every context holds owl:Thing.
func (ix *index) topRules() {
	n := ix.roles.count
	ix.roles.thing, ix.roles.selves = make([][]int32, n), make([][]int32, n)
	for i := range ix.all {
		a := &ix.all[i]
		if a.neg == 0 || a.kind != self && (a.kind != exist || a.a != top) {
			continue
		}
		list := ix.roles.thing
		if a.kind == self {
			list = ix.roles.selves
		}
		for sub := range n {
			if ix.roles.isBelow(sub, a.role) {
				list[sub] = append(list[sub], int32(i))
			}
		}
	}
}

// targets says where existentials lead: the filler, and what the ranges of the role say of it
// (Baader, Brandt and Lutz, "Pushing the EL envelope further", OWLED 2008).
func (ix *index) targets() {
	ix.rule(int32(len(ix.all) - 1))
	for i := range ix.rules {
		ix.rules[i].ranged = nil
	}
	for i := 0; i < len(ix.all); i++ { // grows
		if a := ix.all[i]; a.kind == exist {
			to := a.a
			for _, class := range ix.roles.within[a.role] {
				if to = ix.both(to, class); ix.all[to].kind == conj {
					ix.all[to].pos++
				}
			}
			ix.all[i].to = to
		} else if a.kind == self {
			ix.rule(int32(i)).ranged = slices.Clone(ix.roles.within[a.role])
		}
	}
	for _, f := range ix.facts {
		r := ix.rule(f.target)
		r.ranged = append(r.ranged, ix.roles.within[f.role]...)
	}
}

// context makes the context of an atom if there is none.
func (r *Reasoner) context(id int32) {
	if r.state[id] == nil {
		c := &node{root: id}
		r.state[id] = c
		r.fresh = append(r.fresh, c)
	}
}

// reset forgets all contexts.
func (r *Reasoner) reset() {
	clear(r.state)
	r.fresh, r.replay, r.void, r.ran = nil, nil, nil, false
}

// begin returns the contexts to begin with, each with its first signals.
func (r *Reasoner) begin() []*node {
	if !r.ran {
		for _, c := range r.fresh {
			c.give(signal{what: begin})
		}
		return r.fresh
	}
	start := append(slices.Clone(r.fresh), r.voided()...)
	for _, c := range start {
		c.give(signal{what: begin})
	}
	return append(start, r.replayed()...)
}

func (c *node) give(m signal) {
	c.in = append(c.in, m)
	c.queued = true
}

// voided empties the contexts on which a lost rule bears: those that hold its atom, and those
// that have drawn conclusions from them.
func (r *Reasoner) voided() []*node {
	void := map[int32]bool{}
	var order []*node
	mark := func(id int32) {
		if c := r.state[id]; c != nil && c.begun && !void[id] {
			void[id] = true
			order = append(order, c)
		}
	}
	lost := sorted(r.void)
	for id, c := range r.state {
		if c != nil && c.begun && c.meets(lost) {
			mark(int32(id))
		}
	}
	for i := 0; i < len(order); i++ {
		if c := order[i]; c.dead || len(c.props) > 0 || len(c.forth) > 0 {
			for j := range c.back {
				for _, from := range c.back[j].from.list {
					mark(from)
				}
			}
		}
	}
	if len(void) == 0 {
		return nil
	}
	r.forget(void)
	for i, c := range order {
		order[i] = r.state[c.root]
	}
	return order
}

// forget empties contexts, and takes what they said of others out of these.
func (r *Reasoner) forget(void map[int32]bool) {
	for id, c := range r.state {
		if c == nil {
			continue
		}
		for j := range c.back {
			c.back[j].from.keep(func(from int32) bool { return !void[from] })
		}
		if void[int32(id)] {
			r.state[id] = &node{root: c.root, back: c.back}
		}
	}
}

// replayed returns contexts that hold an atom with new rules, which they must follow.
func (r *Reasoner) replayed() []*node {
	var all []*node
	gained := sorted(r.replay)
	for _, c := range r.state {
		if c == nil || !c.begun || c.dead {
			continue
		}
		before := len(c.in)
		c.each(gained, func(x int32) { c.in = append(c.in, signal{what: replay, id: x}) })
		if len(c.in) > before {
			c.queued = true
			all = append(all, c)
		}
	}
	return all
}

func sorted(ids []int32) []int32 {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// meets reports whether c holds one of the sorted atoms.
func (c *node) meets(ids []int32) bool {
	found := false
	c.each(ids, func(int32) { found = true })
	return found
}

// each calls f for the sorted atoms that c holds, looking through the shorter list.
func (c *node) each(ids []int32, f func(int32)) {
	if len(ids) < len(c.subs.list) {
		for _, x := range ids {
			if c.subs.has(x) {
				f(x)
			}
		}
		return
	}
	for _, x := range c.subs.list {
		if _, ok := slices.BinarySearch(ids, x); ok {
			f(x)
		}
	}
}
