package reason_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"
	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/axiom/axiomtest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/reason"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

const ns = "http://x.org/o#"

// parse reads axioms in functional syntax, with : for ns.
func parse(t *testing.T, axioms string) *axiom.Ontology {
	t.Helper()
	o, err := functional.Parse(strings.NewReader("Prefix(:=<"+ns+">) Prefix(owl:=<http://www.w3.org/2002/07/owl#>) Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>) Ontology("+axioms+")"), rdfio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// texts returns axioms with short names, sorted, in one line.
func texts(axioms []axiom.Axiom) string {
	var all []string
	for _, a := range axioms {
		all = append(all, strings.NewReplacer("<"+ns, ":", "<http://www.w3.org/2002/07/owl#", "owl:", "<http://www.w3.org/2000/01/rdf-schema#", "rdfs:", ">", "").Replace(a.String()))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestReduce(t *testing.T) {
	for _, tt := range []struct{ name, axioms, removed string }{
		{"a longer way", "SubClassOf(:A :B) SubClassOf(:B :C) SubClassOf(:A :C)", "SubClassOf(:A :C)"},
		{"no longer way", "SubClassOf(:A :B) SubClassOf(:A :C)", ""},
		{"annotated", `SubClassOf(:A :B) SubClassOf(:B :C) SubClassOf(Annotation(rdfs:comment "why") :A :C)`, ""},
		{"a circle keeps its edges", "SubClassOf(:A :B) SubClassOf(:B :A)", ""},
		{"equivalents keep both", "EquivalentClasses(:B :C) SubClassOf(:A :B) SubClassOf(:A :C)", ""},
		{"restrictions", "SubClassOf(:D :C) SubClassOf(:A ObjectSomeValuesFrom(:p :D)) SubClassOf(:A ObjectSomeValuesFrom(:p :C))", "SubClassOf(:A ObjectSomeValuesFrom(:p :C))"},
		{"what it helped to infer", "EquivalentClasses(:C ObjectIntersectionOf(:B :D)) SubClassOf(:A :B) SubClassOf(:A :C)", "SubClassOf(:A :B)"},
		{"what its own reason needs", "EquivalentClasses(:C ObjectIntersectionOf(:B :D)) SubClassOf(:A :B) SubClassOf(:A :D) SubClassOf(:A :E) SubClassOf(:E ObjectSomeValuesFrom(:p :F))", ""},
		{"impossible classes", "SubClassOf(:A :B) SubClassOf(:A ObjectComplementOf(:B)) SubClassOf(:A :C)", ""},
	} {
		o := parse(t, tt.axioms)
		reduced, removed, err := reason.Reduce(context.Background(), o, nil)
		if err != nil || texts(removed) != tt.removed || len(reduced.Axioms)+len(removed) != len(o.Axioms) {
			t.Errorf("%s: removed %q, %v, want %q", tt.name, texts(removed), err, tt.removed)
		}
	}
	imported := parse(t, "SubClassOf(:B :C)")
	if _, removed, err := reason.Reduce(context.Background(), parse(t, "SubClassOf(:A :B) SubClassOf(:A :C)"), imported.Axioms); err != nil || texts(removed) != "SubClassOf(:A :C)" {
		t.Errorf("imported: removed %q, %v", texts(removed), err)
	}
}

func TestRelax(t *testing.T) {
	for _, tt := range []struct{ name, axioms, added string }{
		{"conjunction", "EquivalentClasses(:A ObjectIntersectionOf(:B ObjectSomeValuesFrom(:p :C)))", "SubClassOf(:A :B) SubClassOf(:A ObjectSomeValuesFrom(:p :C))"},
		{"numbers", "EquivalentClasses(:A ObjectIntersectionOf(ObjectMinCardinality(2 :p :C) ObjectExactCardinality(1 :q) ObjectMinCardinality(0 :r)))",
			"SubClassOf(:A ObjectSomeValuesFrom(:p :C)) SubClassOf(:A ObjectSomeValuesFrom(:q owl:Thing))"},
		{"stated already", "EquivalentClasses(:A ObjectIntersectionOf(:B :C)) SubClassOf(:A :B)", "SubClassOf(:A :C)"},
		{"unions and named classes", "EquivalentClasses(:A ObjectUnionOf(:B :C)) EquivalentClasses(:A :D)", ""},
	} {
		o := parse(t, tt.axioms)
		out, added := reason.Relax(o)
		if texts(added) != tt.added || len(out.Axioms) != len(o.Axioms)+len(added) {
			t.Errorf("%s: added %q, want %q", tt.name, texts(added), tt.added)
		}
	}
}

func TestMaterialize(t *testing.T) {
	o := parse(t, `EquivalentClasses(:A ObjectIntersectionOf(:B ObjectSomeValuesFrom(:p :C)))
		SubClassOf(:X :B) SubClassOf(:X ObjectSomeValuesFrom(:p :D)) SubClassOf(:D :C) EquivalentClasses(:E :D) ClassAssertion(:X :i)`)
	_, added, err := reason.Materialize(context.Background(), o, nil)
	want := "SubClassOf(:A :B) SubClassOf(:E :C) SubClassOf(:X :A)" // E is D, which is a C
	if err != nil || texts(added) != want {
		t.Errorf("added %q, %v, want %q", texts(added), err, want)
	}
	var dead *reason.UnsatisfiableError
	if _, _, err := reason.Materialize(context.Background(), parse(t, "SubClassOf(:A owl:Nothing)"), nil); !errors.As(err, &dead) || len(dead.Classes) != 1 {
		t.Errorf("an impossible class: %v", err)
	}
	if _, _, err := reason.Materialize(context.Background(), parse(t, "SubClassOf(:A owl:Nothing) ClassAssertion(:A :i)"), nil); !errors.Is(err, reason.ErrInconsistent) {
		t.Errorf("inconsistent: %v", err)
	}
}

func TestAncestors(t *testing.T) {
	o := parse(t, `Declaration(Class(:A)) Declaration(Class(:D)) SubClassOf(:A :B) SubClassOf(:B :C) SubClassOf(:C :D) SubClassOf(:A ObjectSomeValuesFrom(:p :E))
		AnnotationAssertion(:note :B "b") AnnotationAssertion(rdfs:label :note "n") AnnotationAssertion(:note :E "e")`)
	got := texts(reason.Ancestors(o, []string{ns + "C"}, ns+"A").Axioms)
	want := `AnnotationAssertion(:note :B "b") AnnotationAssertion(rdfs:label :note "n") Declaration(Class(:A)) SubClassOf(:A :B) SubClassOf(:B :C)`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A module says the same of its names as the whole.
func TestModuleLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := axiomtest.Ontology(t)
		whole, err := reason.New(o.Axioms, reason.Options{}).Classify(context.Background())
		if err != nil || !whole.Consistent() || len(whole.Classes()) < 2 {
			return
		}
		names := whole.Classes()[:2]
		for _, kind := range []reason.ModuleKind{reason.Bot, reason.Top, reason.Star} {
			part, err := reason.New(reason.Module(o, kind, names...).Axioms, reason.Options{}).Classify(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range names {
				for _, b := range append(names, reason.Nothing) {
					if whole.IsA(a, b) && !part.IsA(a, b) {
						t.Errorf("module %d does not say that %s is a kind of %s", kind, a, b)
					}
				}
			}
		}
	})
}

func TestMerge(t *testing.T) {
	read := func(text string) (all []rdf.Triple) {
		err := turtle.Decode(strings.NewReader("@prefix : <"+ns+"> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"+text), rdfio.Options{},
			func(t rdf.Triple) error { all = append(all, t); return nil })
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	first := read(`<http://x.org/1> a owl:Ontology ; rdfs:comment "first" ; owl:imports <http://x.org/2> . :A a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] . :p a owl:ObjectProperty . _:x a :A .`)
	second := read(`<http://x.org/2> a owl:Ontology ; rdfs:comment "second" ; owl:imports <http://x.org/3> . :A a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] . :p a owl:ObjectProperty . _:x a :B . :B a owl:Class . :odd :odd "no axiom" .`)
	o, left := reason.Merge([][]rdf.Triple{first, second}, func(iri string) bool { return iri == "http://x.org/2" })
	if o.IRI != "http://x.org/1" || len(o.Annotations) != 1 || o.Annotations[0].Value.Text != "first" || strings.Join(o.Imports, " ") != "http://x.org/3" || len(left) != 0 {
		t.Errorf("header %+v, left %v", o, left)
	}
	got := texts(slices.DeleteFunc(o.Axioms, func(a axiom.Axiom) bool { return a.Op == axiom.Declaration }))
	want := `AnnotationAssertion(:odd :odd "no axiom") ClassAssertion(:A _:m0-x) ClassAssertion(:B _:m1-x) SubClassOf(:A ObjectSomeValuesFrom(:p :B))`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
