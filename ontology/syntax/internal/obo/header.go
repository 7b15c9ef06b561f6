package obo

import (
	"errors"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

// header reads the lines before the first stanza (section 5.1).
func (p *parser) header() error {
	var all []clause
	for p.more() && !p.head() {
		c, ok, err := p.clause()
		if err != nil {
			return err
		}
		if ok {
			all = append(all, c)
		}
	}
	if err := p.identify(all); err != nil {
		return err
	}
	for _, c := range all {
		if err := p.headerClause(c); err != nil {
			return err
		}
	}
	return p.err
}

// clause reads a line. It is not ok for an empty line.
func (p *parser) clause() (clause, bool, error) {
	line, at := p.line()
	if len(line) > p.opt.Limits.Token {
		e := &rdfio.SyntaxError{Line: at, Col: 1}
		return clause{}, false, rdfio.Exceeds(e, "Token", int64(p.opt.Limits.Token), "one line is longer than the limit of %d bytes")
	}
	if line == "" || line[0] == '!' {
		return clause{}, false, nil
	}
	c, ok := clauseOf(line, at)
	switch {
	case !ok:
		return c, false, p.flaw(at, "expected a tag and a colon, not %s", rdfio.Quote(line))
	case c.value == "":
		return c, false, p.flaw(at, "%s: has no value", c.tag)
	}
	return c, true, nil
}

// identify yields the ontology IRI and version IRI.
func (p *parser) identify(header []clause) error {
	name, version := "", ""
	for _, c := range header {
		switch c.tag {
		case "ontology":
			name = unescape(c.value)
		case "data-version":
			version = unescape(c.value)
		}
	}
	p.ontology = p.terms.Fresh()
	if name != "" {
		n, err := p.terms.IRI(ontologyIRI(name))
		if err != nil {
			return p.flaw(1, "%s: %v", "ontology", err)
		}
		p.ontology = n
	}
	p.isOneOf(p.ontology, nsOWL+"Ontology")
	if name == "" || version == "" {
		return nil
	}
	n, err := p.terms.IRI(versionIRI(name, version))
	if err != nil {
		return p.flaw(1, "%s: %v", "data-version", err)
	}
	p.say(p.ontology, p.node(nsOWL+"versionIRI").Predicate(), n.Object())
	return nil
}

func ontologyIRI(name string) string {
	if isIRI(name) {
		return rdfio.EscapeIRI(name)
	}
	return nsOBO + escape(name) + ".owl"
}

// versionIRI expands data-version. By the rule, "releases/2025-10-20" of envo is
// obo/envo/releases/2025-10-20/envo.owl. But some converters write a whole path of the
// file, with or without the ontology's folder.
func versionIRI(name, version string) string {
	folder, _, _ := strings.Cut(name, "/")
	switch {
	case isIRI(version):
		return rdfio.EscapeIRI(version)
	case isIRI(name):
		return strings.TrimRight(rdfio.EscapeIRI(name), "#/") + "/" + escape(version)
	case strings.HasPrefix(version, folder+"/") && strings.HasSuffix(version, ".owl"):
		return nsOBO + escape(version)
	case strings.HasSuffix(version, ".owl"):
		return nsOBO + escape(folder) + "/" + escape(version)
	}
	return nsOBO + escape(name) + "/" + escape(version) + "/" + escape(name) + ".owl"
}

func (p *parser) headerClause(c clause) error {
	switch c.tag {
	case "ontology", "data-version", "idspace":
		return nil // identify and survey have read them
	case "import":
		n, err := p.terms.IRI(p.importIRI(c.value))
		if err != nil {
			return p.flaw(c.line, "%s: %v", "import", err)
		}
		p.say(p.ontology, p.node(nsOWL+"imports").Predicate(), n.Object())
		return nil
	case "subsetdef", "synonymtypedef":
		return p.definition(c)
	case "property_value":
		return p.propertyValue(p.ontology, c)
	case "owl-axioms":
		return p.axioms(c)
	}
	notes, err := p.notes(p.room[:0], c)
	if err != nil {
		return err
	}
	p.sayNoted(p.ontology, p.tag(c.tag).node, p.terms.String(unescape(c.value)), notes)
	return nil
}

// importIRI returns the IRI of an import, which is an IRI, an ontology name, or a file in
// the same folder.
func (p *parser) importIRI(s string) string {
	s = unescape(s)
	if isIRI(s) {
		return rdfio.EscapeIRI(s)
	}
	if base, err := rdfio.DocumentBase(p.opt); err == nil && strings.Contains(s, ".") {
		return base.Resolve(s)
	}
	return nsOBO + escape(s) + ".owl"
}

// definition reads the definition of a subset or synonym type, an annotation property.
func (p *parser) definition(c clause) error {
	id, rest := word(c.value)
	x, err := p.entity(id, annotation)
	if err != nil {
		return p.flaw(c.line, "%s: %v", c.tag, err)
	}
	notes, err := p.notes(p.room[:0], c)
	if err != nil {
		return err
	}
	p.declare(x, annotation)
	p.sayNoted(x.node, p.node(nsRDFS+"subPropertyOf"), p.tag(c.tag).node.Object(), notes)
	text, scope, err := quoted(rest)
	if err != nil {
		return p.flaw(c.line, "%s: %v", c.tag, err)
	}
	by := "name"
	if c.tag == "subsetdef" {
		by = "comment"
	}
	p.sayNoted(x.node, p.tag(by).node, p.terms.String(text), notes)
	if scope, _ = word(scope); c.tag == "synonymtypedef" && scopeOf(scope) != "" {
		p.sayNoted(x.node, p.tag("scope").node, p.tag(scope).node.Object(), notes)
	}
	return nil
}

// axioms reads owl-axioms, in which converters write axioms in OWL functional syntax that
// OBO cannot express.
func (p *parser) axioms(c clause) error {
	opt := rdfio.Options{Base: p.opt.Base, BlankPrefix: p.opt.BlankPrefix + "x", Limits: p.opt.Limits}
	if p.opt.Warn != nil { // positions in the axioms are not positions in the file
		opt.Warn = func(e *rdfio.SyntaxError) { p.flaw(c.line, "%s: %v", "owl-axioms", e.Phrase()) }
	}
	err := functional.Decode(strings.NewReader(unescape(c.value)), opt, func(t rdf.Triple) error {
		// The axioms form an unnamed ontology, which means this one.
		if b, ok := t.Subj.(rdf.Blank); ok && t.Pred == p.typ && t.Obj.String() == nsOWL+"Ontology" && b.String() != "" {
			return nil
		}
		if p.err == nil {
			p.err = p.yield(t)
		}
		return p.err
	})
	var limit *rdfio.LimitError
	var syntax *rdfio.SyntaxError
	switch {
	case err == nil || p.err != nil:
		return p.err
	case errors.As(err, &limit):
		e := rdfio.NewSyntaxError(c.line, 1, "owl-axioms: %v", limit)
		e.Err = limit
		return e
	case errors.As(err, &syntax):
		return p.flaw(c.line, "%s: %v", "owl-axioms", syntax.Phrase())
	}
	return p.flaw(c.line, "%s: %v", "owl-axioms", err)
}
