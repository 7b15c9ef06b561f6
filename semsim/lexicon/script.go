package lexicon

import (
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// A scriptClass says how the script of a rune separates words.
type scriptClass uint8

const (
	separator scriptClass = iota // no letter: punctuation, white space, symbols
	alphabet                     // a word ends where letters and digits end
	ideograph                    // Han: no marks between words
	unspaced                     // other scripts without spaces, or with endings attached
)

// classOf returns the class of a rune of a text, folded or not. Numbers and
// marks belong to words like letters.
func classOf(r rune) scriptClass {
	switch {
	case r < utf8.RuneSelf:
		if isAlnum(byte(r)) {
			return alphabet
		}
		return separator
	case r < 0xAA:
		return separator
	case script.Han(r):
		return ideograph
	case script.Kana(r), script.Hangul(r), unicode.In(r, unicode.Bopomofo, unicode.Thai):
		return unspaced
	case unicode.In(r, unicode.L, unicode.Nd, unicode.M):
		return alphabet
	}
	return separator
}

func isAlnum(c byte) bool { return alnum[c] != 0 }

// alnum numbers the letters and digits of ASCII from 1, upper and lower case
// alike; 0 is for other bytes.
var alnum = func() (t [256]uint8) {
	for c := range t {
		switch {
		case '0' <= c && c <= '9':
			t[c] = uint8(c - '0' + 1)
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			t[c] = uint8(c | 0x20 - 'a' + 11)
		}
	}
	return t
}()

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// before returns the last visible rune of s, U+FFFD if there is none.
func before(s string) rune {
	for len(s) > 0 {
		r, size := utf8.DecodeLastRuneInString(s)
		if !isIgnorable(r) {
			return r
		}
		s = s[:len(s)-size]
	}
	return utf8.RuneError
}

// after returns the first visible rune of s, U+FFFD if there is none.
func after(s string) rune {
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if !isIgnorable(r) {
			return r
		}
		s = s[size:]
	}
	return utf8.RuneError
}

// skipSeparators returns the length of the separator at the beginning of s that
// matches the space within a label: white space with at most one line break, or
// a hyphen or underscore, with white space after it only at the end of a line.
// It returns 0 for stronger separators: a dash between spaces, an empty line.
func (t *foldTable) skipSeparators(s string) int {
	const most = 64 // an indented line, not a column of a table
	var hyphen, blank, breaks int
	i := 0
	for i < len(s) && i < most {
		r, size := utf8.DecodeRuneInString(s[i:])
		f := t.rune(r)
		switch {
		case f == '\n':
			breaks++
			blank++
		case isIgnorable(r):
		case !isSeparator(f):
			return verdict(i, hyphen, blank, breaks)
		case f == ' ' || f == '\t' || f == '\r' || f == '\v' || f == '\f':
			blank++
		default:
			if blank > 0 {
				return 0
			}
			hyphen++
		}
		i += size
	}
	return 0 // after its space the label must continue
}

func verdict(n, hyphen, blank, breaks int) int {
	if hyphen > 1 || breaks > 1 || hyphen == 1 && blank > 0 && breaks == 0 {
		return 0
	}
	return n
}
