package topic

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ontocrawl/ontocrawl/semsim"
)

func vectorOf(t *testing.T, s Spec) *semsim.TopicVector {
	t.Helper()
	got, err := Resolve(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return got.Vector
}

// A name means one topic, whichever way it is written: the embedded ontology, its concept of that name in
// any language, and a copy of its file.
func TestOneNameOneMeaning(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "ontologies", "typhoon.owl"))
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "mine.owl")
	if err := os.WriteFile(own, text, 0o600); err != nil {
		t.Fatal(err)
	}
	want := vectorOf(t, Spec{Names: "typhoon"})
	core := func(v *semsim.TopicVector) (n int) {
		for _, e := range v.Entries {
			if e.Core {
				n++
			}
		}
		return n
	}
	if !want.Marked || core(want) != 22 {
		t.Fatalf("typhoon has %d core concepts, marked: %v", core(want), want.Marked)
	}
	for _, s := range []Spec{
		{Names: "Typhoon"}, {Names: "台风"}, {Names: "颱風"}, {Names: "https://ontocrawl.github.io/ontologies/typhoon#Typhoon"},
		{Ontology: "typhoon"}, {Ontology: "typhoon", Names: "typhoon"}, {Ontology: own}, {Ontology: own, Names: "typhoon"}, {Ontology: own, Names: "台风"},
	} {
		if d := cmp.Diff(want, vectorOf(t, s), cmpopts.IgnoreUnexported(semsim.Entry{})); d != "" {
			t.Errorf("%q of %q is another topic than typhoon:\n%s", s.Names, s.Ontology, d)
		}
	}
	for _, s := range []Spec{{Names: "台风", Narrow: true}, {Names: "typhoon", Ontology: own, Narrow: true}} {
		if v := vectorOf(t, s); v.Marked || core(v) != 2 {
			t.Errorf("%q of %q, narrow, has %d core concepts, marked: %v", s.Names, s.Ontology, core(v), v.Marked)
		}
	}
	both := vectorOf(t, Spec{Names: "台风, 暴雨"})
	if d := cmp.Diff(vectorOf(t, Spec{Names: "typhoon, rainstorm"}), both); d != "" {
		t.Errorf("two names: %s", d)
	}
}

// Only the concept that bears the ontology's name stands for the whole, and only where concepts are marked.
func TestAbout(t *testing.T) {
	t.Parallel()
	const head = `@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix : <http://x.example/storms.owl#> . `
	const classes = ` a owl:Ontology . :Weather a owl:Class ; rdfs:label "weather"@en . :Storm a owl:Class ; rdfs:subClassOf :Weather ; rdfs:label "storms"@en , "风暴"@zh .
:Hail a owl:Class ; rdfs:subClassOf :Weather ; rdfs:label "hail"@en . `
	const mark = `:core a owl:AnnotationProperty . :Hail :core true . `
	for _, c := range []struct {
		iri, marks, name string
		want             []string // core concepts
	}{
		{"<http://x.example/storms.owl>", mark, "风暴", []string{"hail"}},
		{"<http://x.example/o/storms/>", mark, "storms", []string{"hail"}},
		{"<urn:x:storms>", mark, "storms", []string{"hail"}},
		{"<http://x.example/%73torms#>", mark, "storms", []string{"hail"}},
		{"<http://x.example/storms.owl>", mark, "hail", []string{"hail"}},
		{"<http://x.example/storms.owl>", "", "storms", []string{"storms"}},
		{"<http://x.example/other.owl>", mark, "storms", []string{"storms"}},
		{"[]", mark, "storms", []string{"storms"}},
	} {
		text := head + c.iri + classes + c.marks
		v := vectorOf(t, Spec{Names: c.name, Ontology: "own.ttl", Loader: Loader{Texts: map[string][]byte{"own.ttl": bytes.TrimSpace([]byte(text))}}})
		var got []string
		for _, e := range v.Entries {
			if e.Core {
				got = append(got, e.En)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %s: core is %q, want %q", c.name, c.iri, got, c.want)
		}
	}
}
