package axiom

import (
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// A Parser reads a document of axioms. Its options have all limits set. Its errors need
// not name the file.
type Parser func(r io.Reader, opt rdfio.Options) (*Ontology, error)

// Parse reads a document. A *rdfio.SyntaxError reports what is wrong, with the file name.
func (p Parser) Parse(r io.Reader, opt rdfio.Options) (*Ontology, error) {
	opt = opt.WithDefaults()
	o, err := p(r, opt)
	if err != nil {
		return nil, opt.Named(err)
	}
	return o, nil
}

// Decode reads a document and yields its triples: first the ontology and its annotations,
// then each axiom in document order (OWL 2 Mapping to RDF Graphs, section 2). A malformed
// document yields nothing. An error of yield ends Decode, which returns it unchanged.
func (p Parser) Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	o, err := p.Parse(r, opt)
	if err != nil {
		return err
	}
	return o.eachTriple(opt.BlankPrefix, opt.Counted(yield))
}
