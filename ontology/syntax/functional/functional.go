package functional

import (
	"io"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Parse reads a document. It reports malformed input as *rdfio.SyntaxError. opt.Base
// resolves relative IRIs, which real files contain although the Recommendation has no
// base.
//
// Parse calls opt.Warn for these flaws:
//   - an axiom with an unknown name, or with one argument where two are needed, is
//     left out;
//   - an intersection or union of one argument becomes the argument;
//   - a text with an invalid language tag has no language.
func Parse(r io.Reader, opt rdfio.Options) (*axiom.Ontology, error) {
	return axiom.Parser(parse).Parse(r, opt)
}

// Decode reads a document as triples: see [axiom.Parser.Decode].
func Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	return axiom.Parser(parse).Decode(r, opt, yield)
}

func parse(r io.Reader, opt rdfio.Options) (*axiom.Ontology, error) {
	_, base, err := rdfio.Begin(opt) // checks the prefix of blank nodes, too
	if err != nil {
		return nil, err
	}
	data, err := rdfio.ReadAll(r, opt)
	if err != nil {
		return nil, err
	}
	p := &parser{
		lexer: lexer{text: data}, opt: opt, base: base,
		out:   &axiom.Ontology{Prefixes: map[string]string{}},
		names: map[string]string{}, strings: map[string]string{},
	}
	if i := invalid(data); i >= 0 {
		return nil, p.errorAt(i, "not UTF-8: save the file as UTF-8")
	}
	return p.out, p.document()
}

// invalid returns the index of the first byte that is not UTF-8, or -1.
func invalid(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// errorAt returns an error for the byte at index i.
func (l *lexer) errorAt(i int, format string, args ...any) error {
	line, col := rdfio.Position(l.text, i)
	return rdfio.NewSyntaxError(line, col, format, args...)
}
