package reason

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// many generates an ontology of n classes with existentials, definitions, a transitive role and a
// chain: enough contexts for several workers.
func many(n int) []axiom.Axiom {
	r := rand.New(rand.NewPCG(7, 7))
	class := func(i int) axiom.Expr { return axiom.Named(axiom.Class, fmt.Sprint(ns, "C", i)) }
	role := func(i int) axiom.Expr { return axiom.Named(axiom.ObjectProperty, fmt.Sprint(ns, "r", i)) }
	some := func(i int) axiom.Expr {
		return axiom.Of(axiom.ObjectSomeValuesFrom, role(r.IntN(4)), class(i/3+r.IntN(3)))
	}
	all := []axiom.Axiom{
		axiom.New(axiom.TransitiveObjectProperty, role(0)), axiom.New(axiom.SubObjectPropertyOf, role(1), role(0)),
		axiom.New(axiom.SubObjectPropertyOf, axiom.Of(axiom.ObjectPropertyChain, role(2), role(0)), role(2)),
		axiom.New(axiom.DisjointClasses, class(3), class(4), class(5)), axiom.New(axiom.ObjectPropertyRange, role(3), class(2)),
	}
	for i := 6; i < n; i++ {
		genus := class(i/2 - r.IntN(i/4+1))
		if i%5 == 0 {
			all = append(all, axiom.New(axiom.EquivalentClasses, class(i), axiom.Of(axiom.ObjectIntersectionOf, genus, some(i))))
		} else {
			all = append(all, axiom.New(axiom.SubClassOf, class(i), genus), axiom.New(axiom.SubClassOf, class(i), some(i)))
		}
	}
	return all
}

// Several workers infer what one does, also from a part of the axioms.
func TestWorkers(t *testing.T) {
	axioms := many(900)
	for round := range 2 {
		one, four := New(axioms, Options{Workers: 1}), New(axioms, Options{Workers: 4})
		a, b := classify(t, one), classify(t, four)
		edges := 0
		for _, c := range a.Classes() {
			if !slices.Equal(a.Parents(c), b.Parents(c)) || !slices.Equal(a.Equivalents(c), b.Equivalents(c)) {
				t.Fatalf("round %d: %s: %v and %v", round, c, a.Parents(c), b.Parents(c))
			}
			edges += len(a.Parents(c))
		}
		if edges < 800 || !slices.Equal(a.Unsatisfiable(), b.Unsatisfiable()) {
			t.Fatalf("round %d: %d edges; unsatisfiable %d and %d", round, edges, len(a.Unsatisfiable()), len(b.Unsatisfiable()))
		}
		axioms = slices.Delete(axioms, 100, 120)
	}
}

// A context that is over ends the work, and the next call begins again.
func TestCancel(t *testing.T) {
	r := New(many(900), Options{Workers: 2})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Classify(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	got, want := classify(t, r), classify(t, New(many(900), Options{}))
	for _, c := range want.Classes() {
		if !slices.Equal(got.Parents(c), want.Parents(c)) {
			t.Fatalf("%s: %v, want %v", c, got.Parents(c), want.Parents(c))
		}
	}
}

// A bound on conclusions ends what would be the square of the classes; a great one does no harm.
func TestConclusions(t *testing.T) {
	r := New(many(900), Options{Workers: 2, Conclusions: 5000})
	if _, err := r.Classify(t.Context()); !errors.Is(err, ErrTooMuch) {
		t.Fatalf("error %v", err)
	}
	if _, err := New(many(900), Options{Conclusions: 1 << 40}).Classify(t.Context()); err != nil {
		t.Fatal(err)
	}
}
