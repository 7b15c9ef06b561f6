package manchester

import "github.com/ontocrawl/ontocrawl/ontology/axiom"

// list reads items separated by commas, each after its annotations. A section may be
// empty, as the OWL API writes it.
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

// annotations reads an optional "Annotations:" list.
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

// eachAnnotation reads one or more "Annotations:" lists.
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

// annotation reads a property and its value.
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
