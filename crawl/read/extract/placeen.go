package extract

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"strings"
)

// placeEn is a name with capitals after a preposition of place.
var placeEn = lazyre.Compile(`\b(?:in|near|off|across|toward|towards|into|on|over|outside) (?:the )?((?:(?:northern|southern|eastern|western|central) )?[A-Z][\p{L}'’-]+(?: (?:[A-Z][\p{L}'’-]+|del|de|la|of the))*)`)

// notPlaces are words with a capital that name no place.
const notPlaces = ` january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
 typhoon hurricane tropical cyclone super storm category state media i he she it they covid christmas english chinese `

// placesEn appends the places of sentence s that are written in letters: names of the gazetteer,
// and unknown names after a preposition.
func (f *folded) placesEn(s Span, names []known, dst []Place, t *taken) []Place {
	for _, k := range names {
		at := f.span(k.Span)
		if t.has(at) || script.Han(firstRune(f.s[k.Start:])) {
			continue
		}
		t.add(at)
		dst = append(dst, Place{Span: at, At: k.at})
	}
	text := f.text[f.at[s.Start]:f.at[s.End]]
	if !strings.ContainsAny(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return dst
	}
	for _, m := range placeEn().FindAllStringSubmatchIndex(text, -1) {
		at := Span{f.at[s.Start] + m[2], f.at[s.Start] + m[3]}
		first, _, _ := strings.Cut(strings.ToLower(text[m[2]:m[3]]), " ")
		if t.has(at) || strings.Contains(notPlaces, " "+first+" ") {
			continue
		}
		t.add(at)
		dst = append(dst, Place{Span: at})
	}
	return dst
}
