package names

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Bounds of a name, in characters.
const (
	leastName = 2
	mostName  = 60
)

// function are words of grammar; the set is only read.
var function = functionwords.New()

// clean drops quotes and signs around a name; ok is false for what is none: a single character, a
// word of grammar, a number, or more than 60 characters.
func clean(s string) (name string, ok bool) {
	if len(s) > 4*mostName {
		return "", false
	}
	s = strings.TrimFunc(strings.ToValidUTF8(s, ""), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	n := utf8.RuneCountInString(s)
	if n < leastName || n > mostName || !strings.ContainsFunc(s, unicode.IsLetter) || function.Has(lexicon.Fold(s)) {
		return "", false
	}
	return s, true
}

// Key is the form in which names are compared: folded, one space between words, without an article
// before it and without the s of an English plural. It is "" for what is no name.
func Key(s string) string {
	s, ok := clean(s)
	if !ok {
		return ""
	}
	s = strings.Join(strings.FieldsFunc(lexicon.Fold(s), func(r rune) bool { return unicode.IsSpace(r) || r == '-' || r == '_' }), " ")
	for _, article := range [...]string{"the ", "an ", "a "} {
		if rest, ok := strings.CutPrefix(s, article); ok {
			s = rest
			break
		}
	}
	one, plural := strings.CutSuffix(s, "s")
	if plural && len(s) > 3 && !strings.HasSuffix(s, "ss") && !strings.HasSuffix(s, "us") && strings.ContainsFunc(one, unicode.IsLetter) {
		s = one
	}
	if _, ok := clean(s); !ok { // what an article stood before is judged as what has none
		return ""
	}
	return s
}

// Chinese reports whether a name has a Chinese character.
func Chinese(name string) bool { return script.HasHan(name) }
