package obograph

import (
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// same reads a set of equivalent classes: each is equivalent to the first.
func (r *reader) same(s nodeSet) {
	first := s.Representative
	for _, id := range s.IDs {
		if first == "" {
			first = id
		}
		if id == first {
			continue
		}
		a, ok := r.id(first)
		b, ok2 := r.id(id)
		if ok && ok2 {
			by := nsOWL + "equivalentClass"
			if r.types[first] == typeProperty {
				by = nsOWL + "equivalentProperty"
			}
			r.noted(a, r.word(by), b.Object(), s.Meta)
		}
	}
}

func (r *reader) definition(d definition) {
	c, ok := r.id(d.Class)
	if !ok {
		return
	}
	var parts []rdf.Object
	for _, id := range d.Genus {
		if g, ok := r.id(id); ok {
			parts = append(parts, g.Object())
		}
	}
	for _, x := range d.Restrictions {
		p, ok := r.id(x.Property)
		f, ok2 := r.id(x.Filler)
		if ok && ok2 {
			parts = append(parts, r.restriction(p, "someValuesFrom", f))
		}
	}
	switch len(parts) {
	case 0:
		r.flaw("the definition of %s has no parts", rdfio.Quote(d.Class))
		return
	case 1:
		r.noted(c, r.word(nsOWL+"equivalentClass"), parts[0], d.Meta)
		return
	}
	x := r.terms.Fresh()
	r.isOneOf(x, "Class")
	r.say(x, r.word(nsOWL+"intersectionOf"), r.list(parts))
	r.noted(c, r.word(nsOWL+"equivalentClass"), x.Object(), d.Meta)
}

func (r *reader) list(members []rdf.Object) rdf.Object {
	rest := r.word(nsRDF + "nil").Object()
	for i := len(members) - 1; i >= 0; i-- {
		cell := r.terms.Fresh()
		r.say(cell, r.word(nsRDF+"first"), members[i])
		r.say(cell, r.word(nsRDF+"rest"), rest)
		rest = cell.Object()
	}
	return rest
}

func (r *reader) domain(d domain) {
	p, ok := r.id(d.Property)
	if !ok {
		return
	}
	for _, x := range []struct {
		by  string
		ids []string
	}{{"domain", d.Domains}, {"range", d.Ranges}} {
		for _, id := range x.ids {
			if c, ok := r.id(id); ok {
				r.noted(p, r.word(nsRDFS+x.by), c.Object(), d.Meta)
			}
		}
	}
	for _, e := range d.OnlyFrom {
		r.only(e)
	}
}

func (r *reader) chain(c chain) {
	p, ok := r.id(c.Property)
	if !ok {
		return
	}
	var links []rdf.Object
	for _, id := range c.Links {
		n, ok := r.id(id)
		if !ok {
			return
		}
		links = append(links, n.Object())
	}
	if len(links) == 0 {
		r.flaw("the chain of %s is empty", rdfio.Quote(c.Property))
		return
	}
	r.noted(p, r.word(nsOWL+"propertyChainAxiom"), r.list(links), c.Meta)
}
