package reason

import (
	"context"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

// FuzzReason reasons over any axioms: there is no panic, and parents are above.
func FuzzReason(f *testing.F) {
	for _, text := range []string{
		"SubClassOf(:A ObjectSomeValuesFrom(:r ObjectIntersectionOf(:B :C))) ObjectPropertyRange(:r :D)",
		"EquivalentClasses(:A ObjectUnionOf(:B ObjectOneOf(:i :j))) SameIndividual(:i :j)",
		"SubClassOf(ObjectHasSelf(:r) :A) ReflexiveObjectProperty(:r) DisjointUnion(:A :B :C)",
		"SubClassOf(:A ObjectMaxCardinality(0 :r owl:Nothing)) SubClassOf(:A DataHasValue(:u \"1\"))",
		"SubObjectPropertyOf(ObjectPropertyChain(:r ObjectInverseOf(:r) :s) :r) HasKey(:A (:r) ())",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := functional.Parse(strings.NewReader("Prefix(:=<"+ns+">) Ontology("+text+")"), rdfio.Options{Warn: func(*rdfio.SyntaxError) {}})
		if err != nil || len(o.Axioms) > 50 {
			t.Skip()
		}
		r := New(o.Axioms, Options{Workers: 2})
		tax, err := r.Classify(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		r.Outside()
		for _, c := range tax.Classes() {
			for _, p := range tax.Parents(c) {
				if !tax.IsA(c, p) {
					t.Fatalf("%s is a parent of %s, but not above it", p, c)
				}
			}
		}
	})
}
