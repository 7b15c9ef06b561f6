package owl

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// lineOf returns the first line of data that names an IRI, or 0.
func lineOf(data []byte, iri string) int { return linesOf(data, []string{iri})[iri] }

// linesOf returns for each IRI the first line that names it: in full, as OBO shortens it
// (X:1), or by its local name in RDF/XML (rdf:about="#Typhoon") or Turtle (:Typhoon).
// IRIs that data does not name are missing. One pass over the # and : signs finds all
// IRIs.
func linesOf(data []byte, iris []string) map[string]int {
	if len(iris) == 0 {
		return nil
	}
	f := newFinder(iris)
	f.signs(data, ':')
	f.signs(data, '#')
	var places []int
	place := map[string]int{}
	for i, iri := range iris {
		for _, at := range f.found[i] {
			if at > 0 {
				place[iri] = at
				places = append(places, at)
				break
			}
		}
	}
	slices.Sort(places)
	line, from := 1, 0
	at := make(map[int]int, len(places))
	for _, p := range places {
		line += bytes.Count(data[from:p], []byte("\n"))
		from, at[p] = p, line
	}
	lines := make(map[string]int, len(place))
	for iri, p := range place {
		lines[iri] = at[p]
	}
	return lines
}

// A form is one way to write an IRI; a lower rank is more certain.
type form struct{ iri, rank int }

type finder struct {
	border [256]bool // bytes that end a word
	forms  map[string][]form
	ends   pairs    // the last two bytes of the forms
	begins pairs    // the two bytes behind the first sign in them
	found  [][3]int // by IRI and rank: where the word ends
	left   int      // how many are not found as surely as can be
	// longest is the length of the longest form. Longer words are cut, because words with
	// many signs would take long.
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
		f.ends.add(text[len(text)-2], text[len(text)-1])
	}
	switch i := strings.IndexAny(text, ":#"); {
	case i < 0: // it is never found
	case i+2 < len(text):
		f.begins.add(text[i+1], text[i+2])
	default: // the IRI ends here
		f.begins.all(text[i+1:])
	}
}

type pairs [1 << 10]uint64

func (p *pairs) add(a, b byte) { p[int(a)<<2|int(b)>>6] |= 1 << (b % 64) }

func (p *pairs) has(a, b byte) bool { return p[int(a)<<2|int(b)>>6]&(1<<(b%64)) != 0 }

// all adds the pairs that begin with the byte first, or all pairs if first is empty.
func (p *pairs) all(first string) {
	some := p[:]
	if first != "" {
		some = p[int(first[0])<<2:][:4]
	}
	for i := range some {
		some[i] = ^uint64(0)
	}
}

// may reports whether w may be a form, or the end of one.
func (f *finder) may(w []byte) bool {
	return len(w) >= 2 && f.ends.has(w[len(w)-2], w[len(w)-1])
}

// signs looks up the words that contain sign: as a whole, and from the sign on.
func (f *finder) signs(data []byte, sign byte) {
	for i := 0; f.left > 0; i++ {
		next := bytes.IndexByte(data[i:], sign)
		if next < 0 {
			return
		}
		i += next
		if i+2 < len(data) && !f.begins.has(data[i+1], data[i+2]) {
			continue
		}
		end := i + 1
		for end < len(data) && !f.border[data[end]] && end-i <= f.longest {
			end++
		}
		for {
			if w := data[i:end]; f.may(w) {
				f.scan(w, end)
				start := i
				for start > 0 && !f.border[data[start-1]] && end-start <= f.longest {
					start--
				}
				if start < i {
					f.scan(data[start:end], end)
				}
			}
			// A '.' may end a sentence, and a '/' an empty element.
			if c := data[end-1]; c != '.' && c != '/' {
				break
			}
			end--
		}
	}
}

func (f *finder) scan(w []byte, at int) {
	for _, x := range f.forms[string(w)] {
		if f.found[x.iri][x.rank] == 0 {
			f.found[x.iri][x.rank] = at
			if x.rank == 0 {
				f.left--
			}
		}
	}
}
