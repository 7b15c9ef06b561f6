package functional

import (
	"bytes"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Kinds of tokens; the signs ( ) and = are their own kinds.
const (
	eof      = 0
	fullIRI  = '<' // <…>
	quoted   = '"' // "…"
	word     = 'w' // keyword, abbreviated IRI, prefix name, node label or number
	language = '@' // @…
	caret    = '^' // ^^
)

// lexer splits a document into tokens.
type lexer struct {
	text []byte
	kind byte
	at   int // where the token begins
	end  int // where the text after it begins
	from int // the token without its delimiters
	to   int

	escaped bool // the string holds backslashes
}

func (l *lexer) next() error {
	l.skip()
	l.at = l.end
	l.from, l.to = l.end, l.end
	if l.end == len(l.text) {
		l.kind = eof
		return nil
	}
	switch c := l.text[l.end]; c {
	case '(', ')', '=':
		l.kind = c
		l.end++
	case '<':
		return l.iri()
	case '"':
		return l.string()
	case '@':
		l.kind = language
		l.end++
		l.from = l.end
		l.run(isTag)
	case '^':
		if !bytes.HasPrefix(l.text[l.end:], []byte("^^")) {
			return l.errorAt(l.end, "expected ^^ before a datatype")
		}
		l.kind = caret
		l.end += 2
	default:
		l.kind = word
		l.run(isWord)
		if l.to == l.from {
			return l.errorAt(l.end, "unexpected %s", rdfio.Quote(string(l.text[l.end:l.end+1])))
		}
	}
	return nil
}

// skip skips white space and comments.
func (l *lexer) skip() {
	for l.end < len(l.text) {
		switch l.text[l.end] {
		case ' ', '\t', '\r', '\n':
			l.end++
		case '#':
			n := bytes.IndexAny(l.text[l.end:], "\r\n")
			if n < 0 {
				l.end = len(l.text)
				return
			}
			l.end += n
		default:
			return
		}
	}
}

func (l *lexer) run(in func(byte) bool) {
	for l.end < len(l.text) && in(l.text[l.end]) {
		l.end++
	}
	l.to = l.end
}

func isTag(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// isWord accepts more than names may hold, because other checks follow and the names of
// the OWL API should be readable.
func isWord(c byte) bool {
	switch c {
	case '(', ')', '=', '<', '>', '"', '@', '^', '#', ',', ';', '{', '}', '[', ']', '`', '|':
		return false
	}
	return c > ' ' && c != 0x7F
}

// iri reads <…> without white space.
func (l *lexer) iri() error {
	n := bytes.IndexAny(l.text[l.end:], "> \t\r\n\"")
	if n < 0 || l.text[l.end+n] != '>' {
		return l.errorAt(l.end, "expected '>' at the end of the IRI %s", rdfio.Quote(string(l.text[l.end:l.end+max(n, 1)])))
	}
	l.kind = fullIRI
	l.from, l.to = l.end+1, l.end+n
	l.end += n + 1
	return nil
}

// string reads "…", where a backslash precedes '"' and '\'.
func (l *lexer) string() error {
	l.kind = quoted
	l.escaped = false
	l.from = l.end + 1
	for i := l.from; ; {
		n := bytes.IndexAny(l.text[i:], `"\`)
		if n < 0 {
			return l.errorAt(l.end, `expected '"' at the end of the text that begins here`)
		}
		i += n
		if l.text[i] == '"' {
			l.to, l.end = i, i+1
			return nil
		}
		l.escaped = true
		if i += 2; i > len(l.text) {
			return l.errorAt(l.end, `expected '"' at the end of the text that begins here`)
		}
	}
}

// bytes returns the token without its delimiters.
func (l *lexer) bytes() []byte { return l.text[l.from:l.to] }

// found describes the token for an error.
func (l *lexer) found() english.Word {
	if l.kind == eof {
		return "the end of the file"
	}
	return english.Word(rdfio.Quote(string(l.text[l.at:l.end])))
}

// expected returns an error for the token.
func (l *lexer) expected(format string, args ...any) error {
	return l.errorAt(l.at, "expected %s, found %s", english.Phrasef(format, args...), l.found())
}

// take reads a sign. Where is a format of what it stands after, or at the end of.
func (l *lexer) take(sign byte, where string, what ...english.Word) error {
	if l.kind != sign {
		args := make([]any, len(what))
		for i, w := range what {
			args[i] = w
		}
		return l.expected("'%c' %s", sign, english.Phrasef(where, args...))
	}
	return l.next()
}

// is reports whether the token is a keyword.
func (l *lexer) is(keyword string) bool {
	return l.kind == word && string(l.bytes()) == keyword
}
