package cap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html/charset"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Bounds of a document. A message about the weather of a country has some 100 kB; a
// feed with embedded messages has some MB.
const (
	maxBytes    = 4 << 20
	maxElements = 50_000
	maxDepth    = 32
)

// Error is an error in a document, with its place.
type Error struct {
	Line int
	Path string // of elements, such as alert/info/severity
	Msg  string

	why english.Phrase // Msg in any language
}

func (e *Error) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *Error) Message() english.Phrase {
	if e.Path == "" {
		return english.Phrasef("line %d: %s", e.Line, e.why.Or(e.Msg))
	}
	return english.Phrasef("line %d: %s: %s", e.Line, e.Path, e.why.Or(e.Msg))
}

// node is an element.
type node struct {
	name     xml.Name
	attrs    []xml.Attr
	text     string // of its own, trimmed
	children []*node
	line     int
}

func (n *node) fault(path string, why english.Phrase) error {
	return &Error{n.line, path, why.String(), why}
}

func (n *node) attr(local string) string {
	for _, a := range n.attrs {
		if a.Name.Local == local {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// tree reads a document within the bounds. The decoder does not know declared entities,
// so they are errors and cannot grow.
func tree(doc []byte) (*node, error) {
	if len(doc) > maxBytes {
		return nil, (&node{line: 1}).fault("", english.Phrasef("more than %d bytes", maxBytes))
	}
	d := xml.NewDecoder(bytes.NewReader(doc))
	d.CharsetReader = charset.NewReaderLabel
	t := treeBuilder{d: d}
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && t.root == nil:
			return nil, t.fault(english.Phrasef("no XML document"))
		case errors.Is(err, io.EOF):
			return t.root, nil
		case err != nil:
			return nil, t.fault(english.Phrasef("not XML: %v", bare(err)))
		}
		if err := t.take(token); err != nil {
			return nil, err
		}
	}
}

// bare returns the message of a decoder's error without the line, which Error holds.
func bare(err error) string {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Msg
	}
	return err.Error()
}

type treeBuilder struct {
	d     *xml.Decoder
	root  *node
	open  []*node
	texts [][]byte // of the open ones
	count int
}

func (t *treeBuilder) fault(why english.Phrase) error {
	line, _ := t.d.InputPos()
	return &Error{line, "", why.String(), why}
}

func (t *treeBuilder) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		return t.start(token)
	case xml.EndElement:
		last := len(t.open) - 1
		t.open[last].text = string(bytes.TrimSpace(t.texts[last]))
		t.open, t.texts = t.open[:last], t.texts[:last]
	case xml.CharData:
		if n := len(t.texts); n > 0 {
			t.texts[n-1] = append(t.texts[n-1], token...)
		}
	case xml.Directive:
		return t.fault(english.Phrasef("a document type is declared; alerts have none"))
	}
	return nil
}

func (t *treeBuilder) start(e xml.StartElement) error {
	line, _ := t.d.InputPos()
	n := &node{name: e.Name, attrs: append([]xml.Attr(nil), e.Attr...), line: line}
	t.count++
	switch {
	case t.count > maxElements:
		return t.fault(english.Phrasef("more than %d elements", maxElements))
	case len(t.open) == maxDepth:
		return t.fault(english.Phrasef("elements more than %d deep", maxDepth))
	case len(t.open) > 0:
		parent := t.open[len(t.open)-1]
		parent.children = append(parent.children, n)
	case t.root != nil:
		return t.fault(english.Phrasef("a second document"))
	default:
		t.root = n
	}
	t.open, t.texts = append(t.open, n), append(t.texts, nil)
	return nil
}
