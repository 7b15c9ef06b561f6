package diff_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// equals has classes that are equivalent by name and by definition, in every way that the graph knows.
const equals = `@prefix : <http://ex.org/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:p a owl:ObjectProperty . :X a owl:Class . :B a owl:Class ; owl:equivalentClass :A . :A a owl:Class .
:Z a owl:Class ; owl:equivalentClass [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom owl:Thing ] .
:B rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :X ] .
:C a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( :Z :X ) ] . :D a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( :X :Z ) ] ; rdfs:subClassOf :A .
:E a owl:Class ; rdfs:subClassOf :F . :F a owl:Class ; rdfs:subClassOf :G . :G a owl:Class ; rdfs:subClassOf :E , :X . :H a owl:Class ; rdfs:subClassOf :G , :E .
:E rdfs:label "e"@en , "ee"@en , "eee" . :F rdfs:label "f"@en , "e"@en .
`

// The same statements make the same graph in every order.
func TestOrderOfStatements(t *testing.T) {
	t.Run("equals", func(t *testing.T) { sameInEveryOrder(t, []byte(equals)) })
	for _, name := range []string{"typhoon.ttl", "rainstorm.ttl"} {
		t.Run(name, func(t *testing.T) { sameInEveryOrder(t, content(t, filepath.Join("../../ontologies", name))) })
	}
}

func TestOrderOfRealStatements(t *testing.T) {
	root := goldentest.Dir(t, "ontologies/real-ontologies")
	for _, name := range []string{"pizza/pizza.owl", "hazard/beAWARE_ontology.owl", "hazard/empathi.owl", "bfo/21838-2/owl/bfo-core.owl",
		"protege-test/amino-acid.owl", "protege-test/photography.owl", "envo/subsets/envoPolar.owl"} {
		t.Run(name, func(t *testing.T) { sameInEveryOrder(t, content(t, filepath.Join(root, name))) })
	}
}

func content(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func sameInEveryOrder(t *testing.T, text []byte) {
	var all []rdf.Triple
	err := syntax.All().Decode(bytes.NewReader(text), syntax.Options{Base: "http://ex.org/", File: "o"}, func(tr rdf.Triple) error {
		all = append(all, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	load := func() *owl.Ontology {
		o, err := owl.FromTriples(all, owl.Options{File: "o.nt", Reason: owl.Always})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	first := load()
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 1))
		shuffle(r, all)
		if d := diff.Compare(first.Graph, load().Graph); !d.Empty() {
			t.Errorf("order %d: %d added, %d removed, renamed %v, moved %.400s, labels %.900s, definitions %d, relations %.600s, marks %v", seed, len(d.Added), len(d.Removed),
				d.Renamed, fmt.Sprint(d.Moved), labels(d), len(d.Definitions), fmt.Sprint(d.Relations), d.Marks)
			return
		}
	}
}

// shuffle leaves literals of one subject and property in their order, as the first label is the name.
func shuffle(r *rand.Rand, all []rdf.Triple) {
	type slot struct{ s, p string }
	of := func(t rdf.Triple) slot { return slot{t.Subj.Serialize(rdf.NTriples), t.Pred.String()} }
	texts := map[slot][]rdf.Triple{}
	for _, t := range all {
		if t.Obj.Type() == rdf.TermLiteral {
			texts[of(t)] = append(texts[of(t)], t)
		}
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i, t := range all {
		if at := of(t); t.Obj.Type() == rdf.TermLiteral {
			all[i], texts[at] = texts[at][0], texts[at][1:]
		}
	}
}

func labels(d *diff.Diff) (s string) {
	for _, l := range d.Labels {
		s += fmt.Sprint(l.Concept.IRI, l.Old, l.New, "; ")
	}
	return s
}
