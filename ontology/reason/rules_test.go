package reason

import (
	"iter"
	"slices"
	"strings"
	"testing"
)

// Every rule, each with the least that makes it fire. "A < B" must follow, "A !< B" must not,
// "A = 0" says that A can have no instance. Expected by hand.
func TestRules(t *testing.T) {
	for _, c := range []struct{ name, axioms, want string }{
		{"told", "SubClassOf(:A :B) SubClassOf(:B :C)", "A < C, C !< A"},
		{"conjunction on the right", "SubClassOf(:A ObjectIntersectionOf(:B :C))", "A < B, A < C"},
		{"conjunction on the left", "SubClassOf(:A :B) SubClassOf(:A :C) SubClassOf(ObjectIntersectionOf(:C :B) :D)", "A < D, B !< D"},
		{"conjunction of three", "SubClassOf(:A :B) SubClassOf(:A :C) SubClassOf(:A :E) SubClassOf(ObjectIntersectionOf(:C :E :B) :D)", "A < D"},
		{"existential", "SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B :C) SubClassOf(ObjectSomeValuesFrom(:r :C) :D)", "A < D"},
		{"existential in an existential", "SubClassOf(:A ObjectSomeValuesFrom(:r ObjectSomeValuesFrom(:s :B))) SubClassOf(:B :C) SubClassOf(ObjectSomeValuesFrom(:r ObjectSomeValuesFrom(:s :C)) :D)", "A < D"},
		{"another role", "SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(ObjectSomeValuesFrom(:s :B) :D)", "A !< D"},
		{"role above", "SubObjectPropertyOf(:r :s) SubObjectPropertyOf(:s :t) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(ObjectSomeValuesFrom(:t :B) :D)", "A < D"},
		{"equivalent roles", "EquivalentObjectProperties(:r :s) SubClassOf(:A ObjectSomeValuesFrom(:s :B)) SubClassOf(ObjectSomeValuesFrom(:r :B) :D)", "A < D"},
		{"transitive", "TransitiveObjectProperty(:r) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectSomeValuesFrom(:r :C)) SubClassOf(:C ObjectSomeValuesFrom(:r :E)) SubClassOf(ObjectSomeValuesFrom(:r :E) :D)", "A < D, B < D, C < D"},
		{"chain", "SubObjectPropertyOf(ObjectPropertyChain(:r :s :t) :u) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectSomeValuesFrom(:s :C)) SubClassOf(:C ObjectSomeValuesFrom(:t :E)) SubClassOf(ObjectSomeValuesFrom(:u :E) :D)", "A < D, B !< D"},
		{"chain of roles below", "SubObjectPropertyOf(ObjectPropertyChain(:r :s) :u) SubObjectPropertyOf(:p :r) SubObjectPropertyOf(:u :v) SubClassOf(:A ObjectSomeValuesFrom(:p :B)) SubClassOf(:B ObjectSomeValuesFrom(:s :C)) SubClassOf(ObjectSomeValuesFrom(:v :C) :D)", "A < D"},
		{"reflexive", "ReflexiveObjectProperty(:r) SubObjectPropertyOf(:r :s) SubClassOf(ObjectSomeValuesFrom(:s :A) :D)", "A < D"},
		{"reflexive in a chain", "ReflexiveObjectProperty(:r) SubObjectPropertyOf(ObjectPropertyChain(:r :s) :u) SubClassOf(:A ObjectSomeValuesFrom(:s :B)) SubClassOf(ObjectSomeValuesFrom(:u :B) :D)", "A < D"},
		{"itself", "SubClassOf(:A ObjectHasSelf(:r)) SubObjectPropertyOf(:r :s) SubClassOf(ObjectHasSelf(:s) :D) SubClassOf(ObjectSomeValuesFrom(:s :A) :E)", "A < D, A < E"},
		{"domain", "ObjectPropertyDomain(:s :D) SubObjectPropertyOf(:r :s) SubClassOf(:A ObjectSomeValuesFrom(:r :B))", "A < D, B !< D"},
		{"domain by a chain", "ObjectPropertyDomain(:u :D) SubObjectPropertyOf(ObjectPropertyChain(:r :s) :u) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectSomeValuesFrom(:s :C))", "A < D, B !< D"},
		{"range", "ObjectPropertyRange(:s :C) SubObjectPropertyOf(:r :s) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(ObjectSomeValuesFrom(:r ObjectIntersectionOf(:B :C)) :D)", "A < D, B !< C"},
		{"range of something", "ObjectPropertyRange(:r :C) SubClassOf(:A ObjectSomeValuesFrom(:r owl:Thing)) SubClassOf(ObjectSomeValuesFrom(:r :C) :D)", "A < D"},
		{"range by a chain", "ObjectPropertyRange(:u :D) SubObjectPropertyOf(ObjectPropertyChain(:r :s) :u) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectSomeValuesFrom(:s :C)) SubClassOf(ObjectSomeValuesFrom(:u ObjectIntersectionOf(:C :D)) :E)", "A < E, B !< E, C !< D"},
		{"range of nothing by a chain", "ObjectPropertyRange(:u owl:Nothing) SubObjectPropertyOf(ObjectPropertyChain(:r :s) :u) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectSomeValuesFrom(:s :C))", "A = 0, B !< C, B !< D"},
		{"ranges by a chain of chains", "ObjectPropertyRange(:u :D) ObjectPropertyRange(:v :F) SubObjectPropertyOf(ObjectPropertyChain(:r :s) :u) SubObjectPropertyOf(ObjectPropertyChain(:t :u) :v) SubClassOf(:X ObjectSomeValuesFrom(:t :A)) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectSomeValuesFrom(:s :C)) SubClassOf(ObjectSomeValuesFrom(:v ObjectIntersectionOf(:C :D :F)) :E)", "X < E, A !< E, B !< E, C !< F"},
		{"range by a chain to itself", "ObjectPropertyRange(:u :D) SubObjectPropertyOf(ObjectPropertyChain(:r :s) :u) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectHasSelf(:s)) SubClassOf(ObjectSomeValuesFrom(:u ObjectIntersectionOf(:B :D)) :E)", "A < E, B !< D"},
		{"range by a chain to an individual", "ObjectPropertyRange(:u :D) SubObjectPropertyOf(ObjectPropertyChain(:r :s) :u) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectHasValue(:s :i)) SubClassOf(ObjectSomeValuesFrom(:u :D) :E)", "A < E, B !< E, i !< D"},
		{"range that the chain's end has", "ObjectPropertyRange(:u :D) SubObjectPropertyOf(:s :u) SubObjectPropertyOf(ObjectPropertyChain(:r :s) :u) SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B ObjectSomeValuesFrom(:s :C)) SubClassOf(ObjectSomeValuesFrom(:u :D) :E)", "A < E, B < E, C !< D"},
		{"disjoint", "DisjointClasses(:B :C) SubClassOf(:A :B) SubClassOf(:A :C)", "A = 0, B !< C"},
		{"disjoint, several", "DisjointClasses(:B :C :D) SubClassOf(:A :D) SubClassOf(:A :B) SubClassOf(:E :D)", "A = 0, E !< B"},
		{"disjoint from itself", "DisjointClasses(:A :B :A)", "A = 0, B !< A"},
		{"disjoint expressions", "DisjointClasses(:B ObjectSomeValuesFrom(:r :C)) SubClassOf(:A :B) SubClassOf(:A ObjectSomeValuesFrom(:r :C))", "A = 0"},
		{"role to nothing", "SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(:B owl:Nothing)", "A = 0, B = 0"},
		{"bottom role", "SubClassOf(:A ObjectSomeValuesFrom(owl:bottomObjectProperty :B))", "A = 0"},
		{"equivalent", "EquivalentClasses(:A :B :C) SubClassOf(:C :D)", "A < B, B < A, C < A, A < D, B < D"},
		{"definition", "EquivalentClasses(:D ObjectIntersectionOf(:B ObjectSomeValuesFrom(:r :C))) SubClassOf(:A :B) SubClassOf(:A ObjectSomeValuesFrom(:r :E)) SubClassOf(:E :C)", "A < D, D < B, B !< D"},
		{"thing", "SubClassOf(owl:Thing :D) SubClassOf(:A :B)", "A < D"},
		{"union on the left", "SubClassOf(ObjectUnionOf(:A :B) :D)", "A < D, B < D"},
		{"union in an existential", "SubClassOf(:A ObjectSomeValuesFrom(:r :B)) SubClassOf(ObjectSomeValuesFrom(:r ObjectUnionOf(:B :C)) :D)", "A < D"},
		{"disjoint union", "DisjointUnion(:A :B :C) SubClassOf(:E :B) SubClassOf(:E :C)", "B < A, C < A, E = 0"},
		{"complement on the right", "SubClassOf(:A ObjectComplementOf(:B)) SubClassOf(:C :A) SubClassOf(:C :B)", "C = 0, A !< B"},
		{"none", "SubClassOf(:A ObjectMaxCardinality(0 :r :B)) SubClassOf(:A ObjectSomeValuesFrom(:r :C)) SubClassOf(:C :B)", "A = 0"},
		{"only nothing", "SubClassOf(:A ObjectAllValuesFrom(:r owl:Nothing)) SubClassOf(:A ObjectSomeValuesFrom(:r :C))", "A = 0"},
		{"at least one", "SubClassOf(:A ObjectMinCardinality(1 :r :B)) SubClassOf(ObjectSomeValuesFrom(:r :B) :D) SubClassOf(ObjectMinCardinality(1 :r) :E)", "A < D, A < E"},
		{"value", "SubClassOf(:A ObjectHasValue(:r :i)) ClassAssertion(:C :i) SubClassOf(ObjectSomeValuesFrom(:r :C) :D)", "A < D"},
		{"one of", "SubClassOf(:A ObjectSomeValuesFrom(:r ObjectOneOf(:i))) EquivalentClasses(:D ObjectSomeValuesFrom(:r ObjectOneOf(:i :j)))", "A < D"},
		{"data value", "SubClassOf(:A DataHasValue(:u \"1\")) SubDataPropertyOf(:u :v) SubClassOf(DataHasValue(:v \"1\") :D) DataPropertyDomain(:v :E)", "A < D, A < E"},
		{"datatype", "SubClassOf(:A DataHasValue(:u \"1\"^^xsd:integer)) SubClassOf(DataSomeValuesFrom(:u xsd:integer) :D)", "A < D"},
		{"individual", "ClassAssertion(:A :i) SubClassOf(:A :B) ObjectPropertyAssertion(:r :i :j) ClassAssertion(:C :j) SubClassOf(ObjectSomeValuesFrom(:r :C) :D)", "i < B, i < D, j !< D"},
		{"range of a fact", "ObjectPropertyRange(:r :D) ObjectPropertyAssertion(:r :i :j) ObjectPropertyAssertion(ObjectInverseOf(:r) :k :i)", "j < D, i !< D, k < D"},
		{"same individual", "SameIndividual(:i :j) ClassAssertion(:A :j)", "i < A"},
		{"the universal part is outside", "SubClassOf(:A ObjectIntersectionOf(:B ObjectAllValuesFrom(:r :C)))", "A < B"},
		{"equal expressions outside", "SubClassOf(:A ObjectAllValuesFrom(:r :C)) SubClassOf(ObjectAllValuesFrom(:r :C) :D)", "A < D"},
		{"at least two are some", "SubClassOf(:A ObjectMinCardinality(2 :r :B)) SubClassOf(ObjectSomeValuesFrom(:r :B) :D) SubClassOf(ObjectMinCardinality(2 :r :B) :E) SubClassOf(:F ObjectSomeValuesFrom(:r :B))", "A < D, A < E, F !< E"},
		{"exactly", "SubClassOf(:A ObjectExactCardinality(3 :r :B)) SubClassOf(ObjectSomeValuesFrom(:r :B) :D)", "A < D"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tax := classify(t, New(read(t, c.axioms), Options{}))
			for want := range strings.SplitSeq(c.want, ", ") {
				f := strings.Fields(want)
				switch f[1] {
				case "<", "!<":
					if got := tax.IsA(ns+f[0], ns+f[2]); got != (f[1] == "<") {
						t.Errorf("%s: %v", want, got)
					}
				case "=":
					if !slices.Contains(tax.Unsatisfiable(), ns+f[0]) {
						t.Errorf("%s: unsatisfiable are %v", want, tax.Unsatisfiable())
					}
				}
			}
		})
	}
}

func TestInconsistent(t *testing.T) {
	for _, axioms := range []string{
		"SubClassOf(owl:Thing owl:Nothing) Declaration(Class(:A))",
		"DisjointClasses(:A :B) ClassAssertion(:A :i) ClassAssertion(:B :i)",
		"ClassAssertion(ObjectSomeValuesFrom(:r :A) :i) SubClassOf(:A owl:Nothing)",
		"SameIndividual(:i :j) DifferentIndividuals(:k :j :i)",
		"NegativeObjectPropertyAssertion(:r :i :j) ObjectPropertyAssertion(:r :i :j)",
		"NegativeDataPropertyAssertion(:u :i \"x\") DataPropertyAssertion(:u :i \"x\")",
	} {
		tax := classify(t, New(read(t, axioms), Options{}))
		if tax.Consistent() {
			t.Errorf("%s: consistent", axioms)
		}
		if !tax.IsA(ns+"A", ns+"nobody") || tax.Parents(ns+"A") != nil || tax.Equivalents(ns+"A") != nil {
			t.Errorf("%s: not everything follows, or there are lists", axioms)
		}
	}
}

// What is not read in full is listed with a reason that names it; what is read in full is not.
func TestOutside(t *testing.T) {
	for _, c := range []struct{ axiom, reason string }{
		{"SubClassOf(:A ObjectAllValuesFrom(:r :B))", "ObjectAllValuesFrom"},
		{"SubClassOf(:A ObjectUnionOf(:B :C))", "ObjectUnionOf"},
		{"EquivalentClasses(:A ObjectOneOf(:i :j))", "ObjectOneOf"},
		{"SubClassOf(:A ObjectOneOf(:i))", "ObjectOneOf"},
		{"SubClassOf(ObjectComplementOf(:A) :B)", "ObjectComplementOf"},
		{"SubClassOf(:A ObjectMinCardinality(2 :r :B))", "ObjectMinCardinality"},
		{"SubClassOf(:A ObjectMaxCardinality(1 :r :B))", "ObjectMaxCardinality"},
		{"SubClassOf(ObjectHasSelf(:r) :A)", "ObjectHasSelf"},
		{"SubClassOf(:A ObjectSomeValuesFrom(ObjectInverseOf(:r) :B))", "ObjectInverseOf"},
		{"InverseObjectProperties(:r :s)", "InverseObjectProperties"},
		{"FunctionalObjectProperty(:r)", "FunctionalObjectProperty"},
		{"SymmetricObjectProperty(:r)", "SymmetricObjectProperty"},
		{"DisjointObjectProperties(:r :s)", "DisjointObjectProperties"},
		{"HasKey(:A (:r) ())", "HasKey"},
		{"SubClassOf(DataSomeValuesFrom(:u xsd:integer) :A)", "datatypes"},
		{"SubClassOf(DataHasValue(:u \"1\"^^xsd:integer) :A)", "literals"},
		{"ObjectPropertyRange(:s :A) SubObjectPropertyOf(ObjectPropertyChain(:r :t) :s)", "range"},
		{"DisjointUnion(:A :B :C)", "ObjectUnionOf"},

		{"SubClassOf(ObjectUnionOf(:A :B) :C)", ""},
		{"SubClassOf(:A ObjectComplementOf(:B))", ""},
		{"SubClassOf(:A ObjectMaxCardinality(0 :r :B))", ""},
		{"SubClassOf(:A ObjectHasValue(:r :i))", ""},
		{"ObjectPropertyRange(:r :A) TransitiveObjectProperty(:r)", ""},
		{"ReflexiveObjectProperty(:r) DisjointClasses(:A :B :C)", ""},
		{"AnnotationAssertion(:p :A \"x\") Declaration(Class(:A))", ""},
	} {
		out := New(read(t, c.axiom), Options{}).Outside()
		switch {
		case c.reason == "" && len(out) > 0:
			t.Errorf("%s: listed as %q", c.axiom, out[0].Reason)
		case c.reason != "" && (len(out) != 1 || !strings.Contains(out[0].Reason, c.reason)):
			t.Errorf("%s: %v, want one reason with %q", c.axiom, out, c.reason)
		}
	}
}

// The direct parents of a definition and of what it gathers, by hand.
func TestTaxonomy(t *testing.T) {
	tax := classify(t, New(read(t, `
		SubClassOf(:Pizza :Food) SubClassOf(:NamedPizza :Pizza) SubClassOf(:Margherita :NamedPizza)
		SubClassOf(:Margherita ObjectSomeValuesFrom(:hasTopping :Mozzarella)) SubClassOf(:Mozzarella :Cheese) SubClassOf(:Cheese :Food)
		EquivalentClasses(:CheesyPizza ObjectIntersectionOf(:Pizza ObjectSomeValuesFrom(:hasTopping :Cheese)))
		EquivalentClasses(:KäsePizza :CheesyPizza) SubClassOf(:Margherita :Pizza) SubClassOf(:Margherita :Food)
		ClassAssertion(:Margherita :mine) ClassAssertion(:Food :mine)`), Options{}))
	for class, want := range map[string]string{
		"Margherita": "CheesyPizza NamedPizza", "CheesyPizza": "Pizza", "KäsePizza": "Pizza", "NamedPizza": "Pizza", "Food": "", "mine": "Margherita", "Nowhere": "",
	} {
		if got := strings.ReplaceAll(strings.Join(tax.Parents(ns+class), " "), ns, ""); got != want {
			t.Errorf("parents of %s: %q, want %q", class, got, want)
		}
	}
	if got := tax.Equivalents(ns + "KäsePizza"); len(got) != 2 || got[0] != ns+"CheesyPizza" {
		t.Errorf("equivalents: %v", got)
	}
	above := slices.Sorted(tax.aboveOf(ns + "Margherita"))
	if len(above) != 5 {
		t.Errorf("above Margherita: %v", above)
	}
	if got := tax.individuals(); len(got) != 1 || got[0] != ns+"mine" {
		t.Errorf("individuals: %v", got)
	}
}

// aboveOf yields all classes that a class or individual is a kind of, but itself and owl:Thing.
func (t *Taxonomy) aboveOf(iri string) iter.Seq[string] {
	return func(yield func(string) bool) {
		n, ok := t.numbers[iri]
		if !ok {
			return
		}
		for _, m := range t.above[n] {
			if !yield(t.classes[m]) {
				return
			}
		}
	}
}
