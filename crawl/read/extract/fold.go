package extract

import (
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// folded is a text as the rules read it: lower case, ASCII digits and punctuation, simplified
// characters. Each rune of the text has one rune in s, so no part of it is lost.
type folded struct {
	text string
	s    string
	at   []int // of each byte of s, and of its end, the byte of text
}

// fold folds text rune by rune, by [lexicon.FoldRune]. What folds to none or several runes
// stays as it is.
func fold(text string) *folded {
	f := &folded{text: text, at: make([]int, 0, len(text)+1)}
	b := make([]byte, 0, len(text))
	for i, r := range text {
		if r < utf8.RuneSelf {
			r = unicode.ToLower(r)
		} else if one, ok := lexicon.FoldRune(r); ok {
			r = one
		}
		b = utf8.AppendRune(b, narrow(r))
		for len(f.at) < len(b) {
			f.at = append(f.at, i)
		}
	}
	f.at = append(f.at, len(text))
	f.s = string(b)
	return f
}

// narrow makes one form of the signs that stand in numbers, times and names.
func narrow(r rune) rune {
	switch r {
	case '–', '—', '−', '～', '－', '﹣':
		return '-'
	case '\u00a0', '\u3000', '\u202f', '\u2009', '\n', '\t', '\r':
		return ' '
	case '’', '‘':
		return '\''
	case '／':
		return '/'
	case '〇', '○':
		return '零'
	}
	return r
}

// span is the part of the text that s is folded from.
func (f *folded) span(s Span) Span { return Span{f.at[s.Start], f.at[s.End]} }

// wordAt reports whether the bytes from i to j of s are whole words where they begin and end
// with a letter or digit of a script that separates words.
func wordAt(s string, i, j int) bool {
	first, _ := utf8.DecodeRuneInString(s[i:])
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	last, _ := utf8.DecodeLastRuneInString(s[:j])
	after, _ := utf8.DecodeRuneInString(s[j:])
	return !(joins(first) && joins(before) && i > 0) && !(joins(last) && joins(after) && j < len(s))
}

// joins reports whether r is part of a word with the letters beside it.
func joins(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !script.Han(r) }
