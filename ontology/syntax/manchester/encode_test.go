package manchester

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/axiom/axiomtest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

const storms = `Prefix: : <http://x.org/o#>
Prefix: owl: <http://www.w3.org/2002/07/owl#>
Prefix: rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
Prefix: xml: <http://www.w3.org/XML/1998/namespace>
Prefix: xsd: <http://www.w3.org/2001/XMLSchema#>
Prefix: rdfs: <http://www.w3.org/2000/01/rdf-schema#>

Ontology: <http://x.org/o> <http://x.org/o/1>

Import: <http://y.org/>
Annotations: rdfs:comment "of storms"@en

ObjectProperty: :causes
    Characteristics: Asymmetric
    SuperPropertyOf: inverse (:of)
    SubPropertyChain: :causes o :causes

ObjectProperty: :of

DataProperty: :speed
    Range: xsd:decimal[>= "0"^^xsd:decimal]

Class: :Cyclone
    SuperClassOf: {:Goni}

Class: :Flood

Class: :台风
    Annotations: Annotations: rdfs:comment "old", rdfs:seeAlso <http://y.org/a/b> rdfs:label "ty\"phoon"@en,
        rdfs:label "台风"@zh
    SubClassOf: Annotations: rdfs:comment "why" :Cyclone,
        :speed min 1 xsd:decimal,
        :causes some (:Flood or (not :Cyclone))
    DisjointUnionOf: :Cyclone, :Flood
    HasKey: :causes, :speed

Individual: _:x
    Types: :Flood

Individual: :Goni
    Types: :台风,
        :causes Self
    Facts: not :causes _:x,
        :speed "1"^^xsd:decimal

DisjointClasses: Annotations: rdfs:comment "all" :Cyclone, :Flood, :台风

Rule: :台风(?x), :causes(?x, ?<urn:v>), DifferentFrom(?x, :Goni), <http://www.w3.org/2003/11/swrlb#add>(?n, "1"), (:causes some :Flood)(?x) -> :Cyclone(?x)
`

// Whatever the order in which axioms come, the file is the same, and laid out for people.
func TestEncode(t *testing.T) {
	o, err := Parse(strings.NewReader(storms), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(o.Axioms), func(i, j int) { o.Axioms[i], o.Axioms[j] = o.Axioms[j], o.Axioms[i] })
		o.Axioms = append(o.Axioms, o.Axioms[0])
		var b bytes.Buffer
		if err := encode(&b, o, rdfio.EncodeOptions{}); err != nil {
			t.Fatal(err)
		}
		if b.String() != storms {
			t.Fatalf("got\n%s", b.String())
		}
	}
}

// What has a place is written and read again as the same axioms.
func TestEncodeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := axiomtest.Ontology(t)
		fits := Fits(o)
		o.Axioms = slices.DeleteFunc(o.Axioms, func(a axiom.Axiom) bool { return !fits(a) })
		o.Prefixes = map[string]string{"Class": "http://y.org/", "x": axiomtest.NS}
		var b bytes.Buffer
		if err := encode(&b, o, rdfio.EncodeOptions{}); err != nil {
			t.Fatal(err)
		}
		back, err := Parse(bytes.NewReader(b.Bytes()), rdfio.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		if want, got := axiomtest.Texts(axiomtest.Declared(o)), axiomtest.Texts(axiomtest.Declared(back)); !slices.Equal(want, got) {
			t.Fatalf("got\n%s\nwant\n%s\nof\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), b.String())
		}
	})
}

// What has no place is told.
func TestLosses(t *testing.T) {
	o, err := Parse(strings.NewReader(`Prefix: : <http://x.org/o#>
Ontology: <http://x.org/o>
Class: :A
Class: :p some :A
    SubClassOf: not :A
ObjectProperty: :p
ObjectProperty: inverse (:p)
    Domain: :A
Rule: inverse (:p)(?x, ?y) -> :A(?x)
`), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := encode(&bytes.Buffer{}, o, rdfio.EncodeOptions{}); err == nil {
		t.Error("Encode writes a general axiom")
	}
	triples, err := o.Triples()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	left, err := Syntax().Encode(&b, triples, rdfio.EncodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, l := range left {
		told = append(told, l.String())
	}
	for _, want := range []string{"complementOf", "domain", "Imp>"} {
		if !strings.Contains(strings.Join(told, "\n"), want) {
			t.Errorf("%s is not told:\n%s", want, strings.Join(told, "\n"))
		}
	}
	if want := "Class: :A\n"; !strings.HasSuffix(b.String(), want) || strings.Contains(b.String(), "not") {
		t.Errorf("written\n%s", b.String())
	}
}
