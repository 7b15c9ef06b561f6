package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// manyAxioms uses what a user of Protégé may use: restrictions, junctions,
// lists, annotated axioms and annotations, disjointness, keys, chains,
// individuals, literals of every kind.
const manyAxioms = `@prefix : <http://many.example/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://many.example/o> a owl:Ontology ; owl:versionIRI <http://many.example/o/1> ; owl:imports <http://many.example/other> ;
  rdfs:comment "two\nlines, a tab\t, \"quotes\" & <signs> \\ "@en , "中文注释"@zh ; owl:versionInfo "1" .
skos:altLabel a owl:AnnotationProperty . :note a owl:AnnotationProperty ; rdfs:subPropertyOf rdfs:comment .
:Storm a owl:Class ; rdfs:label "storm"@en , "gale"@en , "风暴"@zh-Hans .
:Typhoon a owl:Class ; rdfs:label "typhoon"@en , "台风"@zh , "颱風"@zh-Hant-TW , "plain" ;
  skos:altLabel "tropical cyclone"@en ;
  rdfs:subClassOf :Storm , [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom [ a owl:Class ; owl:unionOf ( :Surge :Flood ) ] ] ,
    [ a owl:Restriction ; owl:onProperty :causes ; owl:allValuesFrom :Harm ] ,
    [ a owl:Restriction ; owl:onProperty :speed ; owl:minQualifiedCardinality "1"^^xsd:nonNegativeInteger ; owl:onDataRange xsd:decimal ] .
:Surge a owl:Class ; rdfs:subClassOf :Harm ; owl:disjointWith :Flood .
:Flood a owl:Class ; rdfs:subClassOf :Harm ; owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :Harm [ a owl:Restriction ; owl:onProperty :of ; owl:hasValue :water ] ) ] .
:Harm a owl:Class ; owl:hasKey ( :causes :speed ) .
:Hurricane a owl:Class ; owl:equivalentClass :Typhoon .
:Never a owl:Class ; rdfs:subClassOf [ a owl:Class ; owl:complementOf :Storm ] ; owl:deprecated true .
:causes a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:domain :Storm ; rdfs:range :Harm ; owl:inverseOf :causedBy ; owl:propertyChainAxiom ( :causes :leadsTo ) .
:causedBy a owl:ObjectProperty . :leadsTo a owl:ObjectProperty ; rdfs:subPropertyOf :causes . :of a owl:ObjectProperty .
:speed a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:range [ a rdfs:Datatype ; owl:onDatatype xsd:decimal ; owl:withRestrictions ( [ xsd:minInclusive 32.7 ] ) ] .
:water a owl:NamedIndividual , :Thing2 ; :note "n" . :Thing2 a owl:Class .
:in-fa a owl:NamedIndividual , :Typhoon ; :causes :surge1 ; :speed 41.5 ; owl:differentFrom :water ; rdfs:label "烟花"@zh .
:surge1 a owl:NamedIndividual , :Surge ; owl:sameAs :surge2 . :surge2 a owl:NamedIndividual .
[] a owl:AllDisjointClasses ; owl:members ( :Storm :Harm :Thing2 ) .
[] a owl:Axiom ; owl:annotatedSource :Typhoon ; owl:annotatedProperty rdfs:subClassOf ; owl:annotatedTarget :Storm ; rdfs:comment "since 1900"@en .
[] a owl:Axiom ; owl:annotatedSource :Typhoon ; owl:annotatedProperty rdfs:label ; owl:annotatedTarget "台风"@zh ; :note "name" , "2"^^xsd:integer .
[] a owl:NegativePropertyAssertion ; owl:sourceIndividual :in-fa ; owl:assertionProperty :causes ; owl:targetIndividual :water .
`

// triplesIn reads a file with the reader that convert uses.
func triplesIn(t *testing.T, file string) []rdf.Triple {
	t.Helper()
	a := &app{}
	d, err := a.readDocument(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.flaws) > 0 {
		t.Fatalf("%s: %s", file, d.flaws)
	}
	return d.triples
}

// exact are the syntaxes that have words for everything.
func exact() []target {
	return slices.DeleteFunc(targets(), func(t target) bool { return t.name == "obograph" })
}

// originals are the files that are converted to and fro.
func originals(t *testing.T, dir string) []string {
	t.Helper()
	files := []string{write(t, dir, "many.ttl", manyAxioms)}
	for _, name := range []string{"typhoon.owl", "rainstorm.owl"} {
		data, err := ontologies.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, write(t, dir, name, string(data)))
	}
	return files
}

func convert(t *testing.T, in, to, out string) {
	t.Helper()
	if r := ontocrawl(t, "ontology", "convert", in, "--to", to, "--out", out); r.code != exitOK {
		t.Fatalf("%s to %s: code %d\n%s%s", in, to, r.code, r.out, r.err)
	}
}

// From every syntax to every other the same triples arrive, and a second save
// is the first, byte by byte.
func TestConvertRoundTrips(t *testing.T) {
	dir := t.TempDir()
	for _, file := range originals(t, dir) {
		want := triplesIn(t, file)
		for _, from := range exact() {
			first := file + ".1" + from.ext
			convert(t, file, from.name, first)
			if got := triplesIn(t, first); !rdfio.Isomorphic(want, got) {
				t.Errorf("%s as %s: %d statements came back of %d:\n%s", file, from.name, len(got), len(want), triplesDiffer(t, want, got))
				continue
			}
			for _, to := range exact() {
				second := file + "." + from.name + to.ext
				convert(t, first, to.name, second)
				direct := file + ".direct" + to.ext
				convert(t, file, to.name, direct)
				if d := cmp.Diff(readFile(t, dir, filepath.Base(direct)), readFile(t, dir, filepath.Base(second))); d != "" {
					t.Errorf("%s as %s, directly and by way of %s (-direct +by way):\n%.3000s", file, to.name, from.name, d)
				}
			}
		}
	}
}

// triplesDiffer shows triples that only one side has, blank nodes by their
// canonical names.
func triplesDiffer(t *testing.T, a, b []rdf.Triple) string {
	t.Helper()
	lines := func(ts []rdf.Triple) string {
		var buf bytes.Buffer
		if err := rdfio.EncodeNTriples(&buf, ts); err != nil {
			t.Fatal(err)
		}
		return buf.String()
	}
	d := cmp.Diff(strings.Split(lines(a), "\n"), strings.Split(lines(b), "\n"))
	return d[:min(len(d), 4000)]
}

// What a converted file means to the crawler is what the original means.
func TestConvertKeepsTheTopic(t *testing.T) {
	dir := t.TempDir()
	want := ontocrawl(t, "topic", "台风灾害", "--ontology", "typhoon").out
	for _, to := range exact() {
		file := filepath.Join(dir, "typhoon"+to.ext)
		convert(t, "typhoon", to.name, file)
		got := ontocrawl(t, "topic", "台风灾害", "--ontology", file)
		if d := cmp.Diff(want, got.out); d != "" || got.code != exitOK {
			t.Errorf("%s: code %d\n%s (-before +after):\n%s", to.name, got.code, got.err, d)
		}
	}
}

func TestConvertOutputs(t *testing.T) {
	dir := t.TempDir()
	r := ontocrawl(t, "ontology", "convert", "typhoon", "--to", "TURTLE")
	if r.code != exitOK || !strings.Contains(r.out, "@prefix : <https://ontocrawl.github.io/ontologies/typhoon#>") || !strings.Contains(r.out, "\n:Typhoon a owl:Class") {
		t.Errorf("code %d\n%s%.1000s", r.code, r.err, r.out)
	}
	piped := ontocrawlIn(t, r.out, "ontology", "convert", "-", "--to", "turtle")
	if d := cmp.Diff(r.out, piped.out); d != "" {
		t.Errorf("through a pipe (-want +got):\n%s%s", piped.err, d)
	}
	packed := filepath.Join(dir, "typhoon.ttl.GZ")
	if r := ontocrawl(t, "ontology", "convert", "typhoon", "--out", packed); r.code != exitOK || !strings.Contains(r.out, "turtle") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	f, err := os.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := gzip.NewReader(f); err != nil {
		t.Error(err)
	}
	if again := ontocrawl(t, "ontology", "convert", packed, "--to", "turtle"); again.out != r.out {
		t.Errorf("unpacked: code %d\n%s%.1000s", again.code, again.err, again.out)
	}
}

// What was read with a flaw is written and told.
func TestConvertTellsFlaws(t *testing.T) {
	file := write(t, t.TempDir(), "flaw.owl", `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#">
  <owl:Class rdf:about="http://f.example/a" loose="lost"/>
</rdf:RDF>
`)
	r := ontocrawl(t, "ontology", "convert", file, "--to", "ntriples")
	if r.code != exitPartly || !strings.Contains(r.out, "<http://f.example/a>") || !strings.Contains(r.err, "flaw.owl:3") || !strings.Contains(r.err, "loose") {
		t.Errorf("code %d, want %d\n%s%s", r.code, exitPartly, r.out, r.err)
	}
}

func TestConvertBadInput(t *testing.T) {
	dir := t.TempDir()
	mine := write(t, dir, "mine.ttl", manyAxioms)
	html := write(t, dir, "page.owl", "<!DOCTYPE html>\n<html><head><title>Not found</title></head></html>\n")
	torn := write(t, dir, "torn.ttl", "@prefix : <http://a/> .\n:a :b\n")
	packed := write(t, dir, "torn.ttl.gz", "\x1f\x8bnot really")
	empty := write(t, dir, "empty.ttl", "@prefix : <http://a/> .\n")
	out := filepath.Join(dir, "out.ttl")
	write(t, dir, "out.ttl", "what stood there before")
	for _, tt := range []struct {
		name string
		args []string
		want []string
	}{
		{"nothing", nil, []string{"accepts 1 arg"}},
		{"no syntax", []string{mine}, []string{"--to", "turtle"}},
		{"unknown syntax", []string{mine, "--to", "docx"}, []string{`"docx"`, "turtle"}},
		{"unknown name", []string{mine, "--out", filepath.Join(dir, "x.docx")}, []string{"x.docx", "--to"}},
		{"no file", []string{"tyfoon", "--out", out}, []string{"tyfoon", "no such file", "typhoon, rainstorm"}},
		{"folder", []string{dir, "--out", out}, []string{dir, "directory"}},
		{"HTML", []string{html, "--out", out}, []string{html + ":1", "HTML"}},
		{"torn", []string{torn, "--out", out}, []string{torn + ":"}},
		{"torn gzip", []string{packed, "--out", out}, []string{packed}},
		{"no statement", []string{empty, "--out", out}, []string{empty, "no statement"}},
		{"itself", []string{mine, "--out", mine}, []string{mine, "--force"}},
		{"itself by another path", []string{mine, "--out", filepath.Join(dir, ".", "..", filepath.Base(dir), "mine.ttl")}, []string{"--force"}},
		{"no folder", []string{mine, "--out", filepath.Join(dir, "none", "x.ttl")}, []string{"none", "no such file"}},
	} {
		r := ontocrawl(t, append([]string{"ontology", "convert"}, tt.args...)...)
		if r.code != exitUsage || r.out != "" {
			t.Errorf("%s: code %d, want %d and no output\n%s%s", tt.name, r.code, exitUsage, r.out, r.err)
		}
		for _, w := range tt.want {
			if !strings.Contains(r.err, w) {
				t.Errorf("%s: the message lacks %q:\n%s", tt.name, w, r.err)
			}
		}
		if readFile(t, dir, "mine.ttl") != manyAxioms || readFile(t, dir, "out.ttl") != "what stood there before" {
			t.Fatalf("%s: a file was changed", tt.name)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 6 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
}

// --force overwrites the file that is read, as a whole.
func TestConvertForce(t *testing.T) {
	dir := t.TempDir()
	mine := write(t, dir, "mine.ttl", manyAxioms)
	want := triplesIn(t, mine)
	if r := ontocrawl(t, "ontology", "convert", mine, "--out", mine, "--force"); r.code != exitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	if readFile(t, dir, "mine.ttl") == manyAxioms || !rdfio.Isomorphic(want, triplesIn(t, mine)) {
		t.Error("the file was not saved, or not the same")
	}
}
