package reason

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// signature is a set of names of classes and properties.
type signature map[string]bool

// module returns the axioms that can bear on what a class is a kind of: those that are not local
// to the names met so far, where every other name means nothing at all (Cuenca Grau, Horrocks,
// Kazakov and Sattler, "Modular reuse of ontologies", JAIR 31, 2008, section 5.4).
func module(axioms []axiom.Axiom, names ...string) []axiom.Axiom {
	sig := signature{}
	for _, n := range names {
		sig[n] = true
	}
	taken := make([]bool, len(axioms))
	for again := true; again; {
		again = false
		for i := range axioms {
			if taken[i] || sig.local(&axioms[i]) {
				continue
			}
			taken[i], again = true, true
			for _, e := range axioms[i].Args {
				e.Walk(func(e axiom.Expr) {
					if e.Op.IsEntity() {
						sig[e.Text] = true
					}
				})
			}
		}
	}
	var all []axiom.Axiom
	for i, a := range axioms {
		if taken[i] {
			all = append(all, a)
		}
	}
	return all
}

// local reports whether an axiom says nothing of the names in the signature. Axioms that the
// rules do not use are local.
func (s signature) local(a *axiom.Axiom) bool {
	switch a.Op {
	case axiom.SubClassOf:
		return s.none(&a.Args[0]) || s.all(&a.Args[1])
	case axiom.EquivalentClasses, axiom.DisjointUnion:
		return s.each(a.Args, s.none) || s.each(a.Args, s.all)
	case axiom.DisjointClasses:
		return s.lone(a.Args)
	case axiom.SubObjectPropertyOf, axiom.SubDataPropertyOf:
		return s.idle(&a.Args[0])
	case axiom.EquivalentObjectProperties, axiom.EquivalentDataProperties:
		return s.each(a.Args, s.idle)
	case axiom.TransitiveObjectProperty:
		return s.idle(&a.Args[0])
	case axiom.ObjectPropertyDomain, axiom.ObjectPropertyRange:
		return s.idle(&a.Args[0]) || s.all(&a.Args[1])
	case axiom.DataPropertyDomain, axiom.DataPropertyRange:
		return s.idle(&a.Args[0])
	case axiom.ReflexiveObjectProperty, axiom.ClassAssertion, axiom.ObjectPropertyAssertion, axiom.DataPropertyAssertion,
		axiom.NegativeObjectPropertyAssertion, axiom.NegativeDataPropertyAssertion, axiom.SameIndividual, axiom.DifferentIndividuals:
		return false
	}
	return true
}

func (s signature) each(args []axiom.Expr, f func(*axiom.Expr) bool) bool {
	for i := range args {
		if !f(&args[i]) {
			return false
		}
	}
	return true
}

// lone reports whether at most one of the expressions can have an instance.
func (s signature) lone(args []axiom.Expr) bool {
	n := 0
	for i := range args {
		if !s.none(&args[i]) {
			n++
		}
	}
	return n < 2
}

// idle reports whether a property, or one in a chain, is not in the signature.
func (s signature) idle(e *axiom.Expr) bool {
	switch e.Op {
	case axiom.ObjectInverseOf, axiom.ObjectPropertyChain:
		for i := range e.Args {
			if s.idle(&e.Args[i]) {
				return true
			}
		}
		return false
	}
	return !s[e.Text]
}

// none reports whether a class expression has surely no instance.
func (s signature) none(e *axiom.Expr) bool {
	switch e.Op {
	case axiom.Class:
		return !s[e.Text] && e.Text != owlNS+"Thing"
	case axiom.ObjectIntersectionOf:
		for i := range e.Args {
			if s.none(&e.Args[i]) {
				return true
			}
		}
	case axiom.ObjectUnionOf:
		return s.each(e.Args, s.none)
	case axiom.ObjectComplementOf:
		return s.all(&e.Args[0])
	case axiom.ObjectSomeValuesFrom:
		return s.idle(&e.Args[0]) || s.none(&e.Args[1])
	case axiom.ObjectHasValue, axiom.ObjectHasSelf, axiom.DataSomeValuesFrom, axiom.DataHasValue:
		return s.idle(&e.Args[0])
	case axiom.ObjectMinCardinality, axiom.ObjectExactCardinality, axiom.DataMinCardinality, axiom.DataExactCardinality:
		return !isZero(&e.Args[0]) && (s.idle(&e.Args[1]) || s.ofNone(e))
	}
	return false
}

// ofNone reports whether what a cardinality counts has no instance.
func (s signature) ofNone(e *axiom.Expr) bool {
	return len(e.Args) > 2 && e.Args[2].Op.Sort() != axiom.SortDatatype && s.none(&e.Args[2])
}

// all reports whether everything is surely an instance of a class expression.
func (s signature) all(e *axiom.Expr) bool {
	switch e.Op {
	case axiom.Class:
		return e.Text == owlNS+"Thing"
	case axiom.ObjectIntersectionOf:
		return s.each(e.Args, s.all)
	case axiom.ObjectUnionOf:
		for i := range e.Args {
			if s.all(&e.Args[i]) {
				return true
			}
		}
	case axiom.ObjectComplementOf:
		return s.none(&e.Args[0])
	case axiom.ObjectAllValuesFrom:
		return s.idle(&e.Args[0]) || s.all(&e.Args[1])
	case axiom.ObjectMaxCardinality, axiom.DataMaxCardinality:
		return s.idle(&e.Args[1]) || s.ofNone(e)
	case axiom.ObjectMinCardinality, axiom.DataMinCardinality:
		return isZero(&e.Args[0])
	}
	return false
}

func isZero(n *axiom.Expr) bool { return strings.Trim(n.Text, "0") == "" }
