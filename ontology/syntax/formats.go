package syntax

import (
	"bytes"
	"io"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/jsonld"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/obo"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/obograph"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/owlxml"
)

// Format is a syntax; Format.Name says what people call it.
type Format = rdfio.Format

// The syntaxes.
const (
	RDFXML     = rdfio.RDFXML
	Turtle     = rdfio.Turtle
	NTriples   = rdfio.NTriples
	OWLXML     = rdfio.OWLXML
	Functional = rdfio.Functional
	Manchester = rdfio.Manchester
	OBO        = rdfio.OBO
	OBOGraph   = rdfio.OBOGraph
	JSONLD     = rdfio.JSONLD
)

// Formats lists the syntaxes.
func Formats() []Format {
	return []Format{RDFXML, Turtle, NTriples, OWLXML, Functional, Manchester, OBO, OBOGraph, JSONLD}
}

// Options says how a document is read. Format may be left empty: it is
// recognised then. Warn is told of flaws in any syntax.
type Options = rdfio.Options

// decoder reads a document that is UTF-8.
type decoder func(r io.Reader, opt Options, yield func(rdf.Triple) error) error

func decoderOf(f Format) decoder {
	switch f {
	case OWLXML:
		return owlxml.Decode
	case Functional:
		return functional.Decode
	case Manchester:
		return manchester.Decode
	case OBO:
		return obo.Decode
	case OBOGraph:
		return obograph.Decode
	case JSONLD:
		return jsonld.Decode
	}
	return rdfio.Decode
}

// Document is a document whose syntax and charset are known.
type Document struct {
	Format  Format
	Charset string // as the WHATWG Encoding Standard names it: "utf-8", "gb18030"
	Guessed bool   // the charset is neither UTF-8 nor stated anywhere
	Text    []byte // as UTF-8, without byte order mark
}

// Recognise tells syntax and charset of a document that is not packed. The
// error is a *rdfio.SyntaxError that says what the document looks like.
func Recognise(data []byte) (*Document, error) {
	d := &Document{}
	if err := d.read(data, ""); err != nil {
		return nil, err
	}
	return d, nil
}

// headSize is how much of a document is looked at: licences and comments come
// first in real files.
const headSize = 64 << 10

func (d *Document) read(data []byte, f Format) (err error) {
	if f == "" {
		// First by the bytes: what is no text at all is best named so.
		if d.Format, err = rdfio.Recognise(data[:min(len(data), headSize)]); err != nil && binary(data) {
			return err
		}
	}
	if d.Text, d.Charset, d.Guessed, err = text(data); err != nil {
		return err
	}
	if d.Format = f; f == "" {
		d.Format, err = rdfio.Recognise(marked(d.Text[:min(len(d.Text), headSize)]))
	}
	return err
}

// binary reports whether data is text in no charset.
func binary(data []byte) bool {
	head := data[:min(len(data), headSize)]
	_, unicode, _ := rdfio.UnicodeCharset(head)
	return bytes.IndexByte(head, 0) >= 0 && (unicode == "" || unicode == "utf-8") || bytes.HasPrefix(head, []byte("PK\x03\x04")) ||
		bytes.HasPrefix(head, []byte("%PDF-")) || bytes.HasPrefix(head, []byte("\x89PNG")) || bytes.HasPrefix(head, []byte("BZh"))
}

// Decode reads the triples of the document: see [Decode].
func (d *Document) Decode(opt Options, yield func(rdf.Triple) error) error {
	opt.Format = d.Format
	var r io.Reader = bytes.NewReader(d.Text) // of which readers see how long it is
	if bytes.HasPrefix(d.Text, []byte("<?xml")) {
		r = io.MultiReader(bytes.NewReader(mark()), r)
	}
	return opt.Named(decoderOf(d.Format)(r, opt, yield))
}

// Decode reads a document, packed or not, in any of the syntaxes and charsets,
// and hands its triples to yield. It holds the document in memory. What is
// wrong with it is reported as a *rdfio.SyntaxError; triples stated before it
// may have been yielded by then. An error of r, and an error returned by yield,
// which ends the reading, come back wrapped or as they are.
func Decode(r io.Reader, opt Options, yield func(rdf.Triple) error) error {
	data, err := readAll(r, opt.Limits.Bytes)
	if err != nil {
		return err
	}
	d := &Document{}
	if err := d.read(data, opt.Format); err != nil {
		return opt.Named(err)
	}
	return d.Decode(opt, yield)
}

// mark is the byte order mark of UTF-8. Before a text it tells the reader that
// the charset is settled, whatever an XML declaration says.
func mark() []byte { return []byte("\xEF\xBB\xBF") }

func marked(text []byte) []byte { return append(mark(), text...) }
