package query

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// maxLabel is the longest label that is asked for, in characters. Engines cut longer
// questions, or refuse them.
const maxLabel = 60

// label is a label of a concept as it is asked for.
type label struct {
	text, lang string
	alone      bool // says enough by itself
}

// askable returns a label as it is asked for; ok is false for one that cannot be.
func askable(l ontology.Label, stop functionwords.Set) (a label, ok bool) {
	text := plain(l.Text)
	n := utf8.RuneCountInString(text)
	if l.Kind == ontology.Loose || n == 0 || n > maxLabel || allStop(text, stop) {
		return a, false
	}
	a = label{text: text, lang: language(l.Lang, text)}
	if script.HasHan(text) {
		a.alone = n >= 2
	} else {
		a.alone = n >= 4 && strings.ContainsFunc(text, unicode.IsLower)
	}
	return a, true
}

// plain is a label without what an engine takes for an operator: signs before a word,
// quotes, "site:" and words in capitals such as OR.
func plain(text string) string {
	var words []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`"“”„()[]{}<>|&:;,*^~@#=\`, r) || unicode.Is(unicode.Cf, r)
	}) {
		w = strings.TrimLeft(w, `-+!/'.`)
		switch w {
		case "":
			continue
		case "AND", "OR", "NOT", "NEAR":
			w = strings.ToLower(w)
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

// allStop reports a text of nothing but words of grammar.
func allStop(text string, stop functionwords.Set) bool {
	for w := range strings.FieldsSeq(lexicon.Fold(text)) {
		if !stop.Has(w) {
			return false
		}
	}
	return true
}

// language is the language of a label as engines tell them apart: simplified and
// traditional Chinese are two, since most engines find what is written alike. A label in
// Chinese without a script is traditional if it has a character that folding simplifies.
func language(tag, text string) string {
	first, rest, _ := strings.Cut(strings.ToLower(tag), "-")
	if first == "" && script.HasHan(text) {
		first = "zh"
	}
	if first != "zh" {
		return first
	}
	for _, hant := range []string{"hant", "tw", "hk", "mo"} {
		if strings.HasPrefix(rest, hant) {
			return "zh-Hant"
		}
	}
	if rest == "" && lexicon.Fold(text) != strings.ToLower(text) {
		return "zh-Hant"
	}
	return "zh-Hans"
}
