package rdfio

import (
	"io"

	"github.com/knakk/rdf"
)

// Syntax is a syntax of ontologies: its names, and how documents in it are
// recognised, read and written. Each syntax has a package below ontology/syntax
// that returns its row; ontology/syntax lists all rows in one table.
type Syntax struct {
	Name  string   // short, as in commands and JSON: "turtle"
	Title string   // for people: "Turtle"
	Exts  []string // of file names, the usual one first: ".ttl"
	Media string   // media type, with its quality in an Accept header: "text/turtle", "text/obo;q=0.9"

	// Detect says how sure it is that a document that begins so is in this
	// syntax.
	Detect func(*Head) Certainty

	// Decode reads a document in UTF-8, UTF-16 or an encoding that its XML
	// declaration names, and hands its triples to yield.
	Decode func(r io.Reader, opt Options, yield func(rdf.Triple) error) error

	// Encode writes triples in the order given, as far as the syntax has an
	// order. It returns what the syntax cannot say. Nil: the syntax is only
	// read.
	Encode func(w io.Writer, triples []rdf.Triple, opt EncodeOptions) ([]Loss, error)

	// Prefixes returns the prefixes that a document in UTF-8 declares, without
	// colon. Nil: the syntax declares none.
	Prefixes func(text []byte) map[string]string

	// IRIOf returns the IRI and the version IRI of the ontology from the
	// beginning of a document, in UTF-8. It is not ok if they do not stand
	// there. Nil: Decode must tell.
	IRIOf func(head []byte) (iri, version string, ok bool)

	// Streams says that Decode reads no more of a document than yield asks for.
	Streams bool

	// Atomic says that a triple may mean nothing without the others, so that
	// Encode cannot be tried on one triple.
	Atomic bool

	TripleSize int // about how many bytes of text make a triple; 0 means 90
}

// EncodeOptions says how an ontology is written. The zero value declares the
// prefixes rdf, rdfs, owl, xsd and skos where they are used.
type EncodeOptions struct {
	// Prefixes are namespaces by prefix name, "" for the empty prefix. They
	// take precedence over the usual ones. Syntaxes without prefixes, and
	// prefixes that a syntax cannot have, are passed over or are an error, as
	// the writer says.
	Prefixes map[string]string

	// Comment is written after a document in RDF/XML: what made it, for
	// example. Two hyphens in it become one.
	Comment string

	// Expanded writes JSON-LD in expanded form without a context, as Protégé
	// does.
	Expanded bool
}

// Lossless makes a Syntax.Encode of a writer that can say everything.
func Lossless(encode func(io.Writer, []rdf.Triple, EncodeOptions) error) func(io.Writer, []rdf.Triple, EncodeOptions) ([]Loss, error) {
	return func(w io.Writer, triples []rdf.Triple, opt EncodeOptions) ([]Loss, error) {
		return nil, encode(w, triples, opt)
	}
}

// Certainty says how sure a syntax is that a document is in it.
type Certainty int

// The certainties: the syntax that is most certain reads the document.
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
