package export

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible makes special characters visible: control characters become \x1b; bidirectional
// controls and noncharacters become \u202e. Bytes that are not UTF-8 become U+FFFD. White
// space, including line ends, becomes spaces.
func visible(s string) string {
	if clean(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case !hidden(r):
			b.WriteRune(r) // utf8.RuneError for bytes that are no character
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func clean(s string) bool {
	for i, r := range s {
		if hidden(r) {
			return false
		}
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return false
			}
		}
	}
	return true
}

// hidden reports the characters that visible replaces: those that XML 1.0 forbids or
// discourages (section 2.2), and those that change the text direction.
func hidden(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0, r == '\u2028', r == '\u2029':
		return true
	case r&0xfffe == 0xfffe, r >= 0xfdd0 && r <= 0xfdef:
		return true
	}
	return unicode.Is(unicode.Bidi_Control, r)
}

// number formats a weight with at most six decimals; further decimals depend on the
// machine.
func number(x float64) string {
	return strconv.FormatFloat(rounded(x), 'f', -1, 64)
}

func rounded(x float64) float64 {
	const million = 1e6
	if math.Abs(x) > 1e9 {
		return x // nothing behind the point to round, and no overflow
	}
	return math.Round(x*million)/million + 0 // no negative zero
}
