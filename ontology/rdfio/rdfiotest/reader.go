package rdfiotest

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Reader is the reader of a syntax, with documents in it.
type Reader struct {
	// Decode is examined.
	Decode func(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error

	// Syntax is put into the options.
	Syntax string

	// Sample uses much of the syntax and has no flaw.
	Sample string

	// Parts says that the beginning of a document may be a whole document.
	Parts bool

	// Literal returns a document that states a literal with that text, of
	// letters and blanks.
	Literal func(text string) string

	// Nested returns a document with n things inside each other that Depth
	// bounds; nil if there is no such thing in the syntax.
	Nested func(n int) string

	// Open are documents that nest without end, each as a beginning, a tab, and
	// the text that is repeated.
	Open []string

	// Signs are characters that mean something.
	Signs string
}

// read returns the triples of a document, as far as it is right.
func (r Reader) read(doc string, opt rdfio.Options) ([]rdf.Triple, error) {
	var all []rdf.Triple
	opt.Syntax = r.Syntax
	err := r.Decode(strings.NewReader(doc), opt, func(t rdf.Triple) error {
		all = append(all, t)
		return nil
	})
	return all, err
}

// must reads a document that has no flaw.
func (r Reader) must(t *testing.T, doc string, opt rdfio.Options) []rdf.Triple {
	t.Helper()
	all, err := r.read(doc, opt)
	if err != nil {
		t.Fatalf("%.200s: %v", doc, err)
	}
	if len(all) == 0 {
		t.Fatalf("%.200s: no triples", doc)
	}
	return all
}

// position returns the syntax error that err is, if it has a place.
func position(err error) *rdfio.SyntaxError {
	var syn *rdfio.SyntaxError
	if errors.As(err, &syn) && syn.Line >= 1 && syn.Col >= 1 {
		return syn
	}
	return nil
}
