package owl

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// lay writes files below a new folder and returns it.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// onto is an ontology with one class, named as its IRI ends, and imports.
func onto(iri string, imports ...string) string {
	s := prefixes + "<" + iri + "> a owl:Ontology"
	for _, i := range imports {
		s += " ;\n  owl:imports <" + i + ">"
	}
	return s + " .\n<" + iri + "#" + ontology.LocalName(iri) + "> a owl:Class .\n"
}

// catalogOf is a catalog as Protégé writes it, with one entry by the user.
func catalogOf(name, uri string) string {
	return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
    <uri id="User Entered Import Resolution" name="` + name + `" uri="` + uri + `"/>
    <group id="Folder Repository, directory=, recursive=true, Auto-Update=true, version=2" prefer="public" xml:base="">
        <uri id="Automatically generated entry, Timestamp=1731999999999" name="http://x.org/auto" uri="sub/auto.ttl"/>
    </group>
</catalog>
`
}

func TestImports(t *testing.T) {
	dir := lay(t, nil)
	elsewhere := filepath.ToSlash(filepath.Join(lay(t, map[string]string{"far away.ttl": onto("http://x.org/b")}), "far away.ttl"))
	tests := []struct {
		name  string
		files map[string]string
		want  string // classes in order
		left  string // findings
	}{
		{"none", map[string]string{"a.ttl": onto("http://x.org/a")}, "a", ""},
		{"by the ontology IRI in the folder", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b"), "whatever.owl": onto("http://x.org/b")}, "a b", ""},
		{"by the version IRI", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b/1.0"),
			"b.ttl": onto("http://x.org/b") + "<http://x.org/b> owl:versionIRI <http://x.org/b/1.0> ."}, "a", "missing"},
		{"by the version IRI in the header", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b/1.0"),
			"b.ttl": prefixes + "<http://x.org/b> a owl:Ontology ; owl:versionIRI <http://x.org/b/1.0> . :b a owl:Class ."}, "a b", ""},
		{"packed", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b"), "b.ttl.gz": packed(onto("http://x.org/b"))}, "a b", ""},
		{"catalog, in a group", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/auto"), "sub/auto.ttl": onto("http://x.org/auto"),
			"catalog-v001.xml": catalogOf("http://x.org/b", "none.ttl")}, "a auto", ""},
		{"catalog, absolute file: path", map[string]string{
			"a.ttl":            onto("http://x.org/a", "http://x.org/b"),
			"catalog-v001.xml": catalogOf("http://x.org/b", "file:"+strings.ReplaceAll(elsewhere, " ", "%20"))}, "a b", ""},
		{"catalog, file:// path", map[string]string{
			"a.ttl":            onto("http://x.org/a", "http://x.org/b"),
			"catalog-v001.xml": catalogOf("http://x.org/b", "file://"+strings.ReplaceAll(elsewhere, " ", "%20"))}, "a b", ""},
		{"catalog of another machine: the folder", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b"), "b.ttl": onto("http://x.org/b"),
			"catalog-v001.xml": catalogOf("http://x.org/b", "file:/C:/Users/me/b.ttl")}, "a b", ""},
		{"catalog to the net: never", map[string]string{
			"a.ttl":            onto("http://x.org/a", "http://x.org/b"),
			"catalog-v001.xml": catalogOf("http://x.org/b", "http://127.0.0.1:9/b.ttl")}, "a", "missing"},
		{"damaged catalog", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b"), "b.ttl": onto("http://x.org/b"),
			"catalog-v001.xml": "<catalog><uri"}, "a b", ""},
		{"rewriteURI", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b"), "sub/b": onto("http://x.org/b"),
			"catalog-v001.xml": `<catalog><rewriteURI uriStartString="http://x.org/" rewritePrefix="sub/"/></catalog>`}, "a b", ""},
		{"nextCatalog, in a circle", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b"), "sub/b.ttl": onto("http://x.org/b"),
			"catalog-v001.xml": `<catalog><nextCatalog catalog="sub/c.xml"/></catalog>`,
			"sub/c.xml":        `<catalog><nextCatalog catalog="../catalog-v001.xml"/><uri name="http://x.org/b" uri="b.ttl"/></catalog>`}, "a b", ""},
		{"in a circle", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b"), "b.ttl": onto("http://x.org/b", "http://x.org/c"),
			"c.ttl": onto("http://x.org/c", "http://x.org/a", "http://x.org/b")}, "a b c", ""},
		{"by breadth", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b", "http://x.org/c"), "b.ttl": onto("http://x.org/b", "http://x.org/d"),
			"c.ttl": onto("http://x.org/c"), "d.ttl": onto("http://x.org/d")}, "a b c d", ""},
		{"missing", map[string]string{"a.ttl": onto("http://x.org/a", "http://x.org/b")}, "a", "missing"},
		{"a known vocabulary", map[string]string{"a.ttl": onto("http://x.org/a", "http://www.w3.org/2004/02/skos/core")}, "a", "vocabulary"},
		{"unreadable", map[string]string{
			"a.ttl": onto("http://x.org/a", "http://x.org/b"), "b.ttl": onto("http://x.org/b") + ":c a"}, "a", "unreadable"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir = lay(t, tt.files)
			o, err := Open(filepath.Join(dir, "a.ttl"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := concepts(o.Graph); got != tt.want {
				t.Errorf("classes %q, want %q", got, tt.want)
			}
			if n := strings.Count(tt.want, " ") + 1; len(o.Files) != n {
				t.Errorf("files %v, want %d", o.Files, n)
			}
			checkImports(t, o, filepath.Join(dir, "a.ttl"), tt.left)
		})
	}
}

func packed(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

// checkImports checks what was reported of imports.
func checkImports(t *testing.T, o *Ontology, file, want string) {
	t.Helper()
	f := o.Findings[0]
	switch want {
	case "":
		if got := found(o, MissingImport) + found(o, UnreadableImport); got != "" {
			t.Errorf("findings %q", got)
		}
		return
	case "missing":
		if f.Level != Warning || f.Code != MissingImport || !strings.HasPrefix(f.Subject, "http://x.org/b") {
			t.Errorf("finding %+v", f)
		}
	case "vocabulary":
		if f.Level != Info || f.Code != MissingImport {
			t.Errorf("finding %+v", f)
		}
	case "unreadable":
		if f.Level != Warning || f.Code != UnreadableImport || !strings.Contains(f.Text, "b.ttl:12:") {
			t.Errorf("finding %+v", f)
		}
	}
	if f.File != file || f.Line != 11 {
		t.Errorf("finding at %s:%d, want line 11 of %s", f.File, f.Line, file)
	}
}

func TestLoadReportsImports(t *testing.T) {
	o := load(t, onto("http://x.org/a", "http://x.org/b"), Options{File: "a.ttl"})
	want := "imports http://x.org/b, which was not read: a file read alone has no folder to look in; save a copy beside the file"
	if got := found(o, MissingImport); got != want {
		t.Errorf("finding %q\nwant    %q", got, want)
	}
}

func TestOntologyFields(t *testing.T) {
	a, b := onto("http://x.org/a", "http://x.org/b")+"<http://x.org/a> owl:versionInfo \"7\" .", onto("http://x.org/b")
	dir := lay(t, map[string]string{"a.ttl": a, "b.ttl.gz": packed(b)})
	o, err := Open(filepath.Join(dir, "a.ttl"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(a + b))
	if o.IRI != "http://x.org/a" || o.Version != "7" || o.Hash != hex.EncodeToString(sum[:]) || o.Triples != 6 {
		t.Errorf("got %q, %q, %s, %d triples", o.IRI, o.Version, o.Hash, o.Triples)
	}
	o = load(t, b+"<http://x.org/b> owl:versionInfo \"7\" ; owl:versionIRI <http://x.org/b/7> .", Options{})
	if o.Version != "http://x.org/b/7" {
		t.Errorf("version %q", o.Version)
	}
}

// The same file is the same ontology wherever it lies.
func TestPlaceDoesNotMatter(t *testing.T) {
	const text = "@prefix owl: <http://www.w3.org/2002/07/owl#> . <#A> a owl:Class ."
	var got []string
	for range 2 {
		dir := lay(t, map[string]string{"灾害 1.ttl": text})
		o, err := Open(filepath.Join(dir, "灾害 1.ttl"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, o.Graph.Concept(0).IRI)
	}
	if got[0] != got[1] || !strings.HasSuffix(got[0], "#A") {
		t.Errorf("IRIs %q", got)
	}
	if o := load(t, text, Options{Base: "http://x.org/o"}); o.Graph.Concept(0).IRI != "http://x.org/o#A" {
		t.Errorf("Base: %s", o.Graph.Concept(0).IRI)
	}
}

func TestBlankNodesOfFilesDoNotClash(t *testing.T) {
	list := "_:x a owl:Restriction ; owl:onProperty :causes ; owl:someValuesFrom :%s .\n:%[1]s1 rdfs:subClassOf _:x .\n"
	dir := lay(t, map[string]string{
		"a.ttl": onto("http://x.org/a", "http://x.org/b") + fmt.Sprintf(list, "P"),
		"b.ttl": onto("http://x.org/b") + fmt.Sprintf(list, "Q"),
	})
	o, err := Open(filepath.Join(dir, "a.ttl"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := edges(o.Graph); got != "P1 inc P; Q1 inc Q" {
		t.Errorf("edges %q", got)
	}
}

func TestLimits(t *testing.T) {
	files := map[string]string{"a0.ttl": ""}
	for i := range 6 {
		files[fmt.Sprintf("a%d.ttl", i)] = onto(fmt.Sprintf("http://x.org/a%d", i), fmt.Sprintf("http://x.org/a%d", i+1))
	}
	files["a6.ttl"] = onto("http://x.org/a6")
	path := filepath.Join(lay(t, files), "a0.ttl")
	tests := []struct {
		limits Limits
		want   string
	}{
		{Limits{Depth: 6, Files: 7}, ""},
		{Limits{Depth: 5}, "imports go more than 5 deep"},
		{Limits{Files: 6}, "imports bring in more than 6 files"},
		{Limits{Bytes: 1000}, "larger than 1000 bytes"},
	}
	for _, tt := range tests {
		_, err := Open(path, Options{Limits: tt.limits})
		limit := (*LimitError)(nil)
		if tt.want == "" && err != nil || tt.want != "" && (!errors.As(err, &limit) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%+v: error %v, want %q", tt.limits, err, tt.want)
		}
	}
	_, err := Load(strings.NewReader(packed(strings.Repeat("# filler\n", 1<<20))), Options{File: "bomb.ttl", Limits: Limits{Bytes: 1 << 20}})
	if err == nil || err.Error() != "bomb.ttl: unpacking: too large: larger than 1048576 bytes with what it imports (Limits.Bytes)" {
		t.Errorf("a bomb: %v", err)
	}
	_, err = Load(strings.NewReader(prefixes+":A rdfs:subClassOf :B , :C , :D ."), Options{File: "a.ttl", Limits: Limits{Relations: 2}})
	if err == nil || err.Error() != "a.ttl: too large: more than 2 relations (Limits.Relations)" {
		t.Errorf("relations: %v", err)
	}
	deep := prefixes + "_:e0 owl:intersectionOf ( :A _:e1 ) . :A rdfs:subClassOf _:e0 .\n"
	for i := 1; i < 1100; i++ {
		deep += fmt.Sprintf("_:e%d owl:intersectionOf ( :A _:e%d ) .\n", i, i+1)
	}
	_, err = Load(strings.NewReader(deep), Options{File: "a.ttl"})
	if err == nil || err.Error() != "a.ttl: class expressions nested deeper than 1000" {
		t.Errorf("deep: %v", err)
	}
}

func TestErrors(t *testing.T) {
	const html = "<!DOCTYPE html>\n<html><head><title>Typhoon</title></head><body></body></html>\n"
	dir := lay(t, map[string]string{
		"page.owl":   html,
		"cut.ttl":    prefixes + ":A a owl:Class .\n:B a owl:Class ;\n",
		"empty.owl":  "",
		"none.ttl":   prefixes + ":i :p :j .",
		"old.ttl":    prefixes + ":A a owl:Class ; owl:deprecated true .",
		"parts.ttl":  prefixes + "<http://x.org/o> a owl:Ontology ; owl:imports <http://x.org/parts> .",
		"circle.ttl": prefixes + ":A rdfs:label \"台风\"@zh .\n:B rdfs:subClassOf :C .\n:A rdfs:subClassOf :B .\n:A owl:equivalentClass :C .\n",
		"cut.gz":     packed(prefixes)[:40],
	})
	tests := []struct{ file, want string }{
		{"page.owl", "page.owl:1:1: "},
		{"cut.ttl", "cut.ttl:12:"},
		{"empty.owl", "empty.owl:1:1: "},
		{"none.ttl", "none.ttl: no class or concept in its 1 statement: an ontology declares its concepts as owl:Class or skos:Concept"},
		{"old.ttl", "old.ttl: no class or concept left: 1 concept is marked as deprecated"},
		{"parts.ttl", "owl:Class or skos:Concept; it imports http://x.org/parts, which was not read"},
		{"cut.gz", "cut.gz: unpacking: unexpected EOF"},
		{"not-there.owl", "not-there.owl: no such file or directory"},
		{".", ": not an ontology file, but a folder"},
	}
	for _, tt := range tests {
		o, err := Open(filepath.Join(dir, tt.file), Options{})
		if err == nil {
			err = o.Crawlable()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v\nwant %s", tt.file, err, tt.want)
		}
		if err != nil && (strings.Contains(err.Error(), "\n") || strings.Count(err.Error(), dir) > 2) {
			t.Errorf("%s: not one clear line: %q", tt.file, err)
		}
	}
	o, err := Open(filepath.Join(dir, "circle.ttl"), Options{})
	if err != nil || len(o.Findings) == 0 || o.Findings[0].Code != IsACircle || o.Findings[0].Line != 10 ||
		!strings.Contains(o.Findings[0].Text, "台风 (A) -> B -> C = 台风 (A); so these mean the same") {
		t.Errorf("a circle: %v, %+v", err, o)
	}
	if o, err = Open(filepath.Join(dir, "none.ttl"), Options{}); err != nil || !errors.Is(o.Crawlable(), errNoConcept) {
		t.Errorf("%v: its Crawlable is not ErrNoConcept", err)
	}
	_, err = Open(filepath.Join(dir, "page.owl"), Options{})
	if syntax := (*rdfio.SyntaxError)(nil); !errors.As(err, &syntax) || !strings.Contains(err.Error(), "HTML") {
		t.Errorf("%v is no SyntaxError that says HTML", err)
	}
}
