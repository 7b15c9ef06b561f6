package rdfio

import (
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Options configures the reading of a document in any syntax. The zero value applies the
// default limits.
type Options struct {
	// Syntax names the document's syntax for a reader of all syntaxes. Empty: detect it
	// from the content. Readers of one syntax ignore it.
	Syntax string

	// Base resolves relative references until the document sets its own base. Empty:
	// "file:///" followed by File, so the result does not depend on the working
	// directory.
	Base string

	// File is the name of the document in errors.
	File string

	// BlankPrefix and a hyphen precede every blank node label. Documents that are joined
	// into one graph need different prefixes to keep their blank nodes apart. Only ASCII
	// letters and digits are allowed, so that different prefixes never make equal labels.
	BlankPrefix string

	// Warn, if set, is called for each flaw that the reader can skip, and reading
	// continues. Without Warn such flaws are errors. Each reader documents its flaws.
	Warn func(*SyntaxError)

	Limits Limits

	window int // size of the window at first, for tests; default windowSize
}

// Stream prepares a streaming reader: the text within the limits, the terms of the
// document and its initial base. Errors name the file.
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

// baseOf returns the initial base IRI.
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
			return english.Errorf("rdfio: BlankPrefix %q: only ASCII letters and digits are allowed", p)
		}
	}
	return nil
}
