package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
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

// What a verb reads from a file it reads from a pipe too, with the lines of
// its findings.
func TestOntologyFromStandardInput(t *testing.T) {
	t.Chdir(t.TempDir())
	file := write(t, t.TempDir(), "hazards.ttl", hazards)
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"ontology", "inspect", "-"}, cli.ExitOK, "-  Turtle, UTF-8, 36 statements"},
		{[]string{"ontology", "inspect", "-", "--map", ":nearTo: ignore"}, cli.ExitOK, "4: 4 classes"},
		{[]string{"ontology", "validate", "-", "--topic", "hazard"}, cli.ExitOK, "-:7"},
		{[]string{"ontology", "diff", "-", file}, cli.ExitOK, "they say the same"},
		{[]string{"ontology", "diff", "typhoon", "-", "--topic", "hazard"}, 1, "the topic hazard is new"},
		{[]string{"ontology", "diff", "-", "-"}, cli.ExitUsage, "both are standard input"},
		{[]string{"ontology", "tree", "hazard", "--ontology", "-"}, cli.ExitOK, "[Is-a] storm"},
		{[]string{"ontology", "export", "-", "--format", "csv"}, cli.ExitOK, "http://h.example/o#Storm"},
		{[]string{"ontology", "view", "-", "--no-open"}, cli.ExitOK, "ontology.html"},
		{[]string{"similarity", "storm", "flood", "--ontology", "-"}, cli.ExitOK, "storm (风暴) ~ flood (洪水)"},
		{[]string{"topic", "hazard", "--ontology", "-"}, cli.ExitOK, "Topic hazard"},
	} {
		r := ontocrawlIn(t, hazards, tt.args...)
		if r.code != tt.code || !strings.Contains(r.out+r.err, tt.want) {
			t.Errorf("%q: code %d, want %d and %q\n%s%s", tt.args, r.code, tt.code, tt.want, r.out, r.err)
		}
	}
	if r := ontocrawlIn(t, "<!DOCTYPE html><html></html>", "ontology", "inspect", "-"); r.code != cli.ExitUsage || !strings.Contains(r.err, "HTML") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	if n, err := filepath.Glob("*"); err != nil || len(n) != 1 {
		t.Errorf("files left: %v, %v", n, err)
	}
}
