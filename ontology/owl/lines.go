package owl

import (
	"bytes"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// lineOf returns the line of data that first names an IRI, or 0.
func lineOf(data []byte, iri string) int { return linesOf(data, []string{iri})[iri] }

// linesOf returns for each IRI the line of data that first names it: in full or
// as OBO shortens it (X:1), else by its local name as RDF/XML
// (rdf:about="#Typhoon") and Turtle (:Typhoon) do. What is not named is not in
// it. All are looked for at once, wherever a # or a : stands.
func linesOf(data []byte, iris []string) map[string]int {
	lines := map[string]int{}
	if len(iris) == 0 {
		return lines
	}
	f := newFinder(iris)
	f.signs(data, ':')
	f.signs(data, '#')
	for i, iri := range iris {
		for _, at := range f.found[i] {
			if at > 0 {
				lines[iri] = 1 + bytes.Count(data[:at], []byte("\n"))
				break
			}
		}
	}
	return lines
}

// A form is one way to write an IRI, the surest first.
type form struct{ iri, rank int }

// finder looks words up.
type finder struct {
	border [256]bool // what ends a word
	forms  map[string][]form
	ends   [1 << 10]uint64 // bits: the last two bytes of the forms
	found  [][3]int        // by IRI and rank: where the word ends
	left   int             // how many are not found as surely as can be
	// longest is the length of the longest form: longer words are not read to
	// their end, which would take long where one holds many signs.
	longest int
}

func newFinder(iris []string) *finder {
	f := &finder{forms: map[string][]form{}, found: make([][3]int, len(iris)), left: len(iris)}
	for _, c := range []byte("\"'<>;,()[]{}= \t\r\n|") {
		f.border[c] = true
	}
	for i, iri := range iris {
		local := ontology.LocalName(iri)
		f.add(iri, i, 0)
		if local == "" {
			continue
		}
		f.add("#"+local, i, 1)
		f.add(":"+local, i, 2)
		if prefix, number, ok := strings.Cut(local, "_"); ok && strings.HasPrefix(iri, nsOBO) {
			f.add(prefix+":"+number, i, 0)
		}
	}
	return f
}

func (f *finder) add(text string, iri, rank int) {
	f.forms[text] = append(f.forms[text], form{iri, rank})
	f.longest = max(f.longest, len(text))
	if len(text) > 1 {
		at := int(text[len(text)-2])<<8 | int(text[len(text)-1])
		f.ends[at/64] |= 1 << (at % 64)
	}
}

// may reports whether a word, or the end of one, may be a form.
func (f *finder) may(w []byte) bool {
	if len(w) < 2 {
		return false
	}
	at := int(w[len(w)-2])<<8 | int(w[len(w)-1])
	return f.ends[at/64]&(1<<(at%64)) != 0
}

// signs looks up the words with a sign in them: in full, and from the sign on.
func (f *finder) signs(data []byte, sign byte) {
	for i := 0; f.left > 0; i++ {
		next := bytes.IndexByte(data[i:], sign)
		if next < 0 {
			return
		}
		i += next
		end := i + 1
		for end < len(data) && !f.border[data[end]] && end-i <= f.longest {
			end++
		}
		for {
			if w := data[i:end]; f.may(w) {
				f.look(w, end)
				start := i
				for start > 0 && !f.border[data[start-1]] && end-start <= f.longest {
					start--
				}
				if start < i {
					f.look(data[start:end], end)
				}
			}
			// The end of a sentence or of an empty element is none of the word.
			if c := data[end-1]; c != '.' && c != '/' {
				break
			}
			end--
		}
	}
}

func (f *finder) look(w []byte, at int) {
	for _, x := range f.forms[string(w)] {
		if f.found[x.iri][x.rank] == 0 {
			f.found[x.iri][x.rank] = at
			if x.rank == 0 {
				f.left--
			}
		}
	}
}
