package manchester

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

// Descriptions and data ranges share a grammar except for literals and facets. Both are
// read as class expressions with plain IRIs; class and dataRange in kinds.go convert
// them.

// description reads "A or B" and operators of higher precedence.
func (p *parser) description() (axiom.Expr, error) {
	return p.joined(axiom.ObjectUnionOf, p.conjunction, "or")
}

// conjunction reads "A and B" or "A that B", which means the same.
func (p *parser) conjunction() (axiom.Expr, error) {
	return p.joined(axiom.ObjectIntersectionOf, p.primary, "and", "that")
}

// joined reads one or more operands separated by a word.
func (p *parser) joined(op axiom.Op, operand func() (axiom.Expr, error), words ...string) (axiom.Expr, error) {
	first, err := operand()
	if err != nil {
		return first, err
	}
	args := []axiom.Expr{first}
	for {
		if p.tok.kind != name || !slices.Contains(words, p.tok.text) {
			break
		}
		if err := p.advance(); err != nil {
			return first, err
		}
		e, err := operand()
		if err != nil {
			return first, err
		}
		args = append(args, e)
	}
	if len(args) == 1 {
		return first, nil
	}
	return axiom.Of(op, args...), nil
}

// primary reads a name, a restriction, a bracketed expression, or the complement of one.
func (p *parser) primary() (axiom.Expr, error) {
	if err := p.deeper(); err != nil {
		return axiom.Expr{}, err
	}
	defer func() { p.depth-- }()
	t := p.tok
	switch {
	case t.is(name, "not"):
		if err := p.advance(); err != nil {
			return axiom.Expr{}, err
		}
		e, err := p.primary()
		return axiom.Of(axiom.ObjectComplementOf, e), err
	case t.is(sign, "("):
		return p.bracketed()
	case t.is(sign, "{"):
		return p.enumeration()
	case t.is(name, "inverse"):
		e, err := p.objectProperty()
		if err != nil {
			return e, err
		}
		return p.restriction(e)
	case t.kind == name && reserved[t.text]:
		return axiom.Expr{}, p.errorf("expected a class, a restriction or a bracket, found %s", t)
	}
	return p.named()
}

// named reads a name, and the restriction that it may begin.
func (p *parser) named() (axiom.Expr, error) {
	if iri := p.shortDatatype(p.tok); iri != "" {
		if err := p.advance(); err != nil {
			return axiom.Expr{}, err
		}
		return p.faceted(iri)
	}
	iri, err := p.takeIRI("a class, a restriction or a bracket")
	switch {
	case err != nil:
		return axiom.Expr{}, err
	case p.tok.is(sign, "["):
		return p.faceted(iri)
	case p.tok.kind == name && reserved[p.tok.text] && !joins(p.tok.text):
		return p.restriction(axiom.Named(axiom.IRI, iri))
	}
	return axiom.Named(axiom.IRI, iri), nil
}

func joins(word string) bool { return word == "and" || word == "or" || word == "that" }

func (p *parser) bracketed() (axiom.Expr, error) {
	if err := p.advance(); err != nil {
		return axiom.Expr{}, err
	}
	e, err := p.description()
	if err != nil {
		return e, err
	}
	return e, p.expect(sign, ")", "at the end of the bracket")
}

// enumeration reads { a, b }.
func (p *parser) enumeration() (axiom.Expr, error) {
	if err := p.advance(); err != nil {
		return axiom.Expr{}, err
	}
	members, err := p.exprs(func() (axiom.Expr, error) { return p.member("an individual or a literal inside { }") })
	if err != nil {
		return axiom.Expr{}, err
	}
	return axiom.Of(axiom.ObjectOneOf, members...), p.expect(sign, "}", "at the end of the enumeration")
}

func (p *parser) member(what english.Word) (axiom.Expr, error) {
	if p.isLiteral() {
		return p.literal()
	}
	return p.individual(what)
}

// objectProperty reads a name, or "inverse" and a name, perhaps in brackets.
func (p *parser) objectProperty() (axiom.Expr, error) {
	inverse, err := p.accept(name, "inverse")
	if err != nil {
		return axiom.Expr{}, err
	}
	open := false
	if inverse {
		if open, err = p.accept(sign, "("); err != nil {
			return axiom.Expr{}, err
		}
	}
	iri, err := p.takeIRI("a property")
	e := axiom.Named(axiom.IRI, iri)
	if err == nil && open {
		err = p.expect(sign, ")", "after the property")
	}
	if inverse {
		e = axiom.Of(axiom.ObjectInverseOf, axiom.Named(axiom.ObjectProperty, iri))
	}
	return e, err
}

// restriction reads the rest of a restriction after its property.
func (p *parser) restriction(property axiom.Expr) (axiom.Expr, error) {
	word := p.tok
	if word.kind != name {
		return axiom.Expr{}, p.errorf("expected some, only, value, Self, min, max or exactly after the property, found %s", word)
	}
	if err := p.advance(); err != nil {
		return axiom.Expr{}, err
	}
	switch word.text {
	case "some":
		if self, err := p.accept(name, "Self"); err != nil || self {
			return axiom.Of(axiom.ObjectHasSelf, property), err
		}
		return p.filled(axiom.ObjectSomeValuesFrom, property)
	case "only":
		return p.filled(axiom.ObjectAllValuesFrom, property)
	case "Self":
		return axiom.Of(axiom.ObjectHasSelf, property), nil
	case "value":
		e, err := p.member("an individual or a literal after \"value\"")
		return axiom.Of(axiom.ObjectHasValue, property, e), err
	case "min":
		return p.counted(axiom.ObjectMinCardinality, property)
	case "max":
		return p.counted(axiom.ObjectMaxCardinality, property)
	case "exactly":
		return p.counted(axiom.ObjectExactCardinality, property)
	}
	return axiom.Expr{}, p.errorAt(word.at, "expected some, only, value, Self, min, max or exactly after the property, found %s", word)
}

func (p *parser) filled(op axiom.Op, property axiom.Expr) (axiom.Expr, error) {
	filler, err := p.primary()
	return axiom.Of(op, property, filler), err
}

// counted reads a number and an optional filler.
func (p *parser) counted(op axiom.Op, property axiom.Expr) (axiom.Expr, error) {
	t := p.tok
	if t.kind != number || strings.Trim(t.text, "0123456789") != "" {
		return axiom.Expr{}, p.errorf("expected a number such as 3, found %s", t)
	}
	if err := p.advance(); err != nil {
		return axiom.Expr{}, err
	}
	args := []axiom.Expr{{Op: axiom.Number, Text: t.text}, property}
	if p.beginsPrimary() {
		filler, err := p.primary()
		if err != nil {
			return filler, err
		}
		args = append(args, filler)
	}
	return axiom.Of(op, args...), nil
}

func (p *parser) beginsPrimary() bool {
	switch t := p.tok; t.kind {
	case name:
		return !joins(t.text)
	case fullIRI, quoted:
		return true
	case sign:
		return t.text == "(" || t.text == "{"
	}
	return false
}

// faceted reads the optional facets of a datatype.
func (p *parser) faceted(datatype string) (axiom.Expr, error) {
	open, err := p.accept(sign, "[")
	if err != nil || !open {
		return axiom.Named(axiom.IRI, datatype), err
	}
	facets, err := p.exprs(p.facet)
	if err != nil {
		return axiom.Expr{}, err
	}
	args := append([]axiom.Expr{axiom.Named(axiom.Datatype, datatype)}, facets...)
	return axiom.Of(axiom.DatatypeRestriction, args...), p.expect(sign, "]", "after the facets")
}

func (p *parser) facet() (axiom.Expr, error) {
	iri := facetIRI(p.tok.text)
	if p.tok.kind != sign && p.tok.kind != name || iri == "" {
		return axiom.Expr{}, p.errorf("expected a facet such as >=, < or minLength, found %s", p.tok)
	}
	if err := p.advance(); err != nil {
		return axiom.Expr{}, err
	}
	value, err := p.literal()
	return axiom.Expr{Op: axiom.Facet, Text: iri, Args: []axiom.Expr{value}}, err
}

func facetIRI(word string) string {
	switch word {
	case ">=":
		return xsdNS + "minInclusive"
	case ">":
		return xsdNS + "minExclusive"
	case "<=":
		return xsdNS + "maxInclusive"
	case "<":
		return xsdNS + "maxExclusive"
	case "langRange":
		return rdfNS + "langRange"
	case "length", "minLength", "maxLength", "pattern", "totalDigits", "fractionDigits":
		return xsdNS + word
	}
	return ""
}
