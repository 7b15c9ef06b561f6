package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Place is a place in a text.
type Place struct {
	Span
	At     *gazetteer.Place // nil if the gazetteer does not have it
	Within *gazetteer.Place // the larger place that the text names before it: 福建东山; or nil
}

// placeNames are the names of a gazetteer.
type placeNames struct{ names phrases[*gazetteer.Place] }

func newPlaceNames(g *gazetteer.Gazetteer) *placeNames {
	n := new(placeNames)
	better := make(map[string]*gazetteer.Place)
	for i := range g.Places {
		p := &g.Places[i]
		for _, name := range append([]string{p.Name}, p.Names...) {
			if !usable(name) {
				continue
			}
			key := fold(name).s
			if old := better[key]; old == nil || p.Population > old.Population {
				better[key] = p
			}
		}
	}
	for name, p := range better {
		n.names.add(name, p)
	}
	n.names.seal()
	return n
}

// usable refuses names that would be found in any text: one character, or two letters that are
// no abbreviation of a country.
func usable(name string) bool {
	n := utf8.RuneCountInString(name)
	r, _ := utf8.DecodeRuneInString(name)
	switch {
	case script.Han(r):
		return n > 1
	case n <= 3:
		return name == strings.ToUpper(name) && (name == "US" || name == "UK" || name == "USA" || name == "UAE") || n == 3 && (name == "Hue" || name == "Aba")
	}
	return n > 2 && unicode.IsLetter(r)
}

// known is a name of the gazetteer in f.s.
type known struct {
	Span
	at *gazetteer.Place
}

// find appends the places of sentence s.
func (n *placeNames) find(f *folded, s Span, dst []Place, t *taken) []Place {
	var names []known
	for i := s.Start; i < s.End; {
		r, size := utf8.DecodeRuneInString(f.s[i:])
		p, end, ok := n.names.longest(f.s, i, s.End)
		if ok && n.fits(f, i, end, r) && !t.has(f.span(Span{i, end})) {
			names = append(names, known{Span{i, end}, p})
			i = end
			continue
		}
		i += size
	}
	dst = f.placesZh(s, names, dst, t)
	return f.placesEn(s, names, dst, t)
}

// fits reports whether a name that begins with folded rune r is written as a name. Names in
// letters have a capital, short ones nothing else.
func (n *placeNames) fits(f *folded, i, end int, r rune) bool {
	if script.Han(r) {
		return true
	}
	text := f.text[f.at[i]:f.at[end]]
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(first) && (len(text) > 3 || text == strings.ToUpper(text) || text == "Hue" || text == "Aba")
}
