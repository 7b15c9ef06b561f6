package ontologycmd

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/axiom/axiomtest"
	"github.com/ontocrawl/ontocrawl/ontology/export"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
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
	a := testApp()
	d, err := a.readDocument(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Flaws) > 0 {
		t.Fatalf("%s: %s", file, d.Flaws)
	}
	return d.Triples
}

// exact are the syntaxes that have words for everything.
func exact() syntax.Table {
	return slices.DeleteFunc(syntax.All().Written(), func(s *syntax.Syntax) bool {
		return slices.Contains([]string{"manchester", "obo", "obograph"}, s.Name)
	})
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

func convertFile(t *testing.T, in, to, out string) {
	t.Helper()
	if r := ontocrawl(t, "ontology", "convert", in, "--to", to, "--out", out); r.code != cli.ExitOK {
		t.Fatalf("%s to %s: code %d\n%s%s", in, to, r.code, r.out, r.err)
	}
}

// From every syntax to every other the same triples arrive, and a second save
// is the first, byte by byte.
func TestConvertRoundTrips(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, file := range originals(t, dir) {
		want := triplesIn(t, file)
		for _, from := range exact() {
			first := file + ".1" + from.Exts[0]
			convertFile(t, file, from.Name, first)
			if diff := lost(t, from, want, triplesIn(t, first), nil); diff != "" {
				t.Errorf("%s as %s (-want +got):\n%.4000s", file, from.Name, diff)
				continue
			}
			for _, to := range exact() {
				second := file + "." + from.Name + to.Exts[0]
				convertFile(t, first, to.Name, second)
				direct := file + ".direct" + to.Exts[0]
				convertFile(t, file, to.Name, direct)
				if sorts := func(s *syntax.Syntax) bool { return s.Name == "rdfxml" || ofAxioms(s) }; sorts(from) && !sorts(to) {
					// Only the order of labels differs.
					if diff := lost(t, from, triplesIn(t, direct), triplesIn(t, second), nil); diff != "" {
						t.Errorf("%s as %s, directly and by way of %s (-direct +by way):\n%.3000s", file, to.Name, from.Name, diff)
					}
					continue
				}
				if d := cmp.Diff(readFile(t, dir, filepath.Base(direct)), readFile(t, dir, filepath.Base(second))); d != "" {
					t.Errorf("%s as %s, directly and by way of %s (-direct +by way):\n%.3000s", file, to.Name, from.Name, d)
				}
			}
		}
	}
}

// ofAxioms reports whether a syntax has words for axioms, not for triples.
func ofAxioms(s *syntax.Syntax) bool {
	return slices.Contains([]string{"functional", "owlxml", "manchester"}, s.Name)
}

// lost tells how what came back from a syntax differs from what was written:
// by triples, or by axioms where the syntax has only those (a list then has no
// type, an axiom said twice is said once, a restriction that two axioms share
// is two).
func lost(t *testing.T, to *syntax.Syntax, want, got []rdf.Triple, left []syntax.Loss) string {
	t.Helper()
	if to.Name == "manchester" {
		return lostOfFrames(want, got, left)
	}
	if !ofAxioms(to) {
		if rdfiotest.Isomorphic(want, got) {
			return ""
		}
		return cmp.Diff(triplesText(t, want), triplesText(t, got))
	}
	wantAxioms, rest := axiomsText(want)
	if len(rest) != len(left) {
		return fmt.Sprintf("%d triples are no axiom, but %d were said to be left out", len(rest), len(left))
	}
	gotAxioms, rest := axiomsText(got)
	if len(rest) > 0 {
		return fmt.Sprintf("%d triples came back that are no axiom", len(rest))
	}
	return cmp.Diff(wantAxioms, gotAxioms)
}

// lostOfFrames is lost for the Manchester syntax, which declares all that it speaks of, and has
// no place for some axioms.
func lostOfFrames(want, got []rdf.Triple, left []syntax.Loss) string {
	o, rest := axiom.FromTriples(want)
	before, fits := len(o.Axioms), manchester.Fits(o)
	o.Axioms = slices.DeleteFunc(o.Axioms, func(a axiom.Axiom) bool { return !fits(a) })
	if n := len(rest) + before - len(o.Axioms); len(left) < n {
		return fmt.Sprintf("%d triples and axioms cannot be said, but only %d triples were said to be left out", n, len(left))
	}
	back, _ := axiom.FromTriples(got)
	texts := func(o *axiom.Ontology) []string {
		// A property that was not declared may be taken otherwise once it is.
		if triples, err := axiomtest.Declared(o).Triples(); err == nil {
			o, _ = axiom.FromTriples(triples)
		}
		lines := axiomtest.Texts(axiomtest.Declared(o))
		anonymous := regexp.MustCompile(`_:\w+`)
		for i, l := range lines {
			lines[i] = anonymous.ReplaceAllString(l, "_:")
		}
		slices.Sort(lines)
		return slices.Compact(lines)
	}
	return cmp.Diff(texts(o), texts(back))
}

func triplesText(t *testing.T, triples []rdf.Triple) []string {
	t.Helper()
	var b bytes.Buffer
	if err := ntriples.Encode(&b, triples, rdfio.EncodeOptions{}); err != nil {
		t.Fatal(err)
	}
	return strings.Split(b.String(), "\n")
}

// axiomsText returns header and axioms, sorted, once each, anonymous
// individuals without a name.
func axiomsText(triples []rdf.Triple) (lines []string, rest []rdf.Triple) {
	o, rest := axiom.FromTriples(triples)
	lines = append(lines, "ontology "+o.IRI, "version "+o.Version)
	for _, iri := range o.Imports {
		lines = append(lines, "import "+iri)
	}
	for _, n := range o.Annotations {
		lines = append(lines, n.String())
	}
	for _, a := range o.Axioms {
		slices.SortFunc(a.Annotations, func(x, y axiom.Annotation) int { return strings.Compare(x.String(), y.String()) })
		lines = append(lines, a.String())
	}
	anonymous := regexp.MustCompile(`_:\w+`)
	for i, l := range lines {
		lines[i] = anonymous.ReplaceAllString(l, "_:")
	}
	slices.Sort(lines)
	return slices.Compact(lines), rest
}

// The concept graph of a converted file equals the original: names, relations, depths
// and core marks.
func TestConvertKeepsTheGraph(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"typhoon", "rainstorm"} {
		want := graphML(t, name)
		for _, to := range exact() {
			file := filepath.Join(dir, name+to.Exts[0])
			convertFile(t, name, to.Name, file)
			if d := cmp.Diff(want, graphML(t, file)); d != "" {
				t.Errorf("%s as %s (-before +after):\n%.3000s", name, to.Name, d)
			}
		}
	}
}

func graphML(t *testing.T, file string) string {
	t.Helper()
	d, err := testApp().readDocument(file)
	if err != nil {
		t.Fatal(err)
	}
	ont, err := owl.FromTriples(d.Triples, owl.Options{File: file})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := export.Write(&b, ont.Graph, export.GraphML, export.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestConvertOutputs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := ontocrawl(t, "ontology", "convert", "typhoon", "--to", "TURTLE")
	if r.code != cli.ExitOK || !strings.Contains(r.out, "@prefix : <https://ontocrawl.github.io/ontologies/typhoon#>") || !strings.Contains(r.out, "\n:Typhoon a owl:Class") {
		t.Errorf("code %d\n%s%.1000s", r.code, r.err, r.out)
	}
	piped := ontocrawlIn(t, r.out, "ontology", "convert", "-", "--to", "turtle")
	if d := cmp.Diff(r.out, piped.out); d != "" {
		t.Errorf("through a pipe (-want +got):\n%s%s", piped.err, d)
	}
	packed := filepath.Join(dir, "typhoon.ttl.GZ")
	if r := ontocrawl(t, "ontology", "convert", "typhoon", "--out", packed); r.code != cli.ExitOK || !strings.Contains(r.out, "Turtle, 2303 statements") {
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
	t.Parallel()
	file := write(t, t.TempDir(), "flaw.owl", `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#">
  <owl:Class rdf:about="http://f.example/a" loose="lost"/>
</rdf:RDF>
`)
	r := ontocrawl(t, "ontology", "convert", file, "--to", "ntriples")
	if r.code != cli.ExitPartly || !strings.Contains(r.out, "<http://f.example/a>") || !strings.Contains(r.err, "flaw.owl:3") || !strings.Contains(r.err, "loose") {
		t.Errorf("code %d, want %d\n%s%s", r.code, cli.ExitPartly, r.out, r.err)
	}
}

// What a syntax has no words for is listed, the rest written; saved again it
// is the same file.
func TestConvertTellsWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := write(t, dir, "odd.ttl", `@prefix : <http://odd.example/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://odd.example/> a owl:Ontology .
:A a owl:Class ; rdfs:label "a" ; rdfs:subClassOf :B , [ a owl:Restriction ; owl:onProperty :p ; owl:maxCardinality 3 ] .
:B a owl:Class ; rdfs:label "b" ; <http://odd.example/1> "no XML name" ; rdfs:comment "bell \u0007" .
:p a owl:ObjectProperty .
<http://odd.example/1> a owl:AnnotationProperty .
_:x owl:onProperty _:y . _:y owl:someValuesFrom _:x .
`)
	for _, tt := range []struct {
		to   string
		left []string
		kept []string
	}{
		{"rdfxml", []string{"no XML name", `bell \u0007`}, []string{"http://odd.example/#A", ">b<"}},
		{"functional", []string{"owl#someValuesFrom>"}, []string{"SubClassOf(:A", "no XML name"}},
		{"obograph", []string{"maxCardinality"}, []string{`"http://odd.example/#A"`, `"lbl": "b"`}},
	} {
		out := filepath.Join(dir, "out."+tt.to)
		r := ontocrawl(t, "ontology", "convert", in, "--to", tt.to, "--out", out)
		if r.code != cli.ExitPartly || !strings.Contains(r.err, "has no words for the statement") {
			t.Errorf("%s: code %d, want %d\n%s", tt.to, r.code, cli.ExitPartly, r.err)
			continue
		}
		for _, w := range tt.left {
			if !strings.Contains(r.err, w) {
				t.Errorf("%s: not told: %s in\n%s", tt.to, w, r.err)
			}
		}
		text := readFile(t, dir, "out."+tt.to)
		for _, w := range tt.kept {
			if !strings.Contains(text, w) {
				t.Errorf("%s: not kept: %s in\n%s", tt.to, w, text)
			}
		}
		again := ontocrawl(t, "ontology", "convert", out, "--to", tt.to)
		if d := cmp.Diff(text, again.out); d != "" || again.code != cli.ExitOK {
			t.Errorf("%s, saved again: code %d (-first +second)\n%s%s", tt.to, again.code, again.err, d)
		}
	}
}

// A long list is told by kind, and written to a file in full.
func TestConvertLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, left := filepath.Join(dir, "t.json"), filepath.Join(dir, "left.txt")
	r := ontocrawl(t, "ontology", "convert", "typhoon", "--out", out, "--left", left)
	if r.code != cli.ExitPartly || strings.Count(r.err, "\n") > 40 {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	for _, want := range []string{"has no words for the language (", "more, all in " + left, `rdfs:label "causes"@en .` + "\n"} {
		if !strings.Contains(r.err, want) {
			t.Errorf("not told: %q in\n%s", want, r.err)
		}
	}
	text := readFile(t, dir, "left.txt")
	if !strings.Contains(text, `#YellowTyphoonWarning> rdfs:label "台风黄色预警"@zh . # not written: the language`) {
		t.Errorf("the list lacks a label:\n%.2000s", text)
	}
	if r := ontocrawl(t, "ontology", "convert", "typhoon", "--to", "turtle", "--left", left); r.code != cli.ExitOK || readFile(t, dir, "left.txt") != "" {
		t.Errorf("code %d, and the list is not empty\n%s", r.code, r.err)
	}
}

// Syntaxes that sort labels change names; that is told.
func TestConvertTellsNewNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := write(t, dir, "many.ttl", manyAxioms)
	for to, told := range map[string]bool{"functional": true, "rdfxml": true, "turtle": false, "ntriples": false, "jsonld": false} {
		r := ontocrawl(t, "ontology", "convert", in, "--to", to)
		if r.code != cli.ExitOK {
			t.Errorf("%s: code %d\n%s", to, r.code, r.err)
		}
		if got := strings.Contains(r.err, `http://many.example/o#Storm @en is "gale", was "storm"`); got != told {
			t.Errorf("%s: told is %v, want %v\n%s", to, got, told, r.err)
		}
	}
}

func TestConvertBadInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mine := write(t, dir, "mine.ttl", manyAxioms)
	html := write(t, dir, "page.owl", "<!DOCTYPE html>\n<html><head><title>Not found</title></head></html>\n")
	torn := write(t, dir, "torn.ttl", "@prefix : <http://a/> .\n:a :b\n")
	packed := write(t, dir, "torn.ttl.gz", "\x1f\x8bnot really")
	empty := write(t, dir, "empty.ttl", "@prefix : <http://a/> .\n")
	wordless := write(t, dir, "wordless.nt", "<http://a.example/x> <http://a.example/p> _:y .\n")
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
		{"wordless", []string{wordless, "--to", "obograph"}, []string{wordless, "OBO graphs", "no words for any"}},
		{"no statement", []string{empty, "--out", out}, []string{empty, "no statement"}},
		{"itself", []string{mine, "--out", mine}, []string{mine, "--force"}},
		{"itself by another path", []string{mine, "--out", filepath.Join(dir, ".", "..", filepath.Base(dir), "mine.ttl")}, []string{"--force"}},
		{"left over the input", []string{mine, "--to", "obograph", "--left", mine}, []string{mine, "--left"}},
		{"left over the output", []string{mine, "--out", out, "--left", out}, []string{out, "--left"}},
		{"no folder", []string{mine, "--out", filepath.Join(dir, "none", "x.ttl")}, []string{"none", "no such file"}},
	} {
		r := ontocrawl(t, append([]string{"ontology", "convert"}, tt.args...)...)
		if r.code != cli.ExitUsage || r.out != "" {
			t.Errorf("%s: code %d, want %d and no output\n%s%s", tt.name, r.code, cli.ExitUsage, r.out, r.err)
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
	if err != nil || len(left) != 7 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
}

// --force overwrites the file that is read, as a whole.
func TestConvertForce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mine := write(t, dir, "mine.ttl", manyAxioms)
	want := triplesIn(t, mine)
	if r := ontocrawl(t, "ontology", "convert", mine, "--out", mine, "--force"); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	if readFile(t, dir, "mine.ttl") == manyAxioms || !rdfiotest.Isomorphic(want, triplesIn(t, mine)) {
		t.Error("the file was not saved, or not the same")
	}
}

// TestTargetNames: a syntax may be called as other tools call it.
func TestTargetNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"rdfxml": "rdfxml", "RDF/XML": "rdfxml", "owl": "rdfxml", "N-Triples": "ntriples", "ttl": "turtle",
		"obographs": "obograph", "json-ld": "jsonld", "OFN": "functional", "-": "", "obo": "obo", "OWL/XML": "owlxml", "omn": "manchester", "latex": "",
	} {
		got, err := targetOf(convertFlags{to: name})
		switch {
		case want == "" && err == nil:
			t.Errorf("--to %s means %s", name, got.Name)
		case want != "" && (err != nil || got.Name != want):
			t.Errorf("--to %s: %v, want %s", name, err, want)
		}
	}
}
