package owlxml_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/internal/owlxml"
)

const head = `<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="http://x.org/o">`

func reader() rdfiotest.Reader {
	return rdfiotest.Reader{
		Decode: owlxml.Decode,
		Sample: `<?xml version="1.0"?><!DOCTYPE Ontology [<!ENTITY x "http://x.org/">]>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="&x;o" ontologyIRI="&x;o" versionIRI="1">
<Prefix name="" IRI="&x;o#"/><Import>p</Import><Annotation><AnnotationProperty abbreviatedIRI=":a"/><Literal xml:lang="zh">台风</Literal></Annotation>
<Declaration><Class IRI="#A"/></Declaration><SubClassOf><Annotation><AnnotationProperty IRI="#n"/><IRI>#i</IRI></Annotation><Class IRI="#A"/>
<ObjectMinCardinality cardinality="1"><ObjectInverseOf><ObjectProperty IRI="#p"/></ObjectInverseOf><ObjectUnionOf><Class IRI="#B"/><Class abbreviatedIRI=":C"/></ObjectUnionOf></ObjectMinCardinality></SubClassOf>
<DatatypeDefinition><Datatype IRI="#T"/><DatatypeRestriction><Datatype abbreviatedIRI="xsd:int"/><FacetRestriction facet="&x;f"><Literal datatypeIRI="#T">5</Literal></FacetRestriction></DatatypeRestriction></DatatypeDefinition>
<ObjectPropertyAssertion><ObjectProperty IRI="#p"/><NamedIndividual IRI="#i"/><AnonymousIndividual nodeID="_:g1"/></ObjectPropertyAssertion>
<DLSafeRule><Body><ClassAtom><Class IRI="#A"/><Variable IRI="#x"/></ClassAtom></Body><Head><BuiltInAtom IRI="#b"><Variable IRI="#x"/></BuiltInAtom></Head></DLSafeRule>
</Ontology>`,
		Literal: func(text string) string {
			return head + `<AnnotationAssertion><AnnotationProperty IRI="#p"/><IRI>#A</IRI><Literal>` + text + `</Literal></AnnotationAssertion></Ontology>`
		},
		Nested: func(n int) string { // the axiom, its expressions and the class
			n -= 2
			return head + `<SubClassOf><Class IRI="#A"/>` + strings.Repeat("<ObjectComplementOf>", n) + `<Class IRI="#B"/>` +
				strings.Repeat("</ObjectComplementOf>", n) + `</SubClassOf></Ontology>`
		},
		Open: []string{
			head + `<SubClassOf><Class IRI="#A"/>` + "\t<ObjectComplementOf>",
			head + "<SubClassOf>\t<Annotation>",
		},
		Signs: "<>/=&;#!?[]:-_",
	}
}

func TestConformance(t *testing.T) { rdfiotest.Conformance(t, reader()) }

func FuzzParse(f *testing.F) {
	rdfiotest.Fuzz(f, reader(), head+"</Ontology>", "<?xml version='1.0' encoding='GBK'?><Ontology xmlns='http://www.w3.org/2002/07/owl#'/>")
}

func BenchmarkDecodeEDAM(b *testing.B) {
	rdfiotest.Bench(b, reader(), "owlapi-converted", "EDAM_1.25.owx")
}
