package extract

import (
	"slices"
	"strings"
)

// Term is a word that names an event, and its class.
type Term struct {
	Label, Class string
	Alt          bool // an alternative label: it may name less, or more, than the class
}

// Word is an event word in a text.
type Word struct {
	Span
	Class string // IRI
}

// Aliases are, by the IRI of a class of a table of words, the classes of terms that have one of its words as a label: an
// ontology of a user's own may call a typhoon by its own IRI.
func Aliases(h *Hazards, terms []Term) map[string][]string {
	own := newWords(h.orBuiltin(), nil)
	out := make(map[string][]string)
	for _, t := range terms {
		if class := own.whole(t.Label); class != "" && class != t.Class && !slices.Contains(out[class], t.Class) {
			out[class] = append(out[class], t.Class)
		}
	}
	return out
}

// newWords makes the list of words: those of the tables, and then the labels of an ontology.
func newWords(h *Hazards, terms []Term) *phrases[string] {
	p := new(phrases[string])
	for _, row := range table(h) {
		for _, w := range row.words {
			p.add(w, row.class)
		}
	}
	for _, t := range terms {
		if len([]rune(t.Label)) > 1 {
			p.add(t.Label, t.Class)
		}
	}
	p.seal()
	return p
}

// findWords appends the event words of sentence s, the longest at each place. The words of a
// warning are one event word.
func (x *Extractor) findWords(f *folded, s Span, dst []Word, warnings []Warning) []Word {
	var spans []Span
	for i := len(warnings) - 1; i >= 0 && warnings[i].Start >= f.at[s.Start]; i-- {
		spans = append(spans, warnings[i].Span)
		dst = append(dst, Word{warnings[i].Span, warningClass(&warnings[i])})
	}
	masked := taken{spans}
	for i := s.Start; i < s.End; i++ {
		if f.s[i]&0xc0 == 0x80 {
			continue
		}
		class, end, ok := x.words.longest(f.s, i, s.End)
		if !ok {
			continue
		}
		if w := (Word{f.span(Span{i, end}), class}); class != "" && !masked.has(w.Span) && !denied(f.s[s.Start:i]) {
			dst = append(dst, w)
		}
		i = end - 1
	}
	return dst
}

// denied reports whether a text ends before an event that did not happen. It looks at the end
// only: a sentence may be a page, with an event in every line.
func denied(before string) bool {
	for cut := true; cut; {
		before = strings.TrimRight(before, " ")
		n := len(before)
		before = strings.TrimSuffix(strings.TrimSuffix(before, "人员"), "任何")
		cut = len(before) < n
	}
	for _, s := range [...]string{"没有", "未造成", "无", "未出现", "未有", "尚无", "no reports of"} {
		if strings.HasSuffix(before, s) {
			return true
		}
	}
	for _, s := range [...]string{"no", "without any"} {
		if head, ok := strings.CutSuffix(before, s); ok && !endsWord(head) {
			return true
		}
	}
	return false
}

// endsWord reports whether s ends within a word of ASCII.
func endsWord(s string) bool {
	if s == "" {
		return false
	}
	c := s[len(s)-1]
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// warningClass is the class of a warning in the ontologies of this program.
func warningClass(w *Warning) string {
	colour := map[string]string{"red": "Red", "orange": "Orange", "yellow": "Yellow", "blue": "Blue"}[w.Colour]
	switch w.About {
	case "rainstorm":
		return rainstormNS + colour + "RainstormWarning"
	case "typhoon":
		return typhoonNS + colour + "TyphoonWarning"
	}
	return eventNS + "Warning"
}

// IsStorm reports whether class is one of storms that have names.
func IsStorm(class string) bool {
	for _, name := range []string{"Typhoon", "SevereTyphoon", "SuperTyphoon", "TropicalStorm", "SevereTropicalStorm", "TropicalDepression", "TropicalCyclone", "Hurricane", "NamedStorm"} {
		if class == typhoonNS+name {
			return true
		}
	}
	return false
}
