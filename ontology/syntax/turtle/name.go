package turtle

import (
	"bytes"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// scanName reads a prefixed name, or a bare word. Whether a word is a keyword
// is decided here by the colon alone, so that prefixes may be called a, base
// or prefix.
func (l *lexer) scanName(b []byte) (int, error) {
	n, short := rdfio.NameLen(b, true)
	if n == len(b) || short {
		if !l.w.EOF {
			return 0, errShort
		}
	}
	if n < len(b) && b[n] == ':' && rdfio.ValidPrefix(b[:n]) {
		return l.scanLocal(b, n)
	}
	for n > 0 && b[n-1] == '.' {
		n--
	}
	if n == 0 {
		if r, size := utf8.DecodeRune(b); r == utf8.RuneError && size < 2 {
			return 0, l.errorf("%s", rdfio.NotUTF8)
		}
		if b[0] == '~' || len(b) > 1 && (b[0] == '{' && b[1] == '|') {
			return 0, l.errorf("%s is Turtle of RDF 1.2, which is not read; save the file as RDF 1.1", rdfio.Found(b))
		}
		return 0, l.errorf("expected an IRI, a prefixed name, a blank node or a literal, found %s", rdfio.Found(b))
	}
	l.kind, l.val = tokWord, b[:n]
	return n, nil
}

// scanLocal reads the local part after the colon: production PN_LOCAL.
func (l *lexer) scanLocal(b []byte, colon int) (int, error) {
	i := colon + 1
	end := i // behind the last character that may be the last
	for i < len(b) {
		c := b[i]
		switch {
		case c == '.' && i > colon+1:
			i++
			continue
		case c == ':' || rdfio.ASCIIName[c] && (c != '-' || i > colon+1):
			i++
		case c == '%' || c == '\\':
			n, err := l.scanPLX(b, i)
			if err != nil {
				return 0, err
			}
			i += n
		case c >= utf8.RuneSelf:
			n := runeNameLen(b[i:], i == colon+1)
			if n == 0 {
				return l.endName(b, colon, end, !utf8.FullRune(b[i:]))
			}
			i += n
		default:
			return l.endName(b, colon, end, false)
		}
		end = i
	}
	return l.endName(b, colon, end, true)
}

// endName ends a prefixed name at end unless the window is too short to tell.
func (l *lexer) endName(b []byte, colon, end int, short bool) (int, error) {
	if short && !l.w.EOF {
		return 0, errShort
	}
	l.kind, l.val, l.colon = tokName, b[:end], colon
	return end, nil
}

// runeNameLen returns the length of the non-ASCII name character that b begins
// with; the first of a local part may not be a combining one.
func runeNameLen(b []byte, first bool) int {
	r, size := utf8.DecodeRune(b)
	if r == utf8.RuneError && size < 3 || !rdfio.IsNameChar(r) || first && !rdfio.IsNameStart(r) {
		return 0
	}
	return size
}

// scanPLX reads %hh, which stays as it is, or a reserved character after a
// backslash.
func (l *lexer) scanPLX(b []byte, i int) (int, error) {
	if b[i] == '\\' {
		if i+1 == len(b) {
			return 0, l.short("the file ends inside a prefixed name")
		}
		if bytes.IndexByte([]byte("_~.-!$&'()*+,;=/?#@%"), b[i+1]) < 0 {
			return 0, l.errorIn(i, "%s is not an escape sequence of a prefixed name", rdfio.Quote(b[i:i+2]))
		}
		l.esc = true
		return 2, nil
	}
	if len(b)-i < 3 {
		return 0, l.short("expected two hexadecimal digits after '%%'")
	}
	if rdfio.HexDigit(b[i+1]) < 0 || rdfio.HexDigit(b[i+2]) < 0 {
		return 0, l.errorIn(i, "expected two hexadecimal digits after '%%' in a prefixed name, found %s; write \\%% or use <...>", rdfio.Quote(b[i:i+3]))
	}
	return 3, nil
}
