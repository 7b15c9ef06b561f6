package axiom_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

// By the grammars of the Recommendation (OWL 2 Profiles, sections 2.2, 3.2 and 4.2), by hand.
func TestLeaves(t *testing.T) {
	for _, tt := range []struct{ axiom, in string }{
		{"SubClassOf(:A :B)", "DL EL QL RL"},
		{"SubClassOf(:A ObjectSomeValuesFrom(:p :B))", "DL EL QL"},
		{"SubClassOf(ObjectSomeValuesFrom(:p :B) :A)", "DL EL RL"},
		{"SubClassOf(ObjectSomeValuesFrom(:p owl:Thing) :A)", "DL EL QL RL"},
		{"SubClassOf(:A ObjectSomeValuesFrom(:p ObjectIntersectionOf(:B :C)))", "DL EL"},
		{"SubClassOf(:A ObjectAllValuesFrom(:p :B))", "DL RL"},
		{"SubClassOf(ObjectAllValuesFrom(:p :B) :A)", "DL"},
		{"SubClassOf(:A ObjectUnionOf(:B :C))", "DL"},
		{"SubClassOf(ObjectUnionOf(:B :C) :A)", "DL RL"},
		{"SubClassOf(:A ObjectComplementOf(:B))", "DL QL RL"},
		{"SubClassOf(:A owl:Thing)", "DL EL QL"},
		{"SubClassOf(:A ObjectMaxCardinality(1 :p :B))", "DL RL"},
		{"SubClassOf(:A ObjectMaxCardinality(2 :p :B))", "DL"},
		{"SubClassOf(:A ObjectMinCardinality(1 :p))", "DL"},
		{"SubClassOf(:A ObjectHasValue(:p :i))", "DL EL RL"},
		{"SubClassOf(:A ObjectOneOf(:i))", "DL EL"},
		{"SubClassOf(ObjectOneOf(:i :j) :A)", "DL RL"},
		{"EquivalentClasses(:A ObjectIntersectionOf(:B :C))", "DL EL RL"},
		{"EquivalentClasses(:A ObjectSomeValuesFrom(:p :B))", "DL EL"},
		{"DisjointClasses(:A :B)", "DL EL QL RL"},
		{"DisjointUnion(:A :B :C)", "DL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:p :q) :r)", "DL EL RL"},
		{"SubObjectPropertyOf(:p ObjectInverseOf(:q))", "DL QL RL"},
		{"InverseObjectProperties(:p :q)", "DL QL RL"},
		{"TransitiveObjectProperty(:p)", "DL EL RL"},
		{"ReflexiveObjectProperty(:p)", "DL EL QL"},
		{"FunctionalObjectProperty(:p)", "DL RL"},
		{"FunctionalDataProperty(:d)", "DL EL RL"},
		{"ObjectPropertyRange(:p ObjectAllValuesFrom(:q :B))", "DL RL"},
		{"DataPropertyRange(:d xsd:integer)", "DL EL QL RL"},
		{"DataPropertyRange(:d xsd:boolean)", "DL RL"},
		{"DataPropertyRange(:d owl:real)", "DL EL QL"},
		{"DataPropertyRange(:d DataOneOf(\"a\"))", "DL EL"},
		{"DataPropertyRange(:d DatatypeRestriction(xsd:integer xsd:minInclusive \"0\"^^xsd:integer))", "DL"},
		{"HasKey(:A (:p) ())", "DL EL RL"},
		{"SameIndividual(:i :j)", "DL EL RL"},
		{"DifferentIndividuals(:i :j)", "DL EL QL RL"},
		{"ClassAssertion(:A _:x)", "DL RL"},
		{"ClassAssertion(ObjectIntersectionOf(:A :B) :i)", "DL EL RL"},
		{"NegativeObjectPropertyAssertion(:p :i :j)", "DL EL RL"},
		{`AnnotationAssertion(rdfs:label :A "1"^^xsd:boolean)`, "DL EL QL RL"},
		{"TransitiveObjectProperty(:p) FunctionalObjectProperty(:p)", "RL"},
		{"TransitiveObjectProperty(:p) SubObjectPropertyOf(:p :q) SubClassOf(:A ObjectMaxCardinality(1 :q))", "RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:p :p) :p)", "DL EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:p :q :s) :p)", "DL EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:q :s :p) :p)", "DL EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:q :p :s) :p)", "EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:p :p :p) :p)", "EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:q :p :s) owl:topObjectProperty)", "DL EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:q :s) :p) SubObjectPropertyOf(:p :q)", "EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:q :s) :p) SubObjectPropertyOf(:q :p)", "DL EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:q :s) :p) SubObjectPropertyOf(ObjectPropertyChain(:p :s) :q)", "EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:q :s) :p) SubObjectPropertyOf(ObjectPropertyChain(:p :s) :t) SubObjectPropertyOf(:t :q)", "EL RL"},
		{"SubObjectPropertyOf(ObjectPropertyChain(:p ObjectInverseOf(:p)) :p)", "RL"},
		{"SubDataPropertyOf(:d owl:topDataProperty)", "DL EL QL RL"},
		{"SubDataPropertyOf(owl:topDataProperty :d)", "EL QL RL"},
		{"SameIndividual(:i _:x)", "RL"},
		{"ClassAssertion(ObjectHasValue(:p _:x) :i)", "RL"},
		{"ObjectPropertyAssertion(:p _:x _:y) ObjectPropertyAssertion(:p _:x _:z) ObjectPropertyAssertion(:p :i _:x) ObjectPropertyAssertion(:p _:x :j)", "DL RL"},
		{"ObjectPropertyAssertion(:p _:x _:x)", "RL"},
		{"ObjectPropertyAssertion(:p _:x _:y) ObjectPropertyAssertion(:q _:y _:x)", "RL"},
		{"ObjectPropertyAssertion(:p _:x _:y) ObjectPropertyAssertion(:p _:y _:z) ObjectPropertyAssertion(:p _:z _:x)", "RL"},
		{"ObjectPropertyAssertion(:p _:x _:y) ObjectPropertyAssertion(:p :i _:x) ObjectPropertyAssertion(:p :i _:y)", "RL"},
		{"DatatypeDefinition(:t DataComplementOf(:u)) DatatypeDefinition(:u DataOneOf(\"a\"))", "DL"},
		{"DatatypeDefinition(:t DataIntersectionOf(:u xsd:integer)) DatatypeDefinition(:u DataIntersectionOf(:t xsd:integer))", "EL QL RL"},
		{"DataPropertyRange(:d DatatypeRestriction(xsd:string xsd:pattern \"a*\"))", "DL"},
		{"DataPropertyRange(:d DatatypeRestriction(xsd:string xsd:maxInclusive \"a\"))", ""},
		{"SubObjectPropertyOf(ObjectPropertyChain(:p :q) :r) InverseObjectProperties(:r :s) SubClassOf(:A ObjectHasSelf(:s))", ""},
	} {
		o, err := functional.Parse(strings.NewReader("Prefix(:=<http://x.org/o#>) Prefix(owl:=<http://www.w3.org/2002/07/owl#>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>) Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>) Ontology("+
			"Declaration(ObjectProperty(:p)) Declaration(DataProperty(:d)) "+tt.axiom+")"), rdfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var in []string
		for _, p := range axiom.Profiles() {
			if len(axiom.Leaves(p, o.Axioms)) == 0 {
				in = append(in, string(p))
			}
		}
		if got := strings.Join(in, " "); got != tt.in {
			t.Errorf("%s lies in %q, want %q", tt.axiom, got, tt.in)
		}
	}
}
