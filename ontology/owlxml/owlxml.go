package owlxml

import (
	"errors"
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Options says how a document is read. The zero value applies the default
// limits.
type Options struct {
	// Base is the IRI against which relative references are resolved where no
	// xml:base is in force. Empty: as rdfio.Options says.
	Base string

	// File is the name used in errors.
	File string

	// BlankPrefix keeps the blank nodes of documents apart: see rdfio.Options.
	BlankPrefix string

	// Warn, if set, is told of flaws that can be passed over, and the reading
	// goes on: an axiom of one part that says nothing without a second (it is
	// left out), an intersection or union of one part (the part is meant), an
	// xml:lang that is no language tag (the text has none then). Without Warn
	// they are errors.
	Warn func(*rdfio.SyntaxError)

	// Limits: Depth bounds elements inside each other.
	Limits rdfio.Limits
}

const defaultDepth = 1000

// Parse reads a document. What is wrong with it is reported as a
// *rdfio.SyntaxError.
func Parse(r io.Reader, opt Options) (*axiom.Ontology, error) {
	if opt.Limits.Depth <= 0 {
		opt.Limits.Depth = defaultDepth
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
	x, err := rdfio.NewXML(r, in)
	if err != nil {
		return nil, err
	}
	p := &parser{
		x: x, opt: opt, out: &axiom.Ontology{Prefixes: map[string]string{}},
		iris: map[string]string{}, short: map[string]string{}, literals: map[string]string{},
	}
	return p.out, p.document(scope{base: base})
}
