package turtle

import (
	"bytes"
	"io"
	"strconv"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// kind is the kind of a Turtle token. Punctuation is its own character.
type kind byte

const (
	tokEOF     kind = 0
	tokIRI     kind = 'I' // val: between the brackets
	tokName    kind = 'N' // val: prefix and local part, split at colon
	tokBlank   kind = 'B' // val: the label
	tokString  kind = 'S' // val: between the quotes
	tokInteger kind = '1'
	tokDecimal kind = '2'
	tokDouble  kind = '3'
	tokWord    kind = 'W' // a, true, false, PREFIX, BASE or an error
	tokAt      kind = '@' // val: prefix, base or an error
	tokLang    kind = 'L' // val: the tag; only right after a string
	tokType    kind = '^' // only after a string
)

// lexer cuts a Turtle document into tokens (RDF 1.1 Turtle, section 6.5). A
// token's val points into the window and is valid until the next one is read.
type lexer struct {
	w     *rdfio.Window
	kind  kind
	val   []byte
	colon int  // index in val, of a tokName
	quote int  // quotes before val, of a tokString
	esc   bool // val holds escapes
	start int  // of the token, in w.buf
}

// errShort says that the token may go on behind what the window shows.
var errShort = io.ErrShortBuffer

// errorf reports an error at the beginning of the token.
func (l *lexer) errorf(format string, args ...any) error {
	return l.w.ErrorAt(l.start, format, args...)
}

// ErrorIn reports an error i bytes into the token.
func (l *lexer) errorIn(i int, format string, args ...any) error {
	return l.w.ErrorAt(l.start+i, format, args...)
}

// next reads the next token. A token that reaches the end of the window is
// scanned again with more in sight.
func (l *lexer) next() error {
	for {
		if err := l.space(); err != nil {
			return err
		}
		l.start = l.w.Pos
		n, err := l.scan(l.w.Rest())
		if err == nil {
			l.w.Pos += n
			return nil
		}
		if err != errShort {
			return err
		}
		if err := l.w.More(); err != nil {
			return err
		}
	}
}

// space skips white space and comments.
func (l *lexer) space() error {
	w := l.w
	for {
		b := w.Buf
		for w.Pos < len(b) {
			c := b[w.Pos]
			if c == ' ' || c == '\n' || c == '\t' || c == '\r' {
				w.Pos++
				continue
			}
			if c != '#' {
				return nil
			}
			n := bytes.IndexAny(b[w.Pos:], "\r\n")
			if n < 0 {
				break
			}
			w.Pos += n
		}
		if w.EOF {
			w.Pos = len(b) // a comment without line end may be last
			return nil
		}
		if err := w.More(); err != nil {
			return err
		}
	}
}

// short returns the result of a scan that has run into the end of the window: go and
// get more, or, at the end of the file, msg.
func (l *lexer) short(format string, args ...any) error {
	if !l.w.EOF {
		return errShort
	}
	return l.errorf(format, args...)
}

// scan recognises the token that b begins with and returns its length.
func (l *lexer) scan(b []byte) (int, error) {
	if len(b) == 0 {
		l.kind, l.val = tokEOF, nil
		return 0, nil
	}
	l.esc = false
	after := l.kind == tokString
	switch c := b[0]; c {
	case '<':
		return l.scanIRI(b)
	case '"', '\'':
		return l.scanString(b)
	case '@':
		return l.scanAt(b, after)
	case ';', ',', '[', ']', '(', ')':
		return l.punct(kind(c))
	case '^':
		return l.scanType(b)
	case '.':
		if len(b) == 1 && !l.w.EOF {
			return 0, errShort
		}
		if len(b) > 1 && rdfio.IsDigit(b[1]) {
			return l.scanNumber(b)
		}
		return l.punct('.')
	case '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return l.scanNumber(b)
	case '_':
		return l.scanBlank(b)
	}
	return l.scanName(b)
}

func (l *lexer) punct(k kind) (int, error) {
	l.kind, l.val = k, nil
	return 1, nil
}

// newer refuses what only RDF 1.2 has.
func (l *lexer) newer(what string) error {
	return l.errorf("%s is Turtle of RDF 1.2, which is not read; save the file as RDF 1.1", strconv.Quote(what))
}

func (l *lexer) scanIRI(b []byte) (int, error) {
	if len(b) > 1 && b[1] == '<' { // a triple in brackets (RDF 1.2 Turtle, sections 2.9 and 2.10)
		return 0, l.newer("<<")
	}
	n := bytes.IndexByte(b, '>')
	line := b
	if n >= 0 {
		line = b[:n]
	}
	if bytes.IndexByte(line, '\n') >= 0 {
		return 0, l.errorf("expected '>' at the end of the IRI %s", rdfio.Found(b))
	}
	if n < 0 {
		return 0, l.short("expected '>' at the end of the IRI %s", rdfio.Quote(b))
	}
	l.kind, l.val = tokIRI, b[1:n]
	return n + 1, nil
}

// scanAt reads a language tag after a string, where even @base is one, and the
// word of a directive elsewhere.
func (l *lexer) scanAt(b []byte, after bool) (int, error) {
	n := 1 + rdfio.LangLen(b[1:])
	if len(b)-n < 2 && !l.w.EOF {
		return 0, errShort
	}
	if n == 1 {
		return 0, l.errorf("expected a language tag, prefix or base after '@', found %s", rdfio.Found(b))
	}
	l.kind, l.val = tokAt, b[1:n]
	switch {
	case after && bytes.HasPrefix(b[n:], []byte("--")): // the direction of text (RDF 1.2 Turtle, section 2.6.1)
		return 0, l.newer("--")
	case after:
		l.kind = tokLang
	case string(l.val) == "version":
		return 0, l.newer("@version")
	}
	return n, nil
}

func (l *lexer) scanType(b []byte) (int, error) {
	if len(b) < 2 && !l.w.EOF {
		return 0, errShort
	}
	if len(b) < 2 || b[1] != '^' {
		return 0, l.errorf("expected ^^ and a datatype, found %s", rdfio.Found(b))
	}
	l.kind, l.val = tokType, b[:2]
	return 2, nil
}

func (l *lexer) scanBlank(b []byte) (int, error) {
	if len(b) < 2 {
		return 0, l.short("expected a blank node such as _:b, found \"_\"")
	}
	if b[1] != ':' {
		return 0, l.errorf("expected a blank node such as _:b, found %s", rdfio.Found(b))
	}
	n, short := rdfio.BlankLen(b[2:])
	// Dots at the end are not part of the label, but what follows them may be.
	if end := 2 + n; !l.w.EOF && (short || len(bytes.TrimLeft(b[end:], ".")) == 0) {
		return 0, errShort
	}
	if n == 0 {
		return 0, l.errorf("expected a label after \"_:\", found %s", rdfio.Found(b[2:]))
	}
	l.kind, l.val = tokBlank, b[2:2+n]
	return 2 + n, nil
}

// scanNumber reads INTEGER, DECIMAL or DOUBLE.
func (l *lexer) scanNumber(b []byte) (int, error) {
	i := 0
	if b[0] == '+' || b[0] == '-' {
		i++
	}
	whole := digits(b[i:])
	i += whole
	l.kind = tokInteger
	fraction := 0
	if i < len(b) && b[i] == '.' {
		fraction = digits(b[i+1:])
		if fraction > 0 {
			l.kind = tokDecimal
			i += 1 + fraction
		} else if e := exponent(b[i+1:]); e > 0 && whole > 0 {
			i++ // 1.e5
		}
	}
	if e := exponent(b[i:]); e > 0 && whole+fraction > 0 {
		l.kind = tokDouble
		i += e
	}
	if !l.w.EOF && len(b)-i < 4 { // the rest might be ".", "e", "e+", "." "e" "+"
		return 0, errShort
	}
	if whole+fraction == 0 {
		return 0, l.errorf("expected a digit after %s, found %s", rdfio.Quote(b[:1]), rdfio.Found(b[1:]))
	}
	l.val = b[:i]
	return i, nil
}

func digits(b []byte) int {
	n := 0
	for n < len(b) && rdfio.IsDigit(b[n]) {
		n++
	}
	return n
}

// exponent returns the length of the EXPONENT that b begins with.
func exponent(b []byte) int {
	if len(b) == 0 || b[0]|0x20 != 'e' {
		return 0
	}
	i := 1
	if i < len(b) && (b[i] == '+' || b[i] == '-') {
		i++
	}
	if n := digits(b[i:]); n > 0 {
		return i + n
	}
	return 0
}

// scanString reads a literal in any of the four kinds of quotes.
func (l *lexer) scanString(b []byte) (int, error) {
	q := b[0]
	if len(b) < 3 && !l.w.EOF {
		return 0, errShort
	}
	if len(b) >= 3 && b[1] == q && b[2] == q {
		return l.scanLong(b, q)
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case q:
			l.kind, l.val, l.quote = tokString, b[1:i], 1
			return i + 1, nil
		case '\\':
			l.esc = true
			i++
		case '\n', '\r':
			return 0, l.errorf("expected %q at the end of the line; a literal over several lines is written in three of them", rune(q))
		}
	}
	return 0, l.short("expected %q at the end of the literal %s", rune(q), rdfio.Quote(b))
}

// scanLong reads a literal in three quotes. The first three quotes in a row
// close it, so """"a""" holds a quote and an a.
func (l *lexer) scanLong(b []byte, q byte) (int, error) {
	for i := 3; i < len(b); i++ {
		switch b[i] {
		case '\\':
			l.esc = true
			i++
		case q:
			if i+2 >= len(b) {
				break
			}
			if b[i+1] == q && b[i+2] == q {
				l.kind, l.val, l.quote = tokString, b[3:i], 3
				return i + 3, nil
			}
		}
	}
	return 0, l.short("expected three %q at the end of the literal %s", rune(q), rdfio.Quote(b))
}
