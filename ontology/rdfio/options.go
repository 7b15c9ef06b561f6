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

	// Warn, if set, is called for each flaw that the reader can skip; then
	// reading continues. Each reader documents its flaws. Without Warn they are
	// errors.
	Warn func(*SyntaxError)

	Limits Limits

	window int // size of the window at first, for tests; default windowSize
}

// Stream prepares what the reader of a streaming syntax needs: the text within
// the limits, the terms of the document, and its base before it states its own.
// Errors name the file.
func Stream(r io.Reader, opt Options, yield func(rdf.Triple) error,
	decode func(*Window, *Terms, *Base, Options, func(rdf.Triple) error) error) error {
	opt = opt.WithDefaults()
	terms, base, err := Begin(opt)
	if err != nil {
		return err
	}
	text, err := newText(r, opt)
	if err != nil {
		return opt.Named(err)
	}
	w := NewWindow(text, opt.Limits)
	w.strict = text.legacy
	if opt.window > 0 {
		w.size = opt.window
	}
	return opt.Named(decode(w, terms, base, opt, opt.Counted(yield)))
}

// baseOf is the base IRI in force at the start of the document.
func baseOf(opt Options) string {
	if opt.Base != "" {
		return opt.Base
	}
	name := path.Clean("/" + filepath.ToSlash(opt.File))
	return "file://" + EscapeIRI(strings.ReplaceAll(name, "%", "%25"))
}

func checkBlankPrefix(p string) error {
	for i := 0; i < len(p); i++ {
		if !IsAlnum(p[i]) {
			return fmt.Errorf("rdfio: BlankPrefix %q: only ASCII letters and digits are allowed", p)
		}
	}
	return nil
}
