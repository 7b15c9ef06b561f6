package rdfio

import (
	"io"

	"github.com/knakk/rdf"
)

// Syntax is an ontology syntax: its names, detection, reader and writer. Each package
// below ontology/syntax returns its row; ontology/syntax lists all rows in one table.
type Syntax struct {
	Name  string   // short, as in commands and JSON: "turtle"
	Title string   // for people: "Turtle"
	Exts  []string // of file names, the usual one first: ".ttl"
	Media string   // media type, with its quality in an Accept header: "text/turtle", "text/obo;q=0.9"

	// Detect says how certainly a document with this head is in the syntax.
	Detect func(*Head) Certainty

	// Decode reads a document in UTF-8, UTF-16 or the encoding of its XML declaration,
	// and yields its triples.
	Decode func(r io.Reader, opt Options, yield func(rdf.Triple) error) error

	// Encode writes triples, in the given order if the syntax has an order, and returns
	// what the syntax cannot express. Nil: the syntax is read-only.
	Encode func(w io.Writer, triples []rdf.Triple, opt EncodeOptions) ([]Loss, error)

	// Prefixes returns the declared prefixes, without colon, of a document in UTF-8. Nil:
	// the syntax has no prefixes.
	Prefixes func(text []byte) map[string]string

	// IRIOf finds the ontology IRI and version IRI at the beginning of a document in
	// UTF-8. It is not ok if they are not there. Nil: only Decode can tell.
	IRIOf func(head []byte) (iri, version string, ok bool)

	// Streams is set if Decode reads only as much as yield needs.
	Streams bool

	// Atomic is set if Encode needs all triples together and cannot be tried on one
	// triple.
	Atomic bool

	TripleSize int // about how many bytes of text make a triple; 0 means 90
}

// EncodeOptions configures the writing of an ontology. The zero value declares the
// prefixes rdf, rdfs, owl, xsd and skos where they are used.
type EncodeOptions struct {
	// Prefixes maps prefix names ("" for the empty prefix) to namespaces. It overrides
	// the usual prefixes. Each writer documents whether an unsupported prefix is ignored
	// or an error.
	Prefixes map[string]string

	// Comment is written after a document in RDF/XML. Two hyphens in it become one.
	Comment string

	// Expanded writes expanded JSON-LD without a context, as Protégé does.
	Expanded bool
}

// Lossless makes a Syntax.Encode from a writer that loses nothing.
func Lossless(encode func(io.Writer, []rdf.Triple, EncodeOptions) error) func(io.Writer, []rdf.Triple, EncodeOptions) ([]Loss, error) {
	return func(w io.Writer, triples []rdf.Triple, opt EncodeOptions) ([]Loss, error) {
		return nil, encode(w, triples, opt)
	}
}

// Certainty says how certainly a document is in a syntax.
type Certainty int

// The certainties. The most certain syntax reads the document.
const (
	No       Certainty = iota
	Possible           // nothing speaks against it
	Likely             // something speaks for it
	Sure
)

// If returns c if the condition holds, else No.
func (c Certainty) If(holds bool) Certainty {
	if holds {
		return c
	}
	return No
}
