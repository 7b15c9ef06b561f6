package obo

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Decode reads a document and yields its triples in document order; declarations of
// undeclared entities come last. It reports malformed input as *rdfio.SyntaxError. An
// error of yield ends Decode, which returns it unchanged.
//
// If the header names no ontology, unprefixed identifiers belong to opt.Base. Decode
// calls opt.Warn for unreadable lines, and skips them.
func Decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	opt = opt.WithDefaults()
	return opt.Named(decode(r, opt, opt.Counted(yield)))
}

func decode(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	doc, err := read(r, opt)
	if err != nil {
		return err
	}
	terms, base, err := rdfio.Begin(opt)
	if err != nil {
		return err
	}
	p := &parser{
		lines: lines{doc: doc, next: 1}, opt: opt,
		ids:     newIDs(base.String(), len(doc)/400),
		emitter: newEmitter(terms, yield),
	}
	p.survey(doc)
	return p.document()
}

// read returns the whole document with \n as line end.
func read(r io.Reader, opt rdfio.Options) (string, error) {
	var b strings.Builder
	if sized, ok := r.(interface{ Len() int }); ok {
		b.Grow(sized.Len())
	}
	text, err := rdfio.NewReader(r, opt)
	if err != nil {
		return "", err
	}
	if _, err := io.Copy(&b, text); err != nil {
		return "", err
	}
	doc := b.String()
	if strings.IndexByte(doc, '\r') >= 0 {
		doc = strings.ReplaceAll(strings.ReplaceAll(doc, "\r\n", "\n"), "\r", "\n")
	}
	if !utf8.ValidString(doc) {
		at := strings.IndexFunc(doc, func(r rune) bool { return r == utf8.RuneError })
		line, col := rdfio.Position([]byte(doc[:at]), at)
		return "", rdfio.NewSyntaxError(line, col, "this is not UTF-8; save the file as UTF-8")
	}
	return doc, nil
}

type parser struct {
	lines
	*emitter
	ids
	opt      rdfio.Options
	ontology *rdfio.Node
	frame    frame  // the stanza at hand
	room     []note // for the notes of the current clause
}

// document reads the header and all stanzas.
func (p *parser) document() error {
	if err := p.header(); err != nil {
		return err
	}
	for p.more() {
		if err := p.stanza(); err != nil {
			return err
		}
	}
	p.declareRest(&p.ids)
	return p.err
}

// flaw reports an unreadable line. It returns an error if Warn is not set.
func (p *parser) flaw(line int, format string, args ...any) error {
	e := rdfio.NewSyntaxError(line, 1, format, args...)
	e.File = p.opt.File
	if p.opt.Warn == nil {
		return e
	}
	p.opt.Warn(e)
	return nil
}
