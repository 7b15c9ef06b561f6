package manchester

import "github.com/ontocrawl/ontocrawl/ontology/axiom"

// list reads things separated by commas, each after its annotations. A section
// may be empty: the OWL API writes such.
func (p *parser) list(item func(notes []axiom.Annotation) error) error {
	if p.tok.kind == section && p.tok.text != "Annotations:" {
		return nil
	}
	for {
		notes, err := p.annotations()
		if err != nil {
			return err
		}
		if err := item(notes); err != nil {
			return err
		}
		if more, err := p.accept(sign, ","); err != nil || !more {
			return err
		}
	}
}

// annotations reads "Annotations:" and what follows, if it is there.
func (p *parser) annotations() (notes []axiom.Annotation, err error) {
	if !p.tok.is(section, "Annotations:") {
		return nil, nil
	}
	err = p.eachAnnotation(func(n axiom.Annotation) error {
		notes = append(notes, n)
		return nil
	})
	return notes, err
}

// eachAnnotation reads one or more "Annotations:" and what follows.
func (p *parser) eachAnnotation(each func(axiom.Annotation) error) error {
	if err := p.deeper(); err != nil {
		return err
	}
	defer func() { p.depth-- }()
	for p.tok.is(section, "Annotations:") {
		if err := p.advance(); err != nil {
			return err
		}
		err := p.list(func(own []axiom.Annotation) error {
			n, err := p.annotation(own)
			if err != nil {
				return err
			}
			return each(n)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// annotation reads a property and what it says.
func (p *parser) annotation(own []axiom.Annotation) (axiom.Annotation, error) {
	property, err := p.takeIRI("an annotation property")
	if err != nil {
		return axiom.Annotation{}, err
	}
	var value axiom.Expr
	if p.isLiteral() {
		value, err = p.literal()
	} else {
		value, err = p.individual("what the annotation says: a literal such as \"x\"@en, or a name")
	}
	return axiom.Annotation{Property: property, Value: value, Annotations: own}, err
}

// exprs reads two or more things separated by commas, without annotations.
func (p *parser) exprs(one func() (axiom.Expr, error)) ([]axiom.Expr, error) {
	var all []axiom.Expr
	for {
		e, err := one()
		if err != nil {
			return nil, err
		}
		all = append(all, e)
		if more, err := p.accept(sign, ","); err != nil || !more {
			return all, err
		}
	}
}
