package maintext

import (
	"strings"
	"unicode/utf8"
)

// Bounds of what is looked at of a block.
const (
	scanBytes  = 400 // for its sentences and marks
	titleWords = 40  // a longer one is no title
	hintWords  = 12  // and a longer one no label
	proseWords = 10  // a shorter one no prose
	mostLinked = .35 // nor one with as much of it in links
)

// titles keeps the words of the titles.
func (a *analysis) titles() {
	a.title = words(a.d.Title, fromTitle, a.title[:0], 60)
	if og := a.d.meta("og:title"); og != "" && og != a.d.Title {
		a.title = words(og, fromTitle, a.title, 120)
	}
	n := 0
	for i, t := range a.title {
		if !contains(a.title[:n], t) {
			a.title[n] = a.title[i]
			n++
		}
	}
	a.title = a.title[:n]
	a.bloom = 0
	for _, t := range a.title {
		a.bloom |= 1 << (t & 63)
	}
}

func contains(s []uint32, x uint32) bool {
	for _, y := range s {
		if x == y {
			return true
		}
	}
	return false
}

// texts looks at the texts of the blocks.
func (a *analysis) texts() {
	for i := range a.d.Blocks {
		b, x := &a.d.Blocks[i], &a.blocks[i]
		x.words = float32(b.Words)
		n := float32(max(1, len(b.Text)))
		x.linked = x.words * float32(min(b.Linked, len(b.Text))) / n
		x.share = x.linked / max(1, x.words)
		a.characters(b.Text, x)
		x.length = n / max(1, x.words)
		if b.Words <= titleWords {
			a.labels(b, x)
		}
		if x.words >= proseWords && x.sentences > 0 && x.share < mostLinked {
			x.prose = x.words - x.linked
		}
	}
}

// What a byte counts: marks in the lowest bits, digits above them. A byte of needsLook may end a
// sentence if it is a mark, and else begin a mark beyond ASCII.
const (
	oneMark   = 1
	oneDigit  = 1 << 12
	needsLook = 1 << 24
)

var byteCounts = func() (t [256]uint32) {
	for c := range t {
		switch {
		case mayMark(byte(c)):
			t[c] = needsLook
		case '0' <= c && c <= '9':
			t[c] = oneDigit
		case c == '.' || c == '!' || c == '?':
			t[c] = needsLook | oneMark
		case c != ' ' && !wordBytes[c]:
			t[c] = oneMark
		}
	}
	return t
}()

// characters counts the ends of sentences, marks and digits.
func (a *analysis) characters(s string, x *blockInfo) {
	s = s[:min(len(s), scanBytes)]
	sum, stops := uint32(0), 0
	for i := 0; i < len(s); i++ {
		c := byteCounts[s[i]]
		if sum += c; c < needsLook {
			continue
		}
		sum -= needsLook
		if c&oneMark != 0 {
			if endsSentence(s, i+1) {
				stops++
			}
		} else if n := wideLen(s, i); n < 0 {
			sum += oneMark
			if wideStop(s[i:]) {
				stops++
			}
			i -= n + 1
		}
	}
	if x.words < 3 {
		stops = 0
	}
	n := float32(max(1, len(s)))
	x.sentences, x.marks, x.digits = float32(stops), float32(sum%oneDigit)/n, float32(sum/oneDigit)/n
	x.end = endOf(s)
}

// endsSentence reports whether only quotes and brackets follow before a space.
func endsSentence(s string, i int) bool {
	for i < len(s) {
		switch c := s[i]; {
		case c == ' ':
			return true
		case c == '"' || c == '\'' || c == ')' || c == ']':
			i++
		case c >= 0x80 && wideLen(s, i) < 0:
			i -= wideLen(s, i)
		default:
			return false
		}
	}
	return true
}

// wideStop reports the marks that end a sentence beyond ASCII.
func wideStop(s string) bool {
	return strings.HasPrefix(s, "。") || strings.HasPrefix(s, "！") || strings.HasPrefix(s, "？") || strings.HasPrefix(s, "…")
}

// endOf is the class of the last character.
func endOf(s string) uint8 {
	r, _ := utf8.DecodeLastRuneInString(s)
	switch r {
	case '.', '!', '?', '…', '。', '！', '？', '”', '"':
		return 1
	case ':', '：':
		return 2
	case '»', '›', '>', '→':
		return 3
	case ',', '，', ';', '；', '、':
		return 4
	}
	return 0
}

// labels looks up the words of a short block.
func (a *analysis) labels(b *Block, x *blockInfo) {
	a.buf = words(b.Text, fromTitle, a.buf[:0], titleWords)
	if len(a.buf) == 0 {
		return
	}
	found := 0
	for _, t := range a.buf {
		if a.bloom>>(t&63)&1 != 0 && contains(a.title, t) {
			found++
		}
	}
	x.title = float32(found) / float32(len(a.buf))
	if b.Words > hintWords {
		return
	}
	for _, t := range a.buf {
		e := a.m.entry(t ^ wordBit)
		if e == nil {
			continue
		}
		a.kind.add(a.m, e)
		if e.word != 0 {
			h := hint(e.word)
			x.wordSum += h
			x.wordMin, x.wordMax = min(x.wordMin, h), max(x.wordMax, h)
		}
	}
}

// wordBit makes the token of a word of a title one of a block.
const wordBit = 0x5bd1e995
