package functional

import (
	"bytes"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

const nsRDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

// isIRI reports whether the token may be an IRI.
func (p *parser) isIRI() bool {
	return p.kind == fullIRI || p.kind == word && bytes.IndexByte(p.bytes(), ':') >= 0 && !p.isBlank()
}

func (p *parser) isBlank() bool { return p.kind == word && bytes.HasPrefix(p.bytes(), []byte("_:")) }

// iri reads a full or abbreviated IRI; what describes its purpose.
func (p *parser) iri(what english.Word) (string, error) {
	if !p.isIRI() {
		return "", p.expected("%s", what)
	}
	s, err := p.name()
	if err != nil {
		return "", err
	}
	return s, p.next()
}

// name returns the IRI of the token.
func (p *parser) name() (string, error) {
	token := p.text[p.at:p.end]
	if s, ok := p.names[string(token)]; ok {
		return s, nil
	}
	s := ""
	if p.kind == fullIRI {
		ref := string(p.bytes())
		if ref == "" {
			return "", p.errorAt(p.at, "expected an IRI between < and >")
		}
		s = p.base.Resolve(ref)
	} else {
		prefix, local, _ := strings.Cut(string(token), ":")
		ns, ok := p.out.Prefixes[prefix]
		if !ok {
			ns = axiom.StandardPrefix(prefix)
		}
		if ns == "" {
			return "", p.errorAt(p.at, "the prefix of %s is not declared; expected Prefix(%s:=<…>) before the ontology", p.found(), prefix)
		}
		s = p.base.Resolve(ns + local) // a prefix stands for something absolute
	}
	rdfio.Remember(p.names, string(token), s)
	return s, nil
}

// prefix reads Prefix(name:=<iri>) after the keyword.
func (p *parser) prefix() error {
	if err := p.take('(', "after Prefix"); err != nil {
		return err
	}
	at := p.at
	name, ok := bytes.CutSuffix(p.bytes(), []byte(":"))
	if p.kind != word || !ok || bytes.IndexByte(name, ':') >= 0 {
		return p.expected("a prefix name with a colon at its end")
	}
	if _, twice := p.out.Prefixes[string(name)]; twice && p.opt.Warn == nil {
		return p.errorAt(at, "the prefix %s is declared twice", rdfio.Quote(string(name)+":"))
	}
	prefix := string(name)
	if err := p.next(); err != nil {
		return err
	}
	if err := p.take('=', "after the prefix name"); err != nil {
		return err
	}
	if p.kind != fullIRI {
		return p.expected("a full IRI in < and >")
	}
	if p.to == p.from {
		return p.errorAt(p.at, "expected an IRI between < and >")
	}
	p.out.Prefixes[prefix] = p.base.Resolve(string(p.bytes()))
	clear(p.names)
	if err := p.next(); err != nil {
		return err
	}
	return p.take(')', "at the end of the prefix")
}

// nameOf describes the name of an entity or variable.
func nameOf(s axiom.Sort) english.Word {
	switch s {
	case axiom.SortDatatype:
		return english.Word("the name of a datatype")
	case axiom.SortNamedClass:
		return english.Word("the name of a class")
	case axiom.SortNamedObjectProperty:
		return english.Word("the name of an object property")
	case axiom.SortDataProperty:
		return english.Word("the name of a data property")
	case axiom.SortAnnotationProperty:
		return english.Word("the name of an annotation property")
	case axiom.SortNamedIndividual:
		return english.Word("the name of a named individual")
	}
	return english.Word("the name of a variable")
}
