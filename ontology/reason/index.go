package reason

import "slices"

// rules holds what follows from an atom as soon as a context holds it.
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
// Simančík 2014, section 4.1).
type index struct {
	*atoms
	rules  []rules
	roles  *roles
	roots  []int32         // classes and individuals that the axioms name
	groups map[string]bool // sets of disjoint classes, by their members
	facts  []fact          // which individuals have a role to which
}

// fact says that an individual is the target of a role.
type fact struct{ role, target int32 }

func newIndex(axioms int) *index {
	ix := &index{atoms: newAtoms(axioms + axioms/2), groups: map[string]bool{}}
	ix.roles = newRoles()
	return ix
}

func (ix *index) rule(id int32) *rules {
	if n := len(ix.all); len(ix.rules) < n {
		ix.rules = slices.Grow(ix.rules, n-len(ix.rules))[:n]
	}
	return &ix.rules[id]
}

// say states that every sub is a super.
func (ix *index) say(sub, super int32) {
	if super == top || sub == super {
		return
	}
	r := ix.rule(sub)
	r.told = append(r.told, super)
}

// side is where an expression stands.
type side uint8

const (
	nowhere side = iota // it is named only
	left
	right
)

// occur notes that atom x stands on a side, and the first time makes the rules of that side.
func (ix *index) occur(x int32, s side) int32 {
	a := &ix.all[x]
	switch {
	case s == left && !a.neg:
		a.neg = true
		ix.compose(x)
	case s == right && !a.pos:
		a.pos = true
		if a.kind == negated {
			ix.disjoint(x, a.a)
		}
	}
	return x
}

// compose makes the rules by which atom x comes from its parts.
func (ix *index) compose(x int32) {
	a := ix.all[x]
	switch a.kind {
	case conj:
		ix.partner(a.a, a.b, x)
		ix.partner(a.b, a.a, x)
	case exist:
		if a.a != top { // see topRules
			r := ix.rule(a.a)
			r.users = append(r.users, user{a.role, x})
		}
	case union:
		for _, part := range ix.parts[x] {
			ix.say(part, x)
		}
	}
}

func byWith(p partner, with int32) int { return int(p.with) - int(with) }

// partner keeps the partners of an atom in order.
func (ix *index) partner(of, with, whole int32) {
	r := ix.rule(of)
	if i, found := slices.BinarySearchFunc(r.partners, with, byWith); !found {
		r.partners = slices.Insert(r.partners, i, partner{with, whole})
	}
}

// disjoint states that nothing is both x and y.
func (ix *index) disjoint(x, y int32) {
	both := ix.both(x, y)
	if ix.all[both].kind == conj {
		ix.occur(both, left)
	}
	ix.say(both, bottom)
}

// exclude states that nothing is two of the members.
func (ix *index) exclude(members []int32) {
	slices.Sort(members)
	for i := 1; i < len(members); i++ {
		if members[i] == members[i-1] {
			ix.say(members[i], bottom) // disjoint from itself
		}
	}
	members = slices.Compact(members)
	if len(members) < 3 {
		if len(members) == 2 {
			ix.disjoint(members[0], members[1])
		}
		return
	}
	key := keyOf(members)
	if ix.groups[key] {
		return
	}
	ix.groups[key] = true
	for _, m := range members {
		r := ix.rule(m)
		r.groups = append(r.groups, int32(len(ix.groups)))
	}
}

func keyOf(ids []int32) string {
	b := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		b = append(b, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	return string(b)
}
