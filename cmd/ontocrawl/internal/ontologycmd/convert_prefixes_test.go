package ontologycmd

import (
	"path/filepath"
	"strings"
	"testing"
)

// A document keeps the prefixes it had, as far as it has a use for them.
func TestConvertKeepsPrefixes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := write(t, dir, "own.ttl", `@prefix : <http://x.org/o#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix mine: <http://x.org/vocabulary/> .
@prefix idle: <http://x.org/idle/> .
@prefix 灾: <http://x.org/灾/> .
@prefix a.b: <http://x.org/dot/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
<http://x.org/o> a owl:Ontology ; dct:title "o" .
:A a owl:Class ; mine:note "n" ; 灾:注 "n" ; a.b:c "n" .
dct:title a owl:AnnotationProperty . mine:note a owl:AnnotationProperty . 灾:注 a owl:AnnotationProperty . a.b:c a owl:AnnotationProperty .
`)
	last := in
	for _, step := range []struct{ name, mine, term string }{
		{"o.owl", `xmlns:mine="http://x.org/vocabulary/"`, "<dct:title>"},
		{"o.ofn", "Prefix(mine:=<http://x.org/vocabulary/>)", "(dct:title "},
		{"o.ttl", "@prefix mine: <http://x.org/vocabulary/> .", "dct:title a"},
		{"o.jsonld", `"mine": "http://x.org/vocabulary/"`, `"dct:title"`},
		{"p.owl", `xmlns:mine="http://x.org/vocabulary/"`, "<dct:title>"},
	} {
		out := filepath.Join(dir, step.name)
		convertFile(t, last, "", out)
		text := readFile(t, dir, step.name)
		for _, want := range []string{step.mine, step.term, "灾:注"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s from %s: %s is missing in\n%s", step.name, filepath.Base(last), want, text)
			}
		}
		if strings.Contains(text, "idle") {
			t.Errorf("%s declares a prefix of no use", step.name)
		}
		last = out
	}
	if a, b := readFile(t, dir, "o.owl"), readFile(t, dir, "p.owl"); a != b {
		t.Errorf("by way of three syntaxes (-direct +by way):\n%s\n%s", a, b)
	}
}
