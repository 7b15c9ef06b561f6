package notify

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// obeyed reports whether a terminal, a mail program or a feed reader might obey r
// instead of showing it: controls, and characters that change the direction of writing
// or end a line.
func obeyed(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == '\ufeff'
}

// line turns text from a page or a server into one line of at most n runes. Runes that
// could be obeyed become spaces: a line break in a title would begin a new header field
// of a mail (RFC 5322, section 2.2).
func line(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if obeyed(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes := []rune(s)
	return strings.TrimSpace(string(runes[:n-1])) + "…"
}

// escapeJSON escapes runes that JSON allows but terminals obey. They stand in strings
// only, so the meaning stays.
func escapeJSON(text []byte) []byte {
	beyond := func(r rune) bool { return r >= 0x7f && obeyed(r) }
	if bytes.IndexFunc(text, beyond) < 0 {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if beyond(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

// finite returns x, or 0 for values that JSON cannot write.
func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}
