package manchester

import (
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

type kind byte

const (
	eof     kind = iota
	section      // Class: and the like
	name         // prefixed or simple name, and keywords such as some
	fullIRI      // <…>, without the brackets
	quoted       // '…', a label that stands for its entity
	text         // "…"
	langTag      // @…, without the sign
	number
	sign // ( ) { } [ ] , ^^ and the four comparisons
)

// token is a piece of the document: its text without delimiters, escapes included.
type token struct {
	kind kind
	text string
	at   int // in the document
}

func (t token) is(k kind, s string) bool { return t.kind == k && t.text == s }

// String describes the token for an error.
func (t token) String() string { return t.Message().String() }

// Message implements [english.Sentence].
func (t token) Message() english.Phrase {
	switch t.kind {
	case eof:
		return english.Phrasef("the end of the file")
	case section:
		return english.Phrasef("%s", t.text)
	case fullIRI:
		return english.Phrasef("%s", rdfio.Quote("<"+t.text+">"))
	case quoted:
		return english.Phrasef("%s", rdfio.Quote("'"+t.text+"'"))
	case langTag:
		return english.Phrasef("%s", rdfio.Quote("@"+t.text))
	case text:
		return english.Phrasef("the text %s", rdfio.Quote(t.text))
	}
	return english.Phrasef("%s", rdfio.Quote(t.text))
}

// lexer splits a document into tokens. The whole document is in memory for two passes.
type lexer struct {
	doc    string
	pos    int
	limit  int // bytes of one token
	facets bool
	last   token

	mark, line, col int // the last place that was told, and the lines and characters before it
}

// errorAt returns an error at a byte offset of the document.
func (l *lexer) errorAt(at int, format string, args ...any) *rdfio.SyntaxError {
	// Flaws come in order, so lines are counted from the previous flaw.
	if at < l.mark {
		l.mark, l.line, l.col = 0, 0, 0
	}
	line, col := rdfio.Position([]byte(l.doc[l.mark:at]), at-l.mark)
	if line > 1 {
		l.col = 0
	}
	l.mark, l.line, l.col = at, l.line+line-1, l.col+col-1
	return rdfio.NewSyntaxError(l.line+1, l.col+1, format, args...)
}

func (l *lexer) next() (token, error) {
	l.skip()
	t, err := l.scan()
	if err == nil && len(t.text) > l.limit {
		err = rdfio.Exceeds(l.errorAt(t.at, ""), "Token", int64(l.limit), "one token is longer than the limit of %d bytes")
	}
	if err != nil {
		return token{}, err
	}
	switch {
	case t.is(sign, "["):
		l.facets = true
	case t.is(sign, "]") || t.kind == section:
		l.facets = false
	}
	l.last = t
	return t, nil
}

// skip skips white space and comments.
func (l *lexer) skip() {
	for l.pos < len(l.doc) {
		switch c := l.doc[l.pos]; {
		case blank(c):
			l.pos++
		case c == '#':
			n := strings.IndexAny(l.doc[l.pos:], "\r\n")
			if n < 0 {
				n = len(l.doc) - l.pos
			}
			l.pos += n
		default:
			return
		}
	}
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func (l *lexer) scan() (token, error) {
	at := l.pos
	if at == len(l.doc) {
		return token{kind: eof, at: at}, nil
	}
	switch c := l.doc[at]; c {
	case '"', '\'':
		return l.scanQuoted(c)
	case '<':
		return l.scanAngle()
	case '(', ')', '{', '}', '[', ']', ',':
		return l.cut(sign, at, 1, 0), nil
	case '^':
		if strings.HasPrefix(l.doc[at:], "^^") {
			return l.cut(sign, at, 2, 0), nil
		}
	case '>':
		return l.cut(sign, at, 1+orEqual(l.doc[at+1:]), 0), nil
	case '@':
		n := 1
		for at+n < len(l.doc) && tagChar(l.doc[at+n]) {
			n++
		}
		if n > 1 {
			return l.cut(langTag, at, n, 1), nil
		}
	default:
		if n := wordLen(l.doc[at:]); n > 0 {
			return l.scanWord(n)
		}
	}
	r, _ := utf8.DecodeRuneInString(l.doc[at:])
	if r == utf8.RuneError {
		return token{}, l.errorAt(at, "bytes that are not UTF-8; save the file as UTF-8")
	}
	return token{}, l.errorAt(at, "unexpected character %q; expected a name, an IRI in angle brackets, a text in quotation marks or a number", r)
}

// cut returns a token of n bytes, without the first skipped bytes in its text.
func (l *lexer) cut(k kind, at, n, skipped int) token {
	l.pos = at + n
	return token{kind: k, text: l.doc[at+skipped : at+n], at: at}
}

func orEqual(s string) int {
	if strings.HasPrefix(s, "=") {
		return 1
	}
	return 0
}

func tagChar(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-'
}

func (l *lexer) scanQuoted(q byte) (token, error) {
	at := l.pos
	for i := at + 1; i < len(l.doc); i++ {
		switch l.doc[i] {
		case '\\':
			i++
		case q:
			k := text
			if q == '\'' {
				k = quoted
			}
			t := token{kind: k, text: l.doc[at+1 : i], at: at}
			l.pos = i + 1
			if !utf8.ValidString(t.text) {
				return t, l.errorAt(at, "bytes that are not UTF-8 in a text; save the file as UTF-8")
			}
			return t, nil
		}
	}
	return token{}, l.errorAt(at, "expected %c at the end of the text that begins here, found the end of the file", q)
}

// scanAngle reads <IRI>, or < and <= of a facet. In the brackets of a datatype
// restriction, an IRI can only follow ^^.
func (l *lexer) scanAngle() (token, error) {
	at := l.pos
	rest := l.doc[at+1:]
	if n := orEqual(rest); n > 0 || l.facets && !l.last.is(sign, "^^") {
		return l.cut(sign, at, 1+n, 0), nil
	}
	n := strings.IndexAny(rest, "> \t\r\n\"<")
	if n < 0 || rest[n] != '>' {
		if n < 0 {
			n = len(rest)
		}
		return token{}, l.errorAt(at, "expected '>' at the end of the IRI %s", rdfio.Quote("<"+rest[:n]))
	}
	if !utf8.ValidString(rest[:n]) {
		return token{}, l.errorAt(at, "bytes that are not UTF-8 in an IRI; save the file as UTF-8")
	}
	l.pos = at + n + 2
	return token{kind: fullIRI, text: rest[:n], at: at}, nil
}

// wordLen returns the length of the name or number that s begins with. A name ends at a
// sign; later steps check the other characters.
func wordLen(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && s[i+1] > ' ':
			i++
		case c <= ' ', strings.IndexByte("()[]{},<>\"^@#|`\x7f", c) >= 0:
			return i
		}
	}
	return len(s)
}

func (l *lexer) scanWord(n int) (token, error) {
	at := l.pos
	word := l.doc[at : at+n]
	if !utf8.ValidString(word) {
		return token{}, l.errorAt(at, "bytes that are not UTF-8 in a name; save the file as UTF-8")
	}
	// Some authors write "Class:Typhoon" and "SubClassOf:(A and B)".
	if i := strings.IndexByte(word, ':'); i >= 0 && keywords[word[:i]] {
		return l.cut(section, at, i+1, 0), nil
	}
	k := name
	if numberLen(word) == n {
		k = number
	}
	return l.cut(k, at, n, 0), nil
}

// unescape replaces \" and \\, the only escapes (production quotedString). Any other
// backslash is literal.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte(`"'\`, s[i+1]) >= 0 {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
