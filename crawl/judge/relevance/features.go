package relevance

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/swar"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Lengths of the words that are learned, in bytes.
const (
	leastWord = 3
	mostWord  = 40
)

// inHead is how often a word in the title or an h1 counts.
const inHead = 3

// wordBag counts the words of a page: of the first mostWords different ones. It is
// reused.
type wordBag struct {
	of       *crawl.Page
	table    [1 << tableBits]uint16 // open addressing; 0: free, else index of words + 1
	words    []wordIn
	han, all int // counts of pairs of Chinese characters, and of all words
	sorted   []sortedWord

	block int32 // being counted
	times uint16
}

const tableBits = 10

// wordIn is a word as it stands in a block of the page.
type wordIn struct {
	hash  uint64 // of the folded word, if it is exact
	block int32
	at    int32
	size  uint8
	exact bool
	count uint16
}

func (w *wordBag) reset(p *crawl.Page) {
	clear(w.table[:])
	w.of, w.words, w.han, w.all = p, w.words[:0], 0, 0
}

// wordsOf returns the words of the blocks that count, folded and sorted.
func (w *wordBag) wordsOf(p *crawl.Page, skip func(i int) bool) []crawl.WordCount {
	w.countPage(p, skip)
	return w.list(p)
}

// countPage counts the words of the blocks that count: runs of letters, and pairs of
// Chinese characters. Repeated texts, code and meta are left out; titles and h1 count
// inHead times.
func (w *wordBag) countPage(p *crawl.Page, skip func(i int) bool) {
	w.reset(p)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if skip(i) {
			continue
		}
		if w.times = 1; b.Title || b.H1 {
			w.times = inHead
		}
		w.block = int32(i)
		w.add(b.Text)
	}
}

func (x *wordIn) text(p *crawl.Page) string {
	return p.Blocks[x.block].Text[x.at : x.at+int32(x.size)]
}

// sortedWord has the first bytes of a word as a number, because most words differ
// in them.
type sortedWord struct {
	first uint64
	crawl.WordCount
}

// list returns the words of the page that was counted, folded and sorted.
func (w *wordBag) list(p *crawl.Page) []crawl.WordCount {
	w.sorted = w.sorted[:0]
	for i := range w.words {
		x := &w.words[i]
		word := lexicon.Fold(x.text(p))
		w.sorted = append(w.sorted, sortedWord{firstBytes(word), crawl.WordCount{Word: word, Count: x.count}})
	}
	slices.SortFunc(w.sorted, func(a, b sortedWord) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return strings.Compare(a.Word, b.Word)
	})
	out := make([]crawl.WordCount, len(w.sorted))
	for i := range w.sorted {
		out[i] = w.sorted[i].WordCount
	}
	clear(w.sorted) // the page's text is not held
	return merge(out)
}

func firstBytes(word string) (n uint64) {
	for i := range 8 {
		n <<= 8
		if i < len(word) {
			n |= uint64(word[i])
		}
	}
	return n
}

// merge adds up the counts of equal words.
func merge(words []crawl.WordCount) []crawl.WordCount {
	n := 0
	for i := range words {
		if n > 0 && words[n-1].Word == words[i].Word {
			words[n-1].Count = min(words[n-1].Count, maxCount-words[i].Count) + words[i].Count
			continue
		}
		words[n] = words[i]
		n++
	}
	return words[:n]
}

const maxCount = 1 << 15

// add counts the words of a text.
func (w *wordBag) add(text string) {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			i = w.letters(text, i)
		case c < utf8.RuneSelf:
			i++
		case ideograph(text, i):
			i = w.pairs(text, i)
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			if unicode.IsLetter(r) {
				n = w.letters(text, i) - i
			}
			i += n
		}
	}
}

// What three bytes that begin with E4 to E9 encode.
const (
	firstIdeograph = 0x4000
	lastIdeograph  = 0x9FFF
)

// ideograph reports whether a Chinese character of three bytes begins at i.
func ideograph(text string, i int) bool {
	return text[i] >= 0xE4 && text[i] <= 0xE9 && i+3 <= len(text)
}

// pairs counts each two characters that follow one another, and returns the end of
// the run.
func (w *wordBag) pairs(text string, i int) int {
	before, ok := foldIdeograph(text, i)
	for i += 3; i < len(text) && ideograph(text, i); i += 3 {
		r, also := foldIdeograph(text, i)
		n := w.count(i-3, 6, pairHash(before, r), ok && also)
		w.han += n
		before, ok = r, also
	}
	return i
}

func foldIdeograph(text string, i int) (rune, bool) {
	r, _ := utf8.DecodeRuneInString(text[i : i+3])
	f, ok := lexicon.FoldRune(r)
	return f, ok && firstIdeograph <= f && f <= lastIdeograph
}

// pairHash is the hash of a pair of folded characters.
func pairHash(a, b rune) uint64 {
	return mix(0, uint64(a)<<32|uint64(b))
}

// asciiLetters returns the hash of the letters of ASCII that begin at i, in lower case,
// eight at a time, and their end.
func asciiLetters(text string, i int) (h uint64, end int) {
	for {
		x, ok := swar.Load(text, i)
		if !ok {
			break
		}
		x |= 0x20 * swar.EveryByte
		n := bits.TrailingZeros64(^swar.Lower(x)&(0x80*swar.EveryByte)) / 8
		if n < 8 {
			return mix(h, x&(1<<(8*n)-1)), i + n
		}
		h, i = mix(h, x), i+8
	}
	for {
		x, n := uint64(0), 0
		for n < 8 && i < len(text) {
			l := text[i] | 0x20
			if l < 'a' || l > 'z' {
				break
			}
			x |= uint64(l) << (8 * n)
			n++
			i++
		}
		if h = mix(h, x); n < 8 {
			return h, i
		}
	}
}

func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9E3779B97F4A7C15
	return h ^ h>>32
}

// letters counts the word that begins at i and returns its end.
func (w *wordBag) letters(text string, from int) int {
	h, i := asciiLetters(text, from)
	exact := true
	if i < len(text) && text[i] >= utf8.RuneSelf {
		h, i, exact = anyLetters(text, from)
	}
	if n := i - from; n >= leastWord && n <= mostWord {
		w.count(from, n, h, exact)
	}
	return i
}

// anyLetters is asciiLetters for letters of all scripts but ideographs, and for marks.
// exact is false if the hash differs from the hash of the folded word.
func anyLetters(text string, i int) (h uint64, end int, exact bool) {
	if h, end = asciiLetters(text, i); end == len(text) || text[end] < utf8.RuneSelf || !moreLetters(text, end) {
		return h, end, true
	}
	h, exact = 0, true
	wide := false // else hashOf takes eight letters at a time
	for i < len(text) && moreLetters(text, i) {
		r, n := utf8.DecodeRuneInString(text[i:])
		f, ok := lexicon.FoldRune(r)
		h, exact, wide = mix(h, uint64(f)), exact && ok, wide || f >= utf8.RuneSelf
		i += n
	}
	return h, i, exact && wide
}

func moreLetters(text string, i int) bool {
	if ideograph(text, i) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return 'a' <= r|0x20 && r|0x20 <= 'z' || r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r))
}

// hashOf is the hash of a folded word.
func hashOf(word string) uint64 {
	if ideograph(word, 0) && len(word) == 6 && ideograph(word, 3) {
		a, size := utf8.DecodeRuneInString(word)
		b, _ := utf8.DecodeRuneInString(word[size:])
		return pairHash(a, b)
	}
	h, end := asciiLetters(word, 0)
	if end == len(word) {
		return h
	}
	h = 0
	for _, r := range word {
		h = mix(h, uint64(r))
	}
	return h
}

// count counts the word at text[at : at+size] and returns how often it counts: 0 if
// there are too many.
func (w *wordBag) count(at, size int, h uint64, exact bool) int {
	const mask = 1<<tableBits - 1
	slot := h >> (64 - tableBits) // the best bits of a product are the upper ones
	for ; w.table[slot] != 0; slot = (slot + 1) & mask {
		if x := &w.words[w.table[slot]-1]; x.hash == h {
			before := x.count
			x.count = min(x.count, maxCount-w.times) + w.times
			w.all += int(x.count - before)
			return int(x.count - before)
		}
	}
	if len(w.words) == mostWords {
		return 0
	}
	w.words = append(w.words, wordIn{hash: h, block: w.block, at: int32(at), size: uint8(size), exact: exact, count: w.times})
	w.table[slot] = uint16(len(w.words))
	w.all += int(w.times)
	return int(w.times)
}
