package syntax

import (
	"bytes"
	"io"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Options says how a document is read, EncodeOptions how it is written, and Loss names
// something that a syntax could not say: see package rdfio.
type (
	Options       = rdfio.Options
	EncodeOptions = rdfio.EncodeOptions
	Loss          = rdfio.Loss
)

// Document is a document whose syntax and charset are known.
type Document struct {
	Syntax  *Syntax
	Charset string // as the WHATWG Encoding Standard names it: "utf-8", "gb18030"
	Guessed bool   // the charset is neither UTF-8 nor stated anywhere
	Text    []byte // as UTF-8, without byte order mark
}

// Recognise returns an unpacked document with its syntax and charset. The error
// is a *rdfio.SyntaxError that says what the document looks like.
func Recognise(data []byte) (*Document, error) { return All().Recognise(data) }

// Recognise is the function Recognise for these syntaxes only.
func (all Table) Recognise(data []byte) (*Document, error) { return all.document(data, nil) }

// document returns a document in the syntax known, or, if that is nil, in the
// one that its content tells.
func (all Table) document(data []byte, known *Syntax) (*Document, error) {
	d := &Document{Syntax: known}
	var err error
	if known == nil {
		// First by the bytes: a file that is not text is best named so.
		if _, err = all.Detect(data[:min(len(data), rdfio.HeadSize)]); err != nil && binary(data) {
			return nil, err
		}
	}
	if d.Text, d.Charset, d.Guessed, err = text(data); err != nil {
		return nil, err
	}
	if known == nil {
		d.Syntax, err = all.Detect(marked(d.Text[:min(len(d.Text), rdfio.HeadSize)]))
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// binary reports whether data is text in no charset.
func binary(data []byte) bool {
	head := data[:min(len(data), rdfio.HeadSize)]
	_, unicode, _ := rdfio.UnicodeCharset(head)
	return bytes.IndexByte(head, 0) >= 0 && (unicode == "" || unicode == "utf-8") || bytes.HasPrefix(head, []byte("PK\x03\x04")) ||
		bytes.HasPrefix(head, []byte("%PDF-")) || bytes.HasPrefix(head, []byte("\x89PNG")) || bytes.HasPrefix(head, []byte("BZh"))
}

// Prefixes returns the prefix names that the document declares at its
// beginning, without colon, with what they stand for. They mean nothing, but
// whoever writes the document again should keep them. An unreadable document
// has none.
func (d *Document) Prefixes() map[string]string {
	if d.Syntax.Prefixes == nil {
		return map[string]string{}
	}
	return d.Syntax.Prefixes(d.Text)
}

// Decode reads the triples of the document: see [Decode].
func (d *Document) Decode(opt Options, yield func(rdf.Triple) error) error {
	opt.Syntax = d.Syntax.Name
	var r io.Reader = bytes.NewReader(d.Text) // readers see its length
	if bytes.HasPrefix(d.Text, []byte("<?xml")) {
		r = io.MultiReader(bytes.NewReader(mark()), r)
	}
	return opt.Named(d.Syntax.Decode(r, opt, yield))
}

// Decode reads a document, packed or not, in any of the syntaxes and charsets,
// and hands its triples to yield. It holds the document in memory. What is
// wrong with it is reported as a *rdfio.SyntaxError; triples stated before it
// may have been yielded by then. An error of r, and an error returned by yield,
// which ends the reading, come back wrapped or as they are.
func Decode(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	return All().Decode(r, opt, yield)
}

// Decode is the function Decode for these syntaxes only.
func (all Table) Decode(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	var known *Syntax
	if opt.Syntax != "" {
		if known = all.Named(opt.Syntax); known == nil {
			return english.Errorf("unknown syntax %q: expected one of %s", opt.Syntax, strings.Join(all.Names(), ", "))
		}
	}
	data, err := readAll(r, opt.Limits.Bytes)
	if err != nil {
		return err
	}
	d, err := all.document(data, known)
	if err != nil {
		return opt.Named(err)
	}
	return d.Decode(opt, yield)
}

// mark is the byte order mark of UTF-8. Before a text it tells the reader that
// the charset is settled, whatever an XML declaration says.
func mark() []byte { return []byte("\xEF\xBB\xBF") }

func marked(text []byte) []byte { return append(mark(), text...) }
