package manchester

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

func (p *parser) document() error {
	for p.tok.is(section, "Prefix:") {
		if err := p.prefix(); err != nil {
			return err
		}
	}
	if p.tok.is(section, "Ontology:") {
		if err := p.header(); err != nil {
			return err
		}
	}
	for p.tok.kind != eof {
		if err := p.frame(); err != nil {
			return err
		}
	}
	return nil
}

// prefix checks a declaration that the survey has read.
func (p *parser) prefix() error {
	if err := p.advance(); err != nil {
		return err
	}
	if _, ok := declared(p.tok.text); p.tok.kind != name && p.tok.kind != section || !ok {
		return p.errorf("expected a prefix that ends in a colon, such as rdfs:, found %s", p.tok)
	}
	if err := p.advance(); err != nil {
		return err
	}
	if p.tok.kind != fullIRI {
		return p.errorf("expected an IRI in angle brackets after the prefix, found %s", p.tok)
	}
	return p.advance()
}

// header reads "Ontology:" with imports and annotations.
func (p *parser) header() (err error) {
	if err := p.advance(); err != nil {
		return err
	}
	for _, to := range []*string{&p.out.IRI, &p.out.Version} {
		if p.tok.kind != fullIRI && p.tok.kind != name || strings.HasSuffix(p.tok.text, ":") {
			break // the last is a misspelt keyword
		}
		if *to, err = p.takeIRI("the IRI of the ontology"); err != nil {
			return err
		}
	}
	for {
		switch {
		case p.tok.is(section, "Import:"):
			if err := p.advance(); err != nil {
				return err
			}
			iri, err := p.takeIRI("the IRI of an ontology to import")
			if err != nil {
				return err
			}
			p.out.Imports = append(p.out.Imports, iri)
		case p.tok.is(section, "Annotations:"):
			notes, err := p.annotations()
			if err != nil {
				return err
			}
			p.out.Annotations = append(p.out.Annotations, notes...)
		default:
			return nil
		}
	}
}

// frame reads a frame about one entity, or about several.
func (p *parser) frame() error {
	t := p.tok
	if t.kind != section {
		return p.errorf("expected a frame such as \"Class:\", found %s", t)
	}
	f := frameOf(t.text)
	if f.role == 0 {
		return p.misc()
	}
	if err := p.advance(); err != nil {
		return err
	}
	subject, err := p.subject(f)
	if err != nil {
		return err
	}
	for p.tok.kind == section {
		known, err := p.section(f, subject)
		if err != nil {
			return err
		}
		if !known {
			break
		}
	}
	if p.tok.kind == eof || p.tok.kind == section {
		return nil
	}
	return p.errorf("expected a section such as \"Annotations:\" or the next frame, found %s", p.tok)
}

// subject reads and declares the subject of a frame.
func (p *parser) subject(f frame) (axiom.Expr, error) {
	var e axiom.Expr
	var err error
	switch f.role {
	case p.unnamed(f):
		e = axiom.Named(f.op, p.namespace(""))
		err = p.flaw(p.tok, "expected the name of what the frame is about, found %s; a name that is only the empty prefix is written \":\"", p.tok)
	case isClass: // an expression in a general axiom
		e, err = p.takeClass()
	case isObjectProperty:
		e, err = p.takeObjectProperty()
	case isIndividual:
		e, err = p.takeIndividual()
	default:
		e.Op = f.op
		e.Text, err = p.takeIRI("the name of what the frame is about")
	}
	if err == nil && e.Op == f.op {
		p.add(axiom.New(axiom.Declaration, e))
	}
	return e, err
}

// unnamed returns the role of a frame without subject. The OWL API writes such a frame
// about the entity whose IRI is the namespace of the empty prefix.
func (p *parser) unnamed(f frame) role {
	if p.tok.kind == section {
		return f.role
	}
	return 0
}

func (p *parser) takeObjectProperty() (axiom.Expr, error) {
	e, err := p.objectProperty()
	if e.Op == axiom.IRI {
		e.Op = axiom.ObjectProperty
	}
	return e, err
}

func (p *parser) takeDataProperty() (axiom.Expr, error) {
	iri, err := p.takeIRI("a data property")
	return axiom.Named(axiom.DataProperty, iri), err
}

func (p *parser) takeAnnotationProperty() (axiom.Expr, error) {
	iri, err := p.takeIRI("an annotation property")
	return axiom.Named(axiom.AnnotationProperty, iri), err
}

func (p *parser) takeIndividual() (axiom.Expr, error) {
	e, err := p.individual("an individual")
	if e.Op == axiom.IRI {
		e.Op = axiom.NamedIndividual
	}
	return e, err
}

func (p *parser) takePlainIRI() (axiom.Expr, error) {
	iri, err := p.takeIRI("an IRI")
	return axiom.Named(axiom.IRI, iri), err
}

// section reads a section of a frame. known is false if this kind of frame has no such
// section, so that another frame may begin.
func (p *parser) section(f frame, subject axiom.Expr) (known bool, err error) {
	t := p.tok
	if t.text == "Annotations:" {
		return true, p.annotated(subject)
	}
	rule, ok := p.rules(f.role)[t.text]
	if !ok {
		if frameOf(t.text).role != 0 || several(t.text) {
			return false, nil
		}
		return false, p.errorf("%s does not belong in a frame %s", t, frameName(f.op))
	}
	if err := p.advance(); err != nil {
		return true, err
	}
	if rule.special != nil {
		return true, rule.special(subject)
	}
	return true, p.list(func(notes []axiom.Annotation) error {
		e, err := rule.take()
		if err != nil {
			return err
		}
		args := []axiom.Expr{subject, e}
		if rule.turned {
			args[0], args[1] = e, subject
		}
		p.add(axiom.New(rule.op, args...).With(notes...))
		return nil
	})
}

func frameName(op axiom.Op) string {
	if op == axiom.NamedIndividual {
		return "Individual:"
	}
	return op.String() + ":"
}

// annotated reads the annotations of a frame's subject.
func (p *parser) annotated(subject axiom.Expr) error {
	switch {
	case subject.Op.IsEntity():
		subject.Op = axiom.IRI
	case subject.Op != axiom.Anonymous:
		return p.errorf("only what has a name can be annotated, not an expression")
	}
	return p.eachAnnotation(func(n axiom.Annotation) error {
		a := axiom.New(axiom.AnnotationAssertion, axiom.Named(axiom.AnnotationProperty, n.Property), subject, n.Value)
		a.Annotations = n.Annotations
		p.add(a)
		return nil
	})
}

// add adds an axiom. It adds a symmetric axiom only once, although the frames of both
// arguments state it.
func (p *parser) add(a axiom.Axiom) {
	if key, ok := pairOf(a); ok {
		if i, ok := p.paired[key]; ok && sameNotes(p.out.Axioms[i].Annotations, a.Annotations) {
			return
		}
		p.paired[key] = len(p.out.Axioms)
	}
	p.out.Axioms = append(p.out.Axioms, a)
}

// pair is a symmetric axiom about two names, the smaller first, or the declaration of one
// name.
type pair struct {
	op   axiom.Op
	a, b string
}

func pairOf(a axiom.Axiom) (pair, bool) {
	switch a.Op {
	case axiom.Declaration:
		return pair{a.Args[0].Op, a.Args[0].Text, ""}, true
	case axiom.EquivalentClasses, axiom.DisjointClasses, axiom.SameIndividual, axiom.DifferentIndividuals,
		axiom.EquivalentObjectProperties, axiom.DisjointObjectProperties, axiom.InverseObjectProperties,
		axiom.EquivalentDataProperties, axiom.DisjointDataProperties:
		if len(a.Args) == 2 && a.Args[0].Op.IsEntity() && a.Args[1].Op.IsEntity() {
			x, y := a.Args[0].Text, a.Args[1].Text
			return pair{a.Op, min(x, y), max(x, y)}, true
		}
	}
	return pair{}, false
}

func sameNotes(a, b []axiom.Annotation) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Property != b[i].Property || !a[i].Value.Equal(b[i].Value) || !sameNotes(a[i].Annotations, b[i].Annotations) {
			return false
		}
	}
	return true
}
