package reason

import "slices"

// rules is what follows from an atom as soon as a context holds it.
type rules struct {
	told     []int32   // what it is a kind of, as an axiom says; once for each axiom
	ranged   []int32   // what it is a kind of by the ranges of properties
	partners []partner // conjunctions with it on the left of an axiom, by the other part
	users    []user    // "some of it by a role", on the left of an axiom
	groups   []int32   // the sets of disjoint classes that it belongs to
}

// partner is the other part of a conjunction, and the whole.
type partner struct{ with, whole int32 }

// user is an existential with a given filler.
type user struct{ role, whole int32 }

// index holds the axioms as rules: normalisation by naming every part once (Kazakov, Krötzsch and
// Simančík 2014, section 4.1). An axiom is taken out by the same walk that put it in.
type index struct {
	*atoms
	rules  []rules
	roles  *roles
	roots  []int32          // classes and individuals that the axioms name
	groups map[string]group // sets of disjoint classes, by their members
	number int32            // of groups so far
	facts  []fact           // which individuals have a role to which
	gained []int32          // atoms with more rules since the last saturation
	lost   []int32          // and with fewer
}

type group struct{ id, times int32 }

// fact says that an individual is the target of a role.
type fact struct{ role, target int32 }

func newIndex(axioms int) *index {
	ix := &index{atoms: newAtoms(axioms + axioms/2), groups: map[string]group{}}
	ix.roles = newRoles()
	return ix
}

func (ix *index) rule(id int32) *rules {
	if n := len(ix.all); len(ix.rules) < n {
		ix.rules = slices.Grow(ix.rules, n-len(ix.rules))[:n]
	}
	return &ix.rules[id]
}

// add puts v into a multiset, or with d < 0 takes it out.
func add[T comparable](list []T, v T, d int32) []T {
	if d > 0 {
		return append(list, v)
	}
	if i := slices.Index(list, v); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// say states that every sub is a super.
func (ix *index) say(sub, super, d int32) {
	if super == top || sub == super {
		return
	}
	r := ix.rule(sub)
	r.told = add(r.told, super, d)
	ix.changed(d, sub)
}

func (ix *index) changed(d int32, ids ...int32) {
	if d > 0 {
		ix.gained = append(ix.gained, ids...)
	} else {
		ix.lost = append(ix.lost, ids...)
	}
}

// side is where an expression stands.
type side uint8

const (
	nowhere side = iota // it is named only
	left
	right
)

// occur counts that atom x stands on a side once more, or with d < 0 once less.
func (ix *index) occur(x int32, s side, d int32) int32 {
	a := &ix.all[x]
	switch {
	case s == left:
		before := a.neg
		if a.neg += d; before == 0 || a.neg == 0 {
			ix.compose(x, d)
		}
	case s == right:
		before := a.pos
		a.pos += d
		if a.kind == negated && (before == 0 || a.pos == 0) {
			ix.disjoint(x, a.a, d)
		}
		if a.kind == exist || a.kind == self {
			ix.roles.grown = true
		}
	}
	return x
}

// compose makes the rules by which atom x comes from its parts, or with d < 0 deletes them.
func (ix *index) compose(x, d int32) {
	a := ix.all[x]
	switch a.kind {
	case conj:
		ix.partner(a.a, a.b, x, d)
		ix.partner(a.b, a.a, x, d)
		if d > 0 {
			ix.changed(d, a.a)
		} else {
			ix.changed(d, x)
		}
	case exist:
		ix.composeExist(x, a, d)
	case self:
		ix.roles.dirty = true
	case union:
		for _, part := range ix.parts[x] {
			ix.say(part, x, d)
		}
	}
}

func (ix *index) composeExist(x int32, a atom, d int32) {
	if a.a == top {
		ix.roles.dirty = true // see roles.close
		return
	}
	r := ix.rule(a.a)
	r.users = add(r.users, user{a.role, x}, d)
	if ix.changed(d, a.a); d < 0 {
		ix.changed(d, x)
	}
}

func byWith(p partner, with int32) int { return int(p.with) - int(with) }

// partner keeps the partners of an atom in order.
func (ix *index) partner(of, with, whole, d int32) {
	r := ix.rule(of)
	i, found := slices.BinarySearchFunc(r.partners, with, byWith)
	switch {
	case d > 0 && !found:
		r.partners = slices.Insert(r.partners, i, partner{with, whole})
	case d < 0 && found:
		r.partners = slices.Delete(r.partners, i, i+1)
	}
}

// disjoint states that nothing is both x and y.
func (ix *index) disjoint(x, y, d int32) {
	both := ix.both(x, y)
	if ix.all[both].kind == conj {
		ix.occur(both, left, d)
	}
	ix.say(both, bottom, d)
}

// exclude states that nothing is two of the members.
func (ix *index) exclude(members []int32, d int32) {
	slices.Sort(members)
	for i := 1; i < len(members); i++ {
		if members[i] == members[i-1] {
			ix.say(members[i], bottom, d) // disjoint from itself
		}
	}
	members = slices.Compact(members)
	if len(members) < 3 {
		if len(members) == 2 {
			ix.disjoint(members[0], members[1], d)
		}
		return
	}
	key := keyOf(members)
	g, ok := ix.groups[key]
	if !ok {
		ix.number++
		g.id = ix.number
	}
	before := g.times
	if g.times += d; before == 0 || g.times == 0 {
		for _, m := range members {
			r := ix.rule(m)
			r.groups = add(r.groups, g.id, d)
			ix.changed(d, m)
		}
	}
	ix.groups[key] = g
}

func keyOf(ids []int32) string {
	b := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		b = append(b, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	return string(b)
}
