package functional_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

func encode(tb testing.TB, o *axiom.Ontology) string {
	tb.Helper()
	var b bytes.Buffer
	if err := functional.Encode(&b, o, rdfio.EncodeOptions{}); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

const weather = `Prefix(:=<http://x.org/o#>)
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Prefix(rdf:=<http://www.w3.org/1999/02/22-rdf-syntax-ns#>)
Prefix(xml:=<http://www.w3.org/XML/1998/namespace>)
Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Prefix(skos:=<http://www.w3.org/2004/02/skos/core#>)


Ontology(<http://x.org/o>
<http://x.org/o/1>
Import(<http://y.org/>)
Annotation(rdfs:comment "of storms"@en)

Declaration(Class(:Cyclone))
Declaration(Class(:台风))
Declaration(ObjectProperty(:causes))
Declaration(DataProperty(:speed))
Declaration(NamedIndividual(:Mangkhut))
Declaration(AnnotationProperty(skos:altLabel))

############################
#   Annotation Properties
############################

# Annotation Property: <http://www.w3.org/2004/02/skos/core#altLabel> (<http://www.w3.org/2004/02/skos/core#altLabel>)

SubAnnotationPropertyOf(skos:altLabel rdfs:label)


############################
#   Object Properties
############################

# Object Property: <http://x.org/o#causes> (<http://x.org/o#causes>)

AsymmetricObjectProperty(:causes)


############################
#   Data Properties
############################

# Data Property: <http://x.org/o#speed> (<http://x.org/o#speed>)

DataPropertyRange(:speed DatatypeRestriction(xsd:decimal xsd:minInclusive "0"^^xsd:decimal))


############################
#   Classes
############################

# Class: <http://x.org/o#台风> (ty phoon)

AnnotationAssertion(rdfs:label :台风 "ty
phoon"@en)
AnnotationAssertion(rdfs:label :台风 "台风"@zh)
AnnotationAssertion(Annotation(rdfs:comment "old") skos:altLabel :台风 "颶風")
EquivalentClasses(:台风 ObjectIntersectionOf(:Cyclone DataSomeValuesFrom(:speed xsd:decimal)))
SubClassOf(:台风 :Cyclone)
SubClassOf(:台风 ObjectSomeValuesFrom(:causes <http://x.org/o#a/b>))
HasKey(:台风 () (:speed))


############################
#   Named Individuals
############################

# Individual: <http://x.org/o#Mangkhut> (<http://x.org/o#Mangkhut>)

ClassAssertion(:台风 :Mangkhut)
ObjectPropertyAssertion(:causes :Mangkhut _:x)
DataPropertyAssertion(:speed :Mangkhut "1"^^xsd:decimal)


AnnotationAssertion(rdfs:comment <http://elsewhere/> "\"q\" \\")
SubClassOf(ObjectHasSelf(:causes) :Cyclone)
ClassAssertion(:Cyclone _:x)
DLSafeRule(Body(ClassAtom(:台风 Variable(<urn:v>))) Head())
)
`

// Whatever the order in which axioms come, the file is the same, and it is laid
// out for people.
func TestEncode(t *testing.T) {
	o, err := parse(weather)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(o.Axioms), func(i, j int) { o.Axioms[i], o.Axioms[j] = o.Axioms[j], o.Axioms[i] })
		o.Axioms = append(o.Axioms, o.Axioms[0])
		if got := encode(t, o); got != weather {
			t.Fatalf("got\n%s", got)
		}
	}
}

func TestEncodeNames(t *testing.T) {
	o := &axiom.Ontology{IRI: "http://x.org/o/", Prefixes: map[string]string{"l": "http://x.org/o/long/"}}
	for _, local := range []string{"A", "A.", "A.b", "1", "-a", "a/b", "", "long/c", "long/", "a%20b", "é"} {
		o.Axioms = append(o.Axioms, axiom.New(axiom.Declaration, axiom.Named(axiom.Class, "http://x.org/o/"+local)))
	}
	text := encode(t, o)
	var got []string
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "Declaration(Class("); ok {
			got = append(got, strings.TrimSuffix(name, "))\n"))
		}
	}
	const want = "<http://x.org/o/> <http://x.org/o/-a> :1 :A <http://x.org/o/A.> :A.b <http://x.org/o/a%20b> <http://x.org/o/a/b> <http://x.org/o/long/> l:c :é"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	back, err := parse(text)
	if err != nil || len(back.Axioms) != len(o.Axioms) || shown(back) == "" {
		t.Errorf("read back: %v", err)
	}
}

func TestEncodeErrors(t *testing.T) {
	c := axiom.Named(axiom.Class, "urn:C")
	for _, tt := range []struct {
		o    axiom.Ontology
		want string
	}{
		{axiom.Ontology{Axioms: []axiom.Axiom{axiom.New(axiom.SubClassOf, c)}}, "axiom 1: SubClassOf: takes 2 arguments, not 1"},
		{axiom.Ontology{Axioms: []axiom.Axiom{axiom.New(axiom.SubClassOf, c, axiom.Named(axiom.Class, "a>b"))}}, `functional: "a>b" is not a valid IRI`},
		{axiom.Ontology{IRI: "a b"}, `functional: "a b#" is not a valid IRI`},
	} {
		if err := functional.Encode(&bytes.Buffer{}, &tt.o, rdfio.EncodeOptions{}); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	o, _ := parse(weather)
	opt := rdfio.EncodeOptions{Prefixes: map[string]string{"a b": "urn:x"}}
	if err := functional.Encode(&bytes.Buffer{}, o, opt); err == nil || err.Error() != `functional: "a b" is not a prefix name` {
		t.Errorf("a bad prefix name: %v", err)
	}
	if err := functional.Encode(failing{}, o, rdfio.EncodeOptions{}); err != os.ErrClosed {
		t.Errorf("to a failing writer: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

// Real files come back with all their axioms; written a second time they are
// the same to the byte.
func TestEncodeReal(t *testing.T) {
	root, files := functionalFiles(t)
	for _, path := range files {
		name, _ := filepath.Rel(root, path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		o, err := functional.Parse(bytes.NewReader(data), rdfio.Options{File: name})
		if err != nil {
			t.Fatal(err)
		}
		text := encode(t, o)
		back, err := functional.Parse(strings.NewReader(text), rdfio.Options{File: name})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if encode(t, back) != text {
			t.Errorf("%s: written a second time it differs", name)
		}
		a, errA := o.Triples()
		b, errB := back.Triples()
		if errA != nil || errB != nil || !rdfiotest.Isomorphic(a, b) {
			t.Errorf("%s: not the same ontology: %v, %v", name, errA, errB)
		}
		if n := linesChanged(string(data), text); strings.HasPrefix(name, "owlapi-converted") {
			// Declarations of names that prefixes nearly fit are sorted elsewhere,
			// and more names are written in full.
			t.Logf("%s: %d of %d lines are not as the OWL API wrote them", name, n, bytes.Count(data, []byte("\n")))
			if n > bytes.Count(data, []byte("\n"))/16 {
				t.Errorf("%s: %d lines differ", name, n)
			}
		}
	}
}

// linesChanged counts the lines of a that b does not have.
func linesChanged(a, b string) int {
	n := 0
	have := strings.Split(b, "\n")
	slices.Sort(have)
	for line := range strings.SplitSeq(a, "\n") {
		if _, ok := slices.BinarySearch(have, line); !ok {
			n++
		}
	}
	return n
}

func BenchmarkEncodeEDAM(b *testing.B) {
	data := benchEDAM(b)
	o, err := functional.Parse(bytes.NewReader(data), rdfio.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		encode(b, o)
	}
}
