package functional_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

func reader() rdfiotest.Reader {
	return rdfiotest.Reader{
		Decode: functional.Decode,
		Sample: prefixes + `# Ontology
Ontology(<http://x.org/o> <1> Import(<p>) Annotation(Annotation(:n "x") rdfs:label "台风"@zh)
Declaration(Class(:A)) SubClassOf(Annotation(:n _:b) :A ObjectSomeValuesFrom(ObjectInverseOf(:p) ObjectComplementOf(ObjectOneOf(:i _:x))))
SubClassOf(:A DataAllValuesFrom(:d DatatypeRestriction(xsd:int xsd:minInclusive "5"^^xsd:int)))
HasKey(:A (:p) (:d)) SubObjectPropertyOf(ObjectPropertyChain(:p :q) :r) TransitiveObjectProperty(:p)
DisjointUnion(:A :B :C) DatatypeDefinition(:T xsd:int) AnnotationAssertion(rdfs:label :A "a \"q\" \\")
ObjectPropertyAssertion(:p :i _:x) NegativeDataPropertyAssertion(:d :i "5"^^xsd:int)
DLSafeRule(Body(ClassAtom(:A Variable(<urn:x>))) Head(ObjectPropertyAtom(:p Variable(<urn:x>) :i)))
)`,
		Literal: func(text string) string {
			return prefixes + `Ontology(AnnotationAssertion(rdfs:label :A "` + text + `"))`
		},
		Nested: func(n int) string { // brackets, with the brackets of Ontology and the axiom counted
			return prefixes + "Ontology(SubClassOf(:A " + strings.Repeat("ObjectComplementOf(", n-2) + ":B" + strings.Repeat(")", n-2) + "))"
		},
		Open: []string{
			prefixes + "Ontology(SubClassOf(\tObjectComplementOf(",
			prefixes + "Ontology(\tAnnotation(",
		},
		Signs: "()<>:=\"#@^_",
	}
}

func TestConformance(t *testing.T) { rdfiotest.Conformance(t, reader()) }

func BenchmarkDecodeEDAM(b *testing.B) {
	rdfiotest.Bench(b, reader(), "owlapi-converted", "EDAM_1.25.ofn")
}
