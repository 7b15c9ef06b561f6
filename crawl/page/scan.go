package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// tokenKind is what a scanner has found.
type tokenKind uint8

const (
	textToken tokenKind = iota
	startToken
	endToken
)

// scanner cuts a document into tokens (HTML 13.2.5). It gives the same tokens as
// the tokenizer of x/net, without comments and doctypes, in a fifth of the time:
// text and values are parts of the document, of the attributes only those that
// matter are kept, and text is searched, not read byte by byte.
type scanner struct {
	src string // without NULs
	pos int

	kind   tokenKind
	text   string // as it stands; see unescape
	tag    atom.Atom
	name   string // of the tag, in lower case
	a      attrs
	closed bool // <x/>
	unsure bool // something was met that only the parser reads rightly; what follows means nothing
}

// next finds the next token, false at the end.
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

// markup reads what begins with "<" and c. It is false for what is no token, and
// at the end of the document.
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

// comment passes over a comment. One without an end is left to those who save
// what is in it.
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
		at-- // of "--->" the last two count
	}
}

// readTag reads a tag whose name begins at i. A tag that does not end is none.
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
	value := -1 // end of the last one
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

// attrValue finds the value that follows a name ending at i, and where to go on.
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

// setName sets tag and name from a name as it is written.
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

// raw returns the text up to the end tag of the element just begun, in which
// there is no markup, and goes on behind that tag.
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

// unescapeValue does it in the value of an attribute, where the rules are
// others: in "?a=1&copy=2" there is none (HTML 13.2.5.73).
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

// endsName reports what ends the name of a tag.
func endsName(c byte) bool { return isSpace(c) || c == '/' || c == '>' }

func skipSpace(s string, i int) int {
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	return i
}

// blank reports whether s is white space as tables mean it.
func blank(s string) bool { return skipSpace(s, 0) == len(s) }
