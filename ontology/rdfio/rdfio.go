package rdfio

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"
)

// Format names a syntax that Decode reads.
type Format string

// The syntaxes Decode reads.
const (
	RDFXML   Format = "rdfxml"
	Turtle   Format = "turtle"
	NTriples Format = "ntriples"
)

// Further syntaxes of ontologies, which other packages read: see Recognise.
const (
	OWLXML     Format = "owlxml"
	Functional Format = "functional"
	Manchester Format = "manchester"
	OBO        Format = "obo"
	OBOGraph   Format = "obograph"
	JSONLD     Format = "jsonld"
)

// Name is what people call a syntax.
func (f Format) Name() string {
	switch f {
	case RDFXML:
		return "RDF/XML"
	case Turtle:
		return "Turtle"
	case NTriples:
		return "N-Triples"
	case OWLXML:
		return "OWL/XML"
	case Functional:
		return "OWL functional syntax"
	case Manchester:
		return "OWL Manchester syntax"
	case OBO:
		return "OBO"
	case OBOGraph:
		return "OBO graphs (JSON)"
	case JSONLD:
		return "JSON-LD"
	}
	return string(f)
}

// Options says how a document is read, here and by the readers of further
// syntaxes. The zero value recognises the format and applies the default
// limits.
type Options struct {
	// Format is the syntax of the document. Empty: it is recognised by its
	// content (see Detect). Readers of one syntax do not look at it.
	Format Format

	// Base is the IRI against which relative references are resolved until the
	// document states its own. Empty: "file:///" followed by File, so that
	// every relative reference still becomes an IRI and the result does not
	// depend on the working directory.
	Base string

	// File is the name used in errors.
	File string

	// BlankPrefix is put before every blank node label, followed by a hyphen.
	// Documents whose triples are joined into one graph need one each: it is
	// all that keeps one document's _:x apart from another's. It consists of
	// ASCII letters and digits, so that no two prefixes can make the same label.
	BlankPrefix string

	// Warn, if set, is told of flaws in RDF/XML that can be passed over, and
	// the reading goes on: an attribute without namespace (it is left out), an
	// xml:lang that is no language tag (the text has none then), an rdf:ID
	// given twice (both mean the same). Without Warn they are errors.
	Warn func(*SyntaxError)

	Limits Limits

	window int // size of the window at first, for tests; default windowSize
}

// Decode reads the triples of one document and hands each to yield, in the
// order in which the document states them; it does not hold the document in
// memory. Repeated statements are yielded repeatedly.
//
// What is wrong with the document is reported as a *SyntaxError; triples
// stated before it have been yielded by then. An error of r, and an error
// returned by yield, which ends the reading, come back wrapped or as they are.
func Decode(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	opt = opt.WithDefaults()
	if err := checkBlankPrefix(opt.BlankPrefix); err != nil {
		return err
	}
	return opt.Named(decode(r, opt, opt.Counted(yield)))
}

func decode(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	base, err := parseBase(baseOf(opt))
	if err != nil {
		return err
	}
	text, err := newText(r, opt)
	if err != nil {
		return err
	}
	w := newWindow(text, opt.Limits)
	w.strict = text.legacy
	if opt.window > 0 {
		w.size = opt.window
	}
	terms := newTerms(opt.BlankPrefix)
	switch text.format {
	case RDFXML:
		return newRDFXML(w, terms, base, opt, yield).decode()
	case Turtle:
		return newTurtle(w, terms, base, opt.Limits, yield).decode()
	case NTriples:
		d := newNTriples(w, terms, yield)
		err := d.decode()
		if opt.Format == "" && d.broken {
			// The head of a Turtle document may look like N-Triples, whose
			// statements are Turtle statements: the window still stands at the
			// line that is not N-Triples, so Turtle takes over there.
			return newTurtle(w, terms, base, opt.Limits, yield).decode()
		}
		return err
	}
	return fmt.Errorf("rdfio: unknown format %q: use %q, %q or %q", opt.Format, RDFXML, Turtle, NTriples)
}

// baseOf is the base IRI in force at the start of the document.
func baseOf(opt Options) string {
	if opt.Base != "" {
		return opt.Base
	}
	name := path.Clean("/" + filepath.ToSlash(opt.File))
	return "file://" + escapeIRI(strings.ReplaceAll(name, "%", "%25"))
}

func checkBlankPrefix(p string) error {
	for i := 0; i < len(p); i++ {
		if !isAlnum(p[i]) {
			return fmt.Errorf("rdfio: BlankPrefix %q: only ASCII letters and digits are allowed", p)
		}
	}
	return nil
}
