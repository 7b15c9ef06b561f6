package owlxml

import (
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Parse reads a document. What is wrong with it is reported as a
// *rdfio.SyntaxError. opt.Base counts where no xml:base is in force.
//
// opt.Warn is told of these flaws: an axiom of one part that says nothing
// without a second (it is left out), an intersection or union of one part (the
// part is meant), an xml:lang that is no language tag (the text has none then).
func Parse(r io.Reader, opt rdfio.Options) (*axiom.Ontology, error) {
	opt = opt.WithDefaults()
	o, err := parse(r, opt)
	return o, opt.Named(err)
}

// Decode reads a document and hands the triples it stands for to yield: those
// of the ontology and its annotations first, then axiom by axiom in the order
// of the document (OWL 2 Mapping to RDF Graphs, section 2). Nothing is yielded
// of a document that is wrong. An error of yield ends the reading and comes back
// wrapped.
func Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	o, err := Parse(r, opt)
	if err != nil {
		return err
	}
	return o.EachTriple(opt.BlankPrefix, opt.Counted(yield))
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
