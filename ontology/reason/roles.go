package reason

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// bottomRole is the role of owl:bottomObjectProperty and owl:bottomDataProperty.
const bottomRole int32 = 0

// step is an edge of the hierarchy of roles, as an axiom says.
type step struct{ sub, super int32 }

// chain says that first and then second is whole.
type chain struct{ first, second, whole int32 }

// whole is the role that two roles in a row are, and the classes of its targets that those of the
// second role have not.
type whole struct {
	role   int32
	ranged []int32
}

// rangeOf says what the targets of a role are.
type rangeOf struct{ role, class int32 }

// roles are the properties, with what axioms say of them and what follows.
type roles struct {
	names  map[string]int32 // object properties by IRI; "d:", "i:" and "c:" before data, inverse, and parts of chains
	count  int32
	steps  []step
	chains []chain
	ranges []rangeOf

	supers [][]int32
	below  [][]uint64         // by super: the set of its subs
	joins  map[uint64][]whole // by two roles in a row: what they are together
	first  []bool             // a role begins a chain
	second []bool             // a role ends one
	within [][]int32          // by role: the classes of its targets
	thing  [][]int32          // by role: "some thing by a role above it", on the left of an axiom
	selves [][]int32          // by role: "itself by a role above it", on the left of an axiom
}

func newRoles() *roles {
	r := &roles{names: map[string]int32{}}
	r.number(owlNS + "bottomObjectProperty")
	r.names["d:"+owlNS+"bottomDataProperty"] = bottomRole
	return r
}

func (r *roles) number(name string) int32 {
	if n, ok := r.names[name]; ok {
		return n
	}
	n := r.count
	r.count++
	r.names[name] = n
	return n
}

// role returns the role of an object property. An inverse is a role of which nothing is known.
func (r reading) role(e *axiom.Expr) int32 {
	if e.Op == axiom.ObjectInverseOf {
		r.notes.add(beyond(e.Op))
		return r.roles.number("i:" + e.Args[0].Text)
	}
	if e.Text == owlNS+"topObjectProperty" {
		r.notes.add(english.Word("owl:topObjectProperty is read as any property"))
	}
	return r.roles.number(e.Text)
}

func (r reading) dataRole(e *axiom.Expr) int32 {
	if e.Text == owlNS+"topDataProperty" {
		r.notes.add(english.Word("owl:topDataProperty is read as any property"))
	}
	return r.roles.number("d:" + e.Text)
}

// property reads an axiom about properties. It reports false for what it does not know.
func (r reading) property(a *axiom.Axiom) bool {
	switch a.Op {
	case axiom.SubObjectPropertyOf:
		r.subProperty(a)
	case axiom.EquivalentObjectProperties:
		for i := range a.Args {
			r.under(r.role(&a.Args[i]), r.role(&a.Args[(i+1)%len(a.Args)]))
		}
	case axiom.SubDataPropertyOf:
		r.under(r.dataRole(&a.Args[0]), r.dataRole(&a.Args[1]))
	case axiom.EquivalentDataProperties:
		for i := range a.Args {
			r.under(r.dataRole(&a.Args[i]), r.dataRole(&a.Args[(i+1)%len(a.Args)]))
		}
	case axiom.TransitiveObjectProperty:
		p := r.role(&a.Args[0])
		r.join(p, p, p)
	case axiom.ReflexiveObjectProperty:
		r.say(top, r.occur(r.make(self, r.role(&a.Args[0]), 0), right))
	case axiom.ObjectPropertyDomain:
		r.domain(r.role(&a.Args[0]), &a.Args[1])
	case axiom.DataPropertyDomain:
		r.domain(r.dataRole(&a.Args[0]), &a.Args[1])
	case axiom.ObjectPropertyRange:
		r.rangeIs(r.role(&a.Args[0]), r.class(&a.Args[1], right))
	case axiom.DataPropertyRange:
		r.rangeIs(r.dataRole(&a.Args[0]), r.dataRange(&a.Args[1], right))
	default:
		return false
	}
	return true
}

func (r reading) subProperty(a *axiom.Axiom) {
	super := r.role(&a.Args[1])
	if a.Args[0].Op != axiom.ObjectPropertyChain {
		r.under(r.role(&a.Args[0]), super)
		return
	}
	parts := a.Args[0].Args
	before, name := r.role(&parts[0]), parts[0].String()
	for i := 1; i < len(parts)-1; i++ { // a role for each beginning of the chain
		name += " " + parts[i].String()
		next := r.roles.number("c:" + name)
		r.join(before, r.role(&parts[i]), next)
		before = next
	}
	r.join(before, r.role(&parts[len(parts)-1]), super)
}

func (r reading) under(sub, super int32) {
	r.roles.steps = append(r.roles.steps, step{sub, super})
}

func (r reading) join(first, second, whole int32) {
	r.roles.chains = append(r.roles.chains, chain{first, second, whole})
}

func (r reading) rangeIs(role, class int32) {
	r.roles.ranges = append(r.roles.ranges, rangeOf{role, class})
}

func (r reading) domain(role int32, class *axiom.Expr) {
	r.say(r.some(role, top, left), r.class(class, right))
}

// close computes what follows from the axioms about properties.
func (r *roles) close() {
	n := int(r.count)
	r.supers, r.below = make([][]int32, n), make([][]uint64, n)
	ups := make([][]int32, n)
	for _, s := range r.steps {
		ups[s.sub] = append(ups[s.sub], s.super)
	}
	for super := range r.below {
		r.below[super] = make([]uint64, (n+63)/64)
	}
	for sub := range int32(n) {
		r.supers[sub] = []int32{sub}
		r.below[sub][sub/64] |= 1 << (sub % 64)
		for i := 0; i < len(r.supers[sub]); i++ {
			for _, up := range ups[r.supers[sub][i]] {
				if !r.isBelow(sub, up) {
					r.below[up][sub/64] |= 1 << (sub % 64)
					r.supers[sub] = append(r.supers[sub], up)
				}
			}
		}
	}
	r.within = make([][]int32, n)
	for _, x := range r.ranges {
		for sub := range int32(n) {
			if r.isBelow(sub, x.role) && !slices.Contains(r.within[sub], x.class) {
				r.within[sub] = append(r.within[sub], x.class)
			}
		}
	}
	r.closeChains(n)
}

func (r *roles) isBelow(sub, super int32) bool {
	return r.below[super][sub/64]&(1<<(sub%64)) != 0
}

// closeChains finds what any two roles are in a row, by chains of the roles above them.
func (r *roles) closeChains(n int) {
	wholes := map[uint64][]int32{}
	r.first, r.second = make([]bool, n), make([]bool, n)
	for _, c := range r.chains {
		for a := range int32(n) {
			if !r.isBelow(a, c.first) {
				continue
			}
			for b := range int32(n) {
				if r.isBelow(b, c.second) {
					r.first[a], r.second[b] = true, true
					key := joint(a, b)
					if !slices.Contains(wholes[key], c.whole) {
						wholes[key] = append(wholes[key], c.whole)
					}
				}
			}
		}
	}
	r.joins = make(map[uint64][]whole, len(wholes))
	for key, list := range wholes {
		for _, w := range list {
			if !slices.ContainsFunc(list, func(v int32) bool { // what is above another follows from it
				return v != w && r.isBelow(v, w) && (!r.isBelow(w, v) || v < w)
			}) {
				r.joins[key] = append(r.joins[key], whole{w, r.beyond(w, int32(key))})
			}
		}
	}
}

// beyond lists the classes of the targets of role w that are not those of every target of last.
func (r *roles) beyond(w, last int32) []int32 {
	return slices.DeleteFunc(slices.Clone(r.within[w]), func(class int32) bool {
		return slices.Contains(r.within[last], class)
	})
}

func joint(a, b int32) uint64 { return uint64(a)<<32 | uint64(b) }

// late says of an axiom about ranges whether chains of properties go round it: EL demands that
// what a chain ends with has the range of the whole (OWL 2 Profiles, section 2.2.6). Without that
// no rules are complete. Here what begins the chain sees the range, and what is between does not.
func (ix *index) late(a *axiom.Axiom) []string {
	if a.Op != axiom.ObjectPropertyRange || a.Args[0].Op != axiom.ObjectProperty {
		return nil
	}
	p := ix.roles.names[a.Args[0].Text]
	for _, c := range ix.roles.chains {
		if !ix.roles.isBelow(c.whole, p) {
			continue
		}
		for _, x := range ix.roles.ranges {
			if x.role == p && !slices.Contains(ix.roles.within[c.second], x.class) {
				return []string{"the range is inferred only from the beginning of a property chain where the chain ends with a property that has not the same range"}
			}
		}
	}
	return nil
}
