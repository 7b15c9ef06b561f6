package shingle

import (
	"unicode"
	"unicode/utf8"
)

// Constants of FNV-1a (Fowler, Noll and Vo), the hash of words.
const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

// token is a word, or a Chinese, Japanese or Korean character, by its hash.
type token struct {
	hash  uint64
	digit bool // has a digit
	han   bool // is one character of a script without spaces
}

// maxSentence is the most tokens of a sentence; what has more is no sentence, but may be as
// long as a page.
const maxSentence = 1000

// sentences calls yield with the tokens of each sentence of a text. The tokens are valid
// until yield returns. Letters are compared in lower case.
func sentences(text string, buf []token, yield func([]token)) []token {
	buf = buf[:0]
	var word token // the present one; hash 0: none
	flush := func() {
		if len(buf) > 0 {
			yield(buf)
			buf = buf[:0]
		}
	}
	add := func(t token) {
		if buf = append(buf, t); len(buf) == maxSentence {
			flush()
		}
	}
	end := func() {
		if word.hash != 0 {
			add(word)
			word = token{}
		}
	}
	stop := func() {
		end()
		flush()
	}
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		switch {
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			word.add(r | 0x20)
		case '0' <= r && r <= '9':
			word.add(r)
			word.digit = true
		case r == '.' && word.digit && i < len(text) && '0' <= text[i] && text[i] <= '9': // 23.5 is a word
			word.add(r)
		case stops(r):
			stop()
		case r < utf8.RuneSelf:
			end()
		case ideographic(r):
			end()
			add(token{hash: mix(uint64(r)), han: true})
		case unicode.IsLetter(r):
			word.add(unicode.ToLower(r))
		case unicode.IsDigit(r):
			word.add(r)
			word.digit = true
		default:
			end()
		}
	}
	stop()
	return buf
}

// add adds a character to a word.
func (t *token) add(r rune) {
	if t.hash == 0 {
		t.hash = offset
	}
	t.hash = (t.hash ^ uint64(r)) * prime
}

// stops reports characters that end a sentence.
func stops(r rune) bool {
	switch r {
	case '.', '!', '?', ';', '。', '！', '？', '；', '…', '\n':
		return true
	}
	return false
}

// ideographic reports characters of scripts that are written without spaces.
func ideographic(r rune) bool {
	return r >= 0x2e80 && (0x4e00 <= r && r <= 0x9fff || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana))
}

// mix spreads the bits of x over all 64 (the finalizer of SplitMix64, Steele,
// Lea and Flood, OOPSLA 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
