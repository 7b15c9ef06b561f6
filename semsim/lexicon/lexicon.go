package lexicon

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Term is a label to look for.
type Term struct {
	Text  string
	Lang  string // BCP 47; plurals are taken for English ("en", "en-GB") and for ASCII labels of no language
	Entry int32  // what it names: the caller's number, for example of a topic vector's entry
}

// Match is a place where a term was found.
type Match struct {
	Term  int32 // index of the term in the list given to New
	Entry int32 // Entry of that term
	Start int32 // first byte in the text as given
	End   int32 // byte after the last, as given; a plural's ending included
}

// The values of Options.Segmenter.
const (
	Hybrid = "hybrid" // find by trie, check the borders of Chinese words with gse's dictionary; the default
	Trie   = "trie"   // no check and no dictionary: under 100 MB, but finds 台风 in 平台风险
	GSE    = "gse"    // a Chinese label counts only where gse's own path yields it as a token
)

// Options says how a Lexicon is built. The zero value is ready to use.
type Options struct {
	Segmenter  string      // Hybrid, Trie or GSE; "" means Hybrid
	Dictionary *Dictionary // to share a loaded one between lexicons; nil means one of its own
}

// Lexicon finds terms in text. It does not change once built: any number of
// goroutines may use it.
type Lexicon struct {
	trie *trie
	pats []pattern
	fold *foldTable
	mode string
	dict *Dictionary // nil for Trie
	free sync.Pool   // of *borders
}

// TermError says that a term cannot be used.
type TermError struct {
	Index int
	Term  Term
	Msg   string
}

func (e *TermError) Error() string {
	return fmt.Sprintf("lexicon: term %d (%q): %s", e.Index, e.Term.Text, e.Msg)
}

// maxLabel is the longest label taken, in runes: longer ones are sentences.
const maxLabel = 200

// New returns a Lexicon of terms. Of several terms that are the same when
// folded, the first is reported. A term without a letter or digit and one of
// over 200 characters are refused with a [*TermError].
func New(terms []Term, opt Options) (*Lexicon, error) {
	switch opt.Segmenter {
	case "", Hybrid, Trie, GSE:
	default:
		return nil, fmt.Errorf("lexicon: unknown segmenter %q: choose %s, %s or %s", opt.Segmenter, Hybrid, Trie, GSE)
	}
	if len(terms) > math.MaxInt32 {
		return nil, fmt.Errorf("lexicon: too many terms: %d", len(terms))
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
	l.trie = newTrie(keys)
	if l.mode = cmp.Or(opt.Segmenter, Hybrid); l.mode != Trie {
		l.dict = cmp.Or(opt.Dictionary, new(Dictionary))
	}
	return l, nil
}

// labelKey is a folded label and what it asks for.
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
		if msg := invalid(keys[i]); msg != "" {
			return nil, &TermError{i, t, msg}
		}
		add(keys[i], newPattern(t, int32(i), keys[i]))
	}
	// Plurals come last: a label as given goes before another's plural.
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

func invalid(key string) string {
	n := utf8.RuneCountInString(key)
	switch {
	case strings.IndexFunc(key, func(r rune) bool { return classOf(r) != separator }) < 0:
		return "has no letter or digit"
	case n > maxLabel:
		return fmt.Sprintf("has %d characters; at most %d are taken", n, maxLabel)
	}
	return ""
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
