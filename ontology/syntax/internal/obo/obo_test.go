package obo

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

const turtlePrefixes = `@prefix obo: <http://purl.obolibrary.org/obo/> .
@prefix x: <http://purl.obolibrary.org/obo/x#> .
@prefix oio: <http://www.geneontology.org/formats/oboInOwl#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`

// triples decodes a document. What the properties of tags are is left out.
func triples(t testing.TB, text string, opt rdfio.Options) []rdf.Triple {
	t.Helper()
	var all []rdf.Triple
	err := Decode(strings.NewReader(text), opt, func(tr rdf.Triple) error {
		s := tr.Subj.String()
		if !strings.HasPrefix(s, nsInOwl) && !strings.HasPrefix(s, nsOBO+"IAO_") {
			all = append(all, tr)
		}
		return nil
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return all
}

func fromTurtle(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	var all []rdf.Triple
	err := turtle.Decode(strings.NewReader(turtlePrefixes+text), rdfio.Options{}, func(tr rdf.Triple) error {
		all = append(all, tr)
		return nil
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return all
}

func written(t testing.TB, all []rdf.Triple) string {
	t.Helper()
	var b bytes.Buffer
	if err := turtle.Encode(&b, all, rdfio.EncodeOptions{Prefixes: map[string]string{"obo": nsOBO, "oio": nsInOwl}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func check(t *testing.T, text, want string) {
	t.Helper()
	got := triples(t, text, rdfio.Options{})
	if !rdfiotest.Isomorphic(got, fromTurtle(t, want)) {
		t.Errorf("%s\ngives\n%s\nwant\n%s", text, written(t, got), want)
	}
}

// Every tag of a term, by the translation of section 5 of the specification.
func TestTerm(t *testing.T) {
	const a = `obo:X_1 a owl:Class ; oio:id "X:1"`
	tests := []struct{ line, want string }{
		{"name: typhoon", `; rdfs:label "typhoon" .`},
		{"name: Yahoo! Answers ! a comment", `; rdfs:label "Yahoo! Answers" .`},
		{`name: a\nb\tc\Wd\!e\\f \{g\}`, `; rdfs:label "a\nb\tc d!e\\f {g}" .`},
		{"name: 台风", `; rdfs:label "台风" .`},
		{`comment: 12" wide, see {x}`, `; rdfs:comment "12\" wide, see {x}" .`},
		{"namespace: weather", `; oio:hasOBONamespace "weather" .`},
		{`def: "a \"big\" storm" []`, `; obo:IAO_0000115 "a \"big\" storm" .`},
		{`def: "a storm" [W:1, http://x.org/a\,b "the source", W:\[2\]] {source="me"} ! c`, `; obo:IAO_0000115 "a storm" .
			[] a owl:Axiom ; owl:annotatedSource obo:X_1 ; owl:annotatedProperty obo:IAO_0000115 ; owl:annotatedTarget "a storm" ;
			oio:hasDbXref "W:1" , "http://x.org/a,b" , "W:[2]" ; oio:source "me" .`},
		{`synonym: "cyclone" EXACT []`, `; oio:hasExactSynonym "cyclone" .`},
		{`synonym: "cyclone"`, `; oio:hasRelatedSynonym "cyclone" .`},
		{`synonym: "cyclone" NARROW`, `; oio:hasNarrowSynonym "cyclone" .`},
		{`synonym: "ty!phoons" BROAD plural [W:2]`, `; oio:hasBroadSynonym "ty!phoons" .
			[] a owl:Axiom ; owl:annotatedSource obo:X_1 ; owl:annotatedProperty oio:hasBroadSynonym ; owl:annotatedTarget "ty!phoons" ;
			oio:hasSynonymType x:plural ; oio:hasDbXref "W:2" .`},
		{`exact_synonym: "cyclone" []`, `; oio:hasExactSynonym "cyclone" .`},
		{"alt_id: X:9", `; oio:hasAlternativeId "X:9" .
			obo:X_9 a owl:Class ; owl:deprecated true ; obo:IAO_0100001 obo:X_1 ; obo:IAO_0000231 obo:IAO_0000227 .`},
		{"subset: slim", `; oio:inSubset x:slim . x:slim a owl:AnnotationProperty .`},
		{`xref: W:1 "the W"`, `; oio:hasDbXref "W:1" . [] a owl:Axiom ; owl:annotatedSource obo:X_1 ;
			owl:annotatedProperty oio:hasDbXref ; owl:annotatedTarget "W:1" ; rdfs:label "the W" .`},
		{"xref: https://x.org/a#b", `; oio:hasDbXref "https://x.org/a#b" .`},
		{"is_obsolete: true", `; owl:deprecated true .`},
		{"replaced_by: X:2", `; obo:IAO_0100001 obo:X_2 .`},
		{"consider: X:2", `; oio:consider "X:2" .`},
		{"created_by: me", `; oio:created_by "me" .`},
		{"creation_date: 2020-05-18T14:39:20Z", `; oio:creation_date "2020-05-18T14:39:20Z"^^xsd:dateTime .`},
		{"creation_date: 2020-05-18", `; oio:creation_date "2020-05-18" .`},
		{"is_anonymous: true", `; oio:is_anonymous true .`},
		{"is_a: X:2 ! storm", `; rdfs:subClassOf obo:X_2 . obo:X_2 a owl:Class .`},
		{`is_a: X:2 {source="W", is_inferred="true"} ! storm`, `; rdfs:subClassOf obo:X_2 . obo:X_2 a owl:Class .
			[] a owl:Axiom ; owl:annotatedSource obo:X_1 ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget obo:X_2 ;
			oio:source "W" ; oio:is_inferred "true" .`},
		{`is_a: X:2 {http://purl.obolibrary.org/obo/IAO_0000119="W"}`, `; rdfs:subClassOf obo:X_2 . obo:X_2 a owl:Class .
			[] a owl:Axiom ; owl:annotatedSource obo:X_1 ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget obo:X_2 ; obo:IAO_0000119 "W" .`},
		{`is_a: X:2 {gci_relation="part_of", gci_filler="X:3"}`, `. [] a owl:Class ; owl:intersectionOf ( obo:X_1
			[ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom obo:X_3 ] ) ; rdfs:subClassOf obo:X_2 .
			obo:X_2 a owl:Class . obo:X_3 a owl:Class .`},
		{"disjoint_from: X:2", `; owl:disjointWith obo:X_2 . obo:X_2 a owl:Class .`},
		{"equivalent_to: X:2", `; owl:equivalentClass obo:X_2 . obo:X_2 a owl:Class .`},
		{"intersection_of: X:2\nintersection_of: part_of X:3 ! d", `; owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( obo:X_2
			[ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom obo:X_3 ] ) ] . obo:X_2 a owl:Class . obo:X_3 a owl:Class .`},
		{"union_of: X:2\nunion_of: X:3", `; owl:equivalentClass [ a owl:Class ; owl:unionOf ( obo:X_2 obo:X_3 ) ] .
			obo:X_2 a owl:Class . obo:X_3 a owl:Class .`},
		{"relationship: part_of X:2 ! storm", some("obo:BFO_0000050", "owl:someValuesFrom obo:X_2")},
		{`relationship: part_of X:2 {all_only="true"}`, some("obo:BFO_0000050", "owl:allValuesFrom obo:X_2")},
		{`relationship: part_of X:2 {cardinality="2"}`, some("obo:BFO_0000050", `owl:onClass obo:X_2 ; owl:qualifiedCardinality "2"^^xsd:nonNegativeInteger`)},
		{`relationship: part_of X:2 {minCardinality=1}`, some("obo:BFO_0000050", `owl:onClass obo:X_2 ; owl:minQualifiedCardinality "1"^^xsd:nonNegativeInteger`)},
		{`relationship: part_of X:2 {maxCardinality="3"}`, some("obo:BFO_0000050", `owl:onClass obo:X_2 ; owl:maxQualifiedCardinality "3"^^xsd:nonNegativeInteger`)},
		{`relationship: part_of X:2 {maxCardinality="0"}`, some("obo:BFO_0000050", `owl:allValuesFrom [ a owl:Class ; owl:complementOf obo:X_2 ]`)},
		{`relationship: part_of X:2 {all_some="true", all_only="true"}`, `; rdfs:subClassOf [ a owl:Class ; owl:intersectionOf (
			[ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:someValuesFrom obo:X_2 ]
			[ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:allValuesFrom obo:X_2 ] ) ] . obo:X_2 a owl:Class .`},
		{`relationship: part_of X:2 {minCardinality="1", maxCardinality="3"}`, `; rdfs:subClassOf [ a owl:Class ; owl:intersectionOf (
			[ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:onClass obo:X_2 ; owl:minQualifiedCardinality "1"^^xsd:nonNegativeInteger ]
			[ a owl:Restriction ; owl:onProperty obo:BFO_0000050 ; owl:onClass obo:X_2 ; owl:maxQualifiedCardinality "3"^^xsd:nonNegativeInteger ] ) ] .
			obo:X_2 a owl:Class .`},
		{"relationship: causes X:2", some("x:causes", "owl:someValuesFrom obo:X_2") + " x:causes a owl:ObjectProperty ."},
		{"relationship: seen X:2", `; x:seen obo:X_2 .`},
		{"relationship: lives X:2", `; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty x:lives ; owl:hasValue obo:X_2 ] .`},
		{`property_value: w:p "5" xsd:integer`, `; <http://w.org/p> 5 . <http://w.org/p> a owl:AnnotationProperty .`},
		{`property_value: w:p "five" xsd:string`, `; <http://w.org/p> "five" . <http://w.org/p> a owl:AnnotationProperty .`},
		{`property_value: w:p X:5`, `; <http://w.org/p> obo:X_5 . <http://w.org/p> a owl:AnnotationProperty .`},
		{`property_value: w:p 2020-05-18T14\:39:20Z`, `; <http://w.org/p> "2020-05-18T14:39:20Z"^^xsd:dateTime . <http://w.org/p> a owl:AnnotationProperty .`},
		{`property_value: w:p 2020-05-18T14:39:20Z xsd:dateTime`, `; <http://w.org/p> "2020-05-18T14:39:20Z"^^xsd:dateTime . <http://w.org/p> a owl:AnnotationProperty .`},
		{`property_value: altLabel "cyclone" http://www.w3.org/1999/02/22-rdf-syntax-ns#langString`, `; skos:altLabel "cyclone" . skos:altLabel a owl:AnnotationProperty .`},
		{`property_value: seeAlso https://x.org/`, `; rdfs:seeAlso <https://x.org/> .`},
		{`name: one \` + "\n" + `two`, `; rdfs:label "one two" .`},
		{"is_a: owl:Thing", `; rdfs:subClassOf owl:Thing .`},
	}
	typedefs := "\n[Typedef]\nid: part_of\nxref: W:12a\nxref: OLD:1\nxref: BFO:0000050\n\n[Typedef]\nid: seen\nis_metadata_tag: true\n[Typedef]\nid: lives\nis_class_level: true\n"
	others := `<http://purl.obolibrary.org/obo/x.owl> a owl:Ontology .
		obo:BFO_0000050 a owl:ObjectProperty ; oio:id "part_of" ; oio:shorthand "part_of" ; oio:hasDbXref "W:12a" , "OLD:1" , "BFO:0000050" .
		x:seen a owl:AnnotationProperty ; oio:id "seen" ; oio:is_metadata_tag true .
		x:lives a owl:ObjectProperty ; oio:id "lives" ; oio:is_class_level true .
		`
	for _, tt := range tests {
		check(t, "ontology: x\nidspace: w http://w.org/ \"the W\"\n\n[Term]\nid: X:1\n"+tt.line+"\n"+typedefs, others+a+tt.want)
	}
}

func some(p, rest string) string {
	return `; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ` + p + ` ; ` + rest + ` ] . obo:X_2 a owl:Class .`
}

func TestTypedefAndInstance(t *testing.T) {
	check(t, `ontology: x

[Typedef]
id: causes
name: causes
domain: X:1
range: X:2
is_a: affects
inverse_of: caused_by
is_transitive: true
is_symmetric: false
is_functional: true
transitive_over: part_of
holds_over_chain: affects causes
disjoint_from: prevents
equivalent_to: X:p

[Instance]
id: X:7
name: Rammasun
instance_of: X:1
relationship: causes X:8
property_value: year "2014" xsd:gYear
`, `<http://purl.obolibrary.org/obo/x.owl> a owl:Ontology .
x:causes a owl:ObjectProperty , owl:TransitiveProperty , owl:FunctionalProperty ; oio:id "causes" ; rdfs:label "causes" ;
	rdfs:domain obo:X_1 ; rdfs:range obo:X_2 ; rdfs:subPropertyOf x:affects ; owl:inverseOf x:caused_by ;
	owl:propertyChainAxiom ( x:causes x:part_of ) , ( x:affects x:causes ) ;
	owl:propertyDisjointWith x:prevents ; owl:equivalentProperty obo:X_p .
obo:X_7 a owl:NamedIndividual , obo:X_1 ; oio:id "X:7" ; rdfs:label "Rammasun" ; x:causes obo:X_8 ; x:year "2014"^^xsd:gYear .
obo:X_8 a owl:NamedIndividual .
obo:X_1 a owl:Class . obo:X_2 a owl:Class .
x:affects a owl:ObjectProperty . x:caused_by a owl:ObjectProperty . x:part_of a owl:ObjectProperty . x:prevents a owl:ObjectProperty .
obo:X_p a owl:ObjectProperty . x:year a owl:AnnotationProperty .`)
}

func TestHeader(t *testing.T) {
	check(t, `format-version: 1.4
data-version: releases/2025-10-20
date: 14:11:2006 10:33
saved-by: me
default-namespace: weather
import: http://x.org/a.owl
import: ro
subsetdef: slim "Slim subset"
synonymtypedef: plural "plural form" EXACT
remark: made \
by hand ! hidden
property_value: dc:title "Storms" xsd:string
ontology: x
`, `<http://purl.obolibrary.org/obo/x.owl> a owl:Ontology ;
	owl:versionIRI <http://purl.obolibrary.org/obo/x/releases/2025-10-20/x.owl> ;
	owl:imports <http://x.org/a.owl> , obo:ro.owl ; rdfs:comment "made by hand" ;
	oio:hasOBOFormatVersion "1.4" ; oio:date "14:11:2006 10:33" ; oio:saved-by "me" ; oio:default-namespace "weather" ;
	<http://purl.org/dc/elements/1.1/title> "Storms" .
<http://purl.org/dc/elements/1.1/title> a owl:AnnotationProperty .
x:slim a owl:AnnotationProperty ; rdfs:subPropertyOf oio:SubsetProperty ; rdfs:comment "Slim subset" .
x:plural a owl:AnnotationProperty ; rdfs:subPropertyOf oio:SynonymTypeProperty ; rdfs:label "plural form" ; oio:hasScope oio:hasExactSynonym .`)
}

func TestIdentifiers(t *testing.T) {
	const envo = "ontology: envo\nidspace: w http://w.org/\n\n[Typedef]\nid: near\nxref: W:a\nxref: X:7\n"
	tests := []struct{ head, id, want string }{
		{envo, "GO:0001", nsOBO + "GO_0001"},
		{envo, "NCBITaxon:taxonomic_rank", nsOBO + "NCBITaxon#_taxonomic_rank"},
		{envo, "w:p", "http://w.org/p"},
		{envo, "owl:Thing", nsOWL + "Thing"},
		{envo, "storm", nsOBO + "envo#storm"},
		{envo, "storm surge%", nsOBO + "envo#storm%20surge%25"},
		{envo, "台风", nsOBO + "envo#台风"},
		{envo, "near", nsOBO + "X_7"},
		{envo, "altLabel", nsSKOS + "altLabel"},
		{envo, "http://x.org/a b", "http://x.org/a%20b"},
		{envo, "urn:x:y", "urn:x:y"},
		{envo, "GO:a:b", nsOBO + "GO_a:b"},
		{"ontology: http://x.org/o", "storm", "http://x.org/o#storm"},
		{"ontology: http://x.org/o#", "storm", "http://x.org/o#storm"},
		{"ontology: a/b", "storm", nsOBO + "a/b#storm"},
		{"", "storm", "file:///f.obo#storm"},
		{"ontology: x\n[Typedef]\nid: altLabel", "altLabel", nsOBO + "x#altLabel"},
	}
	for _, tt := range tests {
		d := newIDs("file:///f.obo", 0)
		d.survey(tt.head)
		if got := d.iri(tt.id); got != tt.want {
			t.Errorf("%s: %s is %s, want %s", tt.head, tt.id, got, tt.want)
		}
	}
}

func TestVersionIRI(t *testing.T) {
	tests := []struct{ name, version, want string }{
		{"envo", "releases/2025-10-20", nsOBO + "envo/releases/2025-10-20/envo.owl"},
		{"envo/subsets/s", "envo/releases/2025-10-20/subsets/s.owl", nsOBO + "envo/releases/2025-10-20/subsets/s.owl"},
		{"bfo", "2020/bfo-core.owl", nsOBO + "bfo/2020/bfo-core.owl"},
		{"envo", "http://x.org/7", "http://x.org/7"},
		{"http://x.org/o#", "7", "http://x.org/o/7"},
	}
	for _, tt := range tests {
		if got := versionIRI(tt.name, tt.version); got != tt.want {
			t.Errorf("%s of %s is %s, want %s", tt.version, tt.name, got, tt.want)
		}
	}
}

// Axioms that a converter put into the header are read as the ontology's own.
func TestAxioms(t *testing.T) {
	const text = `ontology: x
owl-axioms: Prefix(obo:=<http://purl.obolibrary.org/obo/>)\nOntology(\nAnnotationAssertion(<http://www.w3.org/2000/01/rdf-schema#comment> obo:X_1 \"a\\\\b\")\n)
[Term]
id: X:1
`
	want := fromTurtle(t, `<http://purl.obolibrary.org/obo/x.owl> a owl:Ontology . obo:X_1 a owl:Class ; oio:id "X:1" ; rdfs:comment "a\\b" .`)
	if all := triples(t, text, rdfio.Options{}); !rdfiotest.Isomorphic(all, want) {
		t.Errorf("triples\n%s", written(t, all))
	}
}

func TestFlaws(t *testing.T) {
	tests := []struct{ text, want string }{
		{"[Term]\nname: x\n", "f.obo:1:1: the stanza does not begin with its id: it is left out"},
		{"[Term]\nid: X:1\nno colon here\n", `f.obo:3:1: expected a tag and a colon, not "no colon here"`},
		{"[Term]\nid: X:1\nname:\n", "f.obo:3:1: name: has no value"},
		{"[Term]\nid: X:1\ndef: \"open\n", "f.obo:3:1: def: a quote is not closed"},
		{"[Term]\nid: X:1\ndef: none\n", "f.obo:3:1: def: expected a text in quotes"},
		{"[Term]\nid: X:1\nsynonym: \"s\" EXACT [a\n", `f.obo:3:1: synonym: expected a list of sources in [ ], not "[a"`},
		{"[Term]\nid: X:1\nrelationship: part_of\n", `f.obo:3:1: relationship: expected a relation and a term, not "part_of"`},
		{"[Term]\nid: X:1\nintersection_of: X:2\n", "f.obo:3:1: intersection_of stands alone; it takes two or more to define a term"},
		{"[Term]\nid: X:1\nproperty_value: p\n", "f.obo:3:1: property_value: has no value"},
		{"[Thing]\nid: X:1\n", `f.obo:1:1: unknown stanza "[Thing]"; expected [Term], [Typedef] or [Instance]`},
		{"ontology: x\nowl-axioms: Ontology(\n", "f.obo:2:1: owl-axioms: expected an axiom, or ')' at the end of the ontology, found the end of the file"},
		{"ontology: x\nowl-axioms: Ontology(Foo())\n", `f.obo:2:1: owl-axioms: "Foo" is not an axiom of OWL 2`},
		{"[Typedef]\nid: p\nholds_over_chain: q\n", `f.obo:3:1: holds_over_chain: expected relations, not "q"`},
	}
	for _, tt := range tests {
		nothing := func(rdf.Triple) error { return nil }
		err := Decode(strings.NewReader(tt.text), rdfio.Options{File: "f.obo"}, nothing)
		if syn := (*rdfio.SyntaxError)(nil); !errors.As(err, &syn) || err.Error() != tt.want {
			t.Errorf("%q: error %v\nwant %s", tt.text, err, tt.want)
		}
		var warned []string
		err = Decode(strings.NewReader(tt.text), rdfio.Options{File: "f.obo", Warn: func(e *rdfio.SyntaxError) { warned = append(warned, e.Error()) }}, nothing)
		if err != nil || len(warned) != 1 || warned[0] != tt.want {
			t.Errorf("%q: warned %q, error %v\nwant %s", tt.text, warned, err, tt.want)
		}
	}
	err := Decode(strings.NewReader("ontology: x\nname: \xff\n"), rdfio.Options{File: "f.obo"}, nil)
	if err == nil || err.Error() != "f.obo:2:7: this is not UTF-8; save the file as UTF-8" {
		t.Errorf("error %v", err)
	}
}

// A document may end its lines as Windows and old Macs do, and an error of
// yield ends the reading.
func TestDecode(t *testing.T) {
	const text = "ontology: x\n\n[Term]\nid: X:1\nname: storm\n\n[Term]\nid: X:2\nis_a: X:1\n"
	want := triples(t, text, rdfio.Options{})
	for _, end := range []string{"\r\n", "\r"} {
		if got := triples(t, "\ufeff"+strings.ReplaceAll(text, "\n", end), rdfio.Options{}); !rdfiotest.Isomorphic(got, want) {
			t.Errorf("lines ended by %q:\n%s", end, written(t, got))
		}
	}
	stop := errors.New("enough")
	for i := range want {
		n := 0
		err := Decode(strings.NewReader(text), rdfio.Options{}, func(rdf.Triple) error {
			if n++; n > i {
				return stop
			}
			return nil
		})
		if err != stop || n != i+1 {
			t.Errorf("stopped after %d of %d triples: %d yielded, error %v", i+1, len(want), n, err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	var s strings.Builder
	s.WriteString("ontology: x\n")
	for i := range 7000 {
		fmt.Fprintf(&s, "\n[Term]\nid: X:%07d\nname: concept number %d\ndef: \"A concept.\" [W:%d]\nsynonym: \"c%[1]d\" EXACT []\nis_a: X:%07[4]d ! parent\nrelationship: part_of X:%07[4]d ! parent\n", i, i, i, i/3)
	}
	b.SetBytes(int64(s.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if err := Decode(strings.NewReader(s.String()), rdfio.Options{}, func(rdf.Triple) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
