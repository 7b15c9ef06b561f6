package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// canonical returns the axiom in the form that all structurally equivalent axioms share (OWL 2 Structural
// Specification, section 2.1): sets are sorted and have no repetitions.
func canonical(a axiom.Axiom) axiom.Axiom {
	c := axiom.Axiom{Op: a.Op, Args: canonicals(a.Args), Annotations: canonicalNotes(a.Annotations)}
	switch {
	case a.Op == axiom.DisjointUnion, a.Op == axiom.HasKey:
		sorted(c.Args[1:])
	case a.Op == axiom.InverseObjectProperties, a.Op.TakesTwo():
		sorted(c.Args)
		if set := compacted(c.Args); len(set) > 1 {
			c.Args = set
		}
	}
	return c
}

func canonicals(list []axiom.Expr) []axiom.Expr {
	all := make([]axiom.Expr, len(list))
	for i, e := range list {
		all[i] = canonicalExpr(e)
	}
	return all
}

func canonicalExpr(e axiom.Expr) axiom.Expr {
	switch e.Op {
	case axiom.Number:
		e.Text = cmp.Or(strings.TrimLeft(e.Text, "0"), "0")
	case axiom.Literal:
		e.Lang = strings.ToLower(e.Lang)
	case axiom.Variable: // tools give variables other namespaces, which have no meaning
		e.Text = ontology.LocalName(e.Text)
	}
	if len(e.Args) == 0 {
		return e
	}
	e.Args = canonicals(e.Args)
	switch e.Op {
	case axiom.ObjectIntersectionOf, axiom.ObjectUnionOf, axiom.DataIntersectionOf, axiom.DataUnionOf:
		sorted(e.Args)
		if e.Args = compacted(e.Args); len(e.Args) == 1 {
			return e.Args[0]
		}
	case axiom.ObjectOneOf, axiom.DataOneOf, axiom.Body, axiom.Head:
		sorted(e.Args)
		e.Args = compacted(e.Args)
	case axiom.DatatypeRestriction:
		sorted(e.Args[1:])
	case axiom.ObjectMinCardinality, axiom.ObjectMaxCardinality, axiom.ObjectExactCardinality:
		e.Args = unqualified(e.Args, nsOWL+"Thing")
	case axiom.DataMinCardinality, axiom.DataMaxCardinality, axiom.DataExactCardinality:
		e.Args = unqualified(e.Args, "http://www.w3.org/2000/01/rdf-schema#Literal")
	}
	return e
}

// unqualified leaves out the filler of a cardinality that is everything (section 8.3).
func unqualified(args []axiom.Expr, everything string) []axiom.Expr {
	if len(args) == 3 && args[2].Text == everything {
		return args[:2]
	}
	return args
}

func sorted(args []axiom.Expr) {
	if len(args) > 1 {
		sorts.Func(args, func(a, b axiom.Expr) int {
			return cmp.Or(cmp.Compare(a.Op, b.Op), strings.Compare(a.String(), b.String()))
		})
	}
}

func compacted(args []axiom.Expr) []axiom.Expr { return slices.CompactFunc(args, axiom.Expr.Equal) }

func canonicalNotes(notes []axiom.Annotation) []axiom.Annotation {
	if len(notes) == 0 {
		return nil
	}
	all := make([]axiom.Annotation, len(notes))
	for i, n := range notes {
		all[i] = axiom.Annotation{Property: n.Property, Value: canonicalExpr(n.Value), Annotations: canonicalNotes(n.Annotations)}
	}
	return axiom.SortedNotes(all)
}
