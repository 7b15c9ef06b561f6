package owlxml_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/owlxml"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// checkAny checks what must hold of any input: no panic, no endless loop;
// errors with a place; what is read is well-formed OWL, and triples that can
// be written and read again.
func checkAny(t *testing.T, doc []byte) {
	t.Helper()
	opt := rdfio.Options{Base: "http://x.org/o", Limits: rdfio.Limits{Depth: 50}}
	o, err := owlxml.Parse(bytes.NewReader(doc), opt)
	if err != nil {
		var syn *rdfio.SyntaxError
		if !errors.As(err, &syn) || syn.Line < 1 || syn.Col < 1 || strings.ContainsFunc(syn.Msg, func(r rune) bool { return unicode.IsControl(r) }) {
			t.Fatalf("%q: %#v is no printable syntax error with a place", doc, err)
		}
		opt.Warn = func(*rdfio.SyntaxError) {} // must not lead astray either
		if o, err = owlxml.Parse(bytes.NewReader(doc), opt); err != nil {
			return
		}
	}
	triples, err := o.Triples()
	if err != nil {
		t.Fatalf("%q: %v", doc, err)
	}
	var b bytes.Buffer
	if err := rdfio.EncodeNTriples(&b, triples); err != nil {
		t.Fatalf("%q: %v", doc, err)
	}
	n := 0
	err = rdfio.Decode(&b, rdfio.Options{Format: rdfio.NTriples}, func(rdf.Triple) error { n++; return nil })
	if err != nil || n != len(triples) {
		t.Fatalf("%q: %d of %d triples read back, %v", doc, n, len(triples), err)
	}
}

func sample() string {
	return `<?xml version="1.0"?><!DOCTYPE Ontology [<!ENTITY x "http://x.org/">]>
<Ontology xmlns="http://www.w3.org/2002/07/owl#" xml:base="&x;o" ontologyIRI="&x;o" versionIRI="1">
<Prefix name="" IRI="&x;o#"/><Import>p</Import><Annotation><AnnotationProperty abbreviatedIRI=":a"/><Literal xml:lang="zh">台风</Literal></Annotation>
<Declaration><Class IRI="#A"/></Declaration><SubClassOf><Annotation><AnnotationProperty IRI="#n"/><IRI>#i</IRI></Annotation><Class IRI="#A"/>
<ObjectMinCardinality cardinality="1"><ObjectInverseOf><ObjectProperty IRI="#p"/></ObjectInverseOf><ObjectUnionOf><Class IRI="#B"/><Class abbreviatedIRI=":C"/></ObjectUnionOf></ObjectMinCardinality></SubClassOf>
<DatatypeDefinition><Datatype IRI="#T"/><DatatypeRestriction><Datatype abbreviatedIRI="xsd:int"/><FacetRestriction facet="&x;f"><Literal datatypeIRI="#T">5</Literal></FacetRestriction></DatatypeRestriction></DatatypeDefinition>
<ObjectPropertyAssertion><ObjectProperty IRI="#p"/><NamedIndividual IRI="#i"/><AnonymousIndividual nodeID="_:g1"/></ObjectPropertyAssertion>
<DLSafeRule><Body><ClassAtom><Class IRI="#A"/><Variable IRI="#x"/></ClassAtom></Body><Head><BuiltInAtom IRI="#b"><Variable IRI="#x"/></BuiltInAtom></Head></DLSafeRule>
</Ontology>`
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(sample()))
	f.Add([]byte(document(`<HasKey><Class IRI="#A"/><DataProperty IRI="#d"/></HasKey>`)))
	f.Add([]byte("\xFF\xFE<\x00o\x00/\x00>\x00"))
	f.Fuzz(checkAny)
}

// TestMutations does a little of what the fuzz target does, every time.
func TestMutations(t *testing.T) {
	checkAny(t, []byte(sample()))
	r := rand.New(rand.NewPCG(1, 2))
	odd := []byte("<>\"'&;:#=/ \n\x00\xff\xe5?!AIR_")
	for range 3000 {
		doc := []byte(sample())
		for range 1 + r.IntN(3) {
			at := r.IntN(len(doc))
			end := at + r.IntN(min(40, len(doc)-at))
			switch r.IntN(5) {
			case 0:
				doc[at] = odd[r.IntN(len(odd))]
			case 1:
				doc = slices.Insert(doc, at, odd[r.IntN(len(odd))])
			case 2:
				doc = slices.Delete(doc, at, end)
			case 3:
				doc = slices.Insert(doc, r.IntN(len(doc)), bytes.Clone(doc[at:end])...)
			default:
				doc = doc[:at+1]
			}
		}
		checkAny(t, doc)
	}
}
