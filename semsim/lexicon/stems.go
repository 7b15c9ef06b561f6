package lexicon

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Inflection in Spanish, French, Portuguese and German: a word of a text is a form of
// a label's word if the two have the same stem by the algorithm of the label's
// language (Porter 2001, snowballstem.org), and
//
//   - both have at least four letters, and no acronym is stemmed;
//   - the text's word has at most two letters less or more than the label's: a stem
//     is often shared with verbs (inundación, inundar; huracán, huracanado);
//   - in Spanish and Portuguese they do not differ in -a and -o: tormenta is no form of
//     tormento.
//
// Every word of a label may be inflected. Of a text only words that begin as a stem
// does are stemmed, so that other words cost nothing.

const (
	leastStemmed = 4  // letters of a word that is stemmed
	mostStemmed  = 40 // longer words are no words
	fewerLetters = 2
	moreLetters  = 2
	mostForms    = 1 << 14 // words of texts whose stems are kept
	mostWords    = 12      // words of a label that is stemmed
	mostHead     = 24      // letters by which a first word is found
)

// stems holds the labels whose words are stemmed, as a tree of their words. The
// first words are found by their head: how all their forms begin, without accents.
type stems struct {
	byHead map[string]*headWords
	heads  map[[leastStemmed]byte]lengths // of the heads that begin so

	mu    sync.RWMutex
	forms map[word]form // of texts; at most mostForms
}

// lengths are the least and the greatest length of heads.
type lengths struct{ least, most int }

// stemmed is a word of labels, folded, after the same words before it. Without a stem
// it has one form.
type stemmed struct {
	text, stem string
	lang       language
	pat        int32                 // of the label that ends here; -1 if none does
	next       map[string][]*stemmed // by stem, or by "=" and text
}

// newStems returns nil if no term is in a language whose words are stemmed. patOf
// gives the pattern of a folded label.
func newStems(terms []Term, patOf func(key string) (int32, bool)) *stems {
	s := &stems{byHead: make(map[string]*headWords), heads: make(map[[leastStemmed]byte]lengths), forms: make(map[word]form)}
	for _, t := range terms {
		if lang := languageOf(t.Lang); lang != notStemmed {
			k := key(t.Text)
			if pat, ok := patOf(k); ok {
				s.add(stemLabel(lang, t.Text, k), pat)
			}
		}
	}
	if len(s.byHead) == 0 {
		return nil
	}
	return s
}

// headWords are the first words of labels that begin with the same letters. There may be
// very many, so they are found by their stems.
type headWords struct {
	langs []language // of the words
	words map[stemIn][]*stemmed
}

type stemIn struct {
	lang language
	stem string
}

// into returns the word of h that is w, which it adds if there is none.
func (h *headWords) into(w stemmed) *stemmed {
	at := stemIn{w.lang, w.stem}
	for _, x := range h.words[at] {
		if x.text == w.text {
			return x
		}
	}
	if !slices.Contains(h.langs, w.lang) {
		h.langs = append(h.langs, w.lang)
	}
	h.words[at] = append(h.words[at], &w)
	itself := stemIn{w.lang, "=" + w.text} // whatever its stem is in a text, as in capitals
	h.words[itself] = append(h.words[itself], &w)
	return &w
}

// add adds a label.
func (s *stems) add(words []stemmed, pat int32) {
	if len(words) == 0 {
		return
	}
	first := words[0]
	var base [mostHead]byte
	n := baseLetters(first.text, base[:])
	if n < leastStemmed || utf8.RuneCountInString(first.stem) < leastStemmed-1 {
		return
	}
	n = min(n, max(leastStemmed, utf8.RuneCountInString(first.stem)-1))
	head := string(base[:n])
	l, ok := s.heads[[leastStemmed]byte(base[:])]
	if !ok {
		l.least = n
	}
	s.heads[[leastStemmed]byte(base[:])] = lengths{min(l.least, n), max(l.most, n)}
	h := s.byHead[head]
	if h == nil {
		h = &headWords{words: make(map[stemIn][]*stemmed)}
		s.byHead[head] = h
	}
	at := h.into(first)
	for _, w := range words[1:] {
		if at.next == nil {
			at.next = make(map[string][]*stemmed)
		}
		at = into(at.next, w.key(), w)
	}
	if at.pat < 0 {
		at.pat = pat
	}
}

// into returns the word of m that is w, which it adds if there is none.
func into(m map[string][]*stemmed, key string, w stemmed) *stemmed {
	for _, x := range m[key] {
		if x.text == w.text && x.lang == w.lang {
			return x
		}
	}
	m[key] = append(m[key], &w)
	return &w
}

// key is where a word is found among those that follow another.
func (w *stemmed) key() string {
	if w.stem == "" {
		return "=" + w.text
	}
	return w.stem
}

// stemLabel stems the words of a label; nil if it has too many.
func stemLabel(lang language, text, folded string) (out []stemmed) {
	written := strings.FieldsFunc(text, isSeparator)
	words := strings.Split(folded, " ")
	if len(words) > mostWords {
		return nil
	}
	for i, w := range words {
		word := stemmed{text: w, lang: lang, pat: -1}
		acronym := i < len(written) && isAcronym(written[i])
		if n := utf8.RuneCountInString(w); n >= leastStemmed && n <= mostStemmed && !acronym && isLetters(w) {
			word.stem = lang.stem(w)
		}
		out = append(out, word)
	}
	return out
}

// index lets t pass words that may be forms of a stemmed label.
func (s *stems) index(t *trie, begins map[rune]bool) {
	if s == nil {
		return
	}
	for four := range s.heads {
		begins[rune(four[0])] = true
		t.allow(uint32(four[0]) | uint32(four[1])<<8 | uint32(four[2])<<16 | uint32(four[3])<<24)
	}
	for _, words := range s.byHead {
		for _, list := range words.words {
			for _, w := range list {
				first, _ := utf8.DecodeRuneInString(w.text)
				begins[first] = true
			}
		}
	}
}

// find returns the label of which text[i:end] is a form, and its pattern; end is 0 if
// there is none. The longest label is taken. limit is where it must end at the latest. begun is false
// if the word at i begins no form, whatever follows it.
func (s *stems) find(f *foldTable, text string, i, limit int) (end int, pat int32, begun bool) {
	var base [mostHead]byte
	n := baseLetters(text[i:min(limit, i+4*mostHead)], base[:])
	if n < leastStemmed {
		return 0, 0, false
	}
	l, ok := s.heads[[leastStemmed]byte(base[:])]
	if !ok {
		return 0, 0, false
	}
	stop := 0
	for k := l.least; k <= min(n, l.most); k++ {
		h := s.byHead[string(base[:k])]
		if h == nil {
			continue
		}
		if stop == 0 {
			stop = wordEndAt(text, i)
		}
		if stop > limit || stop-i > 4*mostStemmed {
			begun = true // as far as is known
			continue
		}
		for _, lang := range h.langs {
			form := s.formOf(lang, text[i:stop])
			for _, list := range [...][]*stemmed{h.words[stemIn{lang, form.stem}], h.words[stemIn{lang, "=" + form.folded}]} {
				for _, w := range list {
					if !w.has(form) {
						continue
					}
					begun = true
					if e, p := s.follow(w, f, text, stop, limit); e > end {
						end, pat = e, p
					}
				}
			}
		}
	}
	return end, pat, begun
}

// follow returns the end and the pattern of the longest label that begins with w and
// the words before it, which end at i.
func (s *stems) follow(w *stemmed, f *foldTable, text string, i, limit int) (end int, pat int32) {
	if w.pat >= 0 {
		end, pat = i, w.pat
	}
	if w.next == nil || i >= limit {
		return end, pat
	}
	size := f.skipSeparators(text[i:])
	stop := wordEndAt(text, i+size)
	if size == 0 || stop > limit || stop-i > 4*mostStemmed {
		return end, pat
	}
	form := s.formOf(w.lang, text[i+size:stop])
	for _, list := range [][]*stemmed{w.next[form.stem], w.next["="+form.folded]} {
		for _, next := range list {
			if !next.has(form) {
				continue
			}
			if e, p := s.follow(next, f, text, stop, limit); e > end {
				end, pat = e, p
			}
		}
	}
	return end, pat
}
