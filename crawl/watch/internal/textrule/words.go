package textrule

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	_, err := phrases(words).finder(lexicon.Options{Segmenter: lexicon.Trie})
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

// finder finds phrases as it finds the labels of concepts: whatever their case, in simplified and traditional characters,
// and not across the ends of words. A lexicon finds no two labels that overlap, and a label once: so phrases that may overlap
// are in different ones, and equal phrases are one label.
type finder []group

// group is a lexicon of phrases of which no two overlap. An entry of it stands for equal phrases, by their numbers.
type group struct {
	lex     *lexicon.Lexicon
	texts   []string // folded, by entry
	phrases [][]int32
	terms   []lexicon.Term
}

func (l phraseList) finder(opt lexicon.Options) (f finder, err error) {
	for i, text := range l {
		f.add(int32(i), text, lexicon.Fold(text))
	}
	for i := range f {
		if f[i].lex, err = lexicon.New(f[i].terms, opt); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// add adds a phrase to the first group where it can be.
func (f *finder) add(number int32, text, folded string) {
	for i := range *f {
		g := &(*f)[i]
		if at := slices.Index(g.texts, folded); at >= 0 {
			g.phrases[at] = append(g.phrases[at], number)
			return
		}
		if !slices.ContainsFunc(g.texts, func(t string) bool { return overlap(t, folded) || overlap(folded, t) }) {
			g.add(number, text, folded)
			return
		}
	}
	var g group
	g.add(number, text, folded)
	*f = append(*f, g)
}

func (g *group) add(number int32, text, folded string) {
	g.terms = append(g.terms, lexicon.Term{Text: text, Entry: int32(len(g.texts))})
	g.texts, g.phrases = append(g.texts, folded), append(g.phrases, []int32{number})
}

// overlap reports whether b may begin in a text within a, and end behind it, at the borders of words.
func overlap(a, b string) bool {
	for i := range a {
		if rest := a[i:]; i > 0 && border(a, i) && len(rest) < len(b) && strings.HasPrefix(b, rest) && border(b, len(rest)) {
			return true
		}
	}
	return false
}

// border reports whether a word may end before byte i of a text.
func border(text string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i:])
	letter := func(r rune) bool { return unicode.IsLetter(r) && r < 0x2E80 || unicode.IsDigit(r) }
	return !letter(before) || !letter(after)
}
