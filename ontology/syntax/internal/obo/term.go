package obo

import (
	"strconv"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// termClause reads a tag about a term (section 5.2).
func (p *parser) termClause(f *frame, c clause) (done bool, err error) {
	switch c.tag {
	case "intersection_of":
		f.and = append(f.and, c)
		return true, nil
	case "union_of":
		f.or = append(f.or, c)
		return true, nil
	case "is_a":
		return true, p.isA(f, c)
	case "disjoint_from":
		return true, p.relate(f, c, nsOWL+"disjointWith", class)
	case "equivalent_to":
		return true, p.relate(f, c, nsOWL+"equivalentClass", class)
	case "relationship":
		return true, p.relationship(f, c)
	}
	return false, nil
}

// relate yields the triple f, by, and the entity in the clause.
func (p *parser) relate(f *frame, c clause, by string, as kind) error {
	return p.relateBy(f, c, p.node(by), as)
}

// relateBy is relate with the node of the property.
func (p *parser) relateBy(f *frame, c clause, by *rdfio.Node, as kind) error {
	id, _ := word(c.value)
	x, err := p.entity(id, as)
	if err != nil {
		return p.flaw(c.line, "%s: %v", c.tag, err)
	}
	notes, err := p.notes(p.room[:0], c)
	if err != nil {
		return err
	}
	p.sayNoted(f.node, by, x.node.Object(), notes)
	return nil
}

func (p *parser) isA(f *frame, c clause) error {
	id, _ := word(c.value)
	x, err := p.entity(id, class)
	if err != nil {
		return p.flaw(c.line, "%s: %v", "is_a", err)
	}
	return p.below(f, c, x.node.Object())
}

// below yields the triple that the term is a subclass of o. If modifiers give a context
// (gci_relation, gci_filler), the subclass is the term in that context.
func (p *parser) below(f *frame, c clause, o rdf.Object) error {
	notes, err := p.notes(p.room[:0], c)
	if err != nil {
		return err
	}
	s := f.node
	by, filler := "", ""
	for _, m := range modifiers(c.mods) {
		switch m.key {
		case "gci_relation":
			by = m.value
		case "gci_filler":
			filler = m.value
		}
	}
	if by != "" && filler != "" {
		r, err := p.restrict(by, filler, nil)
		if err != nil {
			return p.flaw(c.line, "%s: %v", c.tag, err)
		}
		s = p.expression("intersectionOf", []rdf.Object{f.node.Object(), r})
	}
	p.sayNoted(s, p.subClassOf, o, notes)
	return nil
}

// expression yields an intersection or a union.
func (p *parser) expression(of string, members []rdf.Object) *rdfio.Node {
	x := p.terms.Fresh()
	p.isOneOf(x, nsOWL+"Class")
	p.say(x, p.node(nsOWL+of).Predicate(), p.list(members))
	return x
}

func (p *parser) relationship(f *frame, c clause) error {
	by, rest := word(c.value)
	to, _ := word(rest)
	if to == "" {
		return p.flaw(c.line, "relationship: expected a relation and a term, not %s", rdfio.Quote(c.value))
	}
	if p.typedefs[by].metadata {
		return p.plain(f, c, by, to)
	}
	r, err := p.restrict(by, to, modifiers(c.mods))
	if err != nil {
		return p.flaw(c.line, "%s: %v", "relationship", err)
	}
	return p.below(f, c, r)
}

// plain yields a relation of the entity itself.
func (p *parser) plain(f *frame, c clause, by, to string) error {
	x, err := p.entity(by, 0)
	if err != nil {
		return p.flaw(c.line, "%s: %v", c.tag, err)
	}
	y, err := p.entity(to, 0)
	if err != nil {
		return p.flaw(c.line, "%s: %v", c.tag, err)
	}
	notes, err := p.notes(p.room[:0], c)
	if err != nil {
		return err
	}
	p.sayNoted(f.node, x.node, y.node.Object(), notes)
	return nil
}

// restrict yields a restriction, existential unless the modifiers say otherwise (section
// 5.4).
func (p *parser) restrict(by, to string, mods []modifier) (rdf.Object, error) {
	r, err := p.entity(by, relation)
	if err != nil {
		return nil, err
	}
	as := class
	if p.typedefs[by].classLevel {
		as = 0
	}
	x, err := p.entity(to, as)
	if err != nil {
		return nil, err
	}
	exact, least, most, some, only := -1, -1, -1, false, false
	for _, m := range mods {
		switch m.key {
		case "cardinality":
			exact = number(m.value)
		case "minCardinality":
			least = number(m.value)
		case "maxCardinality":
			most = number(m.value)
		case "all_some":
			some = m.value == "true"
		case "all_only":
			only = m.value == "true"
		}
	}
	switch {
	case exact > 0:
		return p.cardinality(r, x, "qualifiedCardinality", exact), nil
	case exact == 0 || most == 0:
		not := p.terms.Fresh()
		p.isOneOf(not, nsOWL+"Class")
		p.say(not, p.node(nsOWL+"complementOf").Predicate(), x.node.Object())
		return p.restriction(r, "allValuesFrom", not.Object()), nil
	case least >= 0 && most >= 0:
		return p.expression("intersectionOf", []rdf.Object{
			p.cardinality(r, x, "minQualifiedCardinality", least),
			p.cardinality(r, x, "maxQualifiedCardinality", most)}).Object(), nil
	case least >= 0:
		return p.cardinality(r, x, "minQualifiedCardinality", least), nil
	case most >= 0:
		return p.cardinality(r, x, "maxQualifiedCardinality", most), nil
	case some && only:
		return p.expression("intersectionOf", []rdf.Object{
			p.existential(r, x),
			p.restriction(r, "allValuesFrom", x.node.Object())}).Object(), nil
	case only:
		return p.restriction(r, "allValuesFrom", x.node.Object()), nil
	case p.typedefs[by].classLevel:
		return p.restriction(r, "hasValue", x.node.Object()), nil
	}
	return p.existential(r, x), nil
}

// existential yields an existential restriction.
func (p *parser) existential(r, x *entity) rdf.Object {
	e := p.terms.Fresh()
	p.say(e, p.typ, p.isRestriction)
	p.say(e, p.onProperty, r.node.Object())
	p.say(e, p.some, x.node.Object())
	return e.Object()
}

func number(s string) int {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return n
	}
	return -1
}

func (p *parser) restriction(r *entity, by string, o rdf.Object) rdf.Object {
	x := p.terms.Fresh()
	p.isOneOf(x, nsOWL+"Restriction")
	p.say(x, p.node(nsOWL+"onProperty").Predicate(), r.node.Object())
	p.say(x, p.node(nsOWL+by).Predicate(), o)
	return x.Object()
}

func (p *parser) cardinality(r, on *entity, by string, n int) rdf.Object {
	count, _ := p.terms.Typed(strconv.Itoa(n), nsXSD+"nonNegativeInteger")
	x := p.terms.Fresh()
	p.isOneOf(x, nsOWL+"Restriction")
	p.say(x, p.node(nsOWL+"onProperty").Predicate(), r.node.Object())
	p.say(x, p.node(nsOWL+by).Predicate(), count)
	p.say(x, p.node(nsOWL+"onClass").Predicate(), on.node.Object())
	return x.Object()
}

// definedBy yields that the term equals the intersection or union of the clauses'
// entities.
func (p *parser) definedBy(f *frame, parts []clause, of string) error {
	if len(parts) == 0 {
		return nil
	}
	if len(parts) == 1 {
		return p.flaw(parts[0].line, "%s stands alone; it takes two or more to define a term", parts[0].tag)
	}
	var members []rdf.Object
	notes := p.room[:0]
	for _, c := range parts {
		by, rest := word(c.value)
		to, _ := word(rest)
		var o rdf.Object
		var err error
		if to == "" {
			var x *entity
			if x, err = p.entity(by, class); err == nil {
				o = x.node.Object()
			}
		} else {
			o, err = p.restrict(by, to, modifiers(c.mods))
		}
		if err != nil {
			return p.flaw(c.line, "%s: %v", c.tag, err)
		}
		members = append(members, o)
		if notes, err = p.notes(notes, c); err != nil {
			return err
		}
	}
	x := p.expression(of, members)
	p.sayNoted(f.node, p.node(nsOWL+"equivalentClass"), x.Object(), notes)
	return nil
}
