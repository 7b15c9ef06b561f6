package axiom

import (
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// A Parser reads a document of axioms. Its options have all limits. Errors need
// not name the file.
type Parser func(r io.Reader, opt rdfio.Options) (*Ontology, error)

// Parse reads a document. What is wrong with it is reported as a
// *rdfio.SyntaxError that names the file.
func (p Parser) Parse(r io.Reader, opt rdfio.Options) (*Ontology, error) {
	opt = opt.WithDefaults()
	o, err := p(r, opt)
	if err != nil {
		return nil, opt.Named(err)
	}
	return o, nil
}

// Decode reads a document and hands the triples it stands for to yield: those
// of the ontology and its annotations first, then axiom by axiom in the order
// of the document (OWL 2 Mapping to RDF Graphs, section 2). Nothing is yielded
// of a document that is wrong. An error of yield ends the reading and comes back
// as it is.
func (p Parser) Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	o, err := p.Parse(r, opt)
	if err != nil {
		return err
	}
	return o.EachTriple(opt.BlankPrefix, opt.Counted(yield))
}
