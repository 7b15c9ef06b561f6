package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// Who asks for a likeness is told in one line of all properties that are not
// understood, and how to see them.
func TestFindingsInOneLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := write(t, dir, "o.ttl", `@prefix : <http://x.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:A a owl:Class . :B a owl:Class . :i a :A ; :p1 :j , :k ; :p2 :j ; :p3 :j ; :p4 :j . :j a :B . :k a :B .
:p1 a owl:ObjectProperty . :p2 a owl:ObjectProperty . :p3 a owl:ObjectProperty . :p4 a owl:ObjectProperty .
`)
	r := ontocrawl(t, "similarity", "--ontology", file, "A", "B")
	want := `msg="5 edges of 4 properties ignored, for it is not known what they mean: :p1 (2), :p2 (1), :p3 (1) and 1 more"`
	if r.code != cli.ExitOK || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, want) || !strings.Contains(r.err, `details="ontocrawl ontology validate `+file+`"`) {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	if r := ontocrawl(t, "similarity", "--ontology", file, "A", "B", "--log-level", "debug"); strings.Count(r.err, "map it with") != 4 {
		t.Errorf("at debug each is told:\n%s", r.err)
	}
	r = ontocrawl(t, "similarity", "--ontology", file, "A", "B", "--map", "p1: includes, p2: ignore, p3: ignore, p4:ignore, p5: core, q: core")
	if r.code != cli.ExitOK || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, `the mapping names 2 properties that are not there: \"p5\", \"q\"`) {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
}

// The mapping may be YAML, in the settings or in a file of its own; a meaning
// that does not exist is refused by every command, with its line.
func TestMappingInYAML(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := write(t, dir, "o.ttl", `@prefix : <http://x.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class ; rdfs:label "a"@en . :B a owl:Class ; rdfs:label "b"@en ; rdfs:subClassOf :A .
:p a owl:ObjectProperty ; rdfs:label "治疗"@zh . :q owl:inverseOf :p . :r rdfs:subPropertyOf :p .
:C a owl:Class ; rdfs:label "c"@en ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :q ; owl:someValuesFrom :A ] .
:D a owl:Class ; rdfs:label "d"@en ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :r ; owl:someValuesFrom :B ] .
`)
	settings := write(t, dir, "settings.yaml", "map:\n  治疗: includes # ours\n")
	alone := write(t, dir, "map.yaml", "http://x.org/o#p: includes\n")
	for _, args := range [][]string{{"--config", settings}, {"--map", "@" + alone}, {"--map", ":p: includes"}} {
		r := ontocrawl(t, append([]string{"ontology", "inspect", file, "--json"}, args...)...)
		var found []string
		for _, rel := range decode[inspected](t, r).Relations {
			found = append(found, rel.Relation+" "+rel.Property)
		}
		if got, want := strings.Join(found, ", "), "Is-a , Includes http://x.org/o#q, Includes http://x.org/o#r"; got != want {
			t.Errorf("%q: relations %s, want %s", args, got, want)
		}
	}
	r := ontocrawl(t, "config", "--config", settings)
	if !strings.Contains(r.out, "治疗: includes") || !strings.Contains(r.out, settings+":1") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	bad := write(t, dir, "bad.yaml", "tau: 8\nmap:\n  治疗: includes\n  影响: inculdes\n  q: nothing at all\n")
	for _, verb := range [][]string{{"config"}, {"ontology", "inspect", file}, {"topic", "typhoon"}} {
		r := ontocrawl(t, append(verb, "--config", bad)...)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, filepath.Base(bad)+`:4: map: property "影响": unknown property meaning "inculdes": did you mean "includes"?`) || !strings.Contains(r.err, "bad.yaml:5:") {
			t.Errorf("%q: code %d\n%s", verb, r.code, r.err)
		}
	}
}
