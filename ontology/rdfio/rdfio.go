package rdfio

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"
)

// Options says how a document is read, in any syntax. The zero value applies
// the default limits.
type Options struct {
	// Syntax is the name of the document's syntax for a reader of all of them.
	// Empty: its content tells. Readers of one syntax do not look at it.
	Syntax string

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

// DecodeRDFXML reads RDF/XML: see Syntax.Decode. Triples are yielded in the order
// in which the document states them, repeated statements repeatedly; the
// document is not held in memory.
func DecodeRDFXML(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	return stream(r, opt, yield, func(w *window, t *terms, b *base, opt Options, yield func(rdf.Triple) error) error {
		return newRDFXML(w, t, b, opt, yield).decode()
	})
}

// DecodeTurtle reads Turtle as DecodeRDFXML reads RDF/XML.
func DecodeTurtle(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	return stream(r, opt, yield, func(w *window, t *terms, b *base, opt Options, yield func(rdf.Triple) error) error {
		return newTurtle(w, t, b, opt.Limits, yield).decode()
	})
}

// DecodeNTriples reads N-Triples as DecodeRDFXML reads RDF/XML.
func DecodeNTriples(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	return stream(r, opt, yield, func(w *window, t *terms, b *base, opt Options, yield func(rdf.Triple) error) error {
		d := newNTriples(w, t, yield)
		err := d.decode()
		if opt.Syntax == "" && d.broken {
			// The head of a Turtle document may look like N-Triples, whose
			// statements are Turtle statements: the window still stands at the
			// line that is not N-Triples, so Turtle takes over there.
			return newTurtle(w, t, b, opt.Limits, yield).decode()
		}
		return err
	})
}

func stream(r io.Reader, opt Options, yield func(rdf.Triple) error,
	decode func(*window, *terms, *base, Options, func(rdf.Triple) error) error) error {
	opt = opt.WithDefaults()
	if err := checkBlankPrefix(opt.BlankPrefix); err != nil {
		return err
	}
	base, err := parseBase(baseOf(opt))
	if err != nil {
		return err
	}
	text, err := newText(r, opt)
	if err != nil {
		return opt.Named(err)
	}
	w := newWindow(text, opt.Limits)
	w.strict = text.legacy
	if opt.window > 0 {
		w.size = opt.window
	}
	return opt.Named(decode(w, newTerms(opt.BlankPrefix), base, opt, opt.Counted(yield)))
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
