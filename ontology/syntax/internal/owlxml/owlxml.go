package owlxml

import (
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Parse reads a document. It reports malformed input as *rdfio.SyntaxError. opt.Base is
// the base outside any xml:base.
//
// Parse calls opt.Warn for these flaws:
//   - an axiom with one part where two are needed is left out;
//   - an intersection or union of one part becomes the part;
//   - a text with an invalid xml:lang has no language.
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
	x, err := rdfio.NewXML(r, opt)
	if err != nil {
		return nil, err
	}
	p := &parser{
		x: x, opt: opt, out: &axiom.Ontology{Prefixes: map[string]string{}},
		iris: map[string]string{}, short: map[string]string{}, literals: map[string]string{},
	}
	return p.out, p.document(scope{base: base})
}
