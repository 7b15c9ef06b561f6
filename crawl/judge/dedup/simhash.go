package dedup

import (
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Constants of FNV-1a (Fowler, Noll and Vo), the hash of words.
const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

// minFeatures is how many words and pairs of characters a text must have. In a shorter
// text one word changes too many bits, and short texts are similar by chance.
const minFeatures = 40

// Simhash returns the simhash of the text of p: of all blocks but title, navigation, header, footer and
// aside, and so of what stands beside the main text too: which blocks are main text changes with a few
// words, and 12 % of the pairs beyond doubt were missed by it. It is 0 if there is too little text. Other text
// that a host repeats on its pages counts too: which text that is depends on the pages
// seen so far, and a simhash must not.
func Simhash(p *crawl.Page) uint64 {
	var s sketch
	for i := range p.Blocks {
		if b := &p.Blocks[i]; (b.Region == crawl.RegionMain || b.Region == crawl.RegionBeside) && !b.Title {
			s.text(b.Text)
		}
	}
	return s.simhash()
}

// sketch counts, for each bit, the features of a text that set it.
type sketch struct {
	ones  [64]int32
	lanes [8]uint64 // counts to be added to ones: lane i of word j counts bit 8j+i
	n     int
}

// text adds a text. Its features are words of letters and digits in lower case, and
// every two characters of Chinese, Japanese and Korean.
func (s *sketch) text(text string) {
	var word uint64 // hash of the present word; 0 between words
	var last rune   // the character before, if of a script without spaces
	for i := 0; i < len(text); {
		for ; i < len(text) && alnum(text[i]); i++ { // most of a Latin text
			if word == 0 {
				word = offset
			}
			word = (word ^ uint64(lowered(text[i]))) * prime
			last = 0
		}
		if i == len(text) {
			break
		}
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		if script.Unspaced(r) {
			s.end(&word)
			if last != 0 {
				s.add(shingle.Mix(uint64(last)<<32 | uint64(r)))
			}
			last = r
			continue
		}
		last = 0
		if r < utf8.RuneSelf || r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			s.end(&word)
			continue
		}
		if word == 0 {
			word = offset
		}
		word = (word ^ uint64(unicode.ToLower(r))) * prime
	}
	s.end(&word)
}

func (s *sketch) end(word *uint64) {
	if *word != 0 {
		s.add(shingle.Mix(*word))
		*word = 0
	}
}

// add counts a feature, eight bits at a time, each in a byte of its own.
func (s *sketch) add(h uint64) {
	const each, bit = 0x0101010101010101, 0x8040201008040201
	for j := range s.lanes {
		set := h >> (8 * j) & 0xff * each & bit // bit i of the byte is alone in byte i
		s.lanes[j] += (set + 0x7f*each) >> 7 & each
	}
	if s.n++; s.n%255 == 0 {
		s.flush()
	}
}

// flush adds the lanes to ones before they overflow.
func (s *sketch) flush() {
	for j := range s.lanes {
		for i := range 8 {
			s.ones[8*j+i] += int32(s.lanes[j] >> (8 * i) & 0xff)
		}
		s.lanes[j] = 0
	}
}

func (s *sketch) simhash() uint64 {
	if s.n < minFeatures {
		return 0
	}
	s.flush()
	var p uint64
	for i, ones := range s.ones {
		if 2*int(ones) > s.n {
			p |= 1 << i
		}
	}
	return max(p, 1) // 0 means none
}

func alnum(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// lowered returns an ASCII letter or digit in lower case.
func lowered(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
