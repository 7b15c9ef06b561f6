package main

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// keywordTopic is the topic of --keywords: words that somebody wrote down, all
// of weight 1 and each bearing the topic by itself, as in the ITS of the papers.
func keywordTopic(c *config.Config) (*topic, error) {
	if c.Topic != "" || c.Ontology != "" {
		return nil, cli.Usagef("%s: keywords stand for a topic of their own; leave topic and ontology out", c.From["keywords"])
	}
	t := &topic{vector: &semsim.TopicVector{Name: "keywords"}}
	var words []string
	for _, w := range strings.FieldsFunc(c.Keywords, isComma) {
		w = strings.Join(strings.Fields(w), " ")
		if !strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) || slices.Contains(words, w) {
			continue
		}
		words = append(words, w)
		t.vector.Entries = append(t.vector.Entries, keyword(w, len(words)))
	}
	if len(words) == 0 {
		return nil, cli.Usagef("%s: keywords %q name no word", c.From["keywords"], c.Keywords)
	}
	t.name = strings.Join(words, ", ")
	return t, nil
}

func keyword(word string, n int) semsim.Entry {
	e := semsim.Entry{
		Concept: ontology.ID(n - 1), IRI: "urn:keyword:" + url.PathEscape(word), Zh: word, En: word, Weight: 1, Core: true,
		Labels: []ontology.Label{{Text: word}},
	}
	return e
}

// flatten makes a list of keywords out of a topic: all its concepts weigh 1.
func (t *topic) flatten() {
	v := *t.vector
	v.Entries = slices.Clone(v.Entries)
	for i := range v.Entries {
		v.Entries[i].Weight = 1
	}
	t.vector, t.phi = &v, 0 // a threshold of samples is that of their weights
}
