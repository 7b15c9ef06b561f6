package sparql

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind of token.
type kind int

const (
	wordToken  kind = iota // a bare word: SELECT, COUNT, a
	nameToken              // a prefixed name: schema:name
	varToken               // ?x, $x
	otherToken             // strings, IRIs, numbers, language tags, blank nodes
	markToken              // one character of punctuation
)

// token is a word of a query or of a document in the family of Turtle.
type token struct {
	kind kind
	text string
	at   int // in bytes
}

// scan yields the tokens of text; comments are left out. It knows the grammar's tokens (SPARQL 1.1
// Query Language, section 19.8) as far as needed to tell words from what stands in strings and IRIs. A
// string without an end reaches to the end of the text: the parser says so.
func scan(text string, yield func(token) bool) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		start := i
		k := otherToken
		switch {
		case unicode.IsSpace(r):
			i += size
			continue
		case r == '#':
			i += lineEnd(text[i:])
			continue
		case r == '"' || r == '\'':
			i += stringEnd(text[i:])
		case r == '<' && iriEnd(text[i:]) > 0:
			i += iriEnd(text[i:])
		case r == '?' || r == '$':
			i += size + nameEnd(text[i+size:], false)
			if k = varToken; i == start+size {
				k = markToken // a path of length zero or one
			}
		case r == '@':
			i += size + nameEnd(text[i+size:], false)
		case r == ':' || r == '_' || unicode.IsLetter(r):
			i += nameEnd(text[i:], true)
			k = wordOrName(text[start:i])
		case r >= '0' && r <= '9':
			i += nameEnd(text[i:], false)
		default:
			i, k = i+size, markToken
		}
		if !yield(token{k, text[start:i], start}) {
			return
		}
	}
}

func wordOrName(s string) kind {
	switch {
	case strings.HasPrefix(s, "_:"):
		return otherToken
	case strings.Contains(s, ":"):
		return nameToken
	}
	return wordToken
}

func lineEnd(s string) int {
	if i := strings.IndexAny(s, "\n\r"); i >= 0 {
		return i
	}
	return len(s)
}

// stringEnd is the length of the string with which s begins.
func stringEnd(s string) int {
	quote := s[:1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(s, long) {
		quote = long
	}
	for i := len(quote); i < len(s); {
		switch {
		case s[i] == '\\':
			i += 2
		case strings.HasPrefix(s[i:], quote):
			return i + len(quote)
		default:
			i++
		}
	}
	return len(s)
}

// iriEnd is the length of the IRI with which s begins; 0 if the < is a comparison.
func iriEnd(s string) int {
	i := strings.IndexAny(s[1:], "<>\"{}|^`\\ \n\r\t") + 1
	if i > 0 && s[i] == '>' {
		return i + 1
	}
	return 0
}

// nameEnd is the length of the name with which s begins.
func nameEnd(s string, colon bool) int {
	for i, r := range s {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '_', unicode.Is(unicode.Mn, r):
		case colon && (r == ':' || r == '%' || r == '\\'):
		case (r == '-' || r == '.') && colon && strings.Contains(s[:i], ":"):
		case i > 0 && colon && s[i-1] == '\\': // an escaped character of a local name
		default:
			return len(strings.TrimRight(s[:i], "."))
		}
	}
	return len(strings.TrimRight(s, "."))
}

// place is the line and column of a byte, from 1; the column is counted in characters.
func place(text string, at int) (line, col int) {
	before := text[:min(at, len(text))]
	line = strings.Count(before, "\n") + 1
	return line, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}
