package ontologycmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const editHead = `@prefix : <http://x.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`

// editFile writes an ontology in Turtle to a folder.
func editFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(editHead+text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

const editStorms = `<http://x.org/storms> a owl:Ontology .
:Storm a owl:Class ; rdfs:label "storm"@en .
:Wind a owl:Class ; rdfs:label "wind"@en .
:Typhoon a owl:Class ; rdfs:label "typhoon"@en ; rdfs:subClassOf :Gale , :Storm .
:Gale a owl:Class ; rdfs:label "gale"@en ; rdfs:subClassOf :Storm .
`

// bodies returns the Turtle after the prefixes, without empty lines.
func bodies(text string) string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "@prefix") {
			all = append(all, line)
		}
	}
	return strings.Join(all, "\n")
}

func TestEdits(t *testing.T) {
	dir := t.TempDir()
	storms := editFile(t, dir, "storms.ttl", editStorms)
	defined := editFile(t, dir, "defined.ttl", `:A a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( :B [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :C ] ) ] .
:B a owl:Class . :C a owl:Class . :p a owl:ObjectProperty .
:X a owl:Class ; rdfs:subClassOf :B , [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :C ] .`)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"reduce", storms}, `<http://x.org/storms> a owl:Ontology .
:Gale a owl:Class ;
rdfs:label "gale"@en ;
rdfs:subClassOf :Storm .
:Storm a owl:Class ;
rdfs:label "storm"@en .
:Typhoon a owl:Class ;
rdfs:label "typhoon"@en ;
rdfs:subClassOf :Gale .
:Wind a owl:Class ;
rdfs:label "wind"@en .`},
		{[]string{"extract", storms, "--term", "gale", "--iri", "http://x.org/part"}, `<http://x.org/part> a owl:Ontology .
:Gale a owl:Class ;
rdfs:label "gale"@en .`},
		{[]string{"extract", storms, "--term", ":Typhoon", "--method", "mireot", "--upto", "http://x.org/o#Gale"}, `:Gale a owl:Class ;
rdfs:label "gale"@en .
:Storm a owl:Class ;
rdfs:label "storm"@en .
:Typhoon a owl:Class ;
rdfs:label "typhoon"@en ;
rdfs:subClassOf :Gale, :Storm .
[] a owl:Ontology .`},
		{[]string{"materialize", defined}, `:p a owl:ObjectProperty .
:A a owl:Class ;
rdfs:subClassOf :B ;
owl:equivalentClass [ a owl:Class ;
owl:intersectionOf ( :B [ a owl:Restriction ;
owl:onProperty :p ;
owl:someValuesFrom :C ] ) ] .
:B a owl:Class .
:C a owl:Class .
:X a owl:Class ;
rdfs:subClassOf :A, :B, [ a owl:Restriction ;
owl:onProperty :p ;
owl:someValuesFrom :C ] .
[] a owl:Ontology .`},
	} {
		r := ontocrawl(t, append(append([]string{"ontology"}, tt.args...), "--to", "turtle")...)
		if diff := cmp.Diff(tt.want, bodies(r.out)); r.code != 0 || diff != "" {
			t.Errorf("%s: exit code %d, %s\n%s", tt.args, r.code, r.err, diff)
		}
	}
}

// A file that is merged with what it imports says all that both say, and imports it no more.
func TestMergeFiles(t *testing.T) {
	dir := t.TempDir()
	editFile(t, dir, "storms.ttl", editStorms)
	main := editFile(t, dir, "main.ttl", `<http://x.org/main> a owl:Ontology ; owl:imports <http://x.org/storms> , <http://x.org/gone> .
:Typhoon rdfs:subClassOf :Hazard . :Hazard a owl:Class .`)
	out := filepath.Join(dir, "all.ofn")
	r := ontocrawl(t, "ontology", "merge", main, "--out", out)
	text, err := os.ReadFile(out)
	if err != nil || r.code != 0 {
		t.Fatal(r, err)
	}
	for want, n := range map[string]int{"Import(<http://x.org/gone>)": 1, "http://x.org/storms": 0, "SubClassOf(:Typhoon :Hazard)": 1, "SubClassOf(:Gale :Storm)": 1, "Ontology(<http://x.org/main>": 1} {
		if got := strings.Count(string(text), want); got != n {
			t.Errorf("%q stands %d times, want %d:\n%s", want, got, n, text)
		}
	}
	if !strings.Contains(r.err, "imports http://x.org/gone, which is not read: the import stays") {
		t.Errorf("nothing said of what is missing: %s", r.err)
	}

	other := filepath.Join(dir, "other")
	if err := os.Mkdir(other, 0o755); err != nil {
		t.Fatal(err)
	}
	editFile(t, other, "storms.ttl", strings.Replace(editStorms, "a owl:Ontology", `a owl:Ontology ; owl:versionInfo "2"`, 1))
	second := editFile(t, other, "second.ttl", `<http://x.org/second> a owl:Ontology ; owl:imports <http://x.org/storms> .`)
	if r := ontocrawl(t, "ontology", "merge", main, second, "--to", "turtle"); r.code != 2 || !strings.Contains(r.err, `two versions of <http://x.org/storms> ("" and "2")`) {
		t.Errorf("two versions: %+v", r)
	}
	never := editFile(t, dir, "never.ttl", `:Gale a owl:Class ; owl:disjointWith :Storm . :Storm a owl:Class .`)
	if r := ontocrawl(t, "ontology", "merge", filepath.Join(dir, "storms.ttl"), never, "--to", "turtle"); r.code != 0 || !strings.Contains(r.err, "together the files leave no instance to <http://x.org/o#Gale>") {
		t.Errorf("a contradiction: %+v", r)
	}
}

func TestEditsAsJSON(t *testing.T) {
	dir := t.TempDir()
	storms, out := editFile(t, dir, "storms.ttl", editStorms), filepath.Join(dir, "out.ttl")
	r := ontocrawl(t, "ontology", "reduce", storms, "--out", out, "--json")
	var got struct {
		File           string
		Axioms         int
		Added, Removed []struct{ Kind, Manchester, Functional string }
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || r.code != 0 {
		t.Fatal(r, err)
	}
	if got.File != out || got.Axioms != 10 || len(got.Added) != 0 || len(got.Removed) != 1 || got.Removed[0].Functional != "SubClassOf(<http://x.org/o#Typhoon> <http://x.org/o#Storm>)" {
		t.Errorf("%+v", got)
	}
}

func TestEditsRefuse(t *testing.T) {
	dir := t.TempDir()
	storms := editFile(t, dir, "storms.ttl", editStorms)
	twins := editFile(t, dir, "twins.ttl", `:A a owl:Class ; rdfs:label "storm" . :B a owl:Class ; rdfs:label "storm" .`)
	dead := editFile(t, dir, "dead.ttl", `:A a owl:Class ; rdfs:subClassOf owl:Nothing .`)
	for _, tt := range []struct {
		args string
		code int
		says string
	}{
		{"reduce " + storms, 2, "say with --to in which syntax to write"},
		{"reduce " + storms + " --out " + storms, 2, "add --force to overwrite it"},
		{"reduce " + storms + " --to turtle --json", 2, "name a file with --out"},
		{"reduce " + filepath.Join(dir, "none.ttl") + " --to turtle", 2, "none.ttl"},
		{"extract " + storms + " --to turtle", 2, "no term: name some with --term or --terms"},
		{"extract " + storms + " --to turtle --term rain", 2, `has no "rain": give IRIs, short names by its prefixes, or labels`},
		{"extract " + twins + " --to turtle --term storm", 2, `"storm" is the label of several: http://x.org/o#A, http://x.org/o#B; give the IRI`},
		{"extract " + storms + " --to turtle --term gale --method best", 2, "--method is \"best\", but there are star, bot, top and mireot"},
		{"extract " + storms + " --to turtle --term gale --upto storm", 2, "--upto is for --method mireot"},
		{"materialize " + dead + " --to turtle", 1, "1 class can have no instance, so everything follows of it: http://x.org/o#A"},
	} {
		if r := ontocrawl(t, append([]string{"ontology"}, strings.Fields(tt.args)...)...); r.code != tt.code || !strings.Contains(r.err, tt.says) || r.out != "" {
			t.Errorf("%s: exit code %d, %s%s; want %d, %q", tt.args, r.code, r.out, r.err, tt.code, tt.says)
		}
	}
}
