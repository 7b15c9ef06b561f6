package syntax

import (
	"fmt"
	"io"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/jsonld"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/obograph"
)

// Loss is what a syntax could not say.
type Loss = rdfio.Loss

// EncodeOptions says how an ontology is written.
type EncodeOptions struct {
	// Prefixes are namespaces by prefix, for the syntaxes that abbreviate.
	Prefixes map[string]string
}

type encoder func(w io.Writer, triples []rdf.Triple, opt EncodeOptions) (dropped []Loss, err error)

func encoderOf(f Format) encoder {
	switch f {
	case RDFXML:
		return func(w io.Writer, triples []rdf.Triple, opt EncodeOptions) ([]Loss, error) {
			return nil, rdfio.EncodeRDFXML(w, triples, rdfio.RDFXMLOptions{Prefixes: opt.Prefixes})
		}
	case Functional:
		return encodeFunctional
	case NTriples:
		return func(w io.Writer, triples []rdf.Triple, _ EncodeOptions) ([]Loss, error) {
			return nil, rdfio.EncodeNTriples(w, triples)
		}
	case Turtle:
		return func(w io.Writer, triples []rdf.Triple, opt EncodeOptions) ([]Loss, error) {
			return nil, rdfio.EncodeTurtle(w, triples, rdfio.TurtleOptions{Prefixes: opt.Prefixes})
		}
	case OBOGraph:
		return func(w io.Writer, triples []rdf.Triple, _ EncodeOptions) ([]Loss, error) {
			return obograph.Encode(w, triples)
		}
	case JSONLD:
		return func(w io.Writer, triples []rdf.Triple, opt EncodeOptions) ([]Loss, error) {
			return nil, jsonld.Encode(w, triples, jsonld.EncodeOptions{Prefixes: opt.Prefixes})
		}
	}
	return nil
}

// encodeFunctional writes axioms. Triples that are none are left out.
func encodeFunctional(w io.Writer, triples []rdf.Triple, opt EncodeOptions) ([]Loss, error) {
	o, rest := axiom.FromTriples(triples)
	var dropped []Loss
	for _, t := range rest {
		var b strings.Builder
		if err := rdfio.EncodeNTriples(&b, []rdf.Triple{t}); err != nil {
			return nil, err
		}
		dropped = append(dropped, Loss{Statement: strings.TrimSuffix(b.String(), "\n")})
	}
	return dropped, functional.Encode(w, o, functional.EncodeOptions{Prefixes: opt.Prefixes})
}

// CanEncode reports whether there is a writer of f.
func CanEncode(f Format) bool { return encoderOf(f) != nil }

// Encode writes triples in the order in which they are given, as far as the
// syntax has one. What the syntax cannot say is returned, and not written.
func Encode(w io.Writer, f Format, triples []rdf.Triple, opt EncodeOptions) (dropped []Loss, err error) {
	encode := encoderOf(f)
	if encode == nil {
		return nil, fmt.Errorf("formats: %s is not written here", f.Name())
	}
	return encode(w, triples, opt)
}
