package axiom

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// order knows which object properties chains need to be less than others: a chain is regular if its properties can be
// ordered so (Structural Specification, section 11.2, restriction on the property hierarchy). Inverses count as their
// properties, since a property and its inverse are always in the same order.
type order struct {
	above map[string][]string // inclusions, equivalences, inverses
	less  map[string][]string // a property -> those that chains of it need to be greater
	more  map[string][]string // the other way
}

func newOrder(axioms []Axiom) *order {
	o := &order{map[string][]string{}, map[string][]string{}, map[string][]string{}}
	for _, a := range axioms {
		switch {
		case a.Op == SubObjectPropertyOf && a.Args[0].Op == ObjectPropertyChain:
			for _, part := range below(a) {
				o.less[part] = append(o.less[part], base(a.Args[1]))
				o.more[base(a.Args[1])] = append(o.more[base(a.Args[1])], part)
			}
		case a.Op == SubObjectPropertyOf:
			o.above[base(a.Args[0])] = append(o.above[base(a.Args[0])], base(a.Args[1]))
		case a.Op == EquivalentObjectProperties, a.Op == InverseObjectProperties:
			first := base(a.Args[0])
			for _, e := range a.Args[1:] {
				o.above[first] = append(o.above[first], base(e))
				o.above[base(e)] = append(o.above[base(e)], first)
			}
		}
	}
	return o
}

// below returns the properties of a chain that must be less than what it is below.
func below(a Axiom) (parts []string) {
	chain, of := a.Args[0].Args, a.Args[1]
	switch {
	case of.Text == owlNS+"topObjectProperty", len(chain) == 2 && chain[0].Equal(of) && chain[1].Equal(of):
		return nil
	case chain[0].Equal(of):
		chain = chain[1:]
	case chain[len(chain)-1].Equal(of):
		chain = chain[:len(chain)-1]
	}
	for _, e := range chain {
		if !slices.Contains(parts, base(e)) {
			parts = append(parts, base(e))
		}
	}
	return parts
}

// why says that a chain has no place in any order.
func (o *order) why(a Axiom) english.Phrase {
	if a.Op != SubObjectPropertyOf || a.Args[0].Op != ObjectPropertyChain {
		return english.Phrase{}
	}
	of := base(a.Args[1])
	greater := reach(o.less, of)
	for _, part := range below(a) {
		smaller := reach(o.more, part)
		for g := range greater {
			for r := range reach(o.above, g) {
				if smaller[r] {
					return english.Phrasef("the chain is not regular: <%s> must be less than <%s>, but is above it too", part, of)
				}
			}
		}
	}
	return english.Phrase{}
}
