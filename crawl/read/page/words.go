package page

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/internal/swar"
)

// wordCount counts the words and the scripts of a text.
type wordCount struct {
	spaced int // words in scripts that put spaces between them
	hangul int // of those, Korean ones
	han    int // characters
	kana   int
}

// words is the length of the text in words; two Chinese characters count as
// about one word.
func (t *wordCount) words() int { return t.spaced + (t.han+t.kana)/2 }

// join adds what was counted of another text.
func (t *wordCount) join(o wordCount) {
	t.spaced += o.spaced
	t.hangul += o.hangul
	t.han += o.han
	t.kana += o.kana
}

// add counts the words of s. An apostrophe within a word is part of it. Where
// possible it takes eight bytes at a time: a word begins at each letter or digit
// that follows none.
func (t *wordCount) add(s string) {
	var in uint64 // 1 inside a word
	for i := 0; i < len(s); {
		if x, ok := swar.Load(s, i); ok && !quoted(x) {
			w := swar.Alnums(x)
			t.spaced += bits.OnesCount64(w &^ (w<<8 | in<<7))
			in = w >> 63
			i += 8
			continue
		}
		if kinds[s[i]] == hanChar {
			for ; i < len(s) && kinds[s[i]] == hanChar; i += 3 {
				t.han++
			}
			in = 0
			continue
		}
		kind, n := kindAt(s, i)
		switch kind {
		case inWord:
			if in == 0 {
				t.word(s[i:])
			}
			in = 1
		case apostrophe:
		case hanChar:
			t.han++
			in = 0
		case kanaChar:
			t.kana++
			in = 0
		default:
			in = 0
		}
		i += n
	}
}

// word counts the word at the beginning of s.
func (t *wordCount) word(s string) {
	t.spaced++
	if s[0] < 0xEA || s[0] > 0xED {
		return
	}
	if r, _ := utf8.DecodeRuneInString(s); r >= 0xAC00 && r < 0xD7B0 {
		t.hangul++
	}
}

// quoted reports whether a byte of x is an apostrophe.
func quoted(x uint64) bool {
	q := x ^ '\''*swar.EveryByte // 0 where one is
	return (q-swar.EveryByte)&^q&(0x80*swar.EveryByte) != 0
}

// charKind is the role of a character in counting words.
type charKind uint8

const (
	noWord     charKind = 0
	inWord     charKind = 1
	apostrophe charKind = 2
	inside              = inWord | apostrophe
	hanChar    charKind = 4
	kanaChar   charKind = 8
	unknown    charKind = 16 // the first byte is not enough
)

// kinds tells the kind of a character by its first byte.
var kinds = func() (k [256]charKind) {
	for c := range k {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9':
			k[c] = inWord
		case c == '\'':
			k[c] = apostrophe
		case c >= 0xE5 && c <= 0xE9: // U+5000 to U+9FFF, nearly all Han characters in use
			k[c] = hanChar
		case c >= 0x80:
			k[c] = unknown
		}
	}
	return k
}()

// kindAt returns the kind and the size of the character at s[i].
func kindAt(s string, i int) (charKind, int) {
	switch k := kinds[s[i]]; k {
	case unknown:
	case hanChar:
		return k, 3
	default:
		return k, 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if punctuates(r) {
		return noWord, n
	}
	return kindOfRune(r), n
}

// punctuates reports the most common punctuation of Chinese, by range: the tables of
// unicode take ten times as long.
func punctuates(r rune) bool {
	return r >= 0xFF00 && r < 0xFF10 || r >= 0x3000 && r < 0x3004 || r >= 0x3008 && r < 0x3020 || r == 0xFF1A || r == 0xFF1B || r == 0x201C || r == 0x201D
}

func kindOfRune(r rune) charKind {
	switch {
	case script.Kana(r):
		return kanaChar
	case script.Han(r):
		return hanChar
	case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r):
		return inWord
	case r == '’':
		return apostrophe
	}
	return noWord
}

// commonWords counts the most common English words of s. Few pages need it:
// most declare their language.
func commonWords(s string) (n int) {
	for i := 0; i < len(s); {
		kind, size := kindAt(s, i)
		if kind != inWord {
			i += size
			continue
		}
		start := i
		for i < len(s) {
			kind, size := kindAt(s, i)
			if kind&inside == 0 {
				break
			}
			i += size
		}
		if w := s[start:i]; len(w) <= 3 && commonest(w) {
			n++
		}
	}
	return n
}

// commonest reports the most common English words of at most three bytes.
func commonest(w string) bool {
	var v uint32
	for i := 0; i < len(w); i++ {
		v = v<<8 | uint32(w[i]|0x20)
	}
	switch v {
	case 't'<<16 | 'h'<<8 | 'e', 'o'<<8 | 'f', 'a'<<16 | 'n'<<8 | 'd', 't'<<8 | 'o', 'i'<<8 | 'n', 'i'<<8 | 's', 'f'<<16 | 'o'<<8 | 'r':
		return true
	}
	return false
}

// leastWords is the number of words that show a language.
const leastWords = 5

// language decides the language of the page. A declaration is believed unless
// the script contradicts it: themes come with lang="en" and are filled in
// Chinese. Without a declaration the script or the most common English words
// decide. english counts these.
func (t *wordCount) language(declared string, english func() int) string {
	total := t.words()
	switch {
	case total < leastWords:
		return declared
	case t.kana*8 > t.han+t.kana && t.kana+t.han > total/2:
		return prefer(declared, "ja")
	case t.han > total/2: // a quarter of the words
		return prefer(declared, "zh", "ja", "yue")
	case t.hangul > total/4:
		return prefer(declared, "ko")
	case declared != "":
		base, _, _ := strings.Cut(declared, "-")
		if (base == "zh" || base == "ja") && (t.han+t.kana)*10 < total && english()*20 > total {
			return "en"
		}
		return declared
	case english()*15 > total:
		return "en"
	}
	return ""
}

// prefer keeps the declared tag if its language is one of langs.
func prefer(declared string, langs ...string) string {
	base, _, _ := strings.Cut(declared, "-")
	if slices.Contains(langs, base) {
		return declared
	}
	return langs[0]
}

// langTag returns a declared language in BCP 47 form, or "". The tag is no part of s:
// it may be kept longer than the document.
func langTag(s string) string {
	switch s { // the most common declarations need no parsing
	case "", "en", "zh", "zh-CN", "zh-TW", "en-US", "en-GB", "de", "fr", "es", "ja", "ru":
		return strings.Clone(s)
	}
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 35 {
		return ""
	}
	t, err := language.Parse(strings.ReplaceAll(s, "_", "-"))
	if err != nil || t == language.Und {
		return ""
	}
	return t.String()
}
