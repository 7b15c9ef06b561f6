package axiom

import (
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// complements is a chain of n unnamed classes, each the complement of the next,
// stated from the one or the other end.
func complements(t testing.TB, n int, inwards bool) []rdf.Triple {
	var b strings.Builder
	line := func(i int) {
		fmt.Fprintf(&b, "_:n%d <%s> _:n%d .\n_:n%d <urn:remark> \"x\" .\n", i, owlComplementOf, i+1, i)
	}
	for i := range n {
		if inwards {
			line(i)
		} else {
			line(n - 1 - i)
		}
	}
	fmt.Fprintf(&b, "_:n%d <%s> <urn:D> .\n<urn:C> <%s> _:n0 .\n", n, owlComplementOf, rdfsSubClassOf)
	return decodeNT(t, b.String())
}

func decodeNT(t testing.TB, text string) []rdf.Triple {
	t.Helper()
	var all []rdf.Triple
	err := turtle.Decode(strings.NewReader(text), rdfio.Options{}, func(tr rdf.Triple) error {
		all = append(all, tr)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Expressions too deep to be meant are left over, from whichever end they are
// read.
func TestDeep(t *testing.T) {
	for _, inwards := range []bool{false, true} {
		o, left := FromTriples(complements(t, maxDepth-1, inwards))
		if len(o.Axioms) != 1 || len(left) != maxDepth-1 {
			t.Errorf("%d deep: %d axioms, %d left over", maxDepth, len(o.Axioms), len(left))
		}
		triples := complements(t, 50_000, inwards)
		o, left = FromTriples(triples)
		for _, a := range o.Axioms {
			if a.Op == SubClassOf {
				t.Errorf("50,001 deep: %.80s", a)
			}
		}
		if len(o.Axioms)+len(left) != len(triples) {
			t.Errorf("50,001 deep: %d axioms, %d left over of %d", len(o.Axioms), len(left), len(triples))
		}
	}
}

// What is shared at every level stands for more than any memory holds.
func TestShared(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "_:n%d <%s> _:l%d .\n_:l%d <%s> _:n%d .\n_:l%d <%s> _:m%d .\n_:m%d <%s> _:n%d .\n_:m%d <%s> <%s> .\n",
			i, owlUnionOf, i, i, rdfFirst, i+1, i, rdfRest, i, i, rdfFirst, i+1, i, rdfRest, rdfNil)
	}
	fmt.Fprintf(&b, "_:n60 <%s> <urn:D> .\n<urn:C> <%s> _:n0 .\n<urn:C> <%s> _:n55 .\n", owlComplementOf, rdfsSubClassOf, rdfsSubClassOf)
	o, left := FromTriples(decodeNT(t, b.String()))
	if len(o.Axioms) != 1 || len(left) != 55*5+1 {
		t.Errorf("%d axioms, %d left over", len(o.Axioms), len(left))
	}
}

// The labels made for expressions differ from labels of individuals.
func TestLabels(t *testing.T) {
	o := &Ontology{Axioms: []Axiom{
		New(ClassAssertion, Of(ObjectComplementOf, Named(Class, "urn:C")), Blank("g1")),
		New(ClassAssertion, Named(Class, "urn:C"), Blank("g3")),
	}}
	triples, err := o.Triples()
	if err != nil {
		t.Fatal(err)
	}
	again, _ := o.Triples()
	if got := inNTriples(t, triples); got != inNTriples(t, again) || strings.Count(got, "_:g1 ") != 1 || strings.Count(got, "_:g3 ") != 1 {
		t.Errorf("labels:\n%s", got)
	}
	var first string
	if err := o.eachTriple("d7", func(tr rdf.Triple) error { first = tr.Subj.String(); return errStop }); err != errStop || first != "d7-g1" {
		t.Errorf("with a prefix: %s, %v", first, err)
	}
}

var errStop = fmt.Errorf("stop")

func TestTriplesErrors(t *testing.T) {
	c := Named(Class, "urn:C")
	for _, tt := range []struct {
		o    Ontology
		want string
	}{
		{Ontology{Axioms: []Axiom{New(SubClassOf, c)}}, "axiom 1: SubClassOf: takes 2 arguments, not 1"},
		{Ontology{Axioms: []Axiom{New(SubClassOf, c, Named(Class, "a b"))}}, `axiom 1: "a b" is not a valid IRI: disallowed character: ' '`},
		{Ontology{IRI: "<"}, `"<" is not a valid IRI: disallowed character: '<'`},
		{Ontology{Axioms: []Axiom{New(DataPropertyAssertion, Named(DataProperty, "urn:d"), Blank("x"), Text("a", "not a tag", ""))}},
			`axiom 1: "not a tag" is not a language tag: expected something like zh or zh-Hant`},
	} {
		if _, err := tt.o.Triples(); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

// FuzzFromTriples: whatever the triples, the axioms are well-formed, and no
// more is left over than there was.
func FuzzFromTriples(f *testing.F) {
	f.Add(":C rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :D ] .")
	f.Add(decls + "[] a owl:AllDisjointClasses ; owl:members ( :C :D [ owl:oneOf ( :a ) ] ) ; :n 1 .")
	f.Add(":v a swrl:Variable . [] a swrl:Imp ; swrl:body ( [ a swrl:ClassAtom ; swrl:classPredicate :C ; swrl:argument1 :v ] ) ; swrl:head () .")
	f.Add("_:x owl:complementOf _:x ; rdf:first _:x ; rdf:rest _:x ; a _:x, owl:Axiom ; owl:annotatedSource _:x ; owl:annotatedProperty rdf:type ; owl:annotatedTarget _:x .")
	f.Fuzz(func(t *testing.T, text string) {
		var all []rdf.Triple
		err := turtle.Decode(strings.NewReader(turtlePrefixes+text), rdfio.Options{}, func(tr rdf.Triple) error {
			all = append(all, tr)
			return nil
		})
		if err != nil {
			return
		}
		o, left := FromTriples(all)
		if len(left) > len(all) {
			t.Errorf("%d of %d left over", len(left), len(all))
		}
		for _, a := range o.Axioms {
			if err := a.Check(); err != nil {
				t.Errorf("%s: %v", a, err)
			}
		}
		if _, err := o.Triples(); err != nil {
			t.Error(err)
		}
	})
}
