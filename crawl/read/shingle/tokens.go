package shingle

import (
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Constants of FNV-1a (Fowler, Noll and Vo), the hash of words.
const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

// maxSentence is the most tokens of a sentence; what has more is no sentence, but may be as
// long as a page.
const maxSentence = 1000

// sentence is the hashes of the tokens of a sentence. A token is a word, or a character of a
// script without spaces.
type sentence struct {
	hash []uint64
	kind []kind // of each token; only if mixed
	// mixed says that there are other tokens than words of letters.
	mixed bool
}

type kind uint8

const (
	word   kind = iota
	number      // a word with a digit
	single      // one character of a script without spaces
)

// sink takes sentences. They are valid until it returns.
type sink interface{ take(s sentence) }

// reader cuts texts into sentences. It keeps its memory for the next text.
type reader struct {
	sink
	hash  [maxSentence]uint64
	kind  [maxSentence]kind
	n     int // tokens of the present sentence
	mixed bool
}

// classes of bytes.
const (
	other  = iota
	letter // of ASCII
	stop
	slow // what needs a look at more than this byte
)

var classes = func() (c [256]uint8) {
	for b := range c {
		switch {
		case 'a' <= b|0x20 && b|0x20 <= 'z' && b < utf8.RuneSelf:
			c[b] = letter
		case '0' <= b && b <= '9' || b >= utf8.RuneSelf:
			c[b] = slow
		case stops(rune(b)):
			c[b] = stop
		}
	}
	return c
}()

// read gives the sentences of a text to the sink. Letters are compared in lower case.
func (d *reader) read(text string) {
	for i := 0; i < len(text); {
		switch c := text[i]; classes[c] {
		case letter:
			h := uint64(offset)
			for {
				h = (h ^ uint64(c|0x20)) * prime
				if i++; i == len(text) {
					break
				}
				if c = text[i]; classes[c] != letter {
					break
				}
			}
			if i < len(text) && classes[c] == slow {
				i = d.rest(text, i, h, word)
				continue
			}
			d.add(h, word)
		case stop:
			i++
			d.end()
		case slow:
			i = d.rest(text, i, 0, word)
		default:
			i++
		}
	}
	d.end()
}

// rest reads on at i, in a word of that hash and kind if hash is not 0, and returns the first byte behind
// a word or a character.
func (d *reader) rest(text string, i int, hash uint64, k kind) int {
	for i < len(text) {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			r |= 0x20
		case '0' <= r && r <= '9':
			k = number
		case r == '.' && k == number && i+1 < len(text) && '0' <= text[i+1] && text[i+1] <= '9': // 23.5 is a word
		case r < utf8.RuneSelf:
			d.word(hash, k)
			return i // read looks at it
		case script.Unspaced(r):
			d.word(hash, k)
			d.add(Mix(uint64(r)), single)
			return i + size
		case stops(r):
			d.word(hash, k)
			d.end()
			return i + size
		case unicode.IsLetter(r):
			r = unicode.ToLower(r)
		case unicode.IsDigit(r):
			k = number
		default:
			d.word(hash, k)
			return i + size
		}
		if hash == 0 {
			hash = offset
		}
		hash = (hash ^ uint64(r)) * prime
		i += size
	}
	d.word(hash, k)
	return i
}

// word adds a word, if there is one.
func (d *reader) word(hash uint64, k kind) {
	if hash != 0 {
		d.add(hash, k)
	}
}

func (d *reader) add(hash uint64, k kind) {
	d.hash[d.n], d.kind[d.n] = hash, k
	d.mixed = d.mixed || k != word
	if d.n++; d.n == maxSentence {
		d.end()
	}
}

// end ends a sentence.
func (d *reader) end() {
	if d.n > 0 {
		d.take(sentence{d.hash[:d.n], d.kind[:d.n], d.mixed})
		d.n, d.mixed = 0, false
	}
}

// stops reports characters that end a sentence.
func stops(r rune) bool {
	switch r {
	case '.', '!', '?', ';', '。', '！', '？', '；', '…', '\n':
		return true
	}
	return false
}

// Mix spreads the bits of x over all 64 (the finalizer of SplitMix64, Steele,
// Lea and Flood, OOPSLA 2014).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
