package obo

import (
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// relationClause reads a tag about a relation (section 5.5).
func (p *parser) relationClause(f *frame, c clause) (done bool, err error) {
	by, as := "", relation
	switch c.tag {
	case "is_a":
		by = nsRDFS + "subPropertyOf"
	case "domain":
		by, as = nsRDFS+"domain", class
	case "range":
		by, as = nsRDFS+"range", class
	case "inverse_of":
		by = nsOWL + "inverseOf"
	case "equivalent_to":
		by = nsOWL + "equivalentProperty"
	case "disjoint_from":
		by = nsOWL + "propertyDisjointWith"
	case "transitive_over":
		over, _ := word(c.value)
		return true, p.chain(f, c, f.id, over)
	case "holds_over_chain", "equivalent_to_chain":
		first, rest := word(c.value)
		second, _ := word(rest)
		return true, p.chain(f, c, first, second)
	case "relationship":
		first, rest := word(c.value)
		to, _ := word(rest)
		return true, p.plain(f, c, first, to)
	case "intersection_of", "union_of":
		return true, p.flaw(c.line, "%s: OWL has no such definition of a relation; it is left out", c.tag)
	}
	if by != "" {
		return true, p.relate(f, c, by, as)
	}
	if typ := characteristic(c.tag); typ != "" {
		if c.value == "true" {
			p.isOneOf(f.node, nsOWL+typ)
		}
		return true, nil
	}
	return false, nil
}

func characteristic(tag string) string {
	switch tag {
	case "is_transitive":
		return "TransitiveProperty"
	case "is_symmetric":
		return "SymmetricProperty"
	case "is_asymmetric":
		return "AsymmetricProperty"
	case "is_reflexive":
		return "ReflexiveProperty"
	case "is_functional":
		return "FunctionalProperty"
	case "is_inverse_functional":
		return "InverseFunctionalProperty"
	}
	return ""
}

// chain yields that the chain of two relations implies this one.
func (p *parser) chain(f *frame, c clause, first, second string) error {
	if second == "" {
		return p.flaw(c.line, "%s: expected relations, not %s", c.tag, rdfio.Quote(c.value))
	}
	var links []rdf.Object
	for _, id := range []string{first, second} {
		x, err := p.entity(id, relation)
		if err != nil {
			return p.flaw(c.line, "%s: %v", c.tag, err)
		}
		links = append(links, x.node.Object())
	}
	notes, err := p.notes(p.room[:0], c)
	if err != nil {
		return err
	}
	p.sayNoted(f.node, p.node(nsOWL+"propertyChainAxiom"), p.list(links), notes)
	return nil
}

// annotationClause reads a tag of a relation that is a metadata tag.
func (p *parser) annotationClause(f *frame, c clause) (done bool, err error) {
	switch c.tag {
	case "is_a":
		return true, p.relate(f, c, nsRDFS+"subPropertyOf", annotation)
	case "domain":
		return true, p.relate(f, c, nsRDFS+"domain", 0)
	case "range":
		return true, p.relate(f, c, nsRDFS+"range", 0)
	case "relationship":
		first, rest := word(c.value)
		to, _ := word(rest)
		return true, p.plain(f, c, first, to)
	}
	return false, nil
}

// instanceClause reads a tag about an instance (section 5.6).
func (p *parser) instanceClause(f *frame, c clause) (done bool, err error) {
	switch c.tag {
	case "instance_of":
		return true, p.relate(f, c, nsRDF+"type", class)
	case "relationship":
		by, rest := word(c.value)
		to, _ := word(rest)
		if to == "" {
			return true, p.flaw(c.line, "relationship: expected a relation and an instance, not %s", rdfio.Quote(c.value))
		}
		if !p.typedefs[by].metadata {
			if _, err := p.entity(by, relation); err != nil {
				return true, p.flaw(c.line, "%s: %v", "relationship", err)
			}
			if _, err := p.entity(to, individual); err != nil {
				return true, p.flaw(c.line, "%s: %v", "relationship", err)
			}
		}
		return true, p.plain(f, c, by, to)
	}
	return false, nil
}
