package obograph

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

const prefixes = `@prefix x: <http://x.org/> .
@prefix obo: <http://purl.obolibrary.org/obo/> .
@prefix oio: <http://www.geneontology.org/formats/oboInOwl#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`

func fromTurtle(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	var all []rdf.Triple
	err := turtle.Decode(strings.NewReader(prefixes+text), rdfio.Options{}, func(tr rdf.Triple) error {
		all = append(all, tr)
		return nil
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return all
}

func decodeAll(text string, opt rdfio.Options) ([]rdf.Triple, error) {
	var all []rdf.Triple
	err := Decode(strings.NewReader(text), opt, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	return all, err
}

func shown(t testing.TB, all []rdf.Triple) string {
	t.Helper()
	var b bytes.Buffer
	if err := turtle.Encode(&b, all, rdfio.EncodeOptions{Prefixes: map[string]string{"obo": nsOBO, "oio": nsInOwl, "x": "http://x.org/"}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestDecode(t *testing.T) {
	got, err := decodeAll(`{"graphs": [ {
  "id": "http://x.org/o", "lbl": "storms",
  "meta": { "version": "http://x.org/o/7", "basicPropertyValues": [ { "pred": "http://www.w3.org/2002/07/owl#versionInfo", "val": "7" } ] },
  "nodes": [
    { "id": "X:1", "lbl": "typhoon", "type": "CLASS", "meta": {
        "definition": { "val": "A storm.", "xrefs": [ "W:1" ] },
        "comments": [ "big" ],
        "subsets": [ "http://x.org/slim" ],
        "synonyms": [ { "pred": "hasExactSynonym", "val": "cyclone", "xrefs": [ "W:2" ], "synonymType": "http://x.org/plural" }, { "pred": "hasBroadSynonym", "val": "wind" } ],
        "xrefs": [ { "val": "W:3" } ],
        "basicPropertyValues": [ { "pred": "http://x.org/p", "val": "five" }, { "pred": "http://x.org/by", "val": "https://orcid.org/0" } ],
        "deprecated": true } },
    { "id": "http://x.org/i", "lbl": "Rammasun", "type": "INDIVIDUAL" },
    { "id": "http://x.org/causes", "type": "PROPERTY", "propertyType": "OBJECT" },
    { "id": "http://x.org/d", "type": "PROPERTY", "propertyType": "DATA" },
    { "id": "http://x.org/by", "type": "PROPERTY", "propertyType": "ANNOTATION" },
    { "id": "http://x.org/old", "type": "PROPERTY" } ],
  "edges": [
    { "sub": "X:1", "pred": "is_a", "obj": "X:2", "meta": { "xrefs": [ { "val": "W:4" } ] } },
    { "sub": "X:1", "pred": "http://x.org/causes", "obj": "X:3" },
    { "sub": "X:1", "pred": "http://x.org/causes", "obj": "http://x.org/i" },
    { "sub": "X:1", "pred": "http://x.org/by", "obj": "X:3" },
    { "sub": "http://x.org/i", "pred": "type", "obj": "X:1" },
    { "sub": "http://x.org/i", "pred": "http://x.org/causes", "obj": "http://x.org/j" },
    { "sub": "http://x.org/causes", "pred": "subPropertyOf", "obj": "http://x.org/q" },
    { "sub": "http://x.org/causes", "pred": "is_a", "obj": "http://x.org/r" },
    { "sub": "http://x.org/causes", "pred": "inverseOf", "obj": "http://x.org/causedBy" } ],
  "equivalentNodesSets": [ { "representativeNodeId": "X:1", "nodeIds": [ "X:1", "X:4", "X:5" ] }, { "nodeIds": [ "X:6", "X:7" ] } ],
  "logicalDefinitionAxioms": [ { "definedClassId": "X:1", "genusIds": [ "X:2" ], "restrictions": [ { "propertyId": "http://x.org/causes", "fillerId": "X:3" } ] },
    { "definedClassId": "X:8", "genusIds": [ "X:9" ] } ],
  "domainRangeAxioms": [ { "predicateId": "http://x.org/causes", "domainClassIds": [ "X:1" ], "rangeClassIds": [ "X:2" ],
    "allValuesFromEdges": [ { "sub": "X:1", "pred": "http://x.org/causes", "obj": "X:2" } ] } ],
  "propertyChainAxioms": [ { "predicateId": "http://x.org/causes", "chainPredicateIds": [ "http://x.org/causes", "http://x.org/q" ] } ]
} ] }`, rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := fromTurtle(t, `x:o a owl:Ontology ; rdfs:label "storms" ; owl:versionIRI <http://x.org/o/7> ; owl:versionInfo "7" .
obo:X_1 a owl:Class ; rdfs:label "typhoon" ; obo:IAO_0000115 "A storm." ; rdfs:comment "big" ; oio:inSubset x:slim ; oio:hasExactSynonym "cyclone" ;
	oio:hasBroadSynonym "wind" ; oio:hasDbXref "W:3" ; x:p "five" ; x:by <https://orcid.org/0> , obo:X_3 ; owl:deprecated true ;
	rdfs:subClassOf obo:X_2 , [ a owl:Restriction ; owl:onProperty x:causes ; owl:someValuesFrom obo:X_3 ] ,
		[ a owl:Restriction ; owl:onProperty x:causes ; owl:hasValue x:i ] , [ a owl:Restriction ; owl:onProperty x:causes ; owl:allValuesFrom obo:X_2 ] ;
	owl:equivalentClass obo:X_4 , obo:X_5 , [ a owl:Class ; owl:intersectionOf ( obo:X_2 [ a owl:Restriction ; owl:onProperty x:causes ; owl:someValuesFrom obo:X_3 ] ) ] .
[] a owl:Axiom ; owl:annotatedSource obo:X_1 ; owl:annotatedProperty obo:IAO_0000115 ; owl:annotatedTarget "A storm." ; oio:hasDbXref "W:1" .
[] a owl:Axiom ; owl:annotatedSource obo:X_1 ; owl:annotatedProperty oio:hasExactSynonym ; owl:annotatedTarget "cyclone" ; oio:hasDbXref "W:2" ; oio:hasSynonymType x:plural .
[] a owl:Axiom ; owl:annotatedSource obo:X_1 ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget obo:X_2 ; oio:hasDbXref "W:4" .
x:i a owl:NamedIndividual , obo:X_1 ; rdfs:label "Rammasun" ; x:causes x:j .
x:causes a owl:ObjectProperty ; rdfs:subPropertyOf x:q , x:r ; owl:inverseOf x:causedBy ; rdfs:domain obo:X_1 ; rdfs:range obo:X_2 ; owl:propertyChainAxiom ( x:causes x:q ) .
x:d a owl:DatatypeProperty . x:by a owl:AnnotationProperty . x:old a owl:ObjectProperty .
obo:X_6 owl:equivalentClass obo:X_7 . obo:X_8 owl:equivalentClass obo:X_9 .`)
	if !rdfiotest.Isomorphic(got, want) {
		t.Errorf("got\n%s", shown(t, got))
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"{\n\"graphs\": [", "f.json:2:12: expected a JSON value, not the end of the file"},
		{"{\"graphs\": [}", `f.json:1:13: expected a JSON value, not "}"`},
		{"{\n\"graphs\": {}}", `f.json:2:12: "graphs" is an object, where an OBO graph has something else`},
		{`{"nodes": []}`, `f.json:1:1: expected an OBO graph: an object with "graphs"`},
		{"", "f.json:1:1: the file is empty; expected JSON"},
		{`{"graphs":[{"nodes":[{"id":""}]}]}`, `f.json:1:1: identifier "": it is empty`},
		{`{"graphs":[{"nodes":[{"id":"X:1","type":"THING"}]}]}`, `f.json:1:1: node "X:1" is of the unknown type "THING"`},
		{`{"graphs":[{"logicalDefinitionAxioms":[{"definedClassId":"X:1"}]}]}`, `f.json:1:1: the definition of "X:1" has no parts`},
		{`{"graphs":[{"propertyChainAxioms":[{"predicateId":"X:1"}]}]}`, `f.json:1:1: the chain of "X:1" is empty`},
		{`{"graphs":[{"edges":[{"sub":"X:1","pred":"_:p","obj":"X:2"}],"nodes":[{"id":"X:1","type":"INDIVIDUAL"}]}]}`, `f.json:1:1: a blank node as the predicate of a statement about`},
		{strings.Repeat(`{"graphs":[`, 20000), `f.json:1:`},
	} {
		_, err := decodeAll(tt.text, rdfio.Options{File: "f.json"})
		if syn := (*rdfio.SyntaxError)(nil); !errors.As(err, &syn) || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%.80s: error %v\nwant %s", tt.text, err, tt.want)
		}
	}
	warned := 0
	got, err := decodeAll(`{"graphs":[{"nodes":[{"id":""},{"id":"X:1"}],"edges":[{"sub":"X:1","pred":"is_a"}]}]}`,
		rdfio.Options{Warn: func(*rdfio.SyntaxError) { warned++ }})
	if err != nil || warned != 1 || !rdfiotest.Isomorphic(got, fromTurtle(t, "obo:X_1 a owl:Class .")) {
		t.Errorf("%d warnings, error %v\n%s", warned, err, shown(t, got))
	}
	stop := errors.New("enough")
	if err := Decode(strings.NewReader(`{"graphs":[{"nodes":[{"id":"X:1"}]}]}`), rdfio.Options{}, func(rdf.Triple) error { return stop }); err != stop {
		t.Errorf("error %v", err)
	}
}

// What can be said is read back as it was; what cannot is listed.
func TestEncode(t *testing.T) {
	const said = `x:o a owl:Ontology ; owl:versionIRI <http://x.org/o/7> ; owl:versionInfo "7" ; rdfs:comment "all" ; x:by <https://orcid.org/0> .
x:A a owl:Class ; rdfs:label "typhoon" , "second" ; obo:IAO_0000115 "A storm." ; rdfs:comment "big" , "http://x.org/page" ; oio:inSubset x:slim ;
	oio:hasExactSynonym "cyclone" ; oio:hasRelatedSynonym "wind" ; oio:hasDbXref "W:3" , <http://x.org/3> ; x:p "five" ; owl:deprecated true ;
	rdfs:subClassOf x:B , [ a owl:Restriction ; owl:onProperty x:causes ; owl:someValuesFrom x:C ] ,
		[ a owl:Restriction ; owl:onProperty x:causes ; owl:hasValue x:i ] , [ a owl:Restriction ; owl:onProperty x:causes ; owl:allValuesFrom x:B ] ;
	owl:equivalentClass x:D , [ a owl:Class ; owl:intersectionOf ( x:B [ a owl:Restriction ; owl:onProperty x:causes ; owl:someValuesFrom x:C ] ) ] .
x:B a owl:Class . x:C a owl:Class . x:D a owl:Class .
[] a owl:Axiom ; owl:annotatedSource x:A ; owl:annotatedProperty obo:IAO_0000115 ; owl:annotatedTarget "A storm." ; oio:hasDbXref "W:1" , "http://x.org/1" .
[] a owl:Axiom ; owl:annotatedSource x:A ; owl:annotatedProperty oio:hasExactSynonym ; owl:annotatedTarget "cyclone" ; oio:hasDbXref "W:2" ; oio:hasSynonymType x:plural ; x:p "note" .
[] a owl:Axiom ; owl:annotatedSource x:A ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget x:B ; oio:hasDbXref "W:4" ; rdfs:comment "sure" .
[] a owl:Axiom ; owl:annotatedSource x:A ; owl:annotatedProperty oio:hasDbXref ; owl:annotatedTarget "W:3" ; rdfs:label "the W" .
[] a owl:Axiom ; owl:annotatedSource x:causes ; owl:annotatedProperty rdfs:range ; owl:annotatedTarget x:C ; oio:hasDbXref "W:5" .
x:i a owl:NamedIndividual , x:A ; rdfs:label "Rammasun" ; x:causes x:j . x:j a owl:NamedIndividual .
x:causes a owl:ObjectProperty ; rdfs:subPropertyOf x:q ; owl:inverseOf x:causedBy ; rdfs:domain x:A ; rdfs:range x:B , x:C ; owl:propertyChainAxiom ( x:causes x:q ) .
x:d a owl:DatatypeProperty . x:by a owl:AnnotationProperty ; rdfs:subPropertyOf x:by2 .
`
	tests := []struct {
		name, more string
		dropped    []string
		lost       bool // what is written says less, or something is not written
	}{
		{"all of it", "", nil, false},
		{"a language", `x:E a owl:Class ; rdfs:label "台风"@zh .`, []string{`<http://x.org/E> rdfs:label "台风"@zh . # not written: the language`}, true},
		{"a datatype", `x:B x:p 5 .`, []string{`<http://x.org/B> <http://x.org/p> 5 . # not written: the datatype`}, true},
		{"a text like an IRI", `x:B x:p "http://x.org/t" .`, []string{`<http://x.org/B> <http://x.org/p> "http://x.org/t" . # not written: that this is a text`}, true},
		{"an IRI unlike a page", `x:B x:p <urn:a:b> .`, []string{`<http://x.org/B> <http://x.org/p> <urn:a:b> . # not written: that this is an IRI`}, true},
		{"imports", `x:o owl:imports x:p .`, []string{`<http://x.org/o> owl:imports <http://x.org/p> .`}, true},
		{"a characteristic", `x:causes a owl:TransitiveProperty .`, []string{`<http://x.org/causes> a owl:TransitiveProperty .`}, true},
		{"disjointness", `x:A owl:disjointWith x:B .`, []string{`<http://x.org/A> owl:disjointWith <http://x.org/B> .`}, true},
		{"a cardinality", `x:B rdfs:subClassOf [ a owl:Restriction ; owl:onProperty x:causes ; owl:minCardinality 1 ] .`,
			[]string{`<http://x.org/B> rdfs:subClassOf [ a owl:Restriction ; owl:onProperty <http://x.org/causes> ; owl:minCardinality 1 ] .`}, true},
		{"a union", `x:B owl:equivalentClass [ a owl:Class ; owl:unionOf ( x:C x:D ) ] .`,
			[]string{`<http://x.org/B> owl:equivalentClass [ a owl:Class ; owl:unionOf ( <http://x.org/C> <http://x.org/D> ) ] .`}, true},
		{"a general axiom", `[ a owl:Restriction ; owl:onProperty x:causes ; owl:someValuesFrom x:C ] rdfs:subClassOf x:B .`,
			[]string{`[] a owl:Restriction ; owl:onProperty <http://x.org/causes> ; owl:someValuesFrom <http://x.org/C> ; rdfs:subClassOf <http://x.org/B> .`}, true},
		{"all disjoint", `[] a owl:AllDisjointClasses ; owl:members ( x:A x:B ) .`,
			[]string{`[] a owl:AllDisjointClasses ; owl:members ( <http://x.org/A> <http://x.org/B> ) .`}, true},
		{"a second kind", `x:A a owl:NamedIndividual .`, []string{`<http://x.org/A> a owl:NamedIndividual .`}, true},
		{"what is not declared", `x:Z rdfs:label "z" .`, []string{`<http://x.org/Z> rdfs:label "z" .`}, true},
		{"an annotated label", `[] a owl:Axiom ; owl:annotatedSource x:A ; owl:annotatedProperty rdfs:label ; owl:annotatedTarget "typhoon" ; x:p "n" .`, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := fromTurtle(t, said+tt.more)
			var a, b bytes.Buffer
			losses, err := encode(&a, want, rdfio.EncodeOptions{})
			var dropped []string
			for _, l := range losses {
				dropped = append(dropped, l.String())
			}
			if err != nil || !slices.Equal(dropped, tt.dropped) {
				t.Errorf("error %v, not written\n%s\nwant\n%s", err, strings.Join(dropped, "\n"), strings.Join(tt.dropped, "\n"))
			}
			got, err := decodeAll(a.String(), rdfio.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if same := rdfiotest.Isomorphic(got, want); same == tt.lost {
				t.Errorf("read back the same: %v\n%s\n%s", same, a.String(), shown(t, got))
			}
			if _, err := encode(&b, append(want, want...), rdfio.EncodeOptions{}); err != nil || a.String() != b.String() {
				t.Errorf("not the same twice (%v)", err)
			}
		})
	}
}

// Whatever the bytes, there is an error, or triples that come back when they
// are written and read, unless something is said to be lost.
func FuzzDecode(f *testing.F) {
	f.Add(`{"graphs":[{"id":"http://x.org/o","meta":{"version":"v:1"},"nodes":[{"id":"X:1","lbl":"a","type":"CLASS","meta":{"definition":{"val":"d","xrefs":["W:1"]},"comments":["c"],"synonyms":[{"pred":"hasExactSynonym","val":"s"}]}}]}]}`)
	f.Add(`{"graphs":[{"nodes":[{"id":"http://x.org/p","type":"PROPERTY","propertyType":"OBJECT"},{"id":"http://x.org/i","type":"INDIVIDUAL"}],"edges":[{"sub":"X:1","pred":"http://x.org/p","obj":"X:2","meta":{"basicPropertyValues":[{"pred":"X:3","val":"http://x.org"}]}}]}]}`)
	f.Add(`{"graphs":[{"logicalDefinitionAxioms":[{"definedClassId":"X:1","genusIds":["X:2"],"restrictions":[{"propertyId":"X:3","fillerId":"X:4"},null]}],"equivalentNodesSets":[{"nodeIds":["X:1","X:2"]}],"propertyChainAxioms":[{"predicateId":"X:1","chainPredicateIds":["X:1"]}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, warn := range []func(*rdfio.SyntaxError){nil, func(*rdfio.SyntaxError) {}} {
			all, err := decodeAll(text, rdfio.Options{File: "f", Warn: warn})
			if err != nil {
				if !strings.HasPrefix(err.Error(), "f:") || strings.ContainsAny(err.Error(), "\n\x1b") {
					t.Fatalf("error %q", err)
				}
				continue
			}
			if len(all) > 200 {
				continue // of many nodes alike the comparison takes long
			}
			var b bytes.Buffer
			dropped, err := encode(&b, all, rdfio.EncodeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			again, err := decodeAll(b.String(), rdfio.Options{})
			if err != nil || len(dropped) == 0 && !rdfiotest.Isomorphic(all, again) {
				t.Fatalf("%v\n%s\nwritten as\n%s\nread as\n%s", err, shown(t, all), b.String(), shown(t, again))
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	var s strings.Builder
	s.WriteString(`{"graphs":[{"id":"http://x.org/o","nodes":[`)
	for i := range 5000 {
		if i > 0 {
			s.WriteString(",\n")
		}
		fmt.Fprintf(&s, `{"id":"http://x.org/C%d","lbl":"concept %[1]d","type":"CLASS","meta":{"definition":{"val":"A concept."},"synonyms":[{"pred":"hasExactSynonym","val":"c%[1]d"}]}}`, i)
	}
	s.WriteString(`],"edges":[`)
	for i := range 5000 {
		if i > 0 {
			s.WriteString(",\n")
		}
		fmt.Fprintf(&s, `{"sub":"http://x.org/C%d","pred":"is_a","obj":"http://x.org/C%d"}`, i, i/3)
	}
	s.WriteString("]}]}")
	b.SetBytes(int64(s.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if err := Decode(strings.NewReader(s.String()), rdfio.Options{}, func(rdf.Triple) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
