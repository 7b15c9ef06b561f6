package rdfio

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// What follows is for the readers of further syntaxes of ontologies, so that
// charsets, limits, relative references and XML are treated alike in all.

// NewReader returns the document r as UTF-8 without byte order mark. Its
// charset is that of its byte order mark, else what an XML declaration names.
// Reading ends in an error where the document exceeds Limits.Bytes.
func NewReader(r io.Reader, opt Options) (io.Reader, error) {
	t, err := newText(r, opt)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// ReadAll returns the whole document as NewReader does, for readers that hold
// it in memory.
func ReadAll(r io.Reader, opt Options) ([]byte, error) {
	text, err := NewReader(r, opt)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if sized, ok := r.(interface{ Len() int }); ok {
		b.Grow(min(sized.Len(), mostAtOnce) + bytes.MinRead)
	}
	_, err = b.ReadFrom(text)
	return b.Bytes(), err
}

// mostAtOnce is how much room is made on the strength of a size alone.
const mostAtOnce = 64 << 20

// A Base is what relative references are resolved against. It is immutable.
type Base struct{ b *base }

// NewBase returns a base; iri must be absolute.
func NewBase(iri string) (Base, error) {
	b, err := parseBase(escapeIRI(strings.TrimSpace(iri)))
	return Base{b}, err
}

// DocumentBase returns the base of a document before it states its own: see
// Options.Base.
func DocumentBase(opt Options) (Base, error) { return NewBase(baseOf(opt)) }

// Resolve returns the absolute IRI that ref stands for (RFC 3986, section 5.2).
// Characters that no IRI may hold are percent-encoded.
func (b Base) Resolve(ref string) string { return b.b.resolve(escapeIRI(strings.TrimSpace(ref))) }

// String returns the base as an IRI, without a fragment.
func (b Base) String() string { return b.b.plain }

// XMLKind says what an XML reader has read.
type XMLKind byte

// The kinds of tokens.
const (
	XMLEOF   XMLKind = iota
	XMLStart         // a start tag; an empty element has an end tag too
	XMLEnd
	XMLText // character data or a CDATA section
)

// XML reads the tokens of an XML 1.0 document with namespaces, with the checks
// and limits of the RDF/XML reader: only entities that the document declares
// as text are known, and nothing is fetched.
type XML struct {
	x     *xmlReader
	names *names

	// Where the token last asked about begins: bytes from the beginning of the
	// document, and the newlines and characters before it.
	mark      int64
	line, col int
}

// NewXML begins a document.
func NewXML(r io.Reader, opt Options) (*XML, error) {
	opt = opt.WithDefaults()
	t, err := newText(r, opt)
	if err != nil {
		return nil, err
	}
	w := newWindow(t, opt.Limits)
	w.strict = t.legacy
	if opt.window > 0 {
		w.size = opt.window
	}
	return &XML{x: newXMLReader(w, opt.Limits), names: newNames()}, nil
}

// Next reads a token. What it says is valid until the next call.
func (x *XML) Next() (XMLKind, error) {
	for {
		if err := x.x.next(); err != nil {
			return XMLEOF, err
		}
		switch x.x.kind {
		case xmlStart:
			if at, err := x.names.push(x.x.attrs, x.x.depth()); err != nil {
				return XMLEOF, x.x.errorIn(at, "%v", err)
			}
			return XMLStart, nil
		case xmlEnd:
			x.names.pop(x.x.depth())
			return XMLEnd, nil
		case xmlText:
			return XMLText, nil
		case xmlEOF:
			return XMLEOF, nil
		}
	}
}

// Name returns the name of a start tag: its namespace, "" if it has none, and
// its local part.
func (x *XML) Name() (space, local string, err error) {
	q, err := x.names.element(x.x.name)
	if err != nil {
		return "", "", x.x.errorf("%v", err)
	}
	return q.ns, q.local, nil
}

// RawName returns the name of a start tag as it is written.
func (x *XML) RawName() []byte { return x.x.name }

// Attrs hands the attributes of a start tag to each, without namespace
// declarations.
func (x *XML) Attrs(each func(space, local string, value []byte) error) error {
	for i := range x.x.attrs {
		a := &x.x.attrs[i]
		if _, declares := nsPrefix(a.name); declares {
			continue
		}
		q, err := x.names.attr(a.name)
		if err != nil {
			return x.x.errorIn(a.at, "%v", err)
		}
		if err := each(q.ns, q.local, a.value); err != nil {
			return err
		}
	}
	return nil
}

// Text returns the text, with its references replaced.
func (x *XML) Text() []byte { return x.x.text }

// Blank reports whether the text is nothing but white space.
func (x *XML) Blank() bool { return firstNonSpace(x.x.text) == len(x.x.text) }

// Pos returns where the token begins, both counted from 1. It is cheap: it
// goes on from where it was asked last.
func (x *XML) Pos() (line, col int) {
	w := x.x.w
	if x.mark < w.dropped {
		x.mark, x.line, x.col = w.dropped, w.line, w.col
	}
	from := int(x.mark - w.dropped)
	x.line, x.col = advance(x.line, x.col, w.buf[from:max(from, x.x.start)])
	x.mark = w.dropped + int64(x.x.start)
	return x.line + 1, x.col + 1
}

// Errorf returns a *SyntaxError for the beginning of the token.
func (x *XML) Errorf(format string, args ...any) error { return x.x.errorf(format, args...) }

// XMLSpace is the namespace of xml:lang and xml:base.
const XMLSpace = xmlNS

// Quote renders a piece of a document for an error: short, and escaped.
func Quote(s string) string { return quote(s) }

// LangTag reports whether s is a language tag: zh, zh-Hant.
func LangTag(s string) bool { return s != "" && langLen(s) == len(s) }

// Position returns line and column, from 1, of the byte at index i of text.
func Position(text []byte, i int) (line, col int) {
	line, col = advance(0, 0, text[:min(max(i, 0), len(text))])
	return line + 1, col + 1
}

// BlankLabel returns the label, without "_:", that a document's blank node gets
// so that it differs from those of other documents and from the g1, g2, … that
// readers make up: see Options.BlankPrefix.
func BlankLabel(prefix, label string) (string, error) {
	if n, _ := blankLen([]byte(label)); n != len(label) || n == 0 {
		return "", fmt.Errorf("%s is not the label of a blank node: expected letters, digits, '-', '_' and '.'", quote(label))
	}
	if err := checkBlankPrefix(prefix); err != nil {
		return "", err
	}
	if prefix != "" {
		prefix += "-"
	}
	return prefix + ownLabel(label), nil
}
