package relevance

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// maxLabel is the longest label to find, in characters. Longer ones are
// sentences (lexicon.New refuses them).
const maxLabel = 200

// TermsOf returns the labels of a topic's entries as terms for lexicon.New,
// labels of heavier entries first. Loose labels (broader, narrower or related
// names) are left out: they name something else. An entry without labels is
// found by its local name, split into words.
func TermsOf(topic *semsim.TopicVector) []lexicon.Term {
	var terms []lexicon.Term
	for i := range topic.Entries {
		e := &topic.Entries[i]
		n := len(terms)
		for _, l := range e.Labels {
			if l.Kind != ontology.Loose && findable(l.Text) {
				terms = append(terms, lexicon.Term{Text: l.Text, Lang: l.Lang, Entry: int32(i)})
			}
		}
		if name := spaced(ontology.LocalName(e.IRI)); len(terms) == n && len(e.Labels) == 0 && findable(name) {
			terms = append(terms, lexicon.Term{Text: name, Entry: int32(i)})
		}
	}
	return terms
}

func findable(label string) bool {
	return utf8.RuneCountInString(label) <= maxLabel &&
		strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// spaced splits a name written as one word: TropicalCyclone, tropical_cyclone.
func spaced(name string) string {
	var out strings.Builder
	prev := ' '
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || r == '+' || r == '/':
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(prev):
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		prev = r
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
