package rdfio_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

func inTurtle(t testing.TB, triples []rdf.Triple, opt rdfio.EncodeOptions) string {
	t.Helper()
	var b strings.Builder
	if err := turtle.Encode(&b, triples, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestEncodeTurtle(t *testing.T) {
	const doc = `@prefix w: <http://www.example.org/weather#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<http://www.example.org/weather> a owl:Ontology .
w:Typhoon rdfs:label "Typhoon"@en ; a owl:Class ; rdfs:label "台风"@zh ;
  rdfs:subClassOf w:Storm , [ a owl:Restriction ; owl:onProperty w:causes ; owl:someValuesFrom [ owl:unionOf ( w:Surge [] "a" ) ] ] ;
  rdfs:comment """Two
lines, "quoted" \\ and	tab""" ; w:speed 32.7 , 33 , 1e2 , "1."^^xsd:decimal , true , "yes"^^xsd:boolean , "x"^^w:t .
w:Typhoon a owl:Class .
_:twice w:p _:once . w:a w:p _:twice . w:b w:p _:twice .
_:c1 w:next _:c2 . _:c2 w:next _:c1 .
_:self w:next _:self .
[ a owl:AllDisjointClasses ] .
<http://www.example.org/weather#a/b> w:p <http://elsewhere/> , () .
`
	const want = `@prefix : <http://www.example.org/weather#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<http://www.example.org/weather> a owl:Ontology .

:Typhoon a owl:Class ;
    rdfs:label "Typhoon"@en, "台风"@zh ;
    rdfs:subClassOf :Storm, [ a owl:Restriction ;
        owl:onProperty :causes ;
        owl:someValuesFrom [ owl:unionOf ( :Surge [] "a" ) ] ] ;
    rdfs:comment """Two
lines, \"quoted\" \\ and\ttab""" ;
    :speed 32.7, 33, 1e2, "1."^^xsd:decimal, true, "yes"^^xsd:boolean, "x"^^:t .

_:b1 :p [] .

:a :p _:b1 .

:b :p _:b1 .

[] a owl:AllDisjointClasses .

<http://www.example.org/weather#a/b> :p <http://elsewhere/>, rdf:nil .

_:b2 :next [ :next _:b2 ] .

_:b3 :next _:b3 .
`
	triples, err := decode([]byte(doc), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	opt := rdfio.EncodeOptions{Prefixes: map[string]string{"": "http://www.example.org/weather#", "unused": "u:"}}
	got := inTurtle(t, triples, opt)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	back, err := decode([]byte(got), rdfio.Options{})
	if err != nil || !rdfiotest.Isomorphic(triples, back) {
		t.Errorf("reading it back: %v", err)
	}
}

// genGraph draws graphs with many blank nodes, lists and odd text.
func genGraph(t *rapid.T) []rdf.Triple {
	iri := rapid.SampledFrom([]string{"e:a", "e:b.", "e:c/d", "e:", "e:-x", "e:台风", "e:1", "f:x", rdfNS + "type", rdfNS + "first", rdfNS + "rest", rdfNS + "nil", "http://h/%20?q#f"})
	newIRI := func(s string) rdf.IRI {
		v, err := rdf.NewIRI(s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	blank := func() rdf.Blank {
		b, err := rdf.NewBlank(rapid.SampledFrom([]string{"x", "y", "z", "b1", "b2", "g1"}).Draw(t, "blank"))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	types := []string{"string", "integer", "decimal", "double", "boolean", "date"}
	object := func() rdf.Object {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return newIRI(iri.Draw(t, "object"))
		case 1:
			return blank()
		case 2:
			text := rapid.SampledFrom([]string{"", "1", "-1.5", "1.", ".5e3", "true", "a\"b\\\n\r\t\x00\x7f", "\"\"\"", "台风", "x\n\"", "end\\"}).Draw(t, "text")
			return rdf.NewTypedLiteral(text, newIRI("http://www.w3.org/2001/XMLSchema#"+rapid.SampledFrom(types).Draw(t, "type")))
		}
		l, err := rdf.NewLangLiteral(rapid.String().Draw(t, "text"), rapid.SampledFrom([]string{"en", "zh-Hant"}).Draw(t, "lang"))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	triples := make([]rdf.Triple, rapid.IntRange(0, 12).Draw(t, "size"))
	for i := range triples {
		triples[i] = rdf.Triple{Pred: newIRI(iri.Draw(t, "predicate")), Obj: object()}
		if rapid.Bool().Draw(t, "blank subject") {
			triples[i].Subj = blank()
		} else {
			triples[i].Subj = newIRI(iri.Draw(t, "subject"))
		}
	}
	return triples
}

// Any graph written in either syntax is read back as the same graph.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		triples := genGraph(t)
		var nt, ttl bytes.Buffer
		if err := ntriples.Encode(&nt, triples, rdfio.EncodeOptions{}); err != nil {
			t.Fatal(err)
		}
		opt := rdfio.EncodeOptions{Prefixes: map[string]string{"e": "e:", "ec": "e:c/"}}
		if err := turtle.Encode(&ttl, triples, opt); err != nil {
			t.Fatal(err)
		}
		for format, doc := range map[string][]byte{"ntriples": nt.Bytes(), "turtle": ttl.Bytes()} {
			back, err := decode(doc, rdfio.Options{Syntax: format})
			if err != nil || !rdfiotest.Isomorphic(triples, back) {
				t.Fatalf("%s: %v\n%s\nof\n%s", format, err, doc, nt.Bytes())
			}
		}
	})
}

// A graph nested more deeply than readers accept is written less deeply.
func TestEncodeDeep(t *testing.T) {
	var doc strings.Builder
	doc.WriteString("<e:s> <e:p> _:n0 .\n")
	for i := range 5000 {
		doc.WriteString("_:n" + itoa(i) + " <e:p> _:n" + itoa(i+1) + " .\n")
	}
	triples, err := decode([]byte(doc.String()), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	back, err := decode([]byte(inTurtle(t, triples, rdfio.EncodeOptions{})), rdfio.Options{})
	if err != nil || len(back) != len(triples) {
		t.Errorf("%d triples of %d, %v", len(back), len(triples), err)
	}
}

func TestEncodeErrors(t *testing.T) {
	bad := []rdf.Triple{{}}
	if err := ntriples.Encode(io.Discard, bad, rdfio.EncodeOptions{}); err == nil || err.Error() != "triple 0: a term is missing" {
		t.Errorf("N-Triples: %v", err)
	}
	if err := turtle.Encode(io.Discard, bad, rdfio.EncodeOptions{}); err == nil || err.Error() != "triple 0: a term is missing" {
		t.Errorf("Turtle: %v", err)
	}
	for _, name := range []string{"a b", "1", "a.", "-"} {
		if err := turtle.Encode(io.Discard, nil, rdfio.EncodeOptions{Prefixes: map[string]string{name: "e:"}}); err == nil {
			t.Errorf("the prefix %q is accepted", name)
		}
	}
	good, err := decode([]byte("<e:s> <e:p> <e:o> ."), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := ntriples.Encode(failing{}, good, rdfio.EncodeOptions{}); !errors.Is(err, errTest) {
		t.Errorf("N-Triples to a failing writer: %v", err)
	}
	if err := turtle.Encode(failing{}, good, rdfio.EncodeOptions{}); !errors.Is(err, errTest) {
		t.Errorf("Turtle to a failing writer: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errTest }

// Isomorphic ignores names and order of blank nodes, and nothing else.
func TestIsomorphic(t *testing.T) {
	ring := func(names ...string) string {
		var b strings.Builder
		for i, n := range names {
			b.WriteString("_:" + n + " <e:p> _:" + names[(i+1)%len(names)] + " .\n")
		}
		return b.String()
	}
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"empty", "", "", true},
		{"ground", "<e:a> <e:p> <e:b> .", "<e:a> <e:p> <e:b> .", true},
		{"ground, repeated", "<e:a> <e:p> <e:b> .\n<e:a> <e:p> <e:b> .", "<e:a> <e:p> <e:b> .", true},
		{"ground, other", "<e:a> <e:p> <e:b> .", "<e:a> <e:p> <e:c> .", false},
		{"ground, more", "<e:a> <e:p> <e:b> .", "<e:a> <e:p> <e:b> .\n<e:a> <e:p> <e:c> .", false},
		{"literal is not IRI", "<e:a> <e:p> \"e:b\" .", "<e:a> <e:p> <e:b> .", false},
		{"language", "<e:a> <e:p> \"b\"@en .", "<e:a> <e:p> \"b\" .", false},
		{"renamed", "_:a <e:p> _:b .", "_:b <e:p> _:a .", true},
		{"one or two", "_:a <e:p> _:a .", "_:a <e:p> _:b .", false},
		{"shared or not", "<e:s> <e:p> _:a .\n<e:t> <e:p> _:a .", "<e:s> <e:p> _:a .\n<e:t> <e:p> _:b .", false},
		{"repeated with labels", "_:a <e:p> <e:x> .\n_:b <e:p> <e:x> .", "_:a <e:p> <e:x> .", false},
		{"ring of six or two of three", ring("a", "b", "c", "d", "e", "f"), ring("a", "b", "c") + ring("d", "e", "f"), false},
		{"two rings of three", ring("a", "b", "c") + ring("d", "e", "f"), ring("d", "b", "f") + ring("c", "a", "e"), true},
		{"ring and its reverse", ring("a", "b", "c", "d"), ring("d", "c", "b", "a"), true},
		// Two regular graphs that colours alone cannot tell apart, made one
		// part each by a hub: the hexagon and the two triangles.
		{"hexagon or triangles around a hub", hub(ring("a", "b", "c", "d", "e", "f")), hub(ring("a", "b", "c") + ring("d", "e", "f")), false},
		{"triangles around a hub", hub(ring("a", "b", "c") + ring("d", "e", "f")), hub(ring("f", "e", "a") + ring("d", "b", "c")), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, errA := decode([]byte(c.a), rdfio.Options{Syntax: "ntriples"})
			b, errB := decode([]byte(c.b), rdfio.Options{Syntax: "ntriples"})
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if got := rdfiotest.Isomorphic(a, b); got != c.want {
				t.Errorf("got %v", got)
			}
			if got := rdfiotest.Isomorphic(b, a); got != c.want {
				t.Errorf("the other way round: got %v", got)
			}
		})
	}
}

// hub connects the nodes a to f.
func hub(doc string) string {
	for _, n := range "abcdef" {
		doc += "_:hub <e:h> _:" + string(n) + " .\n"
	}
	return doc
}

// Shuffling and renaming make no difference; a changed triple does.
func TestIsomorphicProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := genGraph(t)
		b := make([]rdf.Triple, len(a))
		for i, j := range rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Perm(len(a)) {
			b[i] = rdf.Triple{Subj: renamed(a[j].Subj).(rdf.Subject), Pred: a[j].Pred, Obj: renamed(a[j].Obj).(rdf.Object)}
		}
		if !rdfiotest.Isomorphic(a, b) {
			t.Fatal("renamed and shuffled: not the same")
		}
		odd, err := decode([]byte("_:x <e:odd> <e:odd> ."), rdfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if rdfiotest.Isomorphic(append(b, odd...), a) {
			t.Fatal("a triple more: the same")
		}
	})
}

func renamed(term rdf.Term) rdf.Term {
	if b, ok := term.(rdf.Blank); ok {
		n, _ := rdf.NewBlank("other" + b.String())
		return n
	}
	return term
}
