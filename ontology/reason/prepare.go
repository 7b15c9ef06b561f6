package reason

import "slices"

// prepare makes what the rules ask for of roles and fillers, and the contexts.
func (r *Reasoner) prepare() {
	ix := r.ix
	ix.roles.close()
	ix.topRules()
	ix.targets()
	ix.rule(int32(len(ix.all) - 1))
	if n := len(ix.all); n > len(r.state) {
		r.state = slices.Grow(r.state, n-len(r.state))[:n]
	}
	for i := range ix.all {
		if a := &ix.all[i]; a.pos && a.kind == exist {
			r.context(a.to)
		}
	}
}

// topRules lists the existentials of owl:Thing, and "itself", by every role below theirs. They
// hang on roles, not on the filler, for every context holds owl:Thing.
func (ix *index) topRules() {
	n := ix.roles.count
	ix.roles.thing, ix.roles.selves = make([][]int32, n), make([][]int32, n)
	for i := range ix.all {
		a := &ix.all[i]
		if !a.neg || a.kind != self && (a.kind != exist || a.a != top) {
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
					ix.all[to].pos = true
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
	r.fresh = nil
}

// begin returns the contexts to begin with, each with its first signal.
func (r *Reasoner) begin() []*node {
	for _, c := range r.fresh {
		c.in = append(c.in, signal{what: begin})
		c.queued = true
	}
	return r.fresh
}
