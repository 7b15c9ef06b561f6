package manchester

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// class converts the result of description to a class expression.
func (p *parser) class(e axiom.Expr, at int) (axiom.Expr, error) {
	switch e.Op {
	case axiom.IRI:
		e.Op = axiom.Class
		return e, nil
	case axiom.ObjectIntersectionOf, axiom.ObjectUnionOf, axiom.ObjectComplementOf:
		return p.each(e, at, p.class)
	case axiom.ObjectOneOf:
		for _, m := range e.Args {
			if m.Op == axiom.Literal {
				return e, p.errorAt(at, "expected individuals inside the { } of a class, found the literal %s", rdfio.Quote(m.Text))
			}
		}
		return e, p.fit(&e, at)
	case axiom.DatatypeRestriction:
		return e, p.errorAt(at, "expected a class, found a datatype with facets")
	}
	return p.restricted(e, at)
}

// each applies make to all arguments.
func (p *parser) each(e axiom.Expr, at int, make func(axiom.Expr, int) (axiom.Expr, error)) (axiom.Expr, error) {
	for i, a := range e.Args {
		var err error
		if e.Args[i], err = make(a, at); err != nil {
			return e, err
		}
	}
	return e, nil
}

// dataRange converts the result of description to a data range.
func (p *parser) dataRange(e axiom.Expr, at int) (axiom.Expr, error) {
	switch e.Op {
	case axiom.IRI:
		e.Op = axiom.Datatype
		return e, nil
	case axiom.ObjectIntersectionOf:
		e.Op = axiom.DataIntersectionOf
		return p.each(e, at, p.dataRange)
	case axiom.ObjectUnionOf:
		e.Op = axiom.DataUnionOf
		return p.each(e, at, p.dataRange)
	case axiom.ObjectComplementOf:
		e.Op = axiom.DataComplementOf
		return p.each(e, at, p.dataRange)
	case axiom.ObjectOneOf:
		e.Op = axiom.DataOneOf
		return e, p.fit(&e, at)
	case axiom.DatatypeRestriction:
		return e, p.fit(&e, at)
	}
	return e, p.errorAt(at, "expected a data range such as xsd:integer[>= 5], found a restriction on a property")
}

// restricted chooses between the object form and the data form of a restriction.
func (p *parser) restricted(e axiom.Expr, at int) (axiom.Expr, error) {
	i := 0 // of the property
	if e.Args[0].Op == axiom.Number {
		i = 1
	}
	data := false
	if e.Op != axiom.ObjectHasSelf {
		data = p.isData(e.Args[i], e.Args[i+1:])
	}
	if data {
		e.Op = dataForm(e.Op)
		e.Args[i].Op = axiom.DataProperty
	}
	if e.Op != axiom.ObjectHasValue && e.Op != axiom.DataHasValue && len(e.Args) > i+1 {
		make := p.class
		if data {
			make = p.dataRange
		}
		var err error
		if e.Args[i+1], err = make(e.Args[i+1], at); err != nil {
			return e, err
		}
	}
	return e, p.fit(&e, at)
}

func (p *parser) fit(e *axiom.Expr, at int) error {
	if err := axiom.Fit(e.Op, e.Args); err != nil {
		return p.errorAt(at, "%v", err)
	}
	return nil
}

func dataForm(op axiom.Op) axiom.Op {
	switch op {
	case axiom.ObjectSomeValuesFrom:
		return axiom.DataSomeValuesFrom
	case axiom.ObjectAllValuesFrom:
		return axiom.DataAllValuesFrom
	case axiom.ObjectHasValue:
		return axiom.DataHasValue
	case axiom.ObjectMinCardinality:
		return axiom.DataMinCardinality
	case axiom.ObjectMaxCardinality:
		return axiom.DataMaxCardinality
	}
	return axiom.DataExactCardinality
}

// isData reports whether a property is a data property, by its declaration, else by its
// use.
func (p *parser) isData(property axiom.Expr, with []axiom.Expr) bool {
	if property.Op != axiom.IRI {
		return false
	}
	switch p.roles[property.Text] & (isObjectProperty | isDataProperty) {
	case isObjectProperty:
		return false
	case isDataProperty:
		return true
	}
	return len(with) > 0 && p.isRange(with[0])
}

// isRange reports whether e is a literal or can only be a data range.
func (p *parser) isRange(e axiom.Expr) bool {
	switch e.Op {
	case axiom.Literal, axiom.DatatypeRestriction:
		return true
	case axiom.IRI:
		if r := p.roles[e.Text] & (isClass | isDatatype); r != 0 {
			return r == isDatatype
		}
		return strings.HasPrefix(e.Text, xsdNS) || e.Text == rdfsNS+"Literal" ||
			e.Text == rdfNS+"langString" || e.Text == rdfNS+"PlainLiteral" || e.Text == rdfNS+"XMLLiteral" ||
			e.Text == owlNS+"real" || e.Text == owlNS+"rational"
	case axiom.ObjectIntersectionOf, axiom.ObjectUnionOf, axiom.ObjectComplementOf, axiom.ObjectOneOf:
		return p.isRange(e.Args[0])
	}
	return false
}

func (p *parser) takeClass() (axiom.Expr, error) {
	at := p.tok.at
	e, err := p.description()
	if err != nil {
		return e, err
	}
	return p.class(e, at)
}

func (p *parser) takeRange() (axiom.Expr, error) {
	at := p.tok.at
	e, err := p.description()
	if err != nil {
		return e, err
	}
	return p.dataRange(e, at)
}
