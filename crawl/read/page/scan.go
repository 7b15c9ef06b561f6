package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	textToken tokenKind = iota
	startToken
	endToken
)

// scanner cuts a document into tokens (HTML 13.2.5). It gives the same tokens
// as the tokenizer of x/net, without comments and doctypes, in a fifth of the
// time: text and values are slices of the document, only the attributes used
// here are kept, and text is searched, not read byte by byte.
type scanner struct {
	src string // without NULs
	pos int

	kind   tokenKind
	text   string // as written; see unescape
	tag    atom.Atom
	name   string // of the tag, in lower case
	a      attrs
	closed bool // <x/>
	unsure bool // only the parser reads this document rightly; what follows has no meaning
}

// next finds the next token; false at the end.
func (s *scanner) next() bool {
	start := s.pos
	for at := start; at < len(s.src); {
		i := strings.IndexByte(s.src[at:], '<')
		if i < 0 || at+i+1 >= len(s.src) {
			break
		}
		at += i
		c := s.src[at+1]
		if !isLetter(c) && c != '/' && c != '!' && c != '?' {
			at++
			continue
		}
		if at > start {
			s.kind, s.text, s.pos = textToken, s.src[start:at], at
			return true
		}
		if s.pos = at; s.markup(c) {
			return true
		}
		if s.unsure {
			return false
		}
		start, at = s.pos, s.pos
	}
	s.kind, s.text, s.pos = textToken, s.src[start:], len(s.src)
	return s.text != ""
}

// markup reads the markup that begins with "<" and c. It is false if there is
// no token, and at the end of the document.
func (s *scanner) markup(c byte) bool {
	switch {
	case isLetter(c):
		s.kind = startToken
		return s.readTag(s.pos + 1)
	case c == '/' && s.pos+2 < len(s.src) && isLetter(s.src[s.pos+2]):
		s.kind = endToken
		return s.readTag(s.pos + 2)
	case strings.HasPrefix(s.src[s.pos:], "<!--"):
		s.comment()
		return false
	case c == '!' && strings.HasPrefix(s.src[s.pos:], "<![CDATA["):
		s.unsure = true // text, in foreign content
		return false
	}
	// A doctype, </>, or what the standard calls a bogus comment.
	i := strings.IndexByte(s.src[s.pos:], '>')
	if i < 0 {
		s.unsure = true
		return false
	}
	s.pos += i + 1
	return false
}

// comment skips a comment. An unterminated one makes the scanner unsure.
func (s *scanner) comment() {
	from := s.pos + len("<!--")
	rest := s.src[from:]
	if strings.HasPrefix(rest, ">") || strings.HasPrefix(rest, "->") {
		s.pos = from + strings.IndexByte(rest, '>') + 1
		return
	}
	for at := 0; ; {
		i := strings.Index(rest[at:], "--")
		if i < 0 {
			s.unsure = true
			return
		}
		switch at += i + 2; {
		case strings.HasPrefix(rest[at:], ">"):
			s.pos = from + at + 1
			return
		case strings.HasPrefix(rest[at:], "!>"):
			s.pos = from + at + 2
			return
		}
		at-- // the last two of "--->" count
	}
}

// readTag reads a tag whose name begins at i. An unterminated tag is no token.
func (s *scanner) readTag(i int) bool {
	src := s.src
	start := i
	for i < len(src) && !endsName(src[i]) {
		i++
	}
	s.setName(src[start:i])
	if s.a.seen != 0 { // most tags have none
		s.a = attrs{}
	}
	value := -1 // end of the last value
	for {
		i = skipSpace(src, i)
		if i >= len(src) {
			s.pos, s.text = len(src), ""
			return false
		}
		if src[i] == '>' {
			break
		}
		key := i
		for i < len(src) && !endsName(src[i]) && (src[i] != '=' || i == key) {
			i++
		}
		name := src[key:i]
		from, to, next := attrValue(src, i)
		i = next
		if name != "" {
			value = to
			if s.kind == startToken {
				s.a.set(name, src[from:to])
			}
		}
	}
	s.closed = src[i-1] == '/' && i != value
	s.pos = i + 1
	return true
}

// attrValue finds the value after a name that ends at i, and where to continue.
func attrValue(src string, i int) (from, to, next int) {
	none := i
	if i = skipSpace(src, i); i >= len(src) {
		return none, none, i
	}
	if src[i] == '/' {
		return none, none, i + 1
	}
	if src[i] != '=' {
		return none, none, i
	}
	if i = skipSpace(src, i+1); i >= len(src) || src[i] == '>' {
		return none, none, i
	}
	if q := src[i]; q == '"' || q == '\'' {
		n := strings.IndexByte(src[i+1:], q)
		if n < 0 {
			return none, none, len(src)
		}
		return i + 1, i + 1 + n, i + 2 + n
	}
	from = i
	for i < len(src) && src[i] != '>' && !isSpace(src[i]) {
		i++
	}
	return from, i, i
}

// setName sets tag and name from the name as written.
func (s *scanner) setName(raw string) {
	var buf [24]byte
	if len(raw) > len(buf) {
		s.name = strings.ToLower(raw)
		s.tag = atom.Lookup([]byte(s.name))
		return
	}
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		buf[i] = c
	}
	if s.tag = atom.Lookup(buf[:len(raw)]); s.tag != 0 {
		s.name = s.tag.String()
		return
	}
	s.name = string(buf[:len(raw)])
}

// raw returns the text up to the end tag of the element just opened, whose
// content has no markup, and continues after that tag.
func (s *scanner) raw() string {
	start := s.pos
	for at := start; ; {
		i := strings.Index(s.src[at:], "</")
		if i < 0 {
			s.unsure = true
			return ""
		}
		at += i + 2
		end := at + len(s.name)
		if end >= len(s.src) || !endsName(s.src[end]) || !strings.EqualFold(s.src[at:end], s.name) {
			continue
		}
		text := s.src[start : at-2]
		if s.tag == atom.Script && strings.Contains(text, "<!--") && strings.Contains(strings.ToLower(text), "<script") {
			s.unsure = true // "script data double escaped state"
			return ""
		}
		s.kind = endToken
		if !s.readTag(at) {
			s.unsure = true
		}
		return text
	}
}

// unescape replaces character references in text.
func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	return html.UnescapeString(s)
}

// unescapeValue replaces character references in the value of an attribute,
// where the rules differ: "?a=1&copy=2" has none (HTML 13.2.5.73).
func unescapeValue(s string) string {
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	n := strings.Count(s, "&")
	if n == 0 {
		return s
	}
	if n == strings.Count(s, "&amp;") {
		return strings.ReplaceAll(s, "&amp;", "&")
	}
	quote := `"`
	if strings.Contains(s, quote) {
		quote = `'`
		if strings.Contains(s, quote) {
			s = strings.ReplaceAll(s, quote, "&#39;")
		}
	}
	z := html.NewTokenizer(strings.NewReader("<a b=" + quote + s + quote + ">"))
	z.Next()
	z.TagName()
	_, v, _ := z.TagAttr()
	return string(v)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' }

// endsName reports whether c ends the name of a tag.
func endsName(c byte) bool { return isSpace(c) || c == '/' || c == '>' }

func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

// blank reports whether s is white space in the sense of tables.
func blank(s string) bool { return skipSpace(s, 0) == len(s) }
