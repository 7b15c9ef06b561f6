package canon

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

const prefixes = `@prefix : <http://x.example/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`

func parse(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	var all []rdf.Triple
	err := syntax.Decode(strings.NewReader(prefixes+text), rdfio.Options{Syntax: "turtle"}, func(tr rdf.Triple) error {
		all = append(all, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func inNTriples(t testing.TB, triples []rdf.Triple) string {
	t.Helper()
	var b bytes.Buffer
	if err := ntriples.Encode(&b, triples, rdfio.EncodeOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func inTurtle(t testing.TB, triples []rdf.Triple) string {
	t.Helper()
	var b bytes.Buffer
	if err := turtle.Encode(&b, triples, rdfio.EncodeOptions{Prefixes: map[string]string{"": "http://x.example/#"}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What an editor would save: header, properties, classes, individuals, the
// rest; labels in the order given.
func TestOrder(t *testing.T) {
	got := inTurtle(t, Triples(parse(t, `
[] a owl:AllDisjointClasses ; owl:members ( :B :A ) .
:i a :A .
:B rdfs:comment "b" ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :A ] , :A ; a owl:Class .
:A rdfs:label "z"@en , "a"@en , "甲"@zh ; a owl:Class .
:p a owl:ObjectProperty .
:d a owl:DatatypeProperty .
:n a owl:AnnotationProperty .
:A a owl:Class .
<http://x.example/> a owl:Ontology ; owl:versionIRI <http://x.example/1> .
`)))
	want := `@prefix : <http://x.example/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

<http://x.example/> a owl:Ontology ;
    owl:versionIRI <http://x.example/1> .

:n a owl:AnnotationProperty .

:p a owl:ObjectProperty .

:d a owl:DatatypeProperty .

:A a owl:Class ;
    rdfs:label "z"@en, "a"@en, "甲"@zh .

:B a owl:Class ;
    rdfs:comment "b" ;
    rdfs:subClassOf :A, [ a owl:Restriction ;
        owl:onProperty :p ;
        owl:someValuesFrom :A ] .

:i a :A .

[] a owl:AllDisjointClasses ;
    owl:members ( :B :A ) .
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// shuffled draws the triples in another order, blank nodes by other names; the
// literals of one subject and property stay in their order, which has a
// meaning.
func shuffled(rt *rapid.T, triples []rdf.Triple) []rdf.Triple {
	mixed := rapid.Permutation(triples).Draw(rt, "order")
	names := make(map[string]rdf.Blank)
	name := func(term rdf.Term) rdf.Term {
		b, ok := term.(rdf.Blank)
		if !ok {
			return term
		}
		if _, ok := names[b.String()]; !ok {
			fresh, err := rdf.NewBlank(fmt.Sprintf("n%d", len(names)))
			if err != nil {
				rt.Fatal(err)
			}
			names[b.String()] = fresh
		}
		return names[b.String()]
	}
	next := make(map[string][]rdf.Triple)
	key := func(tr rdf.Triple) string { return keyOf(tr.Subj) + " " + keyOf(tr.Pred) }
	for _, tr := range triples {
		if tr.Obj.Type() == rdf.TermLiteral {
			next[key(tr)] = append(next[key(tr)], tr)
		}
	}
	out := make([]rdf.Triple, len(mixed))
	for i, tr := range mixed {
		if k := key(tr); tr.Obj.Type() == rdf.TermLiteral {
			tr, next[k] = next[k][0], next[k][1:]
		}
		out[i] = rdf.Triple{Subj: name(tr.Subj).(rdf.Subject), Pred: tr.Pred, Obj: name(tr.Obj).(rdf.Object)}
	}
	return out
}

// Any order and any names of blank nodes give the same triples, and those are
// the ones given.
func TestLaws(t *testing.T) {
	for name, doc := range map[string]string{
		"nested": `:A rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom [ owl:unionOf ( :B [ owl:complementOf :C ] ) ] ] ;
			rdfs:label "a" , "b"@en ; :q 1 , 2.0 , true .`,
		"equal": `:A rdfs:subClassOf [ owl:onProperty :p ] , [ owl:onProperty :p ] , [ owl:onProperty :q ] . :B rdfs:subClassOf [ owl:onProperty :p ] .`,
		"axiom": `[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:label ; owl:annotatedTarget "a" ; rdfs:comment "x" .
			[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:label ; owl:annotatedTarget "b" ; rdfs:comment "x" .`,
		"shared": `:A :p _:x . :B :p _:x . _:x :q _:y . _:z :q _:y . _:y :r "end" .`,
		"circle": `_:a :p _:b . _:b :p _:c . _:c :p _:a . _:b :q "mark" . _:above :p _:a .`,
		"lists":  `:A owl:unionOf ( :B :C :D ) , ( :B :C :D ) , ( :D :C :B ) , () .`,
		"none":   ``,
	} {
		triples := parse(t, doc)
		want := Triples(triples)
		if !rdfiotest.Isomorphic(triples, want) {
			t.Errorf("%s: other triples:\n%s", name, inNTriples(t, want))
		}
		rapid.Check(t, func(rt *rapid.T) {
			if d := cmp.Diff(inNTriples(t, want), inNTriples(t, Triples(shuffled(rt, triples)))); d != "" {
				rt.Fatalf("%s (-want +got):\n%s", name, d)
			}
		})
	}
}

// Generated graphs, circles among them: nothing is lost, what is in order stays
// so, and any order comes to the same.
func TestNothingLost(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		term := rapid.Custom(func(rt *rapid.T) string {
			return rapid.SampledFrom([]string{":a", ":b", "_:x", "_:y", "_:z", "_:w", "_:v"}).Draw(rt, "term")
		})
		var doc strings.Builder
		for range rapid.IntRange(0, 12).Draw(rt, "n") {
			fmt.Fprintf(&doc, "%s :p%d %s .\n", term.Draw(rt, "s"), rapid.IntRange(0, 1).Draw(rt, "p"), term.Draw(rt, "o"))
		}
		triples := parse(t, doc.String())
		once := Triples(triples)
		if !rdfiotest.Isomorphic(triples, once) {
			rt.Fatalf("of\n%sbecame\n%s", doc.String(), inNTriples(t, once))
		}
		for what, again := range map[string][]rdf.Triple{"a second time": once, "in another order": shuffled(rt, triples)} {
			if d := cmp.Diff(inNTriples(t, once), inNTriples(t, Triples(again))); d != "" {
				rt.Fatalf("%s (-before +after):\n%s", what, d)
			}
		}
	})
}

// A change shows where it is made and nowhere else.
func TestSmallChangeSmallDifference(t *testing.T) {
	text := func(more string) map[string]bool {
		lines := make(map[string]bool)
		for l := range strings.Lines(inNTriples(t, Triples(parse(t, `
:A a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] .
:B a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( :A :C ) ] .
[] a owl:AllDisjointClasses ; owl:members ( :A :B ) .
`+more)))) {
			lines[l] = true
		}
		return lines
	}
	before, after := text(""), text(`:AA a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :C ] .`)
	for l := range before {
		if !after[l] {
			t.Errorf("gone: %s", l)
		}
	}
	if got, want := len(after)-len(before), 5; got != want {
		t.Errorf("%d new lines, want %d", got, want)
	}
}

// Lists and chains of blank nodes may be long.
func TestLongList(t *testing.T) {
	var doc strings.Builder
	doc.WriteString(":A owl:unionOf (")
	for i := range 100_000 {
		fmt.Fprintf(&doc, " :c%d", i%7)
	}
	doc.WriteString(" ) .")
	triples := parse(t, doc.String())
	got := Triples(triples)
	if len(got) != len(triples) {
		t.Errorf("%d triples, want %d", len(got), len(triples))
	}
}

func TestEmbedded(t *testing.T) {
	for _, name := range []string{"typhoon", "rainstorm"} {
		var want string
		for _, ext := range []string{".owl", ".ttl"} {
			data, err := os.ReadFile(filepath.Join("..", "..", "..", "ontologies", name+ext))
			if err != nil {
				t.Fatal(err)
			}
			var all []rdf.Triple
			err = syntax.Decode(bytes.NewReader(data), rdfio.Options{File: name + ext}, func(tr rdf.Triple) error {
				all = append(all, tr)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			got := inNTriples(t, Triples(all))
			if want == "" {
				want = got
			} else if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s: RDF/XML and Turtle differ (-xml +turtle):\n%.3000s", name, d)
			}
		}
	}
}

func BenchmarkTriples(b *testing.B) {
	data, err := ontologies.FS.ReadFile("rainstorm.owl")
	if err != nil {
		b.Fatal(err)
	}
	var all []rdf.Triple
	err = syntax.Decode(bytes.NewReader(data), rdfio.Options{}, func(tr rdf.Triple) error {
		all = append(all, tr)
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Triples(all)
	}
	b.ReportMetric(float64(len(all))*float64(b.N)/b.Elapsed().Seconds(), "triples/s")
}
