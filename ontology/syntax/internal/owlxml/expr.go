package owlxml

import (
	"errors"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// op returns the construct with the name of an element, or 0.
func (p *parser) op(name string) axiom.Op {
	op, _ := axiom.OpByName(name)
	return op
}

// unnamed returns what says the message of an error without the construct, which the element names.
func unnamed(err error) any {
	var shape *axiom.ShapeError
	if errors.As(err, &shape) {
		return shape.Msg
	}
	return err
}

// parts reads the children of an element: annotations if allowed, then the parts that
// follow first.
func (p *parser) parts(sc scope, first []axiom.Expr, annotated bool) (notes []axiom.Annotation, args []axiom.Expr, err error) {
	mark := len(p.stack)
	p.stack = append(p.stack, first...)
	err = p.children(func() error {
		at := p.place()
		name, sc, err := p.start(sc)
		if err != nil {
			return err
		}
		if annotated && name == "Annotation" {
			n, err := p.annotation(sc, at)
			notes = append(notes, n)
			return err
		}
		e, err := p.expr(sc, at, name)
		p.stack = append(p.stack, e)
		return err
	})
	args = slices.Clone(p.stack[mark:])
	p.stack = p.stack[:mark]
	return notes, args, err
}

// annotation reads an annotation after its start tag.
func (p *parser) annotation(sc scope, at place) (axiom.Annotation, error) {
	notes, args, err := p.parts(sc, nil, true)
	if err != nil {
		return axiom.Annotation{}, err
	}
	if len(args) != 2 || args[0].Op != axiom.AnnotationProperty {
		return axiom.Annotation{}, at.errorf("<Annotation>: expected an <AnnotationProperty> and one value")
	}
	switch args[1].Op {
	case axiom.IRI, axiom.Anonymous, axiom.Literal:
	default:
		return axiom.Annotation{}, at.errorf("<Annotation>: the value must be an <IRI>, <AbbreviatedIRI>, <AnonymousIndividual> or <Literal>, not %s", args[1].Op.Sort())
	}
	return axiom.Annotation{Property: args[0].Text, Value: args[1], Annotations: notes}, nil
}

// expr reads an expression after its start tag.
func (p *parser) expr(sc scope, at place, name string) (axiom.Expr, error) {
	switch name {
	case "IRI", "AbbreviatedIRI":
		return p.iriElement(sc, at, name)
	case "AnonymousIndividual":
		return p.anonymous(at)
	case "Literal":
		return p.literal(sc)
	case "FacetRestriction":
		return p.facet(sc, at)
	case "Variable", "BuiltInAtom":
		return p.ruled(sc, at, name)
	}
	op := p.op(name)
	switch {
	case op == 0 || op.IsAxiom():
		return axiom.Expr{}, at.errorf("expected a class, a property or another part of an axiom, found <%s>", p.x.RawName())
	case op.IsEntity():
		iri, err := p.iriAttribute(sc, name)
		if err != nil {
			return axiom.Expr{}, err
		}
		return axiom.Named(op, iri), p.nothing(name)
	}
	return p.compound(sc, at, op)
}

// compound reads an expression with parts.
func (p *parser) compound(sc scope, at place, op axiom.Op) (axiom.Expr, error) {
	var args []axiom.Expr
	if counts(op) {
		n, err := p.cardinality(op)
		if err != nil {
			return n, err
		}
		args = append(args, n)
	}
	_, args, err := p.parts(sc, args, false)
	if err != nil {
		return axiom.Expr{}, err
	}
	if len(args) == 1 && op.TakesTwo() && op != axiom.ObjectPropertyChain {
		return args[0], p.flaw(at, "<%s> of one part; expected a second part", op)
	}
	if err := axiom.Fit(op, args); err != nil {
		return axiom.Expr{}, at.errorf("<%s>: %s", op, unnamed(err))
	}
	return axiom.Of(op, args...), nil
}

// counts reports whether op begins with a number.
func counts(op axiom.Op) bool {
	parts := op.Parts()
	return len(parts) > 0 && parts[0].Sort == axiom.SortNumber
}

func (p *parser) cardinality(op axiom.Op) (axiom.Expr, error) {
	n := axiom.Expr{Op: axiom.Number, Text: string(p.at.cardinality)}
	if n.Text == "" {
		return n, p.x.Errorf("expected the attribute cardinality of <%s>", op)
	}
	if err := n.Check(); err != nil {
		return n, p.x.Errorf("the attribute cardinality of <%s>: %s", op, unnamed(err))
	}
	return n, nil
}

// facet reads <FacetRestriction facet=""><Literal/></FacetRestriction>.
func (p *parser) facet(sc scope, at place) (axiom.Expr, error) {
	if p.at.facet == nil {
		return axiom.Expr{}, p.x.Errorf("expected the attribute facet of <FacetRestriction>")
	}
	iri := p.reference(sc, p.at.facet)
	_, args, err := p.parts(sc, nil, false)
	if err != nil {
		return axiom.Expr{}, err
	}
	if err := axiom.Fit(axiom.Facet, args); err != nil {
		return axiom.Expr{}, at.errorf("<FacetRestriction>: %s", unnamed(err))
	}
	return axiom.Expr{Op: axiom.Facet, Text: iri, Args: args}, nil
}

// ruled reads the two elements of rules that have an IRI and their own meaning.
func (p *parser) ruled(sc scope, at place, name string) (axiom.Expr, error) {
	iri, err := p.iriAttribute(sc, name)
	if err != nil {
		return axiom.Expr{}, err
	}
	if name == "Variable" {
		return axiom.Named(axiom.Variable, iri), p.nothing(name)
	}
	_, args, err := p.parts(sc, []axiom.Expr{axiom.Named(axiom.IRI, iri)}, false)
	if err != nil {
		return axiom.Expr{}, err
	}
	if err := axiom.Fit(axiom.BuiltInAtom, args); err != nil {
		return axiom.Expr{}, at.errorf("<BuiltInAtom>: %s", unnamed(err))
	}
	return axiom.Of(axiom.BuiltInAtom, args...), nil
}

func quote(b []byte) string { return rdfio.Quote(string(b)) }
