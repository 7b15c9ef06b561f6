package reason

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// This part takes parts out of an ontology that say the same of given names as the whole: modules by
// syntactic locality (Cuenca Grau, Horrocks, Kazakov and Sattler, "Modular reuse of ontologies", JAIR
// 31, 2008, section 5.4).

// Kind says for what the names outside a module are taken.
type ModuleKind uint8

// The kinds of modules.
const (
	Bot  ModuleKind = iota // for nothing: the module holds what the names are kinds of
	Top                    // for everything: the module holds what is a kind of the names
	Star                   // both in turn, until nothing more falls away: the least module
)

// Of returns the axioms of a module for names, in their order. What the module says of the names
// is all that the axioms say. Declarations and annotations are left out: they bear on nothing.
func ModuleOf(axioms []axiom.Axiom, kind ModuleKind, names ...string) []axiom.Axiom {
	switch kind {
	case Bot:
		return of(axioms, false, names)
	case Top:
		return of(axioms, true, names)
	}
	for {
		n := len(axioms)
		axioms = of(of(axioms, false, names), true, names)
		if len(axioms) == n {
			return axioms
		}
	}
}

// of adds axioms until all that are left are local to the names met so far.
func of(axioms []axiom.Axiom, top bool, names []string) []axiom.Axiom {
	s := &signature{names: map[string]bool{}, top: top}
	for _, n := range names {
		s.names[n] = true
	}
	x := newModuleIndex(axioms, s)
	for _, n := range names {
		x.wake(n)
	}
	for len(x.queue) > 0 {
		i := x.queue[len(x.queue)-1]
		x.queue = x.queue[:len(x.queue)-1]
		x.waiting[i] = false
		if x.taken[i] || s.local(&axioms[i]) {
			continue
		}
		x.taken[i] = true
		for _, n := range x.named[i] {
			if !s.names[n] {
				s.names[n] = true
				x.wake(n)
			}
		}
	}
	var all []axiom.Axiom
	for i, a := range axioms {
		if x.taken[i] {
			all = append(all, a)
		}
	}
	return all
}

// index finds the axioms that a new name may make matter.
type moduleIndex struct {
	named   [][]string         // by axiom: the names in it
	uses    map[string][]int32 // by name: the axioms with it
	queue   []int32            // axioms to look at
	waiting []bool             // by axiom: in the queue
	taken   []bool
}

func newModuleIndex(axioms []axiom.Axiom, s *signature) *moduleIndex {
	x := &moduleIndex{named: make([][]string, len(axioms)), uses: map[string][]int32{}, waiting: make([]bool, len(axioms)), taken: make([]bool, len(axioms))}
	for i, a := range axioms {
		if !logical(a.Op) {
			continue
		}
		for _, e := range a.Args {
			e.Walk(func(e axiom.Expr) {
				if e.Op.IsEntity() && !slices.Contains(x.named[i], e.Text) {
					x.named[i] = append(x.named[i], e.Text)
					x.uses[e.Text] = append(x.uses[e.Text], int32(i))
				}
			})
		}
		if !s.local(&a) {
			x.queue, x.waiting[i] = append(x.queue, int32(i)), true
		}
	}
	return x
}

func (x *moduleIndex) wake(name string) {
	for _, i := range x.uses[name] {
		if !x.taken[i] && !x.waiting[i] {
			x.queue, x.waiting[i] = append(x.queue, i), true
		}
	}
}

// logical reports whether axioms of a construct bear on what follows: declarations and annotations do not.
func logical(op axiom.Op) bool {
	return op > axiom.Declaration && op < axiom.AnnotationAssertion || op == axiom.DLSafeRule
}

// signature is a set of names. Others are taken for nothing, or with top for everything.
type signature struct {
	names map[string]bool
	top   bool
}

// local reports whether an axiom holds whatever the names in the signature mean. What is not surely local is not.
func (s *signature) local(a *axiom.Axiom) bool {
	switch a.Op {
	case axiom.SubClassOf:
		return s.none(&a.Args[0]) || s.all(&a.Args[1])
	case axiom.EquivalentClasses:
		return s.each(a.Args, s.none) || s.each(a.Args, s.all)
	case axiom.DisjointUnion:
		return s.union(a.Args)
	case axiom.DisjointClasses:
		return s.lone(a.Args, s.none)
	case axiom.SubObjectPropertyOf, axiom.SubDataPropertyOf:
		return s.empty(&a.Args[0]) || s.full(&a.Args[1])
	case axiom.EquivalentObjectProperties, axiom.EquivalentDataProperties, axiom.InverseObjectProperties:
		return s.each(a.Args, s.empty) || s.each(a.Args, s.full)
	case axiom.DisjointObjectProperties, axiom.DisjointDataProperties:
		return s.lone(a.Args, s.empty)
	case axiom.TransitiveObjectProperty, axiom.SymmetricObjectProperty:
		return s.empty(&a.Args[0]) || s.full(&a.Args[0])
	case axiom.ReflexiveObjectProperty:
		return s.full(&a.Args[0])
	case axiom.FunctionalObjectProperty, axiom.FunctionalDataProperty, axiom.InverseFunctionalObjectProperty,
		axiom.IrreflexiveObjectProperty, axiom.AsymmetricObjectProperty:
		return s.empty(&a.Args[0])
	case axiom.ObjectPropertyDomain, axiom.ObjectPropertyRange, axiom.DataPropertyDomain:
		return s.empty(&a.Args[0]) || s.all(&a.Args[1])
	case axiom.DataPropertyRange:
		return s.empty(&a.Args[0]) || a.Args[1].Text == rdfsLiteral
	case axiom.HasKey:
		return s.none(&a.Args[0])
	case axiom.ClassAssertion:
		return s.all(&a.Args[0])
	case axiom.ObjectPropertyAssertion, axiom.DataPropertyAssertion:
		return s.full(&a.Args[0])
	case axiom.NegativeObjectPropertyAssertion, axiom.NegativeDataPropertyAssertion:
		return s.empty(&a.Args[0])
	case axiom.SameIndividual, axiom.DifferentIndividuals, axiom.DatatypeDefinition, axiom.DLSafeRule:
		return false
	}
	return true
}

func (s *signature) each(args []axiom.Expr, f func(*axiom.Expr) bool) bool {
	for i := range args {
		if !f(&args[i]) {
			return false
		}
	}
	return true
}

func (s *signature) any(args []axiom.Expr, f func(*axiom.Expr) bool) bool {
	return slices.ContainsFunc(args, func(e axiom.Expr) bool { return f(&e) })
}

// lone reports whether at most one of the expressions is not surely empty.
func (s *signature) lone(args []axiom.Expr, empty func(*axiom.Expr) bool) bool {
	n := 0
	for i := range args {
		if !empty(&args[i]) {
			n++
		}
	}
	return n < 2
}

// union reports whether a class is surely the disjoint union of the others: all are nothing, or it and one of
// the others, and no more of them, are everything.
func (s *signature) union(args []axiom.Expr) bool {
	if s.each(args, s.none) {
		return true
	}
	return s.all(&args[0]) && s.any(args[1:], s.all) && s.lone(args[1:], s.none)
}

// outside reports whether a property or the inverse of one is taken for what the kind says.
func (s *signature) outside(e *axiom.Expr) bool {
	if e.Op == axiom.ObjectInverseOf {
		return s.outside(&e.Args[0])
	}
	return !s.names[e.Text] && !strings.HasPrefix(e.Text, moduleNS)
}

// empty reports whether a property, or one in a chain, surely relates nothing.
func (s *signature) empty(e *axiom.Expr) bool {
	if e.Op == axiom.ObjectPropertyChain {
		return s.any(e.Args, s.empty)
	}
	return !s.top && s.outside(e) || e.Text == moduleNS+"bottomObjectProperty" || e.Text == moduleNS+"bottomDataProperty"
}

// full reports whether a property, or each in a chain, surely relates everything.
func (s *signature) full(e *axiom.Expr) bool {
	if e.Op == axiom.ObjectPropertyChain {
		return s.each(e.Args, s.full)
	}
	return s.top && s.outside(e) || e.Text == moduleNS+"topObjectProperty" || e.Text == moduleNS+"topDataProperty"
}

const (
	moduleNS    = "http://www.w3.org/2002/07/owl#"
	rdfsLiteral = "http://www.w3.org/2000/01/rdf-schema#Literal"
)
