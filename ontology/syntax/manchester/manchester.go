package manchester

import (
	"io"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Parse reads a document into memory. It reports malformed input as *rdfio.SyntaxError.
//
// The OWL API leaves out the empty prefix and so causes two flaws, for which Parse calls
// opt.Warn:
//   - an undeclared prefix is read as a part of the name;
//   - a frame without a name is about the namespace of the empty prefix.
func Parse(r io.Reader, opt rdfio.Options) (*axiom.Ontology, error) {
	return axiom.Parser(parse).Parse(r, opt)
}

// Decode reads a document as triples: see [axiom.Parser.Decode].
func Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	return axiom.Parser(parse).Decode(r, opt, yield)
}

func parse(r io.Reader, opt rdfio.Options) (*axiom.Ontology, error) {
	base, err := rdfio.DocumentBase(opt)
	if err != nil {
		return nil, err
	}
	text, err := rdfio.NewReader(r, opt)
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

const mostAtOnce = 64 << 20 // bytes allocated on the strength of a size alone

type parser struct {
	lexer
	tok  token // the one at hand
	opt  rdfio.Options
	base *rdfio.Base
	out  *axiom.Ontology

	roles  map[string]role   // by IRI: declared by frames
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

// accept skips the current token if it matches.
func (p *parser) accept(k kind, s string) (bool, error) {
	if !p.tok.is(k, s) {
		return false, nil
	}
	return true, p.advance()
}

// expect skips the current token, which must match.
func (p *parser) expect(k kind, s string, why english.Word) error {
	ok, err := p.accept(k, s)
	if err == nil && !ok {
		return p.errorf("expected %q %s, found %s", s, why, p.tok)
	}
	return err
}

// errorf returns an error at the current token.
func (p *parser) errorf(format string, args ...any) error {
	return p.errorAt(p.tok.at, format, args...)
}

// deeper counts a level of nesting, and checks the limit.
func (p *parser) deeper() error {
	if p.depth++; p.depth > p.opt.Limits.Depth {
		return rdfio.Exceeds(p.errorf(""), "Depth", int64(p.opt.Limits.Depth), "more than %d expressions inside each other")
	}
	return nil
}
