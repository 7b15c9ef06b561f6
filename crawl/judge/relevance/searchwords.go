package relevance

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// maxSearchWords is how many words SearchWords returns.
const maxSearchWords = 8

// SearchWords returns what a site's own search is asked for, for pages of a language
// (BCP 47; "" is any): labels of core concepts, first those that stand in most others, since
// a search for "typhoon" also finds "typhoon warning". Each further one is the label that
// stands in most of those left. The labels of a concept share its weight. Acronyms and
// single characters, which mean too much else, are left out. At most 8. It may be called
// concurrently.
func (j *Judge) SearchWords(lang string) []string {
	lang = written(lang)
	c := j.asked
	c.mu.Lock()
	defer c.mu.Unlock()
	words, ok := c.words[lang]
	if !ok {
		if words = j.searchWords(lang); len(c.words) < maxScripts {
			c.words[lang] = words
		}
	}
	return words
}

// maxScripts bounds the languages whose words are remembered: pages may declare any.
const maxScripts = 100

// askedWords remembers words by language: every page with a search needs them.
type askedWords struct {
	mu    sync.Mutex
	words map[string][]string
}

func (j *Judge) searchWords(lang string) (words []string) {
	left := j.searchLabels(lang)
	for len(words) < maxSearchWords && len(left) > 0 {
		word, most := "", 0.
		for _, l := range left {
			if n := covered(left, l.text); n > most {
				word, most = l.text, n
			}
		}
		words = append(words, word)
		left = slices.DeleteFunc(left, func(l searchLabel) bool { return strings.Contains(l.text, word) })
	}
	return words
}

// searchLabel is a label of a core concept that a search may be asked for.
type searchLabel struct {
	text   string
	weight float64
}

// covered is the weight of the labels in which a word stands.
func covered(labels []searchLabel, word string) (sum float64) {
	for _, l := range labels {
		if strings.Contains(l.text, word) {
			sum += l.weight
		}
	}
	return sum
}

func (j *Judge) searchLabels(lang string) (all []searchLabel) {
	for i := range j.topic.Entries {
		first := len(all)
		for _, l := range j.topic.Entries[i].Labels {
			if j.core[i] && l.Kind != ontology.Loose && sameScript(l.Lang, lang) && searchable(l.Text) {
				all = append(all, searchLabel{text: strings.ToLower(l.Text)})
			}
		}
		for k := range all[first:] {
			all[first+k].weight = j.weight[i] / float64(len(all)-first)
		}
	}
	return all
}

// sameScript reports whether a label is of a page's language; "" is any. Simplified and
// traditional Chinese are two, since a search finds what is written alike.
func sameScript(label, page string) bool {
	return label == "" || page == "" || written(label) == written(page)
}

// written returns the language of a tag, and for Chinese the kind of characters too.
func written(tag string) string {
	first, rest, _ := strings.Cut(strings.ToLower(tag), "-")
	if first == "zh" && (strings.HasPrefix(rest, "hant") || strings.HasPrefix(rest, "tw") || strings.HasPrefix(rest, "hk") || strings.HasPrefix(rest, "mo")) {
		return "zh-hant"
	}
	return first
}

// searchable reports labels that say enough by themselves: two Chinese characters, or four
// letters not all of them capitals.
func searchable(label string) bool {
	n := utf8.RuneCountInString(label)
	switch {
	case n > maxLabel || strings.ContainsFunc(label, unicode.IsControl):
		return false
	case script.HasHan(label):
		return n >= 2
	}
	return n >= 4 && strings.ContainsFunc(label, unicode.IsLower)
}
