package functional

import (
	"errors"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// parser reads one document. Each method begins at its first token and ends after its
// last.
type parser struct {
	lexer
	opt     rdfio.Options
	base    *rdfio.Base
	out     *axiom.Ontology
	depth   int
	stack   []axiom.Expr      // arguments of the constructs that are open
	names   map[string]string // IRIs by how they are written
	strings map[string]string // datatypes, languages, labels: each once
}

func (p *parser) document() error {
	if err := p.next(); err != nil {
		return err
	}
	for p.is("Prefix") {
		if err := p.next(); err != nil {
			return err
		}
		if err := p.prefix(); err != nil {
			return err
		}
	}
	if !p.is("Ontology") {
		return p.expected("Prefix( or Ontology(")
	}
	if err := p.next(); err != nil {
		return err
	}
	if err := p.take('(', "after Ontology"); err != nil {
		return err
	}
	if err := p.header(); err != nil {
		return err
	}
	for p.kind != ')' {
		if err := p.entry(); err != nil {
			return err
		}
	}
	if err := p.next(); err != nil {
		return err
	}
	if p.kind != eof {
		return p.expected("the end of the file after the ontology")
	}
	return nil
}

// header reads the IRI and the version IRI, which are optional.
func (p *parser) header() (err error) {
	if p.isIRI() {
		if p.out.IRI, err = p.iri("the IRI of the ontology"); err != nil {
			return err
		}
	}
	if p.isIRI() {
		p.out.Version, err = p.iri("the version IRI of the ontology")
	}
	return err
}

// entry reads an import, an ontology annotation or an axiom. The Recommendation fixes
// their order; this reader accepts any order.
func (p *parser) entry() error {
	if p.kind != word {
		return p.expected("an axiom, or ')' at the end of the ontology")
	}
	at := p.at
	switch {
	case p.is("Import"):
		return p.imports()
	case p.is("Annotation"):
		n, err := p.annotation()
		p.out.Annotations = append(p.out.Annotations, n)
		return err
	}
	name := string(p.bytes())
	op, _ := axiom.OpByName(name)
	if !op.IsAxiom() {
		return p.unknown(name)
	}
	if err := p.open(); err != nil {
		return err
	}
	var a axiom.Axiom
	a.Op = op
	err := p.annotations(&a.Annotations)
	if err == nil {
		a.Args, err = p.args(op)
	}
	if err != nil {
		return err
	}
	if len(a.Args) == 1 && op.TakesTwo() {
		return p.flaw(at, "%s of one argument says nothing; expected a second", op)
	}
	if err := p.fit(at, op, a.Args); err != nil {
		return err
	}
	p.out.Axioms = append(p.out.Axioms, a)
	return nil
}

func (p *parser) imports() error {
	if err := p.open(); err != nil {
		return err
	}
	iri, err := p.iri("the IRI of an ontology")
	if err != nil {
		return err
	}
	p.out.Imports = append(p.out.Imports, iri)
	return p.close("Import")
}

// unknown skips an axiom that OWL 2 does not have.
func (p *parser) unknown(name string) error {
	if err := p.flaw(p.at, "%s is not an axiom of OWL 2", rdfio.Quote(name)); err != nil {
		return err
	}
	if err := p.open(); err != nil {
		return err
	}
	for depth := 1; depth > 0; {
		switch p.kind {
		case '(':
			depth++
		case ')':
			depth--
		case eof:
			return p.expected("')' at the end of %s", rdfio.Quote(name))
		}
		if depth == 0 {
			p.depth--
		}
		if err := p.next(); err != nil {
			return err
		}
	}
	return nil
}

// open reads the keyword and its bracket.
func (p *parser) open() error {
	name := string(p.bytes())
	if err := p.next(); err != nil {
		return err
	}
	return p.bracket("after %s", english.Word(rdfio.Quote(name)))
}

func (p *parser) bracket(where string, what ...english.Word) error {
	if p.depth++; p.depth > p.opt.Limits.Depth {
		return rdfio.Exceeds(p.errorAt(p.at, ""), "Depth", int64(p.opt.Limits.Depth), "more than %d brackets inside each other")
	}
	return p.take('(', where, what...)
}

func (p *parser) close(what english.Word) error {
	p.depth--
	return p.take(')', "at the end of %s", what)
}

// fit gives the arguments of a construct their kinds.
func (p *parser) fit(at int, op axiom.Op, args []axiom.Expr) error {
	err := axiom.Fit(op, args)
	var shape *axiom.ShapeError
	if errors.As(err, &shape) {
		return p.errorAt(at, "%v", err)
	}
	return err
}

// flaw warns about a flaw that can be skipped, or returns it as an error.
func (p *parser) flaw(at int, format string, args ...any) error {
	err := p.errorAt(at, format, args...)
	var syn *rdfio.SyntaxError
	if p.opt.Warn == nil || !errors.As(err, &syn) {
		return err
	}
	syn.File = p.opt.File
	p.opt.Warn(syn)
	return nil
}
