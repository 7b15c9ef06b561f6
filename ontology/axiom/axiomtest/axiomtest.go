// Package axiomtest draws ontologies for the property tests of writers. It is imported by
// test files only.
package axiomtest

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// NS is the namespace of the drawn names.
const NS = "http://x.org/o#"

const (
	rdfs = "http://www.w3.org/2000/01/rdf-schema#"
	xsd  = "http://www.w3.org/2001/XMLSchema#"
	owl  = "http://www.w3.org/2002/07/owl#"
)

// pool returns names of a kind: each name has one kind.
func pool(op axiom.Op) []string {
	switch op {
	case axiom.Class:
		return []string{NS + "C", NS + "D", NS + "some", owl + "Thing", "http://y.org/E-1"}
	case axiom.Datatype:
		return []string{NS + "t", xsd + "integer", rdfs + "Literal"}
	case axiom.ObjectProperty:
		return []string{NS + "p", NS + "q", "http://y.org/a/r.s"}
	case axiom.DataProperty:
		return []string{NS + "d", NS + "e"}
	case axiom.AnnotationProperty:
		return []string{NS + "n", rdfs + "label"}
	case axiom.NamedIndividual:
		return []string{NS + "a", NS + "true", NS + "台风"}
	case axiom.Variable:
		return []string{"urn:swrl:var#x", "urn:v"}
	case axiom.IRI:
		return []string{NS + "C", NS + "a", "http://elsewhere/"}
	case axiom.Facet:
		return []string{xsd + "minInclusive", xsd + "pattern"}
	}
	return nil
}

// Ontology draws an ontology in which every name is declared and no axiom stands twice.
func Ontology(t *rapid.T) *axiom.Ontology {
	o := &axiom.Ontology{IRI: "http://x.org/o", Annotations: notes(t, 2)}
	for op := axiom.Class; op <= axiom.NamedIndividual; op++ {
		for _, iri := range pool(op) {
			if iri[:8] != "http://w" {
				o.Axioms = append(o.Axioms, axiom.New(axiom.Declaration, axiom.Named(op, iri)))
			}
		}
	}
	seen := map[string]bool{}
	for range rapid.IntRange(0, 8).Draw(t, "axioms") {
		op := axiom.Op(rapid.IntRange(int(axiom.SubClassOf), int(axiom.DLSafeRule)).Draw(t, "axiom"))
		a := axiom.New(op, args(t, op, 3)...)
		if op == axiom.HasKey && len(a.Args) == 1 {
			a.Args = append(a.Args, axiom.Named(axiom.DataProperty, NS+"d"))
		}
		a.Annotations = notes(t, 2)
		if key := axiom.New(op, a.Args...).String(); !seen[key] {
			seen[key] = true
			o.Axioms = append(o.Axioms, a)
		}
	}
	return o
}

// expr draws an expression for a place.
func expr(t *rapid.T, want axiom.Sort, depth int) axiom.Expr {
	var fits []axiom.Op
	for op := axiom.IRI; op <= axiom.DifferentIndividualsAtom; op++ {
		if want.Takes(op.Sort()) && (depth > 0 || op.Parts() == nil || op.Sort() == want && op.Sort() >= axiom.SortInverse) {
			fits = append(fits, op)
		}
	}
	op := rapid.SampledFrom(fits).Draw(t, "op")
	switch op {
	case axiom.Literal:
		return literal(t)
	case axiom.Number:
		return axiom.Count(rapid.IntRange(0, 20).Draw(t, "number"))
	case axiom.Anonymous:
		return axiom.Blank(rapid.SampledFrom([]string{"x", "y"}).Draw(t, "label"))
	}
	e := axiom.Expr{Op: op}
	if names := pool(op); names != nil {
		e.Text = rapid.SampledFrom(names).Draw(t, "name")
	}
	e.Args = args(t, op, depth-1)
	return e
}

func literal(t *rapid.T) axiom.Expr {
	text := rapid.SampledFrom([]string{"", " a\t", "台风\n\"\\'<&]]>\r", "1", "1.5", "true"}).Draw(t, "text")
	lang := rapid.SampledFrom([]string{"", "", "en", "zh-Hant-TW"}).Draw(t, "lang")
	return axiom.Text(text, lang, rapid.SampledFrom([]string{"", xsd + "integer", xsd + "boolean", NS + "t"}).Draw(t, "datatype"))
}

func args(t *rapid.T, op axiom.Op, depth int) []axiom.Expr {
	var all []axiom.Expr
	for _, part := range op.Parts() {
		most := part.Max
		if most < 0 {
			most = part.Min + 2
		}
		for range rapid.IntRange(part.Min, most).Draw(t, "args") {
			all = append(all, expr(t, part.Sort, depth))
		}
	}
	return all
}

func notes(t *rapid.T, depth int) []axiom.Annotation {
	var all []axiom.Annotation
	for range rapid.IntRange(0, depth).Draw(t, "notes") {
		n := axiom.Annotation{
			Property: rapid.SampledFrom(pool(axiom.AnnotationProperty)).Draw(t, "property"),
			Value:    expr(t, axiom.SortValue, 0),
		}
		if !slices.ContainsFunc(all, func(m axiom.Annotation) bool { return m.Property == n.Property && m.Value.Equal(n.Value) }) {
			n.Annotations = notes(t, depth-1)
			all = append(all, n)
		}
	}
	return all
}

// Texts returns what an ontology says as lines in functional syntax, sorted.
func Texts(o *axiom.Ontology) []string {
	lines := []string{"ontology " + o.IRI + " " + o.Version}
	for _, n := range axiom.SortedNotes(o.Annotations) {
		lines = append(lines, n.String())
	}
	for _, a := range axiom.Sorted(o.Axioms) {
		lines = append(lines, a.String())
	}
	slices.Sort(lines)
	return lines
}

// Declared adds the declarations of all entities in use that are not of OWL itself, and puts
// arguments without an order in order: what a syntax of frames cannot keep.
func Declared(o *axiom.Ontology) *axiom.Ontology {
	out := *o
	out.Axioms = nil
	note := func(e axiom.Expr) {
		if e.Op == axiom.Literal && e.Datatype != "" {
			e = axiom.Named(axiom.Datatype, e.Datatype)
		}
		if e.Op.IsEntity() && !strings.HasPrefix(e.Text, "http://www.w3.org/") {
			out.Axioms = append(out.Axioms, axiom.New(axiom.Declaration, axiom.Named(e.Op, e.Text)))
		}
	}
	for _, n := range o.Annotations {
		axiom.Axiom{Annotations: []axiom.Annotation{n}}.Walk(note)
	}
	for _, a := range o.Axioms {
		a.Walk(note)
		if unordered(a.Op) {
			a.Args = sorts.Sorted(slices.Values(a.Args), func(x, y axiom.Expr) int { return strings.Compare(x.String(), y.String()) })
		}
		if a.Op != axiom.Declaration || !strings.HasPrefix(a.Args[0].Text, "http://www.w3.org/") {
			out.Axioms = append(out.Axioms, a)
		}
	}
	return &out
}

func unordered(op axiom.Op) bool {
	return op.TakesTwo() || op == axiom.InverseObjectProperties
}
