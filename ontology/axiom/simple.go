package axiom

import (
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// simple knows the properties that are not simple: transitive ones, those of chains, and what stands above them
// (Structural Specification, section 11.1).
type simple struct{ composite map[string]bool }

func newSimple(axioms []Axiom) *simple {
	s := &simple{map[string]bool{owlNS + "topObjectProperty": true, owlNS + "bottomObjectProperty": true}}
	ups := map[string][]string{}
	var queue []string
	both := func(a, b Expr) {
		ups[base(a)], ups[base(b)] = append(ups[base(a)], base(b)), append(ups[base(b)], base(a))
	}
	for _, a := range axioms {
		switch {
		case a.Op == TransitiveObjectProperty:
			queue = append(queue, base(a.Args[0]))
		case a.Op == SubObjectPropertyOf && a.Args[0].Op == ObjectPropertyChain:
			queue = append(queue, base(a.Args[1]))
		case a.Op == SubObjectPropertyOf:
			ups[base(a.Args[0])] = append(ups[base(a.Args[0])], base(a.Args[1]))
		case a.Op == EquivalentObjectProperties, a.Op == InverseObjectProperties:
			for _, e := range a.Args[1:] {
				both(a.Args[0], e)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		if p := queue[0]; !s.composite[p] {
			s.composite[p] = true
			queue = append(queue, ups[p]...)
		}
	}
	return s
}

// base is the property of an inverse.
func base(e Expr) string {
	if e.Op == ObjectInverseOf {
		return e.Args[0].Text
	}
	return e.Text
}

// why says where an axiom wants a simple property and has another.
func (s *simple) why(a Axiom) (why english.Phrase) {
	wants := func(op Op, e Expr) {
		if s.composite[base(e)] && why.IsZero() {
			why = english.Phrasef("%s of <%s>, which is not simple: it is transitive, or a chain or such a property is below it", op.String(), base(e))
		}
	}
	switch a.Op {
	case FunctionalObjectProperty, InverseFunctionalObjectProperty, IrreflexiveObjectProperty,
		AsymmetricObjectProperty, DisjointObjectProperties:
		for _, e := range a.Args {
			wants(a.Op, e)
		}
	}
	a.Walk(func(e Expr) {
		switch e.Op {
		case ObjectHasSelf:
			wants(e.Op, e.Args[0])
		case ObjectMinCardinality, ObjectMaxCardinality, ObjectExactCardinality:
			wants(e.Op, e.Args[1])
		}
	})
	return why
}
