package ontologycmd

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

const legalHead = `@prefix : <http://x.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix swrl: <http://www.w3.org/2003/11/swrl#> .
`

// Files without a declared class are read by every command that needs none, and refused by
// those that look for a concept, with the reason.
func TestFilesWithoutClasses(t *testing.T) {
	const rule = `[] a swrl:Imp ; swrl:body ( [ a swrl:ClassAtom ; swrl:classPredicate :Storm ; swrl:argument1 <urn:swrl#x> ] ) ; swrl:head () .
<urn:swrl#x> a swrl:Variable .`
	tests := []struct {
		name, text string
		written    string // the line of inspect
		concepts   int
		finding    string
	}{
		{"data", `:goni a :Typhoon ; rdfs:label "天鹅"@zh , "Goni"@en . :haiyan a :Typhoon ; rdfs:label "海燕"@zh , "Haiyan"@en .`,
			"2 individuals", 3, "inferred_class"},
		{"rule", rule, "1 rule", 1, "inferred_class"},
		{"properties", `:causes a owl:ObjectProperty . :speed a owl:DatatypeProperty .`, "1 object property, 1 data property", 0, "no_concept"},
		{"deprecated", `:Storm a owl:Class ; owl:deprecated true .`, "1 class", 0, "no_concept"},
		{"statements", `:a :b :c .`, "nothing that has a kind", 0, "no_concept"},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		file := write(t, dir, tt.name+".ttl", legalHead+tt.text)
		r := ontocrawl(t, "ontology", "inspect", file)
		if r.code != cli.ExitOK || !strings.Contains(r.out, "\nWritten     "+tt.written+"\n") {
			t.Errorf("%s: inspect exits with %d: %s%s", tt.name, r.code, r.err, r.out)
		}
		r = ontocrawl(t, "ontology", "inspect", "--json", file)
		var in report.Inspection
		if err := json.Unmarshal([]byte(r.out), &in); err != nil || in.Concepts != tt.concepts {
			t.Errorf("%s: inspect --json: %v, %d concepts, want %d", tt.name, err, in.Concepts, tt.concepts)
		}
		r = ontocrawl(t, "ontology", "validate", "--fix-hints", file)
		if !strings.Contains(r.out, " "+tt.finding+" ") || tt.concepts == 0 && r.code != cli.ExitOK {
			t.Errorf("%s: validate exits with %d: %s%s", tt.name, r.code, r.err, r.out)
		}
		if r = ontocrawl(t, "ontology", "validate", "--strict", file); tt.concepts == 0 && r.code != cli.ExitFailure {
			t.Errorf("%s: validate --strict exits with %d: %s", tt.name, r.code, r.err)
		}
		if r = ontocrawl(t, "ontology", "convert", file, "--to", "ntriples"); r.code != cli.ExitOK || r.out == "" {
			t.Errorf("%s: convert exits with %d: %s", tt.name, r.code, r.err)
		}
		if r = ontocrawl(t, "ontology", "diff", file, file); r.code != cli.ExitOK {
			t.Errorf("%s: diff with itself exits with %d: %s", tt.name, r.code, r.err)
		}
		if r = ontocrawl(t, "ontology", "diff", file, "typhoon"); r.code != cli.ExitFailure || !strings.Contains(r.out, "台风") {
			t.Errorf("%s: diff exits with %d: %s", tt.name, r.code, r.err)
		}
		page := filepath.Join(dir, "page.html")
		if r = ontocrawl(t, "ontology", "view", file, "--out", page); r.code != cli.ExitOK || !strings.Contains(readFile(t, dir, "page.html"), "</html>") {
			t.Errorf("%s: view exits with %d: %s", tt.name, r.code, r.err)
		}
		if tt.concepts > 0 {
			continue
		}
		for _, args := range [][]string{{"tree", "x", "--ontology", file}, {"export", file}, {"paths", "x", "y", "--ontology", file}} {
			r = ontocrawl(t, append([]string{"ontology"}, args...)...)
			if r.code != cli.ExitUsage || !strings.Contains(r.err, "no class or concept") {
				t.Errorf("%s: %s exits with %d: %s", tt.name, args[0], r.code, r.err)
			}
		}
	}
}
