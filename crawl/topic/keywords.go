package topic

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// keywordTopic is the topic of Keywords: words that a user wrote down. Each has
// weight 1 and is a core concept, as in the ITS of the papers.
func (s *Spec) keywordTopic() (*Topic, error) {
	if s.Names != "" || s.Ontology != "" {
		return nil, wrong(Keywords, "keywords stand for a topic of their own; leave topic and ontology out")
	}
	t := &Topic{Vector: &semsim.TopicVector{Name: "keywords"}}
	var words []string
	for _, w := range Split(s.Keywords) {
		w = strings.Join(strings.Fields(w), " ")
		if !strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) || slices.Contains(words, w) {
			continue
		}
		words = append(words, w)
		t.Vector.Entries = append(t.Vector.Entries, keyword(w, len(words)-1))
	}
	if len(words) == 0 {
		return nil, wrong(Keywords, "keywords %q name no word", s.Keywords)
	}
	t.Name = strings.Join(words, ", ")
	return t, nil
}

func keyword(word string, i int) semsim.Entry {
	return semsim.Entry{
		Concept: ontology.ID(i), IRI: "urn:keyword:" + url.PathEscape(word), Zh: word, En: word, Weight: 1, Core: true,
		Labels: []ontology.Label{{Text: word}},
	}
}
