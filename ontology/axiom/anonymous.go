package axiom

import "github.com/ontocrawl/ontocrawl/internal/english"

// anonymous says that an axiom names an individual without a name where OWL 2 DL wants a name, or ties such individuals
// in a knot (Structural Specification, section 11.2, restrictions on the usage of anonymous individuals).
func (g *global) anonymous(a Axiom) (why english.Phrase) {
	if a.Op == ObjectPropertyAssertion && len(g.knots) > 0 {
		return g.knots[a.String()]
	}
	wants := func(op Op, args []Expr) {
		for _, e := range args {
			if e.Op == Anonymous && why.IsZero() {
				why = english.Phrasef("%s takes no anonymous individual", op.String())
			}
		}
	}
	switch a.Op {
	case SameIndividual, DifferentIndividuals, NegativeObjectPropertyAssertion, NegativeDataPropertyAssertion:
		wants(a.Op, a.Args)
	}
	for _, e := range a.Args {
		e.Walk(func(e Expr) {
			if e.Op == ObjectOneOf || e.Op == ObjectHasValue {
				wants(e.Op, e.Args)
			}
		})
	}
	return why
}

// anonymousKnots returns the assertions that keep anonymous individuals from being a forest whose roots alone are tied to
// named ones.
func anonymousKnots(axioms []Axiom) map[string]english.Phrase {
	up := map[string]string{}
	root := func(x string) string { // with path halving: a list of 10^6 stays cheap
		for up[x] != "" {
			if above := up[up[x]]; above != "" {
				up[x] = above
			}
			x = up[x]
		}
		return x
	}
	knots := map[string]english.Phrase{}
	each := func(anonymous int, f func(a Axiom, from, to Expr)) {
		for _, a := range axioms {
			if a.Op != ObjectPropertyAssertion {
				continue
			}
			from, to := a.Args[1], a.Args[2]
			n := 0
			for _, e := range []Expr{from, to} {
				if e.Op == Anonymous {
					n++
				}
			}
			if n == anonymous {
				f(a, from, to)
			}
		}
	}
	each(2, func(a Axiom, from, to Expr) {
		x, y := root(from.Text), root(to.Text)
		if x == y {
			knots[a.String()] = english.Phrasef("anonymous individuals are tied in a circle")
			return
		}
		up[x] = y
	})
	tied := map[string]string{} // the root of a tree -> its member that named individuals are tied to
	each(1, func(a Axiom, from, to Expr) {
		if from.Op != Anonymous {
			from = to
		}
		r := root(from.Text)
		if tied[r] == "" {
			tied[r] = from.Text
		}
		if tied[r] != from.Text {
			knots[a.String()] = english.Phrasef("two anonymous individuals of one tree are tied to named ones")
		}
	})
	return knots
}
