package functionwords

import (
	"strings"
	"unicode/utf8"
)

// Set is the function words of all three languages.
type Set map[string]bool

// New returns the set.
func New() Set {
	s := Set{}
	for _, list := range []string{English, spanish, chinese} {
		for w := range strings.FieldsSeq(list) {
			s[w] = true
		}
	}
	return s
}

// Has reports whether a folded word is a function word. A pair of Chinese characters is one, too, if
// it holds a character that only grammar joins to the other: 的 in 风的.
func (s Set) Has(word string) bool {
	return s[word] || utf8.RuneCountInString(word) <= 2 && strings.ContainsAny(word, particles)
}
