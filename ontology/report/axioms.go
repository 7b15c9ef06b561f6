package report

import (
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
)

// OfAxiom is an axiom for people and for programs.
type OfAxiom = diff.Axiom

// OfAxioms returns lists of axioms of o as people and programs read them.
func OfAxioms(o *axiom.Ontology, lists ...[]axiom.Axiom) [][]OfAxiom {
	name := axiom.NewNames(o, nil).Append
	all := make([][]OfAxiom, len(lists))
	for i, list := range lists {
		all[i] = make([]OfAxiom, 0, len(list))
		for _, a := range list {
			all[i] = append(all[i], OfAxiom{Kind: a.Op.String(), Functional: a.String(), Manchester: manchester.Line(a, name), Of: a})
		}
	}
	return all
}
