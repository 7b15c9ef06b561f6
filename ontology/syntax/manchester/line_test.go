package manchester

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

func TestLine(t *testing.T) {
	name := func(b []byte, iri string) []byte { return append(b, strings.TrimPrefix(iri, "x:")...) }
	class := func(s string) axiom.Expr { return axiom.Named(axiom.Class, "x:"+s) }
	p, q := axiom.Named(axiom.ObjectProperty, "x:p"), axiom.Named(axiom.ObjectProperty, "x:q")
	some := axiom.Of(axiom.ObjectSomeValuesFrom, p, axiom.Of(axiom.ObjectComplementOf, class("B")))
	ind := axiom.Named(axiom.NamedIndividual, "x:i")
	for _, tt := range []struct {
		a    axiom.Axiom
		want string
	}{
		{axiom.New(axiom.SubClassOf, class("A"), some), "A SubClassOf: p some (not B)"},
		{axiom.New(axiom.SubClassOf, some, class("A")), "(p some (not B)) SubClassOf: A"},
		{axiom.New(axiom.SubClassOf, class("A"), class("B")).With(axiom.Annotation{Property: "x:why", Value: axiom.Text("so", "en", "")}), `A SubClassOf: Annotations: why "so"@en B`},
		{axiom.New(axiom.EquivalentClasses, class("A"), some), "A EquivalentTo: p some (not B)"},
		{axiom.New(axiom.DisjointClasses, class("A"), class("B"), class("C")), "DisjointClasses: A, B, C"},
		{axiom.New(axiom.TransitiveObjectProperty, p), "p Characteristics: Transitive"},
		{axiom.New(axiom.SubObjectPropertyOf, axiom.Of(axiom.ObjectPropertyChain, p, q), q), "q SubPropertyChain: p o q"},
		{axiom.New(axiom.HasKey, class("A"), p, q), "A HasKey: p, q"},
		{axiom.New(axiom.ObjectPropertyAssertion, p, ind, ind), "i Facts: p i"},
		{axiom.New(axiom.NegativeObjectPropertyAssertion, p, ind, ind), "i Facts: not p i"},
		{axiom.New(axiom.ClassAssertion, class("A"), ind), "i Types: A"},
		{axiom.New(axiom.Declaration, ind), "Individual: i"},
		{axiom.New(axiom.AnnotationAssertion, axiom.Named(axiom.AnnotationProperty, "x:n"), axiom.Named(axiom.IRI, "x:A"), axiom.Text("v", "", "")), `A Annotations: n "v"`},
		{axiom.New(axiom.DLSafeRule, axiom.Of(axiom.Body, axiom.Of(axiom.ClassAtom, class("A"), axiom.Named(axiom.Variable, "x:v"))),
			axiom.Of(axiom.Head, axiom.Of(axiom.ClassAtom, class("B"), axiom.Named(axiom.Variable, "x:v")))), "Rule: A(?v) -> B(?v)"},
	} {
		if got := Line(tt.a, name); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// A prefix may be declared as in the functional syntax.
func TestPrefixWithEquals(t *testing.T) {
	o, err := Parse(strings.NewReader("Prefix: x:=<http://x.org/>\nPrefix: : <http://y.org/>\nOntology: <http://x.org>\nClass: x:A\n"), rdfio.Options{})
	if err != nil || o.Prefixes["x"] != "http://x.org/" || len(o.Axioms) != 1 || o.Axioms[0].Args[0].Text != "http://x.org/A" {
		t.Errorf("%+v %v", o, err)
	}
}
