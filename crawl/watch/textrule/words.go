package textrule

import (
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// mostPhrases bounds the phrases of a rule.
const mostPhrases = 100

// ParseWords reads alternatives of phrases: 溃坝 OR dam failure, "dike" AND breach NOT drill. Words that stand side by side are
// one phrase. The operators are written in capitals, as most search engines have them.
func ParseWords(text string) (out [][]monitor.Phrase, err error) {
	var all []monitor.Phrase
	var words []string
	not, n := false, 0
	end := func() {
		if len(words) > 0 {
			all = append(all, monitor.Phrase{Text: strings.Join(words, " "), Not: not})
			words, not = nil, false
			n++
		}
	}
	for _, token := range tokens(text) {
		switch token {
		case "AND":
			end()
		case "NOT":
			end()
			not = true
		case "OR":
			end()
			out, all = append(out, all), nil
		default:
			words = append(words, strings.Trim(token, `"`))
		}
	}
	end()
	out = append(out, all)
	if n > mostPhrases {
		return nil, english.Errorf("%d phrases are too many; %d are allowed", n, mostPhrases)
	}
	return out, check(out)
}

// check refuses an alternative without a phrase that must be there: nearly every page would do.
func check(words [][]monitor.Phrase) error {
	for _, all := range words {
		asked := false
		for _, p := range all {
			asked = asked || !p.Not
		}
		if !asked {
			return english.Errorf("each alternative needs a word that must be in the page")
		}
	}
	_, err := phrases(words).lexicon(lexicon.Options{Segmenter: lexicon.Trie})
	return err
}

// tokens are the words of text, and what stands in quotation marks.
func tokens(text string) []string {
	text = strings.NewReplacer("“", `"`, "”", `"`, "|", " OR ").Replace(text)
	quoted := false
	return strings.FieldsFunc(text, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && unicode.IsSpace(r)
	})
}

// phraseList are the phrases of all rules.
type phraseList []string

func phrases(words [][]monitor.Phrase) (out phraseList) {
	for _, all := range words {
		for _, p := range all {
			out = append(out, p.Text)
		}
	}
	return out
}

// lexicon finds the phrases as it finds the labels of concepts: whatever their case, in simplified and traditional characters,
// and not across the ends of words.
func (l phraseList) lexicon(opt lexicon.Options) (*lexicon.Lexicon, error) {
	terms := make([]lexicon.Term, len(l))
	for i, text := range l {
		terms[i] = lexicon.Term{Text: text, Entry: int32(i)}
	}
	return lexicon.New(terms, opt)
}
