package manchester

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

const (
	rdfNS  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfsNS = "http://www.w3.org/2000/01/rdf-schema#"
	owlNS  = "http://www.w3.org/2002/07/owl#"
	xsdNS  = "http://www.w3.org/2001/XMLSchema#"
)

// namespace returns the namespace of a prefix. Four prefixes are predefined. The empty
// prefix, which names without colon also have, is the ontology IRI unless declared, as in
// the OWL API.
func (p *parser) namespace(prefix string) string {
	if ns, ok := p.out.Prefixes[prefix]; ok {
		return ns
	}
	switch prefix {
	case "rdf":
		return rdfNS
	case "rdfs":
		return rdfsNS
	case "owl":
		return owlNS
	case "xsd":
		return xsdNS
	case "swrlb": // not so in the Note, but the OWL API writes it without declaring it
		return swrlbNS
	case "":
		if iri := p.out.IRI; iri != "" && !strings.HasSuffix(iri, "/") && !strings.HasSuffix(iri, "#") {
			return iri + "#"
		}
		return p.out.IRI
	}
	return ""
}

// namesMax bounds the table of names: a full table is emptied.
const namesMax = 1 << 17

// iri returns the IRI of a token.
func (p *parser) iri(t token) (string, error) {
	switch t.kind {
	case fullIRI:
		return p.base.Resolve(t.text), nil
	case name, number: // a simple name may be 18
		if s, ok := p.names[t.text]; ok {
			return s, nil
		}
		s, err := p.expand(t)
		if err == nil {
			if len(p.names) >= namesMax {
				clear(p.names)
			}
			p.names[t.text] = s
		}
		return s, err
	case quoted:
		switch s := p.labels[unescape(t.text)]; s {
		case "":
		case ambiguous:
			return "", p.errorAt(t.at, "more than one entity has the rdfs:label %s; expected a name or an IRI in angle brackets", t)
		default:
			return s, nil
		}
		return "", p.errorAt(t.at, "nothing in this file has the rdfs:label %s; expected a name or an IRI in angle brackets", t)
	}
	return "", p.errorAt(t.at, "expected a name or an IRI in angle brackets, found %s", t)
}

// expand replaces the prefix of a name.
func (p *parser) expand(t token) (string, error) {
	prefix, local, ok := strings.Cut(t.text, ":")
	if !ok {
		prefix, local = "", t.text
	}
	if prefix == "_" {
		return "", p.errorAt(t.at, "expected the name of an entity, found the anonymous individual %s", t)
	}
	ns := p.namespace(prefix)
	switch {
	case ns == "" && !ok:
		return "", p.errorAt(t.at, "%s has no prefix and none is declared for such names; expected \"Prefix: : <…>\" at the beginning, or something else here", t)
	case ns == "":
		// The OWL API omits the empty prefix, and its colon, from a name that contains
		// another colon.
		if err := p.flaw(t, "the prefix of %s is not declared; expected %s at the beginning", t, rdfio.Quote("Prefix: "+prefix+": <…>")); err != nil {
			return "", err
		}
		ns, local = p.namespace(""), t.text
	}
	return p.base.Resolve(ns + unescapeLocal(local)), nil
}

// flaw reports an undeclared prefix, which Warn may allow.
func (p *parser) flaw(t token, format string, args ...any) error {
	err := p.errorAt(t.at, format, args...)
	if p.namespace("") == "" || p.opt.Warn == nil {
		return err
	}
	if !p.surveying {
		p.opt.Warn(err)
	}
	return nil
}

// unescapeLocal removes the backslashes from a local name (SPARQL 1.1, production
// PN_LOCAL_ESC, to which the syntax refers).
func unescapeLocal(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// takeIRI reads a name.
func (p *parser) takeIRI(what english.Word) (string, error) {
	switch p.tok.kind {
	case name, number, fullIRI, quoted:
	default:
		return "", p.errorf("expected %s, found %s", what, p.tok)
	}
	s, err := p.iri(p.tok)
	if err != nil {
		return "", err
	}
	return s, p.advance()
}

func (p *parser) individual(what english.Word) (axiom.Expr, error) {
	if p.tok.kind == name && strings.HasPrefix(p.tok.text, "_:") {
		label, err := rdfio.BlankLabel(p.opt.BlankPrefix, p.tok.text[2:])
		if err != nil {
			return axiom.Expr{}, p.errorf("%v", err)
		}
		return axiom.Blank(label), p.advance()
	}
	s, err := p.takeIRI(what)
	return axiom.Named(axiom.IRI, s), err
}

func (p *parser) isLiteral() bool {
	t := p.tok
	return t.kind == text || t.kind == number || t.is(name, "true") || t.is(name, "false")
}

func (p *parser) literal() (axiom.Expr, error) {
	t := p.tok
	if !p.isLiteral() {
		return axiom.Expr{}, p.errorf("expected a literal such as \"x\"@en or 3, found %s", t)
	}
	if err := p.advance(); err != nil {
		return axiom.Expr{}, err
	}
	switch t.kind {
	case name:
		return axiom.Text(t.text, "", xsdNS+"boolean"), nil
	case number:
		s, datatype := numeric(t.text)
		return axiom.Text(s, "", datatype), nil
	}
	s := unescape(t.text)
	if p.tok.kind == langTag {
		if !rdfio.LangTag(p.tok.text) {
			return axiom.Expr{}, p.errorf("%s is not a language tag: expected something like @zh or @zh-Hant", p.tok)
		}
		tag := p.tok.text
		return axiom.Text(s, tag, ""), p.advance()
	}
	typed, err := p.accept(sign, "^^")
	if err != nil || !typed {
		return axiom.Text(s, "", ""), err
	}
	datatype, err := p.datatype("a datatype after ^^")
	return axiom.Text(s, "", datatype), err
}

// datatype reads the name of a datatype. Four need no prefix.
func (p *parser) datatype(what english.Word) (string, error) {
	if iri := p.shortDatatype(p.tok); iri != "" {
		return iri, p.advance()
	}
	return p.takeIRI(what)
}

func (p *parser) shortDatatype(t token) string {
	if t.kind != name {
		return ""
	}
	switch t.text {
	case "integer", "decimal", "float", "string":
		if iri, err := p.iri(t); err == nil && p.roles[iri] != 0 {
			return "" // an entity of this ontology is called so
		}
		return xsdNS + t.text
	}
	return ""
}
