package owlxml

import (
	"bytes"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

const plainLiteral = "http://www.w3.org/1999/02/22-rdf-syntax-ns#PlainLiteral"

// internMax bounds the table of references: a full table is emptied.
const internMax = 1 << 17

func (p *parser) reference(sc scope, ref []byte) string {
	if sc.base != p.irisBase || len(p.iris) >= internMax {
		clear(p.iris)
		p.irisBase = sc.base
	}
	if s, ok := p.iris[string(ref)]; ok {
		return s
	}
	s := sc.base.Resolve(joined(sc.base, string(ref)))
	p.iris[string(ref)] = s
	return s
}

// joined returns a reference that is appended to the base, as the OWL API and so Protégé
// do: their writer cuts the base off an IRI that begins with it, whatever follows. Below
// the base http://x.org/o, the name /Storm is http://x.org/o/Storm.
//
// Departure: by RFC 3986, section 5.2, and the Recommendation, it would be
// http://x.org/Storm. The RFC decides where no such writer can have been: for absolute
// IRIs, for a fragment (#Storm replaces the base's fragment), and for the segments . and
// .. .
func joined(base *rdfio.Base, ref string) string {
	ref = strings.TrimSpace(ref)
	if _, err := rdfio.ParseBase(ref); err == nil { // it is absolute
		return ref
	}
	first, _, _ := strings.Cut(ref, "/")
	if strings.HasPrefix(ref, "#") || first == "." || first == ".." {
		return ref
	}
	return base.Written + ref
}

// abbreviated returns the IRI of a prefixed name.
func (p *parser) abbreviated(sc scope, at place, name []byte) (string, error) {
	if s, ok := p.short[string(name)]; ok {
		return s, nil
	}
	prefix, local, ok := strings.Cut(string(bytes.TrimSpace(name)), ":")
	if !ok {
		return "", at.errorf("expected a prefix with a colon and a local name, found %s; a full or relative IRI belongs in IRI=\"…\"", quote(name))
	}
	ns, ok := p.out.Prefixes[prefix]
	if !ok {
		if ns = axiom.StandardPrefix(prefix); ns == "" {
			return "", at.errorf("the prefix of %s is not declared; expected <Prefix name=%q IRI=\"…\"/> before it", quote(name), prefix)
		}
	}
	if len(p.short) >= internMax {
		clear(p.short)
	}
	s := sc.base.Resolve(ns + local) // a prefix stands for something absolute
	p.short[string(name)] = s
	return s, nil
}

// iriAttribute returns the IRI in the attributes of the current element.
func (p *parser) iriAttribute(sc scope, name string) (string, error) {
	switch {
	case p.at.iri != nil && p.at.abbreviated == nil:
		return p.reference(sc, p.at.iri), nil
	case p.at.abbreviated != nil && p.at.iri == nil:
		return p.abbreviated(sc, p.place(), p.at.abbreviated)
	}
	return "", p.x.Errorf("expected one of the attributes IRI and abbreviatedIRI of <%s>", name)
}

// iriElement reads <IRI> or <AbbreviatedIRI>.
func (p *parser) iriElement(sc scope, at place, name string) (axiom.Expr, error) {
	text, err := p.content(name)
	if err != nil {
		return axiom.Expr{}, err
	}
	text = bytes.TrimSpace(text)
	if name == "IRI" {
		return axiom.Named(axiom.IRI, p.reference(sc, text)), nil
	}
	iri, err := p.abbreviated(sc, at, text)
	return axiom.Named(axiom.IRI, iri), err
}

// anonymous reads <AnonymousIndividual nodeID=""/>.
func (p *parser) anonymous(at place) (axiom.Expr, error) {
	id := string(bytes.TrimPrefix(bytes.TrimSpace(p.at.nodeID), []byte("_:")))
	if id == "" {
		return axiom.Expr{}, p.x.Errorf("expected the attribute nodeID of <AnonymousIndividual>")
	}
	label, err := rdfio.BlankLabel(p.opt.BlankPrefix, id)
	if err != nil {
		return axiom.Expr{}, at.errorf("nodeID: %v", err)
	}
	return axiom.Blank(p.intern(label)), p.nothing("AnonymousIndividual")
}

// literal reads <Literal datatypeIRI="" xml:lang="">text</Literal>.
func (p *parser) literal(sc scope) (axiom.Expr, error) {
	datatype := ""
	if p.at.datatype != nil {
		datatype = p.reference(sc, p.at.datatype)
	}
	text, err := p.content("Literal")
	if err != nil {
		return axiom.Expr{}, err
	}
	switch datatype {
	case "":
		return axiom.Text(string(text), sc.lang, ""), nil
	case plainLiteral:
		s, lang := plain(string(text), sc.lang)
		return axiom.Text(s, p.intern(lang), ""), nil
	}
	return axiom.Text(string(text), "", datatype), nil
}

// plain splits an rdf:PlainLiteral. By its specification the language follows the last
// '@' of the text; OWL API 3 wrote it as xml:lang, or wrote neither.
func plain(text, lang string) (string, string) {
	if lang != "" {
		return text, lang
	}
	i := strings.LastIndexByte(text, '@')
	if i >= 0 && (i+1 == len(text) || rdfio.LangTag(text[i+1:])) {
		return text[:i], text[i+1:]
	}
	return text, ""
}
