package manchester

import (
	"errors"
	"io"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Options says how a document is read. The zero value applies the default
// limits.
type Options struct {
	// Base is the IRI against which relative IRIs in angle brackets are
	// resolved. Empty: as rdfio.Options says.
	Base string

	// File is the name used in errors.
	File string

	// BlankPrefix keeps the blank nodes of documents apart: see rdfio.Options.
	BlankPrefix string

	// Warn, if set, is told of flaws that can be passed over, and the reading
	// goes on, both of which come from the OWL API leaving out the empty prefix:
	// a prefix that is not declared (it is taken for a part of the name), and a
	// frame about nothing (it is about what the empty prefix stands for).
	// Without Warn they are errors.
	Warn func(*rdfio.SyntaxError)

	// Limits: Depth bounds expressions and annotations inside each other.
	Limits rdfio.Limits
}

const (
	defaultDepth = 1000
	defaultToken = 256 << 20

	mostAtOnce = 64 << 20 // bytes allocated on the strength of a size alone
)

// Parse reads a document, which it holds in memory. What is wrong with it is
// reported as a *rdfio.SyntaxError.
func Parse(r io.Reader, opt Options) (*axiom.Ontology, error) {
	if opt.Limits.Depth <= 0 {
		opt.Limits.Depth = defaultDepth
	}
	if opt.Limits.Token <= 0 {
		opt.Limits.Token = defaultToken
	}
	if warn := opt.Warn; warn != nil {
		opt.Warn = func(e *rdfio.SyntaxError) {
			e.File = opt.File
			warn(e)
		}
	}
	o, err := parse(r, opt)
	var syn *rdfio.SyntaxError
	if errors.As(err, &syn) && syn.File == "" {
		syn.File = opt.File
	}
	return o, err
}

// Decode reads a document and hands the triples it stands for to yield: those
// of the ontology and its annotations first, then axiom by axiom in the order
// of the document (OWL 2 Mapping to RDF Graphs, section 2). Nothing is yielded
// of a document that is wrong. An error of yield ends the reading and comes back
// wrapped.
func Decode(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	o, err := Parse(r, opt)
	if err != nil {
		return err
	}
	return o.EachTriple(opt.BlankPrefix, yield)
}

func parse(r io.Reader, opt Options) (*axiom.Ontology, error) {
	in := rdfio.Options{Base: opt.Base, File: opt.File, Limits: opt.Limits}
	base, err := rdfio.DocumentBase(in)
	if err != nil {
		return nil, err
	}
	text, err := rdfio.NewReader(r, in)
	if err != nil {
		return nil, err
	}
	var doc strings.Builder
	if n, ok := r.(interface{ Len() int }); ok {
		doc.Grow(min(n.Len(), mostAtOnce))
	}
	if _, err := io.Copy(&doc, text); err != nil {
		return nil, err
	}
	p := &parser{
		lexer: lexer{doc: doc.String(), limit: opt.Limits.Token},
		opt:   opt, base: base,
		out: &axiom.Ontology{
			Prefixes: map[string]string{},
			Axioms:   make([]axiom.Axiom, 0, min(doc.Len()/60, mostAtOnce/64)), // an axiom takes about that much
		},
		roles:  map[string]role{},
		labels: map[string]string{},
		names:  map[string]string{},
		paired: map[pair]int{},
	}
	if err := p.survey(); err != nil {
		return nil, err
	}
	return p.out, p.document()
}

// parser reads one document.
type parser struct {
	lexer
	tok  token // the one at hand
	opt  Options
	base rdfio.Base
	out  *axiom.Ontology

	roles  map[string]role   // by IRI: what frames declare
	labels map[string]string // rdfs:label -> IRI of the entity that has it, or ambiguous
	names  map[string]string // names resolved before
	paired map[pair]int      // symmetric axioms of two names -> index in out.Axioms
	depth  int               // of the expression at hand

	surveying bool // the first pass is under way

	sections map[role]map[string]rule // see rules
}

// advance reads the next token into p.tok.
func (p *parser) advance() (err error) {
	p.tok, err = p.next()
	return err
}

// accept goes past the token at hand if it is that one.
func (p *parser) accept(k kind, s string) (bool, error) {
	if !p.tok.is(k, s) {
		return false, nil
	}
	return true, p.advance()
}

// expect goes past the token at hand, which must be that one.
func (p *parser) expect(k kind, s, why string) error {
	ok, err := p.accept(k, s)
	if err == nil && !ok {
		return p.errorf("expected %q %s, found %s", s, why, p.tok)
	}
	return err
}

// errorf reports what is wrong with the token at hand.
func (p *parser) errorf(format string, args ...any) error {
	return p.errorAt(p.tok.at, format, args...)
}

// deeper counts a nesting, and reports one too many.
func (p *parser) deeper() error {
	if p.depth++; p.depth > p.opt.Limits.Depth {
		return p.errorf("more than %d expressions inside each other", p.opt.Limits.Depth)
	}
	return nil
}
