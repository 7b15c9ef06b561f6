package sparql

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// A kind of token.
type kind int

const (
	endToken    kind = iota // the text is over
	wordToken               // a bare word: SELECT, COUNT, a
	nameToken               // a prefixed name: schema:name
	varToken                // ?x, $x
	iriToken                // <http://x.example/>
	textToken               // "x", '''x'''
	numberToken             // 1, .5, 1e3; without a sign
	langToken               // @zh-Hant
	blankToken              // _:b
	markToken               // punctuation: one character, or one of && || ^^ != <= >=
)

// token is a word of a query or of a document in the family of Turtle.
type token struct {
	kind kind
	text string
	at   int // in bytes
}

// scan yields the tokens of text; comments are left out (SPARQL 1.1 Query Language, section 19.8). A string
// without an end reaches to the end of the text: the parser says so.
func scan(text string, yield func(token) bool) {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			i += size
			continue
		}
		if r == '#' {
			i += lineEnd(text[i:])
			continue
		}
		k, n := tokenAt(text[i:], r, size)
		if !yield(token{k, text[i : i+n], i}) {
			return
		}
		i += n
	}
}

// tokenAt is the kind and the length of the token with which s begins; r is its first character.
func tokenAt(s string, r rune, size int) (kind, int) {
	switch {
	case r == '"' || r == '\'':
		return textToken, stringEnd(s)
	case r == '<' && iriEnd(s) > 0:
		return iriToken, iriEnd(s)
	case r == '?' || r == '$':
		if n := wordEnd(s[size:]); n > 0 {
			return varToken, size + n
		}
		return markToken, size // a path of length zero or one
	case r == '@':
		if n := rdfio.LangLen(s[1:]); n > 0 {
			return langToken, 1 + n
		}
	case strings.HasPrefix(s, "_:"):
		if n, _ := rdfio.BlankLen([]byte(s[2:min(len(s), 2+longestName)])); n > 0 {
			return blankToken, 2 + n
		}
	case r >= '0' && r <= '9' || r == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
		return numberToken, numberEnd(s)
	case r == ':' || rdfio.IsNameStart(r):
		if n := prefixEnd(s); n > 0 {
			return nameToken, n + localEnd(s[n:])
		}
		if n := wordEnd(s); n > 0 {
			return wordToken, n
		}
	}
	if len(s) > 1 && strings.Contains("&& || ^^ != <= >=", s[:2]) && s[1] != ' ' && s[0] != ' ' {
		return markToken, 2
	}
	return markToken, size
}

// longestName bounds a name, in bytes, so that many of them are found in a time that is linear.
const longestName = 4096

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
	i := strings.IndexAny(s[1:], "<>\"{}|^` \n\r\t") + 1
	if i > 0 && s[i] == '>' {
		return i + 1
	}
	return 0
}

// numberEnd is the length of the number with which s begins.
func numberEnd(s string) int {
	n := digits(s)
	if n < len(s) && s[n] == '.' {
		more := digits(s[n+1:])
		if more > 0 || n > 0 && exponent(s[n+1:]) > 0 {
			n += 1 + more
		}
	}
	return n + exponent(s[n:])
}

func digits(s string) (n int) {
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// exponent is the length of the exponent with which s begins.
func exponent(s string) int {
	if len(s) < 2 || s[0]|0x20 != 'e' {
		return 0
	}
	n := 1
	if s[n] == '+' || s[n] == '-' {
		n++
	}
	if d := digits(s[n:]); d > 0 {
		return n + d
	}
	return 0
}

// wordEnd is the length of the word or name of a variable with which s begins.
func wordEnd(s string) int {
	for i, r := range s {
		if r == '-' || !rdfio.IsNameChar(r) {
			return i
		}
	}
	return len(s)
}

// prefixEnd is the length of the prefix with its colon; 0 if s begins with none.
func prefixEnd(s string) int {
	for i, r := range s {
		switch {
		case r == ':' && (i == 0 || s[i-1] != '.'):
			return i + 1
		case i > longestName || r != '.' && !rdfio.IsNameChar(r):
			return 0
		}
	}
	return 0
}

// localEnd is the length of the local part of a name with which s begins.
func localEnd(s string) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		switch {
		case r == '\\' && n+1 < len(s) && strings.IndexByte("_~.-!$&'()*+,;=/?#@%", s[n+1]) >= 0:
			n += 2
			continue
		case r == '%' && n+2 < len(s) && rdfio.HexDigit(s[n+1]) >= 0 && rdfio.HexDigit(s[n+2]) >= 0:
			n += 3
			continue
		case r == ':' || rdfio.IsNameChar(r) && (n > 0 || r != '-' && r != 0xB7):
		case r == '.' && n > 0:
		default:
			return withoutDots(s, n)
		}
		n += size
	}
	return withoutDots(s, n)
}

// withoutDots is n without the dots with which s[:n] ends, unless they are escaped.
func withoutDots(s string, n int) int {
	for n > 0 && s[n-1] == '.' && (n < 2 || s[n-2] != '\\') {
		n--
	}
	return n
}

// place is the line and column of a byte, from 1; the column is counted in characters.
func place(text string, at int) (line, col int) {
	before := text[:min(at, len(text))]
	line = strings.Count(before, "\n") + 1
	return line, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}
