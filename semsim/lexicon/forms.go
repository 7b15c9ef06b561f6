package lexicon

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/spanish"

	snowball "github.com/blevesearch/snowballstem"
)

// language is one whose words are stemmed.
type language uint8

const (
	notStemmed language = iota
	inSpanish
	inFrench
	inPortuguese
	inGerman
)

func languageOf(lang string) language {
	p, _, _ := strings.Cut(strings.ToLower(lang), "-")
	switch p {
	case "es":
		return inSpanish
	case "fr":
		return inFrench
	case "pt":
		return inPortuguese
	case "de":
		return inGerman
	}
	return notStemmed
}

// stem is the stem of a folded word. The plural of -ão, irregular in Portuguese, is
// not known to the algorithm: furacões is taken for furacão.
func (l language) stem(word string) string {
	if l == inPortuguese {
		for _, plural := range []string{"ões", "ães"} {
			if s, ok := strings.CutSuffix(word, plural); ok {
				word = s + "ão"
			}
		}
	}
	env := snowball.NewEnv(word)
	switch l {
	case inSpanish:
		spanish.Stem(env)
	case inFrench:
		french.Stem(env)
	case inPortuguese:
		portuguese.Stem(env)
	case inGerman:
		german.Stem(env)
	}
	return env.Current()
}

// word is a word as a text has it.
type word struct {
	lang language
	text string
}

// form is a word folded, and its stem.
type form struct{ folded, stem string }

// formOf folds and stems a word of a text. The same few words come again and again.
func (s *stems) formOf(lang language, text string) form {
	s.mu.RLock()
	f, ok := s.forms[word{lang, text}]
	s.mu.RUnlock()
	if ok {
		return f
	}
	text = strings.Clone(text) // what is kept must not hold the page's text
	f.folded = Fold(text)
	if utf8.RuneCountInString(f.folded) >= leastStemmed && isLetters(f.folded) {
		f.stem = lang.stem(f.folded)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.forms) >= mostForms {
		clear(s.forms)
	}
	s.forms[word{lang, text}] = f
	return f
}

func isLetters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// baseLetters writes the letters at the beginning of s without accents and in lower
// case into dst, until dst is full or the word ends. It returns how many it wrote; 0
// for letters that are not Latin.
func baseLetters(s string, dst []byte) int {
	n := 0
	for _, r := range s {
		if n == len(dst) {
			return n
		}
		switch {
		case r < utf8.RuneSelf:
			if !isAlnum(byte(r)) {
				return n
			}
			dst[n] = byte(r)
			if 'A' <= r && r <= 'Z' {
				dst[n] |= 0x20
			}
			n++
		case unicode.Is(unicode.Mn, r) || isIgnorable(r):
		case classOf(r) != alphabet:
			return n
		default:
			dst[n] = baseOf(r)
			n++
		}
	}
	return n
}

// baseOf is a Latin letter without its accent, in lower case; x for others (ß, æ).
func baseOf(r rune) byte {
	if table := latinBases(); int(r) < len(table) {
		return table[r]
	}
	return slowBase(r)
}

func slowBase(r rune) byte {
	if b := firstOfNFD(lower(r)); b < utf8.RuneSelf {
		return byte(b)
	}
	return 'x'
}

var latinBases = sync.OnceValue(func() (t [0x180]byte) {
	for r := range t {
		t[r] = slowBase(rune(r))
	}
	return t
})

// wordEndAt is where the run of letters and digits at i ends.
func wordEndAt(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if classOf(r) != alphabet && !isIgnorable(r) {
			break
		}
		i += size
	}
	return i
}

// has reports whether f is a form of w.
func (w *stemmed) has(f form) bool {
	if f.folded == w.text || w.stem == "" || f.stem != w.stem {
		return f.folded == w.text
	}
	n, m := utf8.RuneCountInString(f.folded), utf8.RuneCountInString(w.text)
	return n >= m-fewerLetters && n <= m+moreLetters &&
		(w.lang != inSpanish && w.lang != inPortuguese || !otherGender(f.folded, w.text))
}

// otherGender reports whether one of the words ends in -a or -as, the other in -o or
// -os.
func otherGender(a, b string) bool {
	x, y := lastLetter(a), lastLetter(b)
	return x == 'a' && y == 'o' || x == 'o' && y == 'a'
}

func lastLetter(s string) byte {
	s = strings.TrimSuffix(s, "s")
	if s == "" {
		return 0
	}
	return s[len(s)-1]
}

// form looks for a form of a stemmed label at i that is longer than end. It appends
// it and returns its end, or 0.
func (s *scan) form(i, least int) int {
	if s.stems == nil || s.filter.noForm(s.text, i) || i > 0 && classOf(before(s.text[:i])) == alphabet {
		return 0
	}
	end, pat, begun := s.stems.find(s.fold, s.text, i, len(s.text))
	if !begun {
		s.filter.isNone(s.text, i)
	}
	if end <= least {
		return 0
	}
	p := &s.pats[pat]
	s.dst = append(s.dst, Match{Term: p.term, Entry: p.entry, Start: int32(i), End: int32(end)})
	s.insideForm(p.entry, i, end)
	return end
}
