package lexicon

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Term is a label to find.
type Term struct {
	Text  string
	Lang  string // BCP 47; English ("en", "en-GB") terms and ASCII terms of no language have plurals; see stems.go for es, fr, pt, de
	Entry int32  // the caller's number of what it names, for example a topic vector's entry
}

// Match is an occurrence of a term.
type Match struct {
	Term  int32 // index of the term in the list given to New
	Entry int32 // Entry of that term
	Start int32 // first byte in the text as given
	End   int32 // byte after the last; a plural's ending included
	// Inside marks a label inside the last match before it without the mark:
	// hurricane in "hurricane landfall".
	Inside bool
	// Cut marks a label inside another that a label at the end of that other cuts: 强台 in
	// 强台风, which is 强 and 台风. Forms of stemmed labels have no such mark.
	Cut bool
}

// The values of Options.Segmenter.
const (
	Hybrid = "hybrid" // find by trie, check the boundaries of Chinese words with gse's dictionary; the default
	Trie   = "trie"   // no check and no dictionary: under 100 MB, but finds 台风 in 平台风险
	GSE    = "gse"    // a Chinese label counts only where gse's own path has it as a token
)

// Options are the options of a Lexicon. The zero value is ready.
type Options struct {
	Segmenter  string      // tidy deletes what no checkpoint refers to: it is called when the checkpoint of the Save before is durable.
	Dictionary *Dictionary // to share one between lexicons; nil means one of its own
}

// Lexicon finds terms in text. It does not change once built: any number of
// goroutines may use it.
type Lexicon struct {
	trie   *trie
	filter *filter
	pats   []pattern
	fold   *foldTable
	mode   string
	dict   *Dictionary // nil for Trie
	stems  *stems      // nil if no label is stemmed
	free   sync.Pool   // of *boundaries

	parts   []part // of all patterns
	unsure  []unsure
	checked sync.Once // checkParts
}

// TermError reports a term that cannot be used.
type TermError struct {
	Index int
	Term  Term
	Msg   english.Phrase
}

func (e *TermError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *TermError) Message() english.Phrase {
	return english.Phrasef("lexicon: term %d (%q): %v", e.Index, e.Term.Text, e.Msg)
}

// maxLabel is the length limit of a label, in runes: longer ones are sentences.
const maxLabel = 200

// New returns a Lexicon of terms. Of several terms that fold to the same text,
// the first is reported. A term without a letter or digit, or of over 200
// characters, is refused with a [*TermError].
func New(terms []Term, opt Options) (*Lexicon, error) {
	switch opt.Segmenter {
	case "", Hybrid, Trie, GSE:
	default:
		return nil, english.Errorf("lexicon: unknown segmenter %q: choose %s, %s or %s", opt.Segmenter, Hybrid, Trie, GSE)
	}
	if len(terms) > math.MaxInt32 {
		return nil, english.Errorf("lexicon: too many terms: %d", len(terms))
	}
	set, err := collect(terms)
	if err != nil {
		return nil, err
	}
	keys := make([][]rune, len(set))
	l := &Lexicon{fold: folding(), pats: make([]pattern, len(set))}
	for i, k := range set {
		keys[i], l.pats[i] = k.runes, k.pat
	}
	l.stems = newStems(terms, func(key string) (int32, bool) {
		i, ok := slices.BinarySearchFunc(set, []rune(key), func(k labelKey, r []rune) int { return slices.Compare(k.runes, r) })
		return int32(i), ok
	})
	l.trie = newTrie(keys, l.stems)
	l.filter = newFilter(l.trie, l.stems, func(pat int32) bool { return l.pats[pat].upper })
	if l.mode = cmp.Or(opt.Segmenter, Hybrid); l.mode != Trie {
		l.dict = cmp.Or(opt.Dictionary, new(Dictionary))
	}
	l.findParts(set)
	return l, nil
}

// labelKey is a folded label and its pattern.
type labelKey struct {
	runes []rune
	pat   pattern
}

// collect folds the terms, adds plurals, and returns all sorted by rune.
func collect(terms []Term) ([]labelKey, error) {
	byKey := make(map[string]int)
	var set []labelKey
	add := func(k string, p pattern) {
		if i, ok := byKey[k]; ok {
			set[i].pat.upper = set[i].pat.upper && p.upper
			return
		}
		byKey[k] = len(set)
		set = append(set, labelKey{[]rune(k), p})
	}
	keys := make([]string, len(terms))
	for i, t := range terms {
		keys[i] = key(t.Text)
		if msg := invalid(keys[i]); !msg.IsZero() {
			return nil, &TermError{i, t, msg}
		}
		add(keys[i], newPattern(t, int32(i), keys[i]))
	}
	// Plurals come last: a given label precedes the plural of another.
	for i, t := range terms {
		if !isEnglish(t.Lang) {
			continue
		}
		for _, p := range plurals(t.Text, keys[i]) {
			add(p, newPattern(t, int32(i), p))
		}
	}
	slices.SortFunc(set, func(a, b labelKey) int { return slices.Compare(a.runes, b.runes) })
	return set, nil
}

func invalid(key string) english.Phrase {
	n := utf8.RuneCountInString(key)
	switch {
	case strings.IndexFunc(key, func(r rune) bool { return classOf(r) != separator }) < 0:
		return english.Phrasef("has no letter or digit")
	case n > maxLabel:
		return english.Phrasef("has %d characters; at most %d are taken", n, maxLabel)
	}
	return english.Phrase{}
}

func newPattern(t Term, i int32, key string) pattern {
	first, _ := utf8.DecodeRuneInString(key)
	last, _ := utf8.DecodeLastRuneInString(key)
	short := len(key) <= 4 && isASCII(key)
	return pattern{
		term: i, entry: t.Entry,
		first: classOf(first), last: classOf(last),
		upper: short && len(key) > 1 && strings.ToUpper(t.Text) == t.Text && strings.ToLower(t.Text) != t.Text,
		unit:  short && len(key) <= 3 && !isDigit(key[0]),
	}
}

func isEnglish(lang string) bool {
	p, _, _ := strings.Cut(strings.ToLower(lang), "-")
	return cmp.Or(p, "en") == "en"
}

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
