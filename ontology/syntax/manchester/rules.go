package manchester

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
)

const (
	swrlbNS = "http://www.w3.org/2003/11/swrlb#"
	varNS   = "urn:swrl:var#" // where the OWL API keeps variables
)

// rule reads the rest of "Rule: p(?x, ?y), C(?y) -> D(?x)". The W3C Note has no rules;
// the OWL API writes SWRL rules so.
func (p *parser) rule(notes []axiom.Annotation) error {
	at := p.tok.at
	body, err := p.atoms("-")
	if err != nil {
		return err
	}
	if !p.tok.is(name, "-") {
		return p.errorf("expected \"->\" after the conditions of the rule, found %s", p.tok)
	}
	if err := p.advance(); err != nil {
		return err
	}
	if err := p.expect(sign, ">", "in \"->\""); err != nil {
		return err
	}
	head, err := p.atoms("")
	if err != nil {
		return err
	}
	return p.fitted(at, axiom.New(axiom.DLSafeRule, axiom.Of(axiom.Body, body...), axiom.Of(axiom.Head, head...)).With(notes...))
}

// atoms reads atoms separated by commas, perhaps none, up to the word end.
func (p *parser) atoms(end string) ([]axiom.Expr, error) {
	if p.tok.kind == section || p.tok.kind == eof || p.tok.is(name, end) {
		return nil, nil
	}
	return p.exprs(p.atom)
}

// atom reads a predicate and its arguments in brackets.
func (p *parser) atom() (axiom.Expr, error) {
	t := p.tok
	subject, err := p.atomSubject()
	if err != nil {
		return subject, err
	}
	if err := p.expect(sign, "(", "and what the atom is said of"); err != nil {
		return subject, err
	}
	args, err := p.exprs(p.argument)
	if err != nil {
		return subject, err
	}
	if err := p.expect(sign, ")", "at the end of the atom"); err != nil {
		return subject, err
	}
	e, err := p.atomOf(t, subject, args)
	if err != nil {
		return e, err
	}
	return e, p.fit(&e, t.at)
}

// atomSubject reads a name, the inverse of a property, or a class expression or data range
// in brackets.
func (p *parser) atomSubject() (axiom.Expr, error) {
	switch {
	case p.tok.is(sign, "("):
		return p.bracketed()
	case p.tok.is(name, "inverse"):
		return p.objectProperty()
	}
	if iri := p.builtIn(p.tok); iri != "" {
		return axiom.Named(axiom.IRI, iri), p.advance()
	}
	iri, err := p.takeIRI("a class, a property or a built-in")
	if err != nil {
		return axiom.Expr{}, err
	}
	return p.faceted(iri)
}

// builtIn returns the IRI of a predicate of the language, or "". The OWL API writes SameAs and
// DifferentFrom, and means owl:sameAs and owl:differentFrom, unless this ontology has an
// entity of that name.
func (p *parser) builtIn(t token) string {
	if t.kind != name {
		return ""
	}
	switch word := t.text; word {
	case "sameAs", "differentFrom":
		return owlNS + word
	case "SameAs", "DifferentFrom":
		if iri, err := p.iri(t); err == nil && p.roles[iri] != 0 {
			return ""
		}
		return owlNS + strings.ToLower(word[:1]) + word[1:]
	case "equal", "notEqual", "lessThan", "lessThanOrEqual", "greaterThan", "greaterThanOrEqual":
		return swrlbNS + word
	}
	return ""
}

// argument reads ?x, ?<iri>, an individual or a literal.
func (p *parser) argument() (axiom.Expr, error) {
	if p.tok.kind != name || !strings.HasPrefix(p.tok.text, "?") {
		return p.member("a variable such as ?x, an individual or a literal")
	}
	v := p.tok.text[1:]
	if v == "" {
		return p.variable()
	}
	if strings.Contains(v, ":") {
		iri, err := p.expand(token{name, v, p.tok.at})
		if err != nil {
			return axiom.Expr{}, err
		}
		return axiom.Named(axiom.Variable, iri), p.advance()
	}
	return axiom.Named(axiom.Variable, varNS+v), p.advance()
}

// variable reads the IRI after '?': the OWL API shortens only those in its own namespaces.
func (p *parser) variable() (axiom.Expr, error) {
	after := p.tok
	if err := p.advance(); err != nil {
		return axiom.Expr{}, err
	}
	if p.tok.kind != fullIRI || p.tok.at != after.at+1 {
		return axiom.Expr{}, p.errorAt(after.at, "expected a name or an IRI in angle brackets after '?'")
	}
	iri, err := p.iri(p.tok)
	if err != nil {
		return axiom.Expr{}, err
	}
	return axiom.Named(axiom.Variable, iri), p.advance()
}

// atomOf returns the atom with this predicate and arguments.
func (p *parser) atomOf(t token, subject axiom.Expr, args []axiom.Expr) (axiom.Expr, error) {
	if subject.Op == axiom.ObjectInverseOf {
		return axiom.Of(axiom.ObjectPropertyAtom, append([]axiom.Expr{subject}, args...)...), nil
	}
	if subject.Op != axiom.IRI {
		make, op := p.class, axiom.ClassAtom
		if p.isRange(subject) {
			make, op = p.dataRange, axiom.DataRangeAtom
		}
		e, err := make(subject, t.at)
		return axiom.Of(op, append([]axiom.Expr{e}, args...)...), err
	}
	switch op := p.atomOp(subject, args); op {
	case 0:
		return axiom.Expr{}, p.errorAt(t.at, "%s is said of %d things; a class is said of one, a property of two", t, len(args))
	case axiom.SameIndividualAtom, axiom.DifferentIndividualsAtom:
		return axiom.Of(op, args...), nil
	default:
		return axiom.Of(op, append([]axiom.Expr{subject}, args...)...), nil
	}
}

// atomOp returns the kind of an atom with a named predicate: by its declaration, the
// language, or the arguments. 0 means that no kind fits.
func (p *parser) atomOp(subject axiom.Expr, args []axiom.Expr) axiom.Op {
	switch {
	case subject.Text == owlNS+"sameAs":
		return axiom.SameIndividualAtom
	case subject.Text == owlNS+"differentFrom":
		return axiom.DifferentIndividualsAtom
	case strings.HasPrefix(subject.Text, swrlbNS):
		return axiom.BuiltInAtom
	}
	r := p.roles[subject.Text]
	switch n := len(args); {
	case n == 1 && (r&isDatatype != 0 || r == 0 && p.isRange(subject)):
		return axiom.DataRangeAtom
	case n == 1 && r&(isObjectProperty|isDataProperty) == 0:
		return axiom.ClassAtom
	case n == 2 && (r&isDataProperty != 0 || args[1].Op == axiom.Literal):
		return axiom.DataPropertyAtom
	case n == 2 && (r == 0 || r&isObjectProperty != 0):
		return axiom.ObjectPropertyAtom
	case r == 0:
		return axiom.BuiltInAtom
	}
	return 0
}
