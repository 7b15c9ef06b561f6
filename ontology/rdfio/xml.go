package rdfio

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

type xmlKind byte

const (
	xmlEOF xmlKind = iota
	xmlStart
	xmlEnd
	xmlText // character data or a CDATA section
	xmlComment
	xmlInst // processing instruction
)

// An attr is one attribute of a start tag. Both parts are valid until the next
// token is read.
type attr struct {
	name, value []byte
	at          int // of the name, within the tag
}

// xmlReader cuts an XML 1.0 document into tokens and checks that it is
// well-formed. Names are as written: namespaces are the business of names.
//
// encoding/xml is not used: it takes most of the time allowed for a large
// ontology, does not normalise attribute values, does not expand entities
// within entities, and reports no columns for what it returns. Its verdict is
// what the tests compare with.
type xmlReader struct {
	w     *window
	kind  xmlKind
	name  []byte // of a tag, or the target of an instruction
	attrs []attr
	text  []byte // of text, comment or instruction
	start int    // of the token, in w.buf

	open     []byte // names of the open elements, one after the other
	ends     []int  // where each of them ends in open
	maxDepth int
	closing  bool // the start tag just read was <x/>: its end comes next
	rooted   bool // the root element has begun
	doctype  bool // a DOCTYPE has been read
	begun    bool // anything at all has been read
	ents     entities
	scratch  []byte
}

func newXMLReader(w *window, lim Limits) *xmlReader {
	// A node in RDF/XML takes two elements; literals may add their own.
	return &xmlReader{w: w, maxDepth: 4 * lim.Depth, ents: entities{max: lim.Entities, most: lim.Expanded}}
}

// errorf reports an error at the beginning of the token.
func (x *xmlReader) errorf(format string, args ...any) error {
	return x.errorIn(0, format, args...)
}

// errorIn reports an error i bytes into the token.
func (x *xmlReader) errorIn(i int, format string, args ...any) error {
	return x.w.errorAt(x.start+i, fmt.Sprintf(format, args...))
}

// depth is the number of open elements.
func (x *xmlReader) depth() int { return len(x.ends) }

// next reads the next token. Declarations are not returned.
func (x *xmlReader) next() error {
	if x.closing {
		x.closing = false
		x.kind = xmlEnd
		x.pop()
		return nil
	}
	for {
		x.start = x.w.pos
		n, done, err := x.scan(x.w.rest())
		if err == errShort {
			if err := x.w.more(); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		x.w.pos += n
		x.begun = true
		if done {
			return nil
		}
	}
}

// short is what a scan returns at the end of the window: get more, or, at the
// end of the file, the error.
func (x *xmlReader) short(format string, args ...any) error {
	if !x.w.eof {
		return errShort
	}
	return x.errorf(format, args...)
}

// scan recognises the token b begins with. done is false for what is skipped.
func (x *xmlReader) scan(b []byte) (n int, done bool, err error) {
	if len(b) < len("<![CDATA[") && !x.w.eof {
		return 0, false, errShort
	}
	switch {
	case len(b) == 0:
		return 0, true, x.end()
	case b[0] != '<':
		n, err = x.scanText(b)
		return n, x.depth() > 0, err
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

func (x *xmlReader) end() error {
	if x.depth() > 0 {
		return x.errorf("expected the end tag </%s>, found the end of the file", x.top())
	}
	if !x.rooted {
		return x.errorf("expected a root element, found the end of the file")
	}
	x.kind = xmlEOF
	return nil
}

func (x *xmlReader) push(name []byte) {
	x.open = append(x.open, name...)
	x.ends = append(x.ends, len(x.open))
}

func (x *xmlReader) pop() {
	x.ends = x.ends[:len(x.ends)-1]
	n := 0
	if len(x.ends) > 0 {
		n = x.ends[len(x.ends)-1]
	}
	x.open = x.open[:n]
}

// top returns the name of the innermost open element.
func (x *xmlReader) top() []byte {
	n := 0
	if len(x.ends) > 1 {
		n = x.ends[len(x.ends)-2]
	}
	return x.open[n:]
}

func (x *xmlReader) scanText(b []byte) (int, error) {
	n := bytes.IndexByte(b, '<')
	if n < 0 {
		if !x.w.eof {
			return 0, errShort
		}
		n = len(b)
	}
	raw := b[:n]
	if x.depth() == 0 {
		if i := firstNonSpace(raw); i < n {
			return 0, x.errorIn(i, "expected %s, found the text %s", x.outside(), found(raw[i:]))
		}
		return n, nil
	}
	if i := bytes.Index(raw, []byte("]]>")); i >= 0 {
		return 0, x.errorIn(i, "\"]]>\" in text; write ]]&gt;")
	}
	plain, err := x.check(raw, 0)
	if err != nil {
		return 0, err
	}
	x.kind, x.text = xmlText, raw
	if !plain {
		x.scratch, err = x.expand(x.scratch[:0], raw, 0, false)
		x.text = x.scratch
	}
	return n, err
}

// outside names what may stand outside the root element.
func (x *xmlReader) outside() string {
	if x.rooted {
		return "nothing after the root element"
	}
	return "the root element"
}

func firstNonSpace(s []byte) int {
	for i, c := range s {
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return i
		}
	}
	return len(s)
}

// check tells whether all characters are allowed in XML (production Char), at
// being where s begins in the token, and whether s means itself: no reference
// and no line end to normalise.
func (x *xmlReader) check(s []byte, at int) (plain bool, err error) {
	plain = true
	wide := false
	for i, c := range s {
		switch {
		case c >= utf8.RuneSelf:
			wide = true
		case c == '&' || c == '\r':
			plain = false
		case c < ' ' && c != '\n' && c != '\t':
			return false, x.errorIn(at+i, "the control character %q is not allowed in XML", rune(c))
		}
	}
	if wide {
		return plain, x.checkWide(s, at)
	}
	return plain, nil
}

func (x *xmlReader) checkWide(s []byte, at int) error {
	if !utf8.Valid(s) {
		for i := 0; ; {
			r, n := utf8.DecodeRune(s[i:])
			if r == utf8.RuneError && n < 3 {
				return x.errorIn(at+i, "bytes that are not UTF-8; declare the encoding in the first line, <?xml version=\"1.0\" encoding=\"…\"?>, or save the file as UTF-8")
			}
			i += n
		}
	}
	if i := bytes.Index(s, []byte("\uFFFD")); i >= 0 && x.w.strict {
		return x.errorIn(at+i, "bytes that are not valid in the encoding the XML declaration names")
	}
	for _, c := range []string{"\uFFFE", "\uFFFF"} {
		if i := bytes.Index(s, []byte(c)); i >= 0 {
			return x.errorIn(at+i, "the character %+q is not allowed in XML", c)
		}
	}
	return nil
}

func (x *xmlReader) scanCDATA(b []byte) (int, error) {
	const open = len("<![CDATA[")
	if x.depth() == 0 {
		return 0, x.errorf("expected %s, found a CDATA section", x.outside())
	}
	n := bytes.Index(b[open:], []byte("]]>"))
	if n < 0 {
		return 0, x.short("expected \"]]>\" at the end of the CDATA section")
	}
	raw := b[open : open+n]
	if _, err := x.check(raw, open); err != nil {
		return 0, err
	}
	x.kind, x.text = xmlText, raw
	if bytes.IndexByte(raw, '\r') >= 0 {
		x.scratch = appendLines(x.scratch[:0], raw)
		x.text = x.scratch
	}
	return open + n + 3, nil
}

// appendLines normalises line ends: XML 1.0, section 2.11.
func appendLines(dst, s []byte) []byte {
	for i, c := range s {
		if c != '\r' {
			dst = append(dst, c)
		} else if i+1 == len(s) || s[i+1] != '\n' {
			dst = append(dst, '\n')
		}
	}
	return dst
}

// xmlName returns the length of the Name that s begins with.
func xmlName(s []byte) int {
	r, _ := utf8.DecodeRune(s)
	if len(s) == 0 || !nameBase(r) && r != '_' && r != ':' {
		return 0
	}
	n := 0
	for {
		m, _ := nameLen(s[n:], true)
		n += m
		if n == len(s) || s[n] != ':' {
			return n
		}
		n++
	}
}
