package functional

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// annotations reads the annotations at the beginning of an axiom or annotation.
func (p *parser) annotations(notes *[]axiom.Annotation) error {
	for p.is("Annotation") {
		n, err := p.annotation()
		if err != nil {
			return err
		}
		*notes = append(*notes, n)
	}
	return nil
}

func (p *parser) annotation() (n axiom.Annotation, err error) {
	if err := p.open(); err != nil {
		return n, err
	}
	if err := p.annotations(&n.Annotations); err != nil {
		return n, err
	}
	if n.Property, err = p.iri("an annotation property"); err != nil {
		return n, err
	}
	switch {
	case p.isIRI(), p.isBlank(), p.kind == quoted:
		n.Value, err = p.atom()
	default:
		err = p.expected("an IRI, an anonymous individual or a literal")
	}
	if err != nil {
		return n, err
	}
	return n, p.close("the annotation")
}

// args reads the arguments of a construct up to the closing bracket.
func (p *parser) args(op axiom.Op) ([]axiom.Expr, error) {
	mark, lists := len(p.stack), 0
	for p.kind != ')' {
		if op == axiom.HasKey && len(p.stack) > mark && p.kind == '(' {
			lists++
			if err := p.keyList(lists); err != nil {
				return nil, err
			}
			continue
		}
		e, err := p.expr()
		if err != nil {
			return nil, err
		}
		p.stack = append(p.stack, e)
	}
	args := slices.Clone(p.stack[mark:])
	p.stack = p.stack[:mark]
	return args, p.close(english.Word(op.String()))
}

// keyList reads one of the two lists of HasKey: object properties, then data properties.
func (p *parser) keyList(n int) error {
	kind := axiom.ObjectProperty
	switch n {
	case 2:
		kind = axiom.DataProperty
	case 3:
		return p.errorAt(p.at, "HasKey takes two lists of properties, not three")
	}
	if err := p.bracket("before the properties of a key"); err != nil {
		return err
	}
	for p.kind != ')' {
		e, err := p.expr()
		if err != nil {
			return err
		}
		if e.Op == axiom.IRI {
			e.Op = kind
		}
		p.stack = append(p.stack, e)
	}
	return p.close("the properties of a key")
}

func (p *parser) expr() (axiom.Expr, error) {
	if p.kind != word || p.isIRI() || p.isBlank() {
		return p.atom()
	}
	at, name := p.at, p.bytes()
	if name[0] >= '0' && name[0] <= '9' {
		return p.number()
	}
	op, ok := axiom.OpByName(string(name))
	if !ok || op.IsAxiom() {
		return axiom.Expr{}, p.expected("a class, a property or another part of an axiom")
	}
	if err := p.open(); err != nil {
		return axiom.Expr{}, err
	}
	if op.IsEntity() || op == axiom.Variable {
		iri, err := p.iri(nameOf(op.Sort()))
		if err != nil {
			return axiom.Expr{}, err
		}
		return axiom.Named(op, iri), p.close(english.Word(op.String()))
	}
	args, err := p.args(op)
	if err != nil {
		return axiom.Expr{}, err
	}
	return p.made(at, op, args)
}

// made returns a construct after checking its arguments.
func (p *parser) made(at int, op axiom.Op, args []axiom.Expr) (axiom.Expr, error) {
	if op == axiom.DatatypeRestriction {
		var err error
		if args, err = p.facets(at, args); err != nil {
			return axiom.Expr{}, err
		}
	}
	if len(args) == 1 && op.TakesTwo() && op != axiom.ObjectPropertyChain {
		return args[0], p.flaw(at, "%s of one argument; expected a second", op)
	}
	return axiom.Of(op, args...), p.fit(at, op, args)
}

// facets joins each facet with its value.
func (p *parser) facets(at int, args []axiom.Expr) ([]axiom.Expr, error) {
	if len(args) < 3 || len(args)%2 == 0 {
		return nil, p.errorAt(at, "DatatypeRestriction: takes a datatype, and facets each with a value")
	}
	joined := args[:1]
	for i := 1; i < len(args); i += 2 {
		facet, value := args[i], args[i+1]
		if facet.Op != axiom.IRI || value.Op != axiom.Literal {
			return nil, p.errorAt(at, "DatatypeRestriction: a facet must be an IRI, and its value a literal")
		}
		joined = append(joined, axiom.Expr{Op: axiom.Facet, Text: facet.Text, Args: []axiom.Expr{value}})
	}
	return joined, nil
}

func (p *parser) number() (axiom.Expr, error) {
	e := axiom.Expr{Op: axiom.Number, Text: string(p.bytes())}
	if e.Check() != nil {
		return e, p.expected("a non-negative integer")
	}
	return e, p.next()
}

// atom reads an IRI, an anonymous individual or a literal.
func (p *parser) atom() (axiom.Expr, error) {
	switch {
	case p.kind == quoted:
		return p.literal()
	case p.isBlank():
		label, err := rdfio.BlankLabel(p.opt.BlankPrefix, string(p.bytes()[2:]))
		if err != nil {
			return axiom.Expr{}, p.errorAt(p.at, "%v", err)
		}
		return axiom.Blank(p.once([]byte(label))), p.next()
	case p.isIRI():
		s, err := p.name()
		if err != nil {
			return axiom.Expr{}, err
		}
		return axiom.Named(axiom.IRI, s), p.next()
	}
	return axiom.Expr{}, p.expected("a class, a property, an individual or a literal")
}

func (p *parser) literal() (axiom.Expr, error) {
	if p.to-p.from > p.opt.Limits.Token {
		return axiom.Expr{}, rdfio.Exceeds(p.errorAt(p.at, ""), "Token", int64(p.opt.Limits.Token), "one token is longer than the limit of %d bytes")
	}
	value := unescape(p.bytes(), p.escaped)
	if err := p.next(); err != nil {
		return axiom.Expr{}, err
	}
	switch p.kind {
	case language:
		tag := p.once(p.bytes())
		if !rdfio.LangTag(tag) {
			if err := p.flaw(p.at, "%s is not a language tag: expected something like zh or zh-Hant", rdfio.Quote(tag)); err != nil {
				return axiom.Expr{}, err
			}
			tag = ""
		}
		return axiom.Text(value, tag, ""), p.next()
	case caret:
		if err := p.next(); err != nil {
			return axiom.Expr{}, err
		}
		datatype, err := p.iri("a datatype after ^^")
		if err != nil {
			return axiom.Expr{}, err
		}
		if datatype == nsRDF+"PlainLiteral" {
			return plain(value), nil
		}
		return axiom.Text(value, "", datatype), nil
	}
	return axiom.Text(value, "", ""), nil
}

// plain returns a literal of type rdf:PlainLiteral, whose language follows the last '@'
// (https://www.w3.org/TR/rdf-plain-literal/, section 3).
func plain(value string) axiom.Expr {
	i := strings.LastIndexByte(value, '@')
	switch {
	case i < 0:
		return axiom.Text(value, "", "")
	case i == len(value)-1:
		return axiom.Text(value[:i], "", "")
	case rdfio.LangTag(value[i+1:]):
		return axiom.Text(value[:i], value[i+1:], "")
	}
	return axiom.Text(value, "", nsRDF+"PlainLiteral")
}

// once returns the shared copy of a repeated string.
func (p *parser) once(b []byte) string {
	if s, ok := p.strings[string(b)]; ok {
		return s
	}
	s := string(b)
	rdfio.Remember(p.strings, s, s)
	return s
}

// unescape removes backslashes before quotation marks and backslashes. Other backslashes
// are literal, as in the OWL API.
func unescape(b []byte, escaped bool) string {
	if !escaped {
		return string(b)
	}
	var s strings.Builder
	s.Grow(len(b))
	for {
		i := bytes.IndexByte(b, '\\')
		if i < 0 || i == len(b)-1 {
			s.Write(b)
			return s.String()
		}
		s.Write(b[:i])
		if c := b[i+1]; c != '"' && c != '\\' {
			s.WriteByte('\\')
		}
		s.WriteByte(b[i+1])
		b = b[i+2:]
	}
}
