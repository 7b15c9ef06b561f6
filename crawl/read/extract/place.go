package extract

import (
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Place is a place in a text.
type Place struct {
	Span
	At     *gazetteer.Place // nil if the gazetteer does not have it
	Within *gazetteer.Place // the larger place that the text names beside it: 福建东山; or nil
	Role   Role
}

// Role says how a place takes part in what the sentence tells.
type Role uint8

// The roles.
const (
	Where    Role = iota // it happened there, as far as the words say
	Speaker              // it names who says or does something: London police, 广东警方
	Measured             // something was measured there or from there: the station of 三亚, 30 km off it
	Dateline             // it names where a report was written: LONDON (Reuters), 新华社昆明8月3日电
)

// known is a name of the gazetteer in f.s.
type known struct {
	Span
	first int32            // its namesakes
	at    *gazetteer.Place // the one that is meant
	in    *gazetteer.Place // the larger place beside it
	fixed bool             // a smaller place beside it decided at
}

// find returns the names of the gazetteer that stand in sentence s.
func (n *placeNames) find(f *folded, s Span, t *taken) []known {
	var names []known
	for i := s.Start; i < s.End; {
		c := f.s[i]
		if c < utf8.RuneSelf && (c < 'a' || c > 'z') {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(f.s[i:])
		if script.Han(r) || f.capital(i) {
			if first, end := n.longest(f.s, i, s.End); end > i && n.fits(f, i, end, r) && !t.has(f.span(Span{i, end})) {
				names = append(names, known{Span: Span{i, end}, first: first})
				i = end
				continue
			}
		}
		if i += size; !script.Han(r) { // to the end of the word
			for i < s.End && (f.s[i] >= 'a' && f.s[i] <= 'z' || f.s[i] >= utf8.RuneSelf && !script.Han(firstRune(f.s[i:]))) {
				_, size := utf8.DecodeRuneInString(f.s[i:])
				i += size
			}
		}
	}
	return names
}

// capital reports whether the word at i begins with a capital.
func (f *folded) capital(i int) bool {
	r, _ := utf8.DecodeRuneInString(f.text[f.at[i]:])
	return unicode.IsUpper(r)
}

// fits reports whether a name that begins with folded rune r is written as a name. Short names in
// letters are abbreviations: all capitals.
func (n *placeNames) fits(f *folded, i, end int, r rune) bool {
	if script.Han(r) {
		return true
	}
	text := f.text[f.at[i]:f.at[end]]
	if len(text) > 3 || text == "Hue" || text == "Aba" {
		return true
	}
	for _, r := range text {
		if unicode.IsLower(r) {
			return len(text) == 3 && text[2] == '.' // Mo., Ky.
		}
	}
	return true
}
