package stored

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// eachTerm calls yield with the terms of a text, in order, and where they begin: words in
// lower case, and pairs of neighbouring Chinese characters.
func eachTerm(text string, yield func(term string, at int)) {
	word, last := -1, -1 // where the present word, and the last Chinese character, begins
	end := func(at int) {
		if word >= 0 {
			yield(strings.ToLower(text[word:at]), word)
			word = -1
		}
	}
	for i, r := range text {
		switch {
		case script.Han(r):
			end(i)
			if last >= 0 {
				yield(text[last:i+utf8.RuneLen(r)], last)
			}
			last = i
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if word < 0 {
				word = i
			}
		default:
			end(i)
		}
		last = -1
	}
	end(len(text))
}

// Words counts the terms of a text as the engine sees them: words in lower case, and pairs of
// neighbouring Chinese characters.
func Words(text string) map[string]int {
	counts := map[string]int{}
	eachTerm(text, func(t string, _ int) { counts[t]++ })
	return counts
}

// termsOf returns the terms of a query, each once.
func termsOf(text string) (terms []string) {
	seen := map[string]bool{}
	eachTerm(text, func(t string, _ int) {
		if !seen[t] {
			seen[t] = true
			terms = append(terms, t)
		}
	})
	return terms
}

// maxSnippet bounds a snippet, in runes.
const maxSnippet = 160

// snippet is the part of a text around the first of words that stands in it.
func snippet(text string, words []string) string {
	at := len(text)
	eachTerm(text, func(t string, i int) {
		if i < at {
			for _, w := range words {
				if w == t {
					at = i
				}
			}
		}
	})
	if at == len(text) {
		at = 0
	}
	from := at
	for n := 0; n < maxSnippet/4 && from > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:from])
		from -= size
	}
	to := from
	for n := 0; n < maxSnippet && to < len(text); n++ {
		_, size := utf8.DecodeRuneInString(text[to:])
		to += size
	}
	return strings.Join(strings.Fields(text[from:to]), " ")
}

// shown is a text as an answer has it: one line of at most 300 characters, without controls and
// marks that change the direction of writing. It is the text of a page, so it has no markup.
func shown(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))), " ")
	if n := utf8.RuneCountInString(s); n > maxShown {
		s = string([]rune(s)[:maxShown])
	}
	return s
}

// maxShown is the longest title or snippet of an answer.
const maxShown = 300
