package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSentence is the most bytes of a sentence. A longer one is cut, so that no page makes the
// rules slow.
const maxSentence = 4000

// Sentences cuts text into sentences. Together they cover all of it but white space.
func Sentences(text string) []Span {
	f := fold(text)
	out := f.sentences()
	for i := range out {
		out[i] = f.span(out[i])
	}
	return out
}

// sentences returns the sentences as parts of f.s.
func (f *folded) sentences() []Span {
	var out []Span
	from := 0
	add := func(to int) {
		a := from + len(f.s[from:to]) - len(strings.TrimLeftFunc(f.s[from:to], unicode.IsSpace))
		b := a + len(strings.TrimRightFunc(f.s[a:to], unicode.IsSpace))
		if from = to; b > a {
			out = append(out, Span{a, b})
		}
	}
	for i, r := range f.s {
		end := i + utf8.RuneLen(r)
		if f.ends(i, end, r) || end-from >= maxSentence {
			add(end)
		}
	}
	add(len(f.s))
	return out
}

// ends reports whether the sign r at i ends a sentence.
func (f *folded) ends(i, end int, r rune) bool {
	switch r {
	case '。', '!', '?', ';', '；', '！', '？':
		return true
	case '.':
		return f.fullStop(i, end)
	}
	return false
}

// fullStop tells the end of a sentence from a decimal point and an abbreviation. A full stop
// ends a sentence if a space and no small letter or digit follow, unless it stands behind an
// abbreviation that is always followed by a name or number.
func (f *folded) fullStop(i, end int) bool {
	if end < len(f.s) && f.s[end] != ' ' && f.s[end] != '"' {
		return false
	}
	rest := strings.TrimLeft(f.text[f.at[end]:], " \u00a0")
	next, _ := utf8.DecodeRuneInString(rest)
	if rest != "" && (unicode.IsLower(next) || unicode.IsDigit(next)) {
		return false
	}
	word := f.s[strings.LastIndexAny(f.s[:i], " (")+1 : i]
	switch word {
	case "no", "st", "mt", "mr", "mrs", "dr", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "u.s", "a.m", "p.m":
		return false
	}
	return true
}
