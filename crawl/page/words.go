package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
)

// tally counts the words and the scripts of a text.
type tally struct {
	spaced int // words in scripts that put spaces between them
	the    int // of those, the commonest English ones
	hangul int // of those, Korean ones
	han    int // characters
	kana   int
}

// words is the length of the text in words; two characters of Chinese make
// about one word.
func (t *tally) words() int { return t.spaced + (t.han+t.kana)/2 }

// add counts the words of s.
func (t *tally) add(s string) {
	for i := 0; i < len(s); {
		switch k := kinds[s[i]]; k {
		case inWord:
			start := i
			for i++; i < len(s) && kinds[s[i]]&inside != 0; i++ {
			}
			i = t.rest(s, start, i)
		case hanChar:
			t.han++
			i += 3
		case unknown:
			switch kind, n := kindAt(s, i); kind {
			case inWord:
				i = t.rest(s, i, i+n)
			case hanChar:
				t.han++
				i += n
			case kanaChar:
				t.kana++
				i += n
			default:
				i += n
			}
		default:
			i++
		}
	}
}

// rest counts the word that begins at start and has been read up to i, and
// returns where it ends. An apostrophe within a word is part of it.
func (t *tally) rest(s string, start, i int) int {
	for i < len(s) && kinds[s[i]] != noWord {
		kind, n := kindAt(s, i)
		if kind&inside == 0 {
			break
		}
		i += n
	}
	t.word(s[start:i])
	return i
}

// charKind is what a character means for counting words.
type charKind uint8

const (
	noWord     charKind = 0
	inWord     charKind = 1
	apostrophe charKind = 2
	inside              = inWord | apostrophe
	hanChar    charKind = 4
	kanaChar   charKind = 8
	unknown    charKind = 16 // the byte does not tell
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
	switch {
	case isKana(r):
		return kanaChar, n
	case cjk(r):
		return hanChar, n
	case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r):
		return inWord, n
	case r == '’':
		return apostrophe, n
	}
	return noWord, n
}

func (t *tally) word(w string) {
	t.spaced++
	if len(w) <= 3 && commonest(w) {
		t.the++
	}
	if w[0] < 0xEA || w[0] > 0xED {
		return
	}
	if r, _ := utf8.DecodeRuneInString(w); r >= 0xAC00 && r < 0xD7B0 {
		t.hangul++
	}
}

// commonest reports the commonest English words among those of at most three
// bytes.
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

// language settles the language of the page. A declaration is believed unless
// the script contradicts it: themes come with lang="en" and are filled in
// Chinese. Without one, only what the script or the commonest English words
// show is said.
func (t *tally) language(declared string) string {
	total := t.words()
	switch {
	case total < 5:
		return declared
	case t.kana*8 > t.han+t.kana && t.kana+t.han > total/2:
		return prefer(declared, "ja")
	case t.han > total/2: // a quarter of the words
		return prefer(declared, "zh", "ja", "yue")
	case t.hangul > total/4:
		return prefer(declared, "ko")
	case declared != "":
		base, _, _ := strings.Cut(declared, "-")
		if (base == "zh" || base == "ja") && (t.han+t.kana)*10 < total && t.the*20 > total {
			return "en"
		}
		return declared
	case t.the*15 > total:
		return "en"
	}
	return ""
}

// prefer keeps the declared tag if its language is one of langs.
func prefer(declared string, langs ...string) string {
	base, _, _ := strings.Cut(declared, "-")
	for _, l := range langs {
		if base == l {
			return declared
		}
	}
	return langs[0]
}

// langTag returns a declared language in BCP 47 form, or "".
func langTag(s string) string {
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

// cjk reports characters of scripts written without spaces.
func cjk(r rune) bool {
	return r >= 0x2E80 && r < 0xA000 && !(r < 0x3040 && r >= 0x2FE0 && r != 0x3005 && r != 0x3007) && !(r >= 0x3130 && r < 0x3190) && !(r >= 0x31C0 && r < 0x31F0) && !(r >= 0x3200 && r < 0x3400) ||
		r >= 0xF900 && r < 0xFB00 || r >= 0x20000 && r < 0x33480
}

func isKana(r rune) bool { return r >= 0x3040 && r < 0x3100 }
