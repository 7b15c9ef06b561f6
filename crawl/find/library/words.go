package library

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/query"

	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// question is a question to the library.
type question struct {
	query query.Query
	han   *lexicon.Lexicon // of its Chinese words; nil: there are none
	words int              // how many
}

// maxWords bounds a question.
const maxWords = 40

// asked reads what a person typed: words, or one phrase in double quotes.
func (l *Library) asked(text string) (a question, err error) {
	if phrase, quoted := strings.CutPrefix(strings.TrimSpace(text), `"`); quoted {
		return question{query: inAnyField(strings.TrimSuffix(phrase, `"`), true)}, nil
	}
	list, err := l.cut(text)
	if err != nil {
		return a, err
	}
	var all []query.Query
	var terms []lexicon.Term
	for _, w := range list {
		// The characters of a Chinese word are indexed in pairs, which stand side by side.
		all = append(all, inAnyField(w.text, w.han))
		if w.han {
			terms = append(terms, lexicon.Term{Text: w.text, Lang: "zh", Entry: int32(len(terms))})
		}
	}
	if len(all) == 0 { // punctuation only
		return question{query: bleve.NewMatchNoneQuery()}, nil
	}
	a = question{query: bleve.NewConjunctionQuery(all...), words: len(terms)}
	if len(terms) > 0 {
		a.han, err = lexicon.New(terms, lexicon.Options{Dictionary: l.words})
	}
	return a, err
}

// inAnyField is the query for a text in one of the fields: its words, or as a phrase.
func inAnyField(text string, phrase bool) query.Query {
	var any []query.Query
	for _, f := range [...]struct {
		name  string
		boost float64
	}{{"title", 3}, {"title_en", 3}, {"text", 1}, {"text_en", 1}} {
		if phrase {
			q := bleve.NewMatchPhraseQuery(text)
			q.SetField(f.name)
			q.SetBoost(f.boost)
			any = append(any, q)
			continue
		}
		q := bleve.NewMatchQuery(text)
		q.SetField(f.name)
		q.SetBoost(f.boost)
		q.SetOperator(query.MatchQueryOperatorAnd)
		any = append(any, q)
	}
	return bleve.NewDisjunctionQuery(any...)
}

// word is a word of a question.
type word struct {
	text       string
	han        bool
	start, end int
	single     bool // single characters of Chinese
}

// particles are characters that join words and are not searched for.
const particles = "的了在是和与及或之吗呢吧地得"

// cut cuts a question into words. Chinese characters that are no words with their
// neighbours are one word together: a name that the dictionary does not know. A particle,
// and one character beside words, are left out: 台风的登陆 is 台风 and 登陆.
func (l *Library) cut(text string) ([]word, error) {
	var list []word
	err := l.words.Words(text, func(w lexicon.Word) bool {
		next := word{text[w.Start:w.End], w.Han, w.Start, w.End, w.Han && utf8.RuneCountInString(text[w.Start:w.End]) == 1}
		if n := len(list) - 1; n >= 0 && next.named() && list[n].named() && list[n].end == next.start {
			list[n].text, list[n].end = list[n].text+next.text, next.end
			return true
		}
		list = append(list, next)
		return len(list) < maxWords
	})
	beside := func(i int) bool {
		return i > 0 && list[i-1].han && list[i-1].end == list[i].start || i+1 < len(list) && list[i+1].han && list[i].end == list[i+1].start
	}
	out := list[:0:0]
	for i, w := range list {
		if !w.single || utf8.RuneCountInString(w.text) > 1 || !beside(i) {
			out = append(out, w)
		}
	}
	return out, err
}

// named reports whether w may be a part of a name.
func (w *word) named() bool { return w.single && !strings.Contains(particles, w.text) }

// has reports whether each Chinese word stands in one of the texts as a word.
func (a *question) has(texts ...string) bool {
	var buf []lexicon.Match
	seen := make([]bool, a.words)
	left := a.words
	for _, text := range texts {
		for _, m := range a.han.Find(text, buf[:0]) {
			if !seen[m.Entry] {
				seen[m.Entry] = true
				left--
			}
		}
	}
	return left <= 0
}

// parts is the excerpt of a hit in which Chinese words are marked as words, and other words
// as the index found them.
func (a *question) parts(h *Hit) []Part {
	found := slices.DeleteFunc(slices.Clone(h.found), func(s span) bool {
		r, _ := utf8.DecodeRuneInString(h.Text[min(s.from, len(h.Text)):])
		return r > 0x2e7f // a pair of Chinese characters, of a word or not
	})
	for _, m := range a.han.Find(h.Text, nil) {
		found = append(found, span{int(m.Start), int(m.End)})
	}
	return excerpt(h.Text, found)
}
