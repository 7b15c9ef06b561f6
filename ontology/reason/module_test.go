package reason_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/reason"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

// The examples of locality (Cuenca Grau et al. 2008, section 5), by hand: which axioms a module for :A has.
func TestOf(t *testing.T) {
	for _, tt := range []struct{ axiom, in string }{ // in: the kinds of modules that have it
		{"SubClassOf(:A :B)", "bot"},
		{"SubClassOf(:B :A)", "top"},
		{"SubClassOf(:B :C)", ""},
		{"EquivalentClasses(:A :B)", "bot top star"},
		{"EquivalentClasses(:A ObjectSomeValuesFrom(:p :B))", "bot top star"},
		{"EquivalentClasses(:B :C)", ""},
		{"SubClassOf(ObjectIntersectionOf(:A :B) :C)", ""},
		{"SubClassOf(ObjectUnionOf(:A :B) :C)", "bot"},
		{"SubClassOf(:A ObjectUnionOf(:B :C))", "bot"},
		{"SubClassOf(:A ObjectSomeValuesFrom(:p :B))", "bot"},
		{"SubClassOf(:A ObjectAllValuesFrom(:p :B))", ""},
		{"SubClassOf(:B ObjectAllValuesFrom(:p :A))", "top"},
		{"SubClassOf(:A ObjectComplementOf(:B))", "top"},
		{"DisjointClasses(:A :B)", "top"},
		{"DisjointUnion(:A :B :C)", "bot top star"},
		{"ObjectPropertyDomain(:p :A)", "top"},
		{"SubObjectPropertyOf(:p :q)", ""},
		{"FunctionalObjectProperty(:p)", "top"},
		{"TransitiveObjectProperty(:p)", ""},
		{"ReflexiveObjectProperty(:p)", "bot"},
		{"ClassAssertion(:A :i)", "bot top star"},
		{"ClassAssertion(:B :i)", "bot"},
		{"SubClassOf(:A owl:Thing)", ""},
		{"SubClassOf(owl:Thing :B)", "bot"},
		{"Declaration(Class(:A))", ""},
		{`AnnotationAssertion(:n :A "x")`, ""},
	} {
		o, err := functional.Parse(strings.NewReader("Prefix(:=<http://x.org/o#>) Prefix(owl:=<http://www.w3.org/2002/07/owl#>) Ontology("+tt.axiom+")"), rdfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var in []string
		for i, kind := range []reason.ModuleKind{reason.Bot, reason.Top, reason.Star} {
			if len(reason.ModuleOf(o.Axioms, kind, "http://x.org/o#A")) > 0 {
				in = append(in, []string{"bot", "top", "star"}[i])
			}
		}
		if got := strings.Join(in, " "); got != tt.in {
			t.Errorf("%s is in %q, want %q", tt.axiom, got, tt.in)
		}
	}
}
