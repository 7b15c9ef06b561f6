package lexicon

import "strings"

// minInflected is the length in letters from which a label has plurals. Plurals
// of acronyms (TD) and of very short words are too often other words.
const minInflected = 4

// plurals returns the regular plural forms of an English label, folded: its
// last word with -s, with -es after a sibilant, -ies for consonant and y, both
// -s and -es after consonant and o (tornados, tornadoes). A label that ends in
// a plural, a digit or an acronym (as written in text) has none.
func plurals(text, folded string) []string {
	last := folded[strings.LastIndexByte(folded, ' ')+1:]
	if len(folded) < minInflected || len(last) < 2 || !isASCII(last) || isAcronym(lastWord(text)) {
		return nil
	}
	stem := folded[:len(folded)-1]
	c, b := last[len(last)-1], last[len(last)-2]
	switch {
	case c < 'a' || c > 'z' || b < 'a' || b > 'z':
		return nil
	case c == 's':
		if b == 's' || b == 'u' {
			return []string{folded + "es"} // losses, viruses
		}
		return nil
	case c == 'x' || c == 'z' || c == 'h' && (b == 'c' || b == 's'):
		return []string{folded + "es"}
	case c == 'y' && !isVowel(b):
		return []string{stem + "ies"}
	case c == 'o' && !isVowel(b):
		return []string{folded + "s", folded + "es"}
	}
	return []string{folded + "s"}
}

func isVowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

func lastWord(s string) string {
	f := strings.FieldsFunc(s, isSeparator)
	if len(f) == 0 {
		return ""
	}
	return f[len(f)-1]
}

// isAcronym reports whether an ASCII word has two capitals or more (TD, STS,
// SuperTY, NaCl), unlike ordinary words.
func isAcronym(s string) bool {
	capitals := 0
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			capitals++
		}
	}
	return capitals > 1 || capitals == 1 && len(s) == 1
}
