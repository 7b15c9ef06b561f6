package reason

import "github.com/ontocrawl/ontocrawl/ontology/axiom"

// axiom puts an axiom into the index, and returns why it was not read in full.
func (ix *index) axiom(a *axiom.Axiom) []string {
	var n notes
	if err := a.Check(); err != nil {
		return []string{"not well-formed: " + err.Error()}
	}
	r := reading{index: ix, notes: &n}
	switch a.Op {
	case axiom.SubClassOf:
		r.inclusion(&a.Args[0], &a.Args[1])
	case axiom.EquivalentClasses:
		r.equivalent(a.Args)
	case axiom.DisjointClasses:
		r.disjoints(a.Args)
	case axiom.DisjointUnion:
		whole := axiom.Of(axiom.ObjectUnionOf, a.Args[1:]...)
		r.equivalent([]axiom.Expr{a.Args[0], whole})
		r.disjoints(a.Args[1:])
	case axiom.Declaration:
		r.declaration(&a.Args[0])
	case axiom.AnnotationAssertion, axiom.SubAnnotationPropertyOf, axiom.AnnotationPropertyDomain, axiom.AnnotationPropertyRange:
	default:
		if !r.property(a) && !r.assertion(a) {
			n.add(beyond(a.Op))
		}
	}
	return n
}

func (r reading) declaration(e *axiom.Expr) {
	switch e.Op {
	case axiom.Class:
		r.root(e.Text)
	case axiom.NamedIndividual:
		r.individual(e)
	}
}

func (r reading) inclusion(sub, super *axiom.Expr) {
	r.say(r.class(sub, left), r.class(super, right))
}

// equivalent says of each expression that it is a kind of the next, and of the last that it is a
// kind of the first.
func (r reading) equivalent(all []axiom.Expr) {
	for i := range all {
		r.inclusion(&all[i], &all[(i+1)%len(all)])
	}
}

func (r reading) disjoints(all []axiom.Expr) {
	members := make([]int32, 0, len(all))
	for i := range all {
		members = append(members, r.class(&all[i], left))
	}
	r.exclude(members)
}

// assertion reads what is said of individuals. It reports false for what it does not know.
func (r reading) assertion(a *axiom.Axiom) bool {
	switch a.Op {
	case axiom.ClassAssertion:
		r.say(r.individual(&a.Args[1]), r.class(&a.Args[0], right))
	case axiom.ObjectPropertyAssertion:
		r.fact(a.Args)
	case axiom.DataPropertyAssertion:
		r.say(r.individual(&a.Args[1]), r.some(r.dataRole(&a.Args[0]), r.literal(&a.Args[2], right), right))
	case axiom.NegativeObjectPropertyAssertion:
		from, to := r.ends(a.Args)
		r.exclude([]int32{from, r.some(r.role(plain(&a.Args[0])), to, left)})
	case axiom.NegativeDataPropertyAssertion:
		r.exclude([]int32{r.individual(&a.Args[1]), r.some(r.dataRole(&a.Args[0]), r.literal(&a.Args[2], left), left)})
	case axiom.SameIndividual:
		for i := range a.Args {
			r.say(r.individual(&a.Args[i]), r.individual(&a.Args[(i+1)%len(a.Args)]))
		}
	case axiom.DifferentIndividuals:
		members := make([]int32, 0, len(a.Args))
		for i := range a.Args {
			members = append(members, r.individual(&a.Args[i]))
		}
		r.exclude(members)
	default:
		return false
	}
	return true
}

// ends returns source and target of an assertion, turned round for an inverse.
func (r reading) ends(args []axiom.Expr) (from, to int32) {
	from, to = r.individual(&args[1]), r.individual(&args[2])
	if args[0].Op == axiom.ObjectInverseOf {
		return to, from
	}
	return from, to
}

// plain is the property of which e is the inverse, or e.
func plain(e *axiom.Expr) *axiom.Expr {
	if e.Op == axiom.ObjectInverseOf {
		return &e.Args[0]
	}
	return e
}

// fact states that one individual has a role to another, which is therefore in its range.
func (r reading) fact(args []axiom.Expr) {
	role := r.role(plain(&args[0]))
	from, to := r.ends(args)
	r.say(from, r.some(role, to, right))
	r.index.facts = append(r.index.facts, fact{role, to})
}
