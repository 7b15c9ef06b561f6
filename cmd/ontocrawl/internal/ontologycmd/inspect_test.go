package ontologycmd

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	utf16text "unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

// hazards is an ontology with a little of everything, good and bad.
const hazards = `@prefix : <http://h.example/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://h.example/o> a owl:Ontology ; owl:versionIRI <http://h.example/o/1> .
:causes a owl:ObjectProperty .
:nearTo a owl:ObjectProperty ; rdfs:label "lies near"@en .
:core a owl:AnnotationProperty .
:Hazard a owl:Class ; rdfs:label "hazard"@en , "灾害"@zh ; rdfs:comment "What harms."@en ; :core true .
:Storm a owl:Class ; rdfs:subClassOf :Hazard , [ a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :Flood ] ;
	rdfs:label "storm"@en , "风暴"@zh ; skos:altLabel "暴风"@zh ; rdfs:comment "Wind and rain."@en .
:Tempest a owl:Class ; owl:equivalentClass :Storm ; rdfs:label "tempest"@en ; rdfs:comment "The same."@en ; owl:disjointWith :Flood .
:Flood a owl:Class ; rdfs:subClassOf :Hazard ; rdfs:label "flood"@en , "洪水"@zh ; rdfs:comment "Water."@en ;
	rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :nearTo ; owl:someValuesFrom :Storm ] ; :source "book" .
`

func decode[T any](t *testing.T, r result) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(r.out), &v); err != nil {
		t.Fatalf("%v\n%s%s", err, r.out, r.err)
	}
	return v
}

func contains(t *testing.T, what, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%s lacks %q:\n%s", what, w, text)
		}
	}
}

func TestInspect(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := write(t, dir, "hazards.ttl", hazards)
	r := ontocrawl(t, "ontology", "inspect", file, "--json")
	if r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	in := decode[report.Inspection](t, r)
	if in.IRI != "http://h.example/o" || in.Version != "http://h.example/o/1" || in.Triples != 36 || len(in.SHA256) != 64 {
		t.Errorf("head: %s %s, %d triples", in.IRI, in.Version, in.Triples)
	}
	if in.Concepts != 4 || in.Classes != 4 || in.Individuals != 0 || in.Folded != 3 || in.Depth != 2 || in.Leaves != 2 || in.Unlabelled != 0 {
		t.Errorf("size: %+v", in)
	}
	if len(in.Roots) != 1 || in.Roots[0].En != "hazard" || len(in.Core) != 1 || in.Core[0].Zh != "灾害" {
		t.Errorf("roots %v, core %v", in.Roots, in.Core)
	}
	wantRelations := []report.RelationCount{
		{Relation: "Is-a", Count: 2}, {Relation: "Synonym", Count: 1},
		{Relation: "Includes", Property: "http://h.example/o#causes", Count: 1},
		{Relation: "Other", Property: "http://h.example/o#nearTo", Label: "lies near", Count: 1},
	}
	if d := cmp.Diff(wantRelations, in.Relations); d != "" {
		t.Errorf("relations (-want +got):\n%s", d)
	}
	wantLabels := []report.LabelCount{{Lang: "en", Preferred: 4, Concepts: 4}, {Lang: "zh", Preferred: 3, Alternative: 1, Concepts: 3}}
	if d := cmp.Diff(wantLabels, in.Labels); d != "" {
		t.Errorf("labels (-want +got):\n%s", d)
	}
	if len(in.Unread) != 2 || in.Unread[0].What != "disjoint classes" || in.Unread[1].Property != "http://h.example/o#source" {
		t.Errorf("unread: %v", in.Unread)
	}
	wantFile := report.InspectedFile{File: owl.File{Name: file, IRI: "http://h.example/o", Version: "http://h.example/o/1", Charset: "utf-8", Triples: 36}, Syntax: "Turtle"}
	if len(in.Files) != 1 || in.Files[0] != wantFile {
		t.Errorf("files %+v", in.Files)
	}
	text := ontocrawl(t, "ontology", "inspect", file)
	contains(t, "the text", text.out, "http://h.example/o/1", file+"  Turtle, UTF-8, 36 statements", "Imports     none", "4: 4 classes, 0 individuals; 3 when synonyms are one",
		"1: hazard (灾害)", "http://h.example/o#nearTo (lies near)", "disjoint classes", "values of http://h.example/o#source", "hazards.ttl:7: warning: 1 edge of property")
	mapped := ontocrawl(t, "ontology", "inspect", file, "--map", "nearTo: includes")
	if mapped.code != cli.ExitOK || strings.Contains(mapped.out, "Findings") {
		t.Errorf("mapped: code %d\n%s%s", mapped.code, mapped.out, mapped.err)
	}
}

func TestInspectImports(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	head := "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
	file := write(t, dir, "a.ttl", head+"<http://a.example/> a owl:Ontology ; owl:imports <http://b.example/> , <http://c.example/> .\n<http://a.example/#A> a owl:Class .\n")
	b := write(t, dir, "b.ttl", head+"<http://b.example/> a owl:Ontology . <http://b.example/#B> a owl:Class .\n")
	in := decode[report.Inspection](t, ontocrawl(t, "ontology", "inspect", file, "--json"))
	if len(in.Imports) != 2 || in.Imports[0].File != b || in.Imports[0].Found != owl.InFolder || in.Imports[1].Found != owl.Missing || in.Concepts != 2 || len(in.Files) != 2 {
		t.Errorf("imports %+v, files %v", in.Imports, in.Files)
	}
	text := ontocrawl(t, "ontology", "inspect", file)
	contains(t, "the text", text.out, "http://b.example/: "+b+" (in the same folder, imported by "+file+")", "http://c.example/: NOT FOUND, imported by "+file+"; --fetch-imports asks the network")
}

// Packed, and in UTF-16: the lines of findings count lines of the text.
func TestInspectPacked(t *testing.T) {
	t.Parallel()
	utf16 := []byte{0xff, 0xfe}
	for _, u := range utf16text.Encode([]rune(hazards)) {
		utf16 = append(utf16, byte(u), byte(u>>8))
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(utf16); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := write(t, t.TempDir(), "hazards.ttl.gz", packed.String())
	in := decode[report.Inspection](t, ontocrawl(t, "ontology", "inspect", file, "--json"))
	if in.Concepts != 4 || in.Files[0].Syntax != "Turtle" || in.Files[0].Charset != "utf-16le" {
		t.Errorf("%d concepts, %v", in.Concepts, in.Files)
	}
	bad := write(t, t.TempDir(), "bad.ttl.gz", strings.Replace(hazards, `, "洪水"@zh`, "", 1))
	v := decode[report.Validation](t, ontocrawl(t, "ontology", "validate", bad, "--map", "nearTo: ignore", "--json"))
	if len(v.Findings) != 1 || v.Findings[0].Line != 13 {
		t.Errorf("%+v", v.Findings)
	}
}

// Classes that are a kind of each other are one concept with a synonym.
func TestInspectCycle(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "c.ttl", circle)
	in := decode[report.Inspection](t, ontocrawl(t, "ontology", "inspect", file, "--json"))
	if len(in.Cycles) != 1 || in.Concepts != 2 {
		t.Errorf("cycles %v, %d concepts", in.Cycles, in.Concepts)
	}
	contains(t, "the text", ontocrawl(t, "ontology", "inspect", file).out, "warning: Is-a runs in a circle: A -> B -> A; so these mean the same")
}

const circle = `@prefix : <http://c.example/#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A rdfs:subClassOf :B . :B rdfs:subClassOf :A .
`

func TestOntologyVerbsBadInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	html := write(t, dir, "page.owl", "<!DOCTYPE html>\n<html></html>\n")
	good := write(t, dir, "good.ttl", hazards)
	none := filepath.Join(dir, "none.owl")
	two := twoStorms(t, dir)
	for _, tt := range []struct {
		args string
		want []string
	}{
		{"inspect", []string{"accepts 1 arg"}},
		{"inspect " + none, []string{"none.owl", "no such file", "embedded"}},
		{"inspect " + html, []string{html + ":1", "HTML"}},
		{"inspect " + dir, []string{dir, "folder"}},
		{"inspect " + good + " --map nonsense", []string{"map", "nonsense"}},
		{"validate " + html, []string{"HTML"}},
		{"validate " + good + " --topic 台凤", []string{"台凤"}},
		{"validate " + good + " --format xml", []string{"text, tsv, json or sarif"}},
		{"validate " + good + " --json --format tsv", []string{"contradict"}},
		{"validate " + good + " --top -1", []string{"--top"}},
		{"diff " + good, []string{"accepts 2 arg"}},
		{"diff " + good + " " + none, []string{"no such file"}},
		{"diff " + html + " " + good, []string{"HTML"}},
		{"diff " + good + " typhoon --topic nowhere", []string{`"nowhere"`}},
		{"diff " + good + " " + good + " --format html", []string{"text, markdown or json"}},
		{"diff " + good + " " + good + " --json --format text", []string{"contradict"}},
		{"diff " + good + " " + good + " --top -1", []string{"--top"}},
		{"diff " + good + " " + good + " --alpha 0.5", []string{"add up to 1"}},
		{"tree", []string{"accepts 1 arg"}},
		{"tree 台凤", []string{`"台凤"`, "nearest names", "台风"}},
		{"tree storm --ontology " + two, []string{"names 2 concepts", "SandStorm"}},
		{"tree 台风 --depth 0", []string{"--depth", "1 to 1000"}},
		{"tree 台风 --relations cause", []string{`"cause"`, "is-a, synonym, includes and other"}},
		{"tree 台风 --relations synonym", []string{"synonyms are one concept"}},
		{"paths 台风", []string{"accepts 2 arg"}},
		{"paths 台风 nowhere", []string{`"nowhere"`}},
		{"paths 台风 大风 --max 0", []string{"--max", "1 to 1000"}},
		{"paths 台风 大风 --length -1", []string{"--length"}},
		{"paths 台风 大风 --relations up", []string{`"up"`}},
	} {
		r := ontocrawl(t, append([]string{"ontology"}, strings.Fields(tt.args)...)...)
		if r.code != cli.ExitUsage || r.out != "" {
			t.Errorf("%s: code %d, out %q\n%s", tt.args, r.code, r.out, r.err)
		}
		contains(t, tt.args, r.err, tt.want...)
	}
}

func TestOntologyVerbsHelp(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"inspect", "validate", "diff", "tree", "paths"} {
		r := ontocrawl(t, "ontology", verb, "--help")
		if r.code != cli.ExitOK || !strings.Contains(r.out, "Examples:") {
			t.Errorf("%s --help: code %d\n%s", verb, r.code, r.out)
		}
	}
}
