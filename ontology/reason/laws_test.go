package reason

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"pgregory.net/rapid"
)

// pool are the names of generated ontologies: few, so that much follows.
type pool struct{ classes, roles []string }

func newPool(classes, roles int) pool {
	var p pool
	for i := range classes {
		p.classes = append(p.classes, fmt.Sprint(ns, "C", i))
	}
	for i := range roles {
		p.roles = append(p.roles, fmt.Sprint(ns, "r", i))
	}
	return p
}

func (p pool) role(t *rapid.T) axiom.Expr {
	return axiom.Named(axiom.ObjectProperty, rapid.SampledFrom(p.roles).Draw(t, "role"))
}

func (p pool) class(t *rapid.T, depth int) axiom.Expr {
	switch k := rapid.IntRange(0, 12).Draw(t, "kind"); {
	case k == 0:
		return axiom.Named(axiom.Class, rapid.SampledFrom([]string{Thing, Nothing}).Draw(t, "special"))
	case k < 7 || depth == 0:
		return axiom.Named(axiom.Class, rapid.SampledFrom(p.classes).Draw(t, "class"))
	case k < 10:
		return axiom.Of(axiom.ObjectSomeValuesFrom, p.role(t), p.class(t, depth-1))
	}
	return axiom.Of(axiom.ObjectIntersectionOf, p.class(t, depth-1), p.class(t, depth-1))
}

func (p pool) axiom(t *rapid.T) axiom.Axiom {
	switch k := rapid.IntRange(0, 21).Draw(t, "axiom"); {
	case k < 10:
		return axiom.New(axiom.SubClassOf, p.class(t, 2), p.class(t, 2))
	case k < 13:
		return axiom.New(axiom.EquivalentClasses, p.class(t, 0), p.class(t, 2))
	case k < 15:
		return axiom.New(axiom.DisjointClasses, p.class(t, 0), p.class(t, 1), p.class(t, 0))
	case k == 15:
		return axiom.New(axiom.ObjectPropertyDomain, p.role(t), p.class(t, 1))
	case k == 16:
		return axiom.New(axiom.ObjectPropertyRange, p.role(t), p.class(t, 1))
	case k == 17:
		return axiom.New(axiom.TransitiveObjectProperty, p.role(t))
	case k == 18:
		return axiom.New(axiom.SubObjectPropertyOf, p.role(t), p.role(t))
	case k == 19:
		return axiom.New(axiom.SubObjectPropertyOf, axiom.Of(axiom.ObjectPropertyChain, p.role(t), p.role(t), p.role(t)), p.role(t))
	case k == 20:
		return axiom.New(axiom.SubObjectPropertyOf, axiom.Of(axiom.ObjectPropertyChain, p.role(t), p.role(t)), p.role(t))
	}
	return axiom.New(axiom.ReflexiveObjectProperty, p.role(t))
}

// axioms draws an ontology that names all classes.
func (p pool) axioms(t *rapid.T, most int) []axiom.Axiom {
	var all []axiom.Axiom
	for _, c := range p.classes {
		all = append(all, axiom.New(axiom.Declaration, axiom.Named(axiom.Class, c)))
	}
	for range rapid.IntRange(1, most).Draw(t, "axioms") {
		all = append(all, p.axiom(t))
	}
	return all
}

// The rules with their queues, indexes and marks infer what the naive reasoner infers.
func TestNaive(t *testing.T) {
	p := newPool(5, 3)
	rapid.Check(t, func(t *rapid.T) {
		axioms := p.axioms(t, 12)
		n := newNaive(axioms)
		for _, c := range p.classes {
			n.context(axiom.Named(axiom.Class, c))
		}
		thing := n.context(axiom.Named(axiom.Class, Thing))
		n.run()
		tax, err := New(axioms, Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers")}).Classify(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if sure := !n.contexts[thing][axiom.Named(axiom.Class, Nothing).String()]; sure != tax.Consistent() {
			t.Fatalf("consistent: %v, naive %v\n%v", tax.Consistent(), sure, axioms)
		}
		for _, a := range p.classes {
			for _, b := range p.classes {
				if got, want := tax.IsA(a, b), a == b || n.isA(a, b) || !tax.Consistent(); got != want {
					t.Fatalf("%s is a %s: %v, naive %v\n%v", a, b, got, want, axioms)
				}
			}
		}
		reduced(t, tax)
	})
}

// reduced fails if parents are not exactly the direct ones.
func reduced(t *rapid.T, tax *Taxonomy) {
	for _, c := range tax.Classes() {
		if !tax.Consistent() || slices.Contains(tax.Unsatisfiable(), c) {
			continue
		}
		for _, d := range tax.Classes() {
			above := tax.IsA(c, d) && !tax.IsA(d, c)
			direct := above && !slices.ContainsFunc(tax.Classes(), func(e string) bool {
				return tax.IsA(c, e) && !tax.IsA(e, c) && tax.IsA(e, d) && !tax.IsA(d, e)
			})
			if first := tax.Equivalents(d); direct && first[0] == d != slices.Contains(tax.Parents(c), d) {
				t.Fatalf("parents of %s: %v; %s is direct: %v", c, tax.Parents(c), d, direct)
			}
		}
	}
}

// A justification suffices, and no axiom of it can be spared.
func TestJustify(t *testing.T) {
	p := newPool(5, 2)
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		axioms := p.axioms(t, 12)
		r := New(axioms, Options{Workers: 1})
		tax, err := r.Classify(ctx)
		if err != nil {
			t.Fatal(err)
		}
		sub := rapid.SampledFrom(p.classes).Draw(t, "sub")
		super := rapid.SampledFrom(append([]string{Nothing}, p.classes...)).Draw(t, "super")
		follows := tax.IsA(sub, super) || super == Nothing && slices.Contains(tax.Unsatisfiable(), sub)
		why, err := r.Justify(ctx, sub, super)
		if follows != (err == nil) || err != nil && !errors.Is(err, ErrNotInferred) {
			t.Fatalf("%s is a %s: %v, justified: %v", sub, super, follows, err)
		}
		if err != nil {
			return
		}
		q := question{ctx, sub, super}
		if ok, _ := q.follows(why); !ok {
			t.Fatalf("%s is a %s does not follow from %v", sub, super, why)
		}
		for i := range why {
			if ok, _ := q.follows(slices.Delete(slices.Clone(why), i, i+1)); ok {
				t.Fatalf("%s is a %s follows without %v of %v", sub, super, why[i], why)
			}
		}
	})
}
