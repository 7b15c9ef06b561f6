package owlxml_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/axiom/axiomtest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/internal/owlxml"
)

const written = `<?xml version="1.0"?>
<Ontology xmlns="http://www.w3.org/2002/07/owl#"
     xml:base="http://x.org/o"
     ontologyIRI="http://x.org/o"
     versionIRI="http://x.org/o/1">
    <Prefix name="" IRI="http://x.org/o#"/>
    <Prefix name="owl" IRI="http://www.w3.org/2002/07/owl#"/>
    <Prefix name="rdf" IRI="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>
    <Prefix name="xml" IRI="http://www.w3.org/XML/1998/namespace"/>
    <Prefix name="xsd" IRI="http://www.w3.org/2001/XMLSchema#"/>
    <Prefix name="rdfs" IRI="http://www.w3.org/2000/01/rdf-schema#"/>
    <Import>http://y.org/</Import>
    <Annotation>
        <AnnotationProperty abbreviatedIRI="rdfs:comment"/>
        <Literal xml:lang="en">of storms</Literal>
    </Annotation>
    <Declaration>
        <Class IRI="#Cyclone"/>
    </Declaration>
    <SubClassOf>
        <Annotation>
            <AnnotationProperty abbreviatedIRI="rdfs:seeAlso"/>
            <IRI>http://x.org/o/Storm</IRI>
        </Annotation>
        <Class IRI="#台风"/>
        <ObjectMinCardinality cardinality="1">
            <ObjectProperty IRI="http://x.org/o/causes"/>
        </ObjectMinCardinality>
    </SubClassOf>
    <DataPropertyRange>
        <DataProperty IRI="#speed"/>
        <DatatypeRestriction>
            <Datatype abbreviatedIRI="xsd:decimal"/>
            <FacetRestriction facet="http://www.w3.org/2001/XMLSchema#minInclusive">
                <Literal datatypeIRI="http://www.w3.org/2001/XMLSchema#decimal">0</Literal>
            </FacetRestriction>
        </DatatypeRestriction>
    </DataPropertyRange>
    <AnnotationAssertion>
        <AnnotationProperty abbreviatedIRI="rdfs:label"/>
        <IRI>#台风</IRI>
        <Literal xml:lang="zh">台&lt;风&amp;&quot;</Literal>
    </AnnotationAssertion>
    <DLSafeRule>
        <Body>
            <BuiltInAtom IRI="http://www.w3.org/2003/11/swrlb#add">
                <Variable IRI="urn:v"/>
                <Literal>1</Literal>
            </BuiltInAtom>
        </Body>
        <Head/>
    </DLSafeRule>
</Ontology>
`

// Whatever the order in which axioms come, the file is the same, in the layout of the OWL API.
func TestEncode(t *testing.T) {
	o, err := owlxml.Parse(strings.NewReader(written), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(o.Axioms), func(i, j int) { o.Axioms[i], o.Axioms[j] = o.Axioms[j], o.Axioms[i] })
		o.Axioms = append(o.Axioms, o.Axioms[0])
		var b bytes.Buffer
		if err := owlxml.Encode(&b, o, rdfio.EncodeOptions{}); err != nil {
			t.Fatal(err)
		}
		if b.String() != written {
			t.Fatalf("got\n%s", b.String())
		}
	}
}

// Whatever is written is read again as the same axioms.
func TestEncodeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := axiomtest.Ontology(t)
		o.IRI = rapid.SampledFrom([]string{o.IRI, "", "http://x.org/o#", "http://y.org/", "http://x.org/"}).Draw(t, "iri")
		var b bytes.Buffer
		if err := owlxml.Encode(&b, o, rdfio.EncodeOptions{}); err != nil {
			t.Fatal(err)
		}
		back, err := owlxml.Parse(bytes.NewReader(b.Bytes()), rdfio.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		if want, got := axiomtest.Texts(o), axiomtest.Texts(back); !slices.Equal(want, got) {
			t.Fatalf("got\n%s\nwant\n%s\nof\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), b.String())
		}
	})
}

// What XML cannot hold, and what is no axiom, is left out and told.
func TestLosses(t *testing.T) {
	o := &axiom.Ontology{IRI: "http://x.org/o", Axioms: []axiom.Axiom{
		axiom.New(axiom.Declaration, axiom.Named(axiom.Class, axiomtest.NS+"A")),
		axiom.New(axiom.AnnotationAssertion, axiom.Named(axiom.AnnotationProperty, "http://www.w3.org/2000/01/rdf-schema#label"),
			axiom.Named(axiom.IRI, axiomtest.NS+"A"), axiom.Text("bell \a", "en", "")),
	}}
	triples, err := o.Triples()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	left, err := owlxml.Syntax().Encode(&b, triples, rdfio.EncodeOptions{})
	if err != nil || len(left) != 1 || !strings.Contains(left[0].Statement, "bell") {
		t.Errorf("left %v, error %v", left, err)
	}
	if !strings.Contains(b.String(), "#A") || strings.Contains(b.String(), "bell") {
		t.Errorf("written\n%s", b.String())
	}
	if err := owlxml.Encode(&b, o, rdfio.EncodeOptions{}); err == nil {
		t.Error("Encode takes a bell")
	}
}
