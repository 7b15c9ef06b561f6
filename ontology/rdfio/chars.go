package rdfio

import (
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Character classes of Turtle, section 6.5. N-Triples and XML 1.0 (fifth edition,
// productions 4 and 4a) use the same ranges.

// IsNameStart implements PN_CHARS_BASE, which is XML's NameStartChar without ':' and '_'.
func IsNameStart(r rune) bool {
	switch {
	case r < 0x80:
		return r < utf8.RuneSelf && isAlpha(byte(r))
	case r < 0x370:
		return r >= 0xC0 && r != 0xD7 && r != 0xF7 && r <= 0x2FF
	case r < 0x2000:
		return r != 0x37E
	case r < 0x3001:
		return r == 0x200C || r == 0x200D || 0x2070 <= r && r <= 0x218F || 0x2C00 <= r && r <= 0x2FEF
	}
	return r <= 0xD7FF || 0xF900 <= r && r <= 0xFDCF || 0xFDF0 <= r && r <= 0xFFFD || 0x10000 <= r && r <= 0xEFFFF
}

// IsNameChar implements PN_CHARS, which is XML's NameChar without ':' and '.'.
func IsNameChar(r rune) bool {
	return IsNameStart(r) || r == '_' || r == '-' || '0' <= r && r <= '9' ||
		r == 0xB7 || 0x300 <= r && r <= 0x36F || r == 0x203F || r == 0x2040
}

// ASCIIName is IsNameChar for ASCII, as a table for speed.
var ASCIIName = func() (t [256]bool) {
	for c := range utf8.RuneSelf {
		t[c] = IsNameChar(rune(c))
	}
	return t
}()

// NameLen returns the number of name characters that s begins with, in bytes; with dots,
// '.' counts too. short is true if s ends inside a character.
func NameLen(s []byte, dots bool) (n int, short bool) {
	for n < len(s) {
		c := s[n]
		if ASCIIName[c] || dots && c == '.' {
			n++
			continue
		}
		if c < utf8.RuneSelf {
			return n, false
		}
		if !utf8.FullRune(s[n:]) {
			return n, true
		}
		r, size := utf8.DecodeRune(s[n:])
		if r == utf8.RuneError && size == 1 || !IsNameChar(r) {
			return n, false
		}
		n += size
	}
	return n, false
}

// BlankLen returns the length of the blank node label (BLANK_NODE_LABEL, after "_:") that
// s begins with, or 0.
func BlankLen(s []byte) (n int, short bool) {
	if !utf8.FullRune(s) {
		return 0, true
	}
	r, _ := utf8.DecodeRune(s)
	if !IsNameStart(r) && r != '_' && (r < '0' || r > '9') {
		return 0, false
	}
	n, short = NameLen(s, true)
	for n > 0 && s[n-1] == '.' {
		n--
	}
	return n, short
}

// An EscapeError reports a bad escape sequence and its place in the data.
type EscapeError struct {
	At  int
	Msg english.Phrase
}

// Unescape appends s to dst without escape sequences (ECHAR and UCHAR). s is the text of
// a literal if chars is set, else an IRI.
func Unescape(dst, s []byte, chars bool) ([]byte, *EscapeError) {
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			j := i + 1
			for j < len(s) && s[j] != '\\' {
				j++
			}
			dst = append(dst, s[i:j]...)
			i = j
			continue
		}
		if i+1 == len(s) {
			return dst, &EscapeError{i, english.Phrasef("a lone backslash")}
		}
		c := s[i+1]
		if c == 'u' || c == 'U' {
			r, n, msg := uchar(s[i:])
			if !msg.IsZero() {
				return dst, &EscapeError{i, msg}
			}
			dst = utf8.AppendRune(dst, r)
			i += n
			continue
		}
		e := echar(c)
		if !chars || e == 0 {
			return dst, &EscapeError{i, english.Phrasef("unknown escape sequence %s", Quote(s[i:i+2]))}
		}
		dst = append(dst, e)
		i += 2
	}
	return dst, nil
}

func echar(c byte) byte {
	switch c {
	case 't':
		return '\t'
	case 'b':
		return '\b'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	case '"', '\'', '\\':
		return c
	}
	return 0
}

// uchar reads \uXXXX or \UXXXXXXXX. It refuses surrogates, even in pairs.
func uchar(s []byte) (r rune, n int, msg english.Phrase) {
	n = 6
	if s[1] == 'U' {
		n = 10
	}
	if len(s) < n {
		return 0, 0, english.Phrasef("expected %d hexadecimal digits after \\%c", n-2, s[1])
	}
	var v uint32
	for _, c := range s[2:n] {
		d := HexDigit(c)
		if d < 0 {
			return 0, 0, english.Phrasef("expected %d hexadecimal digits after \\%c", n-2, s[1])
		}
		v = v<<4 | uint32(d)
	}
	if v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
		return 0, 0, english.Phrasef("%s is not a Unicode character", Quote(s[:n]))
	}
	return rune(v), n, english.Phrase{}
}

func HexDigit(c byte) int {
	switch {
	case IsDigit(c):
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
