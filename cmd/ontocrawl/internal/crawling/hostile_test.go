package crawling

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostile is an ontology all of whose names would do something to a terminal,
// a page, a spreadsheet or a table. X is one more class with such a name.
const hostile = `@prefix : <http://e.example/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://e.example/> a owl:Ontology ; owl:versionInfo "1\u001b]52;c;x\u0007" ; owl:imports <http://e.example/\u202Eimport> .
:p a owl:ObjectProperty ; rdfs:label "p\u001b[2J\u009b2J"@en .
:includes a owl:ObjectProperty ; rdfs:label "\u001b]0;title\u0007</script><script>alert(1)</script>"@en .
:R a owl:Class ; rdfs:label "root\u001b[31m"@en , "=cmd|' /C calc'!A1"@zh ; rdfs:comment "c\u001b[2J\n\r\u2028d"@en .
:A a owl:Class ; rdfs:subClassOf :R ; rdfs:label "a\u001b]52;c;x\u0007\u202E"@en , "<img src=x onerror=alert(1)>|*b*\u009b1m"@zh , "\u001b[31mred "@cn ;
	skos:altLabel "+1\nERROR forged line"@en , "</script><script>alert(2)</script>"@en ; :note "x\u001b[2J" .
<http://e.example/#B\u202E> a owl:Class ; rdfs:subClassOf :A , [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :R ] ,
	[ a owl:Restriction ; owl:onProperty :includes ; owl:someValuesFrom :R2 ] ; rdfs:label "\u2066@SUM(A1)\u2069"@en , "\u0007\"quoted\",comma\ttab"@zh .
:R2 a owl:Class ; rdfs:subClassOf :R ; rdfs:label "-1+1\u007f"@en .
`

// orders are characters that a terminal obeys, or that forge what is read.
const orders = "\x1b\x07\x7f\u009b\u202e\u2066\u2069\u2028\r"

// Whatever an ontology is called, no verb hands it on as an order to a
// Columns, a page or a spreadsheet.
func TestVerbsAreSafe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := write(t, dir, "evil.ttl", hostile)
	other := write(t, dir, "other.ttl", strings.ReplaceAll(hostile, ":R2 a owl:Class", ":X a owl:Class ; rdfs:label \"=x()\\u001b\"@en .\n:R2 a owl:Class")+":R2 rdfs:label \"new\\u001b\"@zh .\n")
	bad := write(t, dir, "bad\x1b[31m\u202e.ttl", "@prefix : <\x1b]52> .\n<a\x07")
	for _, args := range [][]string{
		{"ontology", "inspect", file},
		{"ontology", "inspect", file, "--json"},
		{"ontology", "inspect", bad},
		{"ontology", "inspect", file, "--map", "q\x1b: includes"},
		{"ontology", "inspect", file, "--map", "q: inc\x1b"},
		{"ontology", "validate", file, "--fix-hints"},
		{"ontology", "validate", file, "--format", "tsv", "--fix-hints"},
		{"ontology", "validate", file, "--json", "--fix-hints"},
		{"ontology", "diff", file, other, "--topic", "R"},
		{"ontology", "diff", other, file, "--topic", "R"},
		{"ontology", "diff", file, "typhoon", "--format", "markdown"},
		{"ontology", "diff", file, other, "--format", "markdown", "--topic", "R"},
		{"ontology", "diff", file, other, "--json", "--topic", "R"},
		{"ontology", "tree", "R", "--ontology", file},
		{"ontology", "tree", "R", "--ontology", file, "--json"},
		{"ontology", "tree", "storm\x1b[2J", "--ontology", file},
		{"ontology", "paths", "R", "A", "--ontology", file, "--relations", "is-a,includes,other"},
		{"ontology", "paths", "R", "A", "--ontology", file, "--json"},
		{"ontology", "export", file, "--format", "dot", "--topic", "R"},
		{"ontology", "export", file, "--format", "graphml", "--topic", "R"},
		{"ontology", "export", file, "--format", "gexf", "--topic", "R"},
		{"ontology", "export", file, "--format", "mermaid", "--topic", "R"},
		{"ontology", "export", file, "--format", "jsonld", "--topic", "R"},
		{"ontology", "export", file, "--format", "csv"},
		{"ontology", "convert", file, "--to", "functional", "--left", filepath.Join(dir, "left.txt")},
		{"ontology", "convert", file, "--to", "obograph"},
		{"ontology", "view", file, "--out", "-", "--topic", "R"},
		{"similarity", "R", "A", "--ontology", file},
		{"similarity", "R", "A", "--ontology", file, "--json"},
		{"similarity", "R", "A", "--ontology", file, "--measure", "lin"},
		{"similarity", "R", "--ontology", file, "--explain"},
		{"similarity", "--group", "R", "--with", "A", "--ontology", file},
		{"similarity", "--matrix", "--ontology", file},
		{"similarity", "--matrix", "--ontology", file, "--format", "csv"},
		{"similarity", "--matrix", "--ontology", file, "--format", "json"},
		{"similarity", "--matrix", "--ontology", file, "--format", "svg"},
		{"similarity", "--all-pairs", "--ontology", file},
		{"similarity", "--all-pairs", "--ontology", file, "--format", "csv"},
		{"similarity", "--all-pairs", "--ontology", file, "--format", "json"},
		{"topic", "R", "--ontology", file},
		{"topic", "R", "--ontology", file, "--json"},
		{"config", "--map", "p\x1b[2J\u202e: includes"},
		{"config", "--map", "p\x1b[2J\u202e: includes", "--json"},
	} {
		r := ontocrawl(t, args...)
		text := r.out
		if args[1] == "convert" || args[1] == "view" { // what is in the ontology, which a terminal gets by toOut
			text = ""
		}
		if i := strings.IndexAny(text+r.err, orders); i >= 0 {
			t.Errorf("%q: an order at %d of the output:\n%q", args, i, text+r.err)
		}
		if r.out+r.err == "" {
			t.Errorf("%q: nothing printed, code %d", args, r.code)
		}
		if strings.Contains(text+r.err, "\nERROR forged line") {
			t.Errorf("%q: a forged line:\n%s", args, r.out)
		}
		switch flags := strings.Join(args, " "); {
		case strings.Contains(flags, "markdown") && strings.Count(r.out, "<img") != strings.Count(r.out, `\<img`):
			t.Errorf("%q: HTML in Markdown:\n%s", args, r.out)
		case strings.Contains(flags, "svg") || strings.Contains(flags, " view ") || strings.Contains(flags, "graphml") || strings.Contains(flags, "gexf"):
			if strings.Contains(r.out, "<script>alert") || strings.Contains(r.out, "<img src") {
				t.Errorf("%q: a script of the ontology:\n%.3000s", args, r.out)
			}
		case strings.Contains(flags, "csv"):
			formulas(t, args, r.out, ',')
		case strings.Contains(flags, "tsv"), strings.Contains(flags, "--all-pairs") && !strings.Contains(flags, "json"):
			formulas(t, args, r.out, '\t')
		case strings.HasSuffix(flags, "json") && strings.Contains(flags, "all-pairs"):
			for line := range strings.Lines(r.out) {
				if !json.Valid([]byte(line)) {
					t.Errorf("%q: no JSON: %s", args, line)
				}
			}
		case strings.HasSuffix(flags, "--json") && !json.Valid([]byte(r.out)):
			t.Errorf("%q: no JSON:\n%s", args, r.out)
		}
	}
	if left, err := os.ReadFile(filepath.Join(dir, "left.txt")); err != nil || strings.ContainsAny(string(left), orders) {
		t.Errorf("--left: %v\n%q", err, left)
	}
}

// formulas looks for cells that a spreadsheet would run.
func formulas(t *testing.T, args []string, text string, comma rune) {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = comma, -1, true
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Errorf("%q: %d rows, %v", args, len(rows), err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) {
				t.Errorf("%q: a formula: %q", args, cell)
			}
		}
	}
}
