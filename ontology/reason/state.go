package reason

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// ErrInconsistent says that nothing can exist by the axioms, so that everything follows.
var ErrInconsistent = errors.New("by the axioms nothing can exist, so everything follows from them")

// UnsatisfiableError names classes that can have no instance: they are kinds of everything.
type UnsatisfiableError struct{ Classes []string }

func (e *UnsatisfiableError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *UnsatisfiableError) Message() english.Phrase {
	return english.Plural(len(e.Classes), "%d class can have no instance, so everything follows of it: %s",
		"%d classes can have no instance, so everything follows of them: %s", strings.Join(e.Classes[:min(3, len(e.Classes))], ", "))
}

func editClassify(ctx context.Context, axioms []axiom.Axiom) (*Taxonomy, error) {
	t, err := New(axioms, Options{}).Classify(ctx)
	switch {
	case err != nil:
		return nil, err
	case !t.Consistent():
		return nil, ErrInconsistent
	}
	return t, nil
}

// Materialize returns o with the Is-a that follows and is not stated: the direct superclasses of each class, the direct types
// of each individual, and named classes that are the same. added are those axioms. imported are axioms that hold too, and
// are not stated again.
func Materialize(ctx context.Context, o *axiom.Ontology, imported []axiom.Axiom) (_ *axiom.Ontology, added []axiom.Axiom, err error) {
	t, err := editClassify(ctx, slices.Concat(o.Axioms, imported))
	if err != nil {
		return nil, nil, err
	}
	if none := t.Unsatisfiable(); len(none) > 0 {
		return nil, nil, &UnsatisfiableError{none}
	}
	for _, c := range t.Classes() {
		for _, up := range t.Parents(c) {
			added = append(added, axiom.New(axiom.SubClassOf, axiom.Named(axiom.Class, c), axiom.Named(axiom.Class, up)))
		}
		if same := t.Equivalents(c); len(same) > 1 && same[0] != c {
			added = append(added, axiom.New(axiom.EquivalentClasses, axiom.Named(axiom.Class, same[0]), axiom.Named(axiom.Class, c)))
		}
	}
	for _, i := range t.individuals() {
		if strings.HasPrefix(i, "_:") {
			continue
		}
		for _, up := range t.Parents(i) {
			added = append(added, axiom.New(axiom.ClassAssertion, axiom.Named(axiom.Class, up), axiom.Named(axiom.NamedIndividual, i)))
		}
	}
	out, added := withNew(o, imported, added)
	return out, added, nil
}

// Relax returns o with what its definitions say of each class stated as inclusions too: A = B and p some C gives A in B, and A in p
// some C. A least or exact number of one or more gives some. What programs that read only Is-a and edges have no use for, unions and
// complements, is not stated. added are those axioms.
func Relax(o *axiom.Ontology) (_ *axiom.Ontology, added []axiom.Axiom) {
	for _, a := range o.Axioms {
		if a.Op != axiom.EquivalentClasses {
			continue
		}
		for _, c := range a.Args {
			for _, e := range a.Args {
				if c.Op == axiom.Class && e.Op != axiom.Class {
					added = inclusions(added, c, e)
				}
			}
		}
	}
	return withNew(o, nil, added)
}

// inclusions adds that c is a kind of each part of a conjunction.
func inclusions(list []axiom.Axiom, c, e axiom.Expr) []axiom.Axiom {
	switch e.Op {
	case axiom.ObjectIntersectionOf:
		for _, part := range e.Args {
			list = inclusions(list, c, part)
		}
		return list
	case axiom.ObjectMinCardinality, axiom.ObjectExactCardinality:
		if strings.Trim(e.Args[0].Text, "0") != "" {
			filler := axiom.Named(axiom.Class, Thing)
			if len(e.Args) > 2 {
				filler = e.Args[2]
			}
			e = axiom.Of(axiom.ObjectSomeValuesFrom, e.Args[1], filler)
		}
	}
	if e.Op != axiom.Class && e.Op != axiom.ObjectSomeValuesFrom {
		return list
	}
	return append(list, axiom.New(axiom.SubClassOf, c, e))
}

// with returns o with other axioms.
func with(o *axiom.Ontology, axioms []axiom.Axiom) *axiom.Ontology {
	c := *o
	c.Axioms = axioms
	return &c
}

// withNew adds the axioms that neither o nor what it imports states, and returns these.
func withNew(o *axiom.Ontology, imported, axioms []axiom.Axiom) (*axiom.Ontology, []axiom.Axiom) {
	stated := map[string]bool{}
	for _, a := range slices.Concat(o.Axioms, imported) {
		a.Annotations = nil
		stated[a.String()] = true
		if a.Op == axiom.EquivalentClasses && len(a.Args) == 2 {
			stated[axiom.New(a.Op, a.Args[1], a.Args[0]).String()] = true
		}
	}
	var added []axiom.Axiom
	for _, a := range axioms {
		if text := a.String(); !stated[text] {
			stated[text] = true
			added = append(added, a)
		}
	}
	return with(o, append(o.Axioms[:len(o.Axioms):len(o.Axioms)], added...)), added
}
