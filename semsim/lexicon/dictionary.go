package lexicon

import (
	"cmp"
	"errors"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/semsim/lexicon/internal/gsedict"
)

// Dictionary is the word list that decides the word boundaries of Chinese
// labels: gse's simplified Chinese list with its frequencies, and some extra
// words. It loads itself when first needed, in about a tenth of a second; lexicons
// that share one load it once. The zero value is ready. It must not be copied
// after first use and is safe for concurrent use.
//
// Of gse the list is used and not its code: what gse keeps is 128 MB of live heap, and to make it takes
// half a second; the words and frequencies alone are 4 MB.
// segment.go finds the path through the words by gse's rule; a test compares
// the two.
type Dictionary struct {
	once sync.Once
	err  error
	gse  words
	own  words // gse's with the extra words and single characters
}

// errNoDictionary says that gse was built without its dictionaries.
var errNoDictionary = errors.New("lexicon: gse's dictionary is not in this build (tag ne): use the segmenter " + Trie)

// Load loads the dictionary once. It fails only in a program built with the tag
// ne, with [errNoDictionary]; lexicons then work as with the segmenter "trie".
func (d *Dictionary) Load() error {
	d.once.Do(d.load)
	return d.err
}

// KnowsWord reports whether a folded Chinese word is one of the dictionary. Without a
// dictionary ("trie", or a build without it) every word is known.
func (l *Lexicon) KnowsWord(word string) bool {
	if l.dict == nil || l.dict.Load() != nil {
		return true
	}
	w := appendHan(nil, word)
	return l.dict.gse.has(w) || l.dict.own.has(w)
}

func (d *Dictionary) load() {
	list, err := gsedict.Simplified()
	if err != nil {
		d.err = err
		return
	}
	if list == "" {
		d.err = errNoDictionary
		return
	}
	d.gse = newWords(listed(list))
	d.own = ownList(d.gse.bits)
}

// listed yields the words of a list of lines "word frequency class", as gse reads them: words of
// at least [gsedict.MinFreq], and a single character as one that is rare.
func listed(list string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for line := range strings.Lines(list) {
			text, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			number, _, _ := strings.Cut(rest, " ")
			freq, err := strconv.ParseFloat(number, 64)
			if err != nil || freq < gsedict.MinFreq {
				continue
			}
			if _, size := utf8.DecodeRuneInString(text); size == len(text) {
				freq = singleFreq
			}
			if !yield(text, freq) {
				return
			}
		}
	}
}

// singleFreq is the frequency of every single character in gse, whatever its list says.
const singleFreq = 2

// words is a word list in code point order: text holds the words one after the
// other, word i from off[i] to off[i+1]. It keeps words of two or more
// characters of the main Han block, folded; single holds the costs of single
// characters.
type words struct {
	text   []uint16
	off    []uint32
	cost   []float32
	index  [hanLast - hanFirst + 2]uint32 // index[r-hanFirst] is the first word that begins with r
	single [hanLast - hanFirst + 1]float32
	bits   float64 // log2 of the sum of all frequencies
	label  float32 // cost of a label
}

const (
	hanFirst = 0x4E00
	hanLast  = 0x9FFF
)

func isHan(r uint16) bool { return hanFirst <= r && r <= hanLast }

// entry is a word before it is added to words.
type entry struct {
	at, n uint32 // its characters in raw
	freq  float64
}

// newWords makes a list of words with their frequencies, which are whole numbers.
func newWords(all iter.Seq2[string, float64]) words {
	var raw []uint16
	var list, alone []entry
	var total float64
	for text, freq := range all {
		total += freq
		at := len(raw)
		raw = appendHan(raw, text)
		switch x := (entry{uint32(at), uint32(len(raw) - at), freq}); x.n {
		case 0:
		case 1:
			alone = append(alone, x)
		default:
			list = append(list, x)
		}
	}
	w := words{bits: math.Log2(total)}
	w.label = w.costOf(labelFreq)
	for i := range w.single {
		w.single[i] = unknownCost
	}
	for _, x := range alone {
		w.single[raw[x.at]-hanFirst] = w.costOf(x.freq)
	}
	w.fill(raw, list)
	return w
}

// fill adds the words in order.
func (w *words) fill(raw []uint16, list []entry) {
	runes := func(x entry) []uint16 { return raw[x.at : x.at+x.n] }
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(slices.Compare(runes(a), runes(b)), cmp.Compare(b.freq, a.freq))
	})
	// Of variants that fold to one word the most frequent stays.
	list = slices.CompactFunc(list, func(a, b entry) bool { return slices.Equal(runes(a), runes(b)) })
	w.text = make([]uint16, 0, len(raw))
	w.off = make([]uint32, 0, len(list)+1)
	w.cost = make([]float32, 0, len(list))
	for _, x := range list {
		w.off = append(w.off, uint32(len(w.text)))
		w.text = append(w.text, runes(x)...)
		w.cost = append(w.cost, w.costOf(x.freq))
	}
	w.off = append(w.off, uint32(len(w.text)))
	w.fillIndex()
}

func (w *words) fillIndex() {
	next := 0
	for i := range w.index {
		for next < len(w.cost) && int(w.text[w.off[next]])-hanFirst < i {
			next++
		}
		w.index[i] = uint32(next)
	}
}

// costOf is the cost in bits of a word of that frequency: -log2 of its share,
// which gse calls distance.
func (w *words) costOf(freq float64) float32 { return float32(w.bits - math.Log2(freq)) }

// appendHan appends the folded characters of s to dst, or nothing if one of
// them is outside the main Han block.
func appendHan(dst []uint16, s string) []uint16 {
	f, n := folding(), len(dst)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if r >= 1<<16 || !isHan(f.one[r]) {
			return dst[:n]
		}
		dst = append(dst, f.one[r])
	}
	return dst
}

// each calls yield with the length and the cost of every word of the list that
// text begins with.
func (w *words) each(text []uint16, yield func(n int, cost float32)) {
	if len(w.off) == 0 || !isHan(text[0]) {
		return
	}
	lo, hi := int(w.index[text[0]-hanFirst]), int(w.index[text[0]-hanFirst+1])
	for n := 1; lo < hi && n < len(text); n++ {
		lo, hi = w.narrow(lo, hi, n, text[n])
		if lo < hi && int(w.off[lo+1]-w.off[lo]) == n+1 {
			yield(n+1, w.cost[lo])
			lo++
		}
	}
}

// narrow returns the words among lo to hi whose character n is r. All are
// longer than n characters and equal before it.
func (w *words) narrow(lo, hi, n int, r uint16) (int, int) {
	find := func(lo, hi int, r uint16) int {
		for lo < hi {
			if m := (lo + hi) / 2; w.text[int(w.off[m])+n] < r {
				lo = m + 1
			} else {
				hi = m
			}
		}
		return lo
	}
	lo = find(lo, hi, r)
	return lo, find(lo, hi, r+1)
}

// has reports whether word is in the list.
func (w *words) has(word []uint16) bool {
	found := false
	w.each(word, func(n int, _ float32) { found = found || n == len(word) })
	return found
}
