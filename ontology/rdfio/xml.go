package rdfio

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// XMLKind is the kind of an XML token.
type XMLKind byte

// The kinds of tokens.
const (
	XMLEOF   XMLKind = iota
	XMLStart         // a start tag; an empty element has an end tag too
	XMLEnd
	XMLText // character data or a CDATA section
	XMLComment
	XMLInst // processing instruction
)

// Attr is an attribute of a start tag, valid until the next token is read.
type Attr struct {
	Name, Value []byte
	At          int // of the name, within the tag
}

// XML splits an XML 1.0 document with namespaces into tokens and checks that it is
// well-formed. It expands only text entities that the document declares, and fetches
// nothing.
//
// encoding/xml is not used: it is too slow for large ontologies, does not normalise
// attribute values, does not expand nested entities, and reports no columns. The tests
// compare with its verdict.
type XML struct {
	w          *Window
	Kind       XMLKind
	Tag        []byte // of a tag, or the target of an instruction
	Attributes []Attr
	Data       []byte // of text, comment or instruction
	start      int    // of the token, in w.buf

	open     []byte // names of the open elements, one after the other
	ends     []int  // where each of them ends in open
	maxDepth int
	closing  bool // the start tag just read was <x/>: its end comes next
	rooted   bool // the root element has begun
	doctype  bool // a DOCTYPE has been read
	begun    bool // anything at all has been read
	ents     entities
	scratch  []byte
	Names    *Names

	// The beginning of the token whose position was asked last: bytes from the beginning
	// of the document, and the newlines and characters before it.
	mark      int64
	line, col int
}

func MakeXML(w *Window, lim Limits) *XML {
	// A node in RDF/XML takes two elements; literals may add more.
	return &XML{w: w, maxDepth: 4 * lim.Depth, ents: entities{max: lim.Entities, most: lim.Expanded}, Names: newNames()}
}

// Errorf returns an error at the beginning of the token.
func (x *XML) Errorf(format string, args ...any) error {
	return x.ErrorIn(0, format, args...)
}

// ErrorIn returns an error i bytes into the token.
func (x *XML) ErrorIn(i int, format string, args ...any) *SyntaxError {
	return x.w.ErrorAt(x.start+i, format, args...)
}

// ErrorInText returns an error at the first non-blank character of the text.
func (x *XML) ErrorInText(format string, args ...any) error {
	return x.ErrorIn(FirstNonSpace(x.w.Buf[x.start:]), format, args...)
}

// Depth returns the number of open elements.
func (x *XML) Depth() int { return len(x.ends) }

// next reads the next token and skips declarations.
func (x *XML) next() error {
	if x.closing {
		x.closing = false
		x.Kind = XMLEnd
		x.pop()
		return nil
	}
	for {
		x.start = x.w.Pos
		n, done, err := x.scan(x.w.Rest())
		if err == io.ErrShortBuffer {
			if err := x.w.More(); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		x.w.Pos += n
		x.begun = true
		if done {
			return nil
		}
	}
}

// short ends a scan at the end of the window: it asks for more text, or returns the error
// at the end of the file.
func (x *XML) short(format string, args ...any) error {
	if !x.w.EOF {
		return io.ErrShortBuffer
	}
	return x.Errorf(format, args...)
}

// scan recognises the token at the beginning of b. done is false for skipped tokens.
func (x *XML) scan(b []byte) (n int, done bool, err error) {
	if len(b) < len("<![CDATA[") && !x.w.EOF {
		return 0, false, io.ErrShortBuffer
	}
	switch {
	case len(b) == 0:
		return 0, true, x.end()
	case b[0] != '<':
		n, err = x.scanText(b)
		return n, x.Depth() > 0, err
	case bytes.HasPrefix(b, []byte("<?")):
		return x.scanInst(b)
	case bytes.HasPrefix(b, []byte("<!--")):
		n, err = x.scanComment(b)
		return n, true, err
	case bytes.HasPrefix(b, []byte("<![CDATA[")):
		n, err = x.scanCDATA(b)
		return n, true, err
	case bytes.HasPrefix(b, []byte("<!DOCTYPE")):
		n, err = x.scanDoctype(b)
		return n, false, err
	case bytes.HasPrefix(b, []byte("</")):
		n, err = x.scanEnd(b)
		return n, true, err
	}
	n, err = x.scanStart(b)
	return n, true, err
}

func (x *XML) end() error {
	if x.Depth() > 0 {
		return x.Errorf("expected the end tag </%s>, found the end of the file", x.Top())
	}
	if !x.rooted {
		return x.Errorf("expected a root element, found the end of the file")
	}
	x.Kind = XMLEOF
	return nil
}

func (x *XML) push(name []byte) {
	x.open = append(x.open, name...)
	x.ends = append(x.ends, len(x.open))
}

func (x *XML) pop() {
	x.ends = x.ends[:len(x.ends)-1]
	n := 0
	if len(x.ends) > 0 {
		n = x.ends[len(x.ends)-1]
	}
	x.open = x.open[:n]
}

// Top returns the name of the innermost open element.
func (x *XML) Top() []byte {
	n := 0
	if len(x.ends) > 1 {
		n = x.ends[len(x.ends)-2]
	}
	return x.open[n:]
}

func (x *XML) scanText(b []byte) (int, error) {
	n := bytes.IndexByte(b, '<')
	if n < 0 {
		if !x.w.EOF {
			return 0, io.ErrShortBuffer
		}
		n = len(b)
	}
	raw := b[:n]
	if x.Depth() == 0 {
		if i := FirstNonSpace(raw); i < n {
			return 0, x.ErrorIn(i, "expected %s, found the text %s", x.outside(), Found(raw[i:]))
		}
		return n, nil
	}
	if i := bytes.Index(raw, []byte("]]>")); i >= 0 {
		return 0, x.ErrorIn(i, "\"]]>\" in text; write ]]&gt;")
	}
	plain, err := x.check(raw, 0)
	if err != nil {
		return 0, err
	}
	x.Kind, x.Data = XMLText, raw
	if !plain {
		x.scratch, err = x.expand(x.scratch[:0], raw, 0, false)
		x.Data = x.scratch
	}
	return n, err
}

// outside describes what may stand outside the root element.
func (x *XML) outside() english.Word {
	if x.rooted {
		return "nothing after the root element"
	}
	return "the root element"
}

func FirstNonSpace(s []byte) int {
	for i, c := range s {
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return i
		}
	}
	return len(s)
}

// check checks the characters of s (production Char), which begins at offset at of the
// token. plain is true if s needs no change: no reference, no line end to normalise.
func (x *XML) check(s []byte, at int) (plain bool, err error) {
	plain = true
	wide := false
	for i, c := range s {
		switch {
		case c >= utf8.RuneSelf:
			wide = true
		case c == '&' || c == '\r':
			plain = false
		case c < ' ' && c != '\n' && c != '\t':
			return false, x.ErrorIn(at+i, "the control character %q is not allowed in XML", rune(c))
		}
	}
	if wide {
		return plain, x.checkWide(s, at)
	}
	return plain, nil
}

func (x *XML) checkWide(s []byte, at int) error {
	if !utf8.Valid(s) {
		for i := 0; ; {
			r, n := utf8.DecodeRune(s[i:])
			if r == utf8.RuneError && n < 3 {
				return x.ErrorIn(at+i, "bytes that are not UTF-8; declare the encoding in the first line, <?xml version=\"1.0\" encoding=\"…\"?>, or save the file as UTF-8")
			}
			i += n
		}
	}
	if i := bytes.Index(s, []byte("\uFFFD")); i >= 0 && x.w.strict {
		return x.ErrorIn(at+i, "bytes that are not valid in the encoding the XML declaration names")
	}
	for _, c := range []string{"\uFFFE", "\uFFFF"} {
		if i := bytes.Index(s, []byte(c)); i >= 0 {
			return x.ErrorIn(at+i, "the character %+q is not allowed in XML", c)
		}
	}
	return nil
}

func (x *XML) scanCDATA(b []byte) (int, error) {
	const open = len("<![CDATA[")
	if x.Depth() == 0 {
		return 0, x.Errorf("expected %s, found a CDATA section", x.outside())
	}
	n := bytes.Index(b[open:], []byte("]]>"))
	if n < 0 {
		return 0, x.short("expected \"]]>\" at the end of the CDATA section")
	}
	raw := b[open : open+n]
	if _, err := x.check(raw, open); err != nil {
		return 0, err
	}
	x.Kind, x.Data = XMLText, raw
	if bytes.IndexByte(raw, '\r') >= 0 {
		x.scratch = AppendLines(x.scratch[:0], raw)
		x.Data = x.scratch
	}
	return open + n + 3, nil
}

// AppendLines normalises line ends: XML 1.0, section 2.11.
func AppendLines(dst, s []byte) []byte {
	for i, c := range s {
		if c != '\r' {
			dst = append(dst, c)
		} else if i+1 == len(s) || s[i+1] != '\n' {
			dst = append(dst, '\n')
		}
	}
	return dst
}

// XMLName returns the length of the Name that s begins with.
func XMLName(s []byte) int {
	r, _ := utf8.DecodeRune(s)
	if len(s) == 0 || !IsNameStart(r) && r != '_' && r != ':' {
		return 0
	}
	n := 0
	for {
		m, _ := NameLen(s[n:], true)
		n += m
		if n == len(s) || s[n] != ':' {
			return n
		}
		n++
	}
}

// Parent returns the name of the element around the current one.
func (x *XML) Parent() string {
	if n := len(x.ends); n >= 2 {
		from := 0
		if n >= 3 {
			from = x.ends[n-3]
		}
		return string(x.open[from:x.ends[n-2]])
	}
	return ""
}
