package relevance

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// TestSearchWords: what a search is asked for are core labels of the page's language, those
// first that stand in most others.
func TestSearchWords(t *testing.T) {
	label := func(text, lang string) ontology.Label { return ontology.Label{Text: text, Lang: lang} }
	topic := &semsim.TopicVector{Entries: []semsim.Entry{
		{IRI: "t", Weight: 1, Core: true, Labels: []ontology.Label{
			label("Typhoon", "en"), label("hurricane", "en"), label("台风", "zh"), label("颱風", "zh-Hant"), label("TC", "en"), label("NOAA", "en"), label("风", "zh"),
		}},
		{IRI: "w", Weight: .8, Core: true, Labels: []ontology.Label{label("typhoon warning", "en"), label("台风预警", "zh")}},
		{IRI: "s", Weight: .9, Core: true, Labels: []ontology.Label{label("storm surge", "en"), {Text: "flood tide", Lang: "en", Kind: ontology.Loose}}},
		{IRI: "r", Weight: .9, Labels: []ontology.Label{label("rain", "en")}},
	}}
	lex, err := lexicon.New(TermsOf(topic), lexicon.Options{Segmenter: lexicon.Trie})
	if err != nil {
		t.Fatal(err)
	}
	j, err := New(topic, lex, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{
		// typhoon stands in two labels: 1/4 (its concept has four English labels, of which two can be
		// asked for: 1/2) and .8; storm surge has .9 for itself, hurricane 1/2.
		"en": {"typhoon", "storm surge", "hurricane"}, "en-GB": {"typhoon", "storm surge", "hurricane"},
		"zh": {"台风"}, "zh-CN": {"台风"}, "zh-Hant": {"颱風"}, "zh-TW": {"颱風"}, "fi": nil,
	} {
		if d := cmp.Diff(want, j.SearchWords(lang)); d != "" {
			t.Errorf("%s (-want +got):\n%s", lang, d)
		}
	}
	if all := j.SearchWords(""); !slices.Contains(all, "台风") || !slices.Contains(all, "typhoon") || len(all) > maxSearchWords {
		t.Errorf("in any language: %q", all)
	}
	if e := NewEdited(j); !slices.Equal(e.SearchWords("zh"), []string{"台风"}) {
		t.Error("an edited judge searches for other words")
	}
}
