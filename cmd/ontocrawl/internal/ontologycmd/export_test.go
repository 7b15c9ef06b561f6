package ontologycmd

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/ontology/export"
)

func TestExportForms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{nil, []string{"digraph ontology {", `c_StormSurge [label="storm surge"`, `zh="风暴潮"`, "c_Typhoon -> c_StormSurge"}},
		{[]string{"--format", "dot", "--lang", "zh"}, []string{`label="风暴潮"`}},
		{[]string{"--topic", "台风灾害"}, []string{`topic 台风灾害"`, "weight=1,", "fillcolor=\"#1b5e9b\""}},
		{[]string{"--format", "graphml"}, []string{`<data key="zh">风暴潮</data>`, `attr.type="int"`}},
		{[]string{"--format", "gexf", "--topic", "typhoon"}, []string{`label="storm surge"`, `version="1.3"`, "<viz:color", `title="weight" type="double"`}},
		{[]string{"--format", "MERMAID", "--relations", "is-a"}, []string{"flowchart BT", "c_Typhoon --> c_TropicalCyclone"}},
		{[]string{"--format", "jsonld"}, []string{`"prefLabel":{"en":["storm surge"]`, `"@version": 1.1`}},
		{[]string{"--format", "csv", "--relations", "synonym, includes"}, []string{"from_iri,from_zh", ",Includes,https://ontocrawl.github.io/ontologies/typhoon#causes,"}},
	} {
		r := ontocrawl(t, append([]string{"ontology", "export", "typhoon"}, tt.args...)...)
		if r.code != cli.ExitOK {
			t.Errorf("%q: code %d\n%s", tt.args, r.code, r.err)
		}
		for _, w := range tt.want {
			if !strings.Contains(r.out, w) {
				t.Errorf("%q: the output lacks %q:\n%.2000s", tt.args, w, r.out)
			}
		}
		// The file holds the same.
		file := filepath.Join(dir, "out.file")
		args := append([]string{"ontology", "export", "typhoon", "--out", file}, tt.args...)
		if len(tt.args) == 0 || tt.args[0] != "--format" {
			args = append(args, "--format", "dot")
		}
		if f := ontocrawl(t, args...); f.code != cli.ExitOK || !strings.Contains(f.out, "concepts") {
			t.Errorf("%q: code %d\n%s%s", args, f.code, f.out, f.err)
		}
		if got := readFile(t, dir, "out.file"); got != r.out {
			t.Errorf("%q: the file holds\n%s", args, got)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%d files are left, want the one", len(left))
	}
}

// The name of the file says the form; what was written can be read.
func TestExportByName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, parse := range map[string]func(string) error{
		"a.json":    func(s string) error { var v any; return json.Unmarshal([]byte(s), &v) },
		"a.graphml": wellFormed,
		"a.GEXF":    wellFormed,
		"a.csv":     func(s string) error { _, err := csv.NewReader(strings.NewReader(s)).ReadAll(); return err },
		"a.gv":      func(s string) error { return begins(s, "digraph") },
		"a.mmd":     func(s string) error { return begins(s, "flowchart") },
	} {
		r := ontocrawl(t, "ontology", "export", "rainstorm", "--out", filepath.Join(dir, name))
		if r.code != cli.ExitOK || !strings.Contains(r.out, "48 concepts") {
			t.Errorf("%s: code %d\n%s%s", name, r.code, r.out, r.err)
			continue
		}
		if err := parse(readFile(t, dir, name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func wellFormed(s string) error {
	for d := xml.NewDecoder(strings.NewReader(s)); ; {
		if _, err := d.Token(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

func begins(s, with string) error {
	if !strings.HasPrefix(s, with) {
		return errors.New("it begins otherwise")
	}
	return nil
}

func TestExportNeighbourhood(t *testing.T) {
	t.Parallel()
	near := func(args ...string) string {
		r := ontocrawl(t, append([]string{"ontology", "export", "typhoon", "--format", "mermaid"}, args...)...)
		if r.code != cli.ExitOK {
			t.Fatalf("%q: code %d\n%s", args, r.code, r.err)
		}
		return r.out
	}
	alone := near("--concept", "风暴潮", "--radius", "0")
	if strings.Count(alone, "\n") != 4 || !strings.Contains(alone, `c_StormSurge["storm surge"]`) {
		t.Errorf("radius 0 writes\n%s", alone)
	}
	one := near("--concept", "风暴潮")
	if !strings.Contains(one, "c_Typhoon ==>") || strings.Contains(one, "c_Casualties") {
		t.Errorf("radius 1 writes\n%s", one)
	}
	if two := near("--concept", "风暴潮", "--concept", "台风预警"); !strings.Contains(two, "c_StormSurge") || !strings.Contains(two, "c_TyphoonWarning") {
		t.Errorf("two concepts write\n%s", two)
	}
}

// What a reader of the file would miss is said.
func TestExportRemarks(t *testing.T) {
	t.Parallel()
	r := ontocrawl(t, "ontology", "export", "typhoon", "--format", "csv", "--relations", "synonym")
	if r.code != cli.ExitOK || !strings.Contains(r.err, "do not stand in the table") || !strings.Contains(r.err, "concepts=41") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	var big strings.Builder
	big.WriteString("@prefix : <http://big.example/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n:top a owl:Class .\n")
	for i := range 501 {
		big.WriteString(":c" + strings.Repeat("x", i) + " a owl:Class ; rdfs:subClassOf :top .\n")
	}
	file := write(t, t.TempDir(), "big.ttl", big.String())
	r = ontocrawl(t, "ontology", "export", file, "--format", "mermaid")
	if r.code != cli.ExitOK || !strings.Contains(r.err, "maxEdges=500") || !strings.Contains(r.err, "relations=501") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
}

func TestExportBadInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	storms := twoStorms(t, dir)
	html := write(t, dir, "page.owl", "<!DOCTYPE html>\n<html><head><title>Not found</title></head></html>\n")
	for _, tt := range []struct {
		name string
		args []string
		want []string
	}{
		{"nothing", nil, []string{"accepts 1 arg"}},
		{"no file", []string{"tyfoon"}, []string{"tyfoon", "no such file", "typhoon, rainstorm"}},
		{"HTML", []string{html}, []string{html + ":1", "HTML"}},
		{"format", []string{"typhoon", "--format", "svg"}, []string{`"svg"`, "dot, graphml, gexf, mermaid, jsonld, csv"}},
		{"format by name", []string{"typhoon", "--out", filepath.Join(dir, "x.png")}, []string{"x.png", "--format"}},
		{"relation", []string{"typhoon", "--relations", "part-of"}, []string{`"part-of"`, "is-a, synonym, includes and other"}},
		{"concept", []string{"typhoon", "--concept", "台风路经"}, []string{`"台风路经"`, "台风路径"}},
		{"two concepts", []string{storms, "--concept", "storm"}, []string{`"storm" names 2 concepts`}},
		{"topic", []string{"typhoon", "--topic", "floood"}, []string{`"floood"`, "nearest"}},
		{"radius alone", []string{"typhoon", "--radius", "2"}, []string{"--concept"}},
		{"radius", []string{"typhoon", "--concept", "台风", "--radius", "-1"}, []string{"-1", "0 or more"}},
		{"weights", []string{"typhoon", "--alpha", "0.9"}, []string{"add up to 1"}},
		{"itself", []string{storms, "--format", "dot", "--out", storms}, []string{storms, "the ontology itself"}},
		{"folder", []string{"typhoon", "--format", "dot", "--out", dir}, []string{dir, "a folder"}},
		{"no folder", []string{"typhoon", "--out", filepath.Join(dir, "none", "x.dot")}, []string{"none", "no such file"}},
	} {
		before := readFile(t, dir, "storms.ttl")
		r := ontocrawl(t, append([]string{"ontology", "export"}, tt.args...)...)
		if r.code != cli.ExitUsage || r.out != "" {
			t.Errorf("%s: code %d, want %d and no output\n%s%s", tt.name, r.code, cli.ExitUsage, r.out, r.err)
		}
		for _, w := range tt.want {
			if !strings.Contains(r.err, w) {
				t.Errorf("%s: the message lacks %q:\n%s", tt.name, w, r.err)
			}
		}
		if readFile(t, dir, "storms.ttl") != before {
			t.Fatalf("%s: the ontology was changed", tt.name)
		}
	}
}

// The JSON-LD is RDF: a reader of RDF finds concepts and relations in it.
func TestExportedJSONLDIsRDF(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "graph.jsonld")
	if r := ontocrawl(t, "ontology", "export", "typhoon", "--topic", "台风灾害", "--out", file); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	r := ontocrawl(t, "ontology", "convert", file, "--to", "ntriples")
	if r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	const surge = "<https://ontocrawl.github.io/ontologies/typhoon#StormSurge>"
	for _, want := range []string{
		surge + " <http://www.w3.org/2004/02/skos/core#prefLabel> \"风暴潮\"@zh .",
		surge + " <" + export.Vocab + "depth> \"3\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
		surge + " <" + export.Vocab + "weight> ",
		"<" + export.Vocab + "property> <https://ontocrawl.github.io/ontologies/typhoon#causes> .",
		"<" + export.Vocab + "to> " + surge + " .",
	} {
		if !strings.Contains(r.out, want) {
			t.Errorf("the triples lack %s", want)
		}
	}
	if got := strings.Count(r.out, "<"+export.Vocab+"relation>"); got != 49 {
		t.Errorf("%d relations, want 49", got)
	}
}

func TestExportAndConvertHelp(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"export", "convert"} {
		r := ontocrawl(t, "ontology", verb, "--help")
		if r.code != cli.ExitOK || !strings.Contains(r.out, "Examples:") || !strings.Contains(r.out, "--out string") {
			t.Errorf("%s --help: code %d\n%s", verb, r.code, r.out)
		}
	}
}
