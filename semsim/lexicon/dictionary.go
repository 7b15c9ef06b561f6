package lexicon

import (
	"cmp"
	"errors"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-ego/gse"

	"github.com/ontocrawl/ontocrawl/semsim/lexicon/internal/gsedict"
)

// Dictionary is the word list that decides the word boundaries of Chinese
// labels: gse's simplified Chinese list with its frequencies, and some extra
// words. It loads itself when first needed, in about a third of a second; lexicons
// that share one load it once. The zero value is ready. It must not be copied
// after first use and is safe for concurrent use.
//
// The words are copied from gse, and gse is released: what gse keeps for its
// finer modes (sub-words, four slices per word) is 128 MB of live heap, which
// the garbage collector doubles; the words and frequencies alone are 4 MB.
// segment.go finds the path through the words by gse's rule; a test compares
// the two.
type Dictionary struct {
	once sync.Once
	err  error
	gse  words
	own  words // gse's with the extra words and single characters
}

// ErrNoDictionary says that gse was built without its dictionaries.
var ErrNoDictionary = errors.New("lexicon: gse's dictionary is not in this build (tag ne): use the segmenter " + Trie)

// Load loads the dictionary once. It fails only in a program built with the tag
// ne, with [ErrNoDictionary]; lexicons then work as with the segmenter "trie".
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
	defer debug.FreeOSMemory()
	// With Dict set, gse loads neither its HMM, which is not used here, nor its
	// defaults.
	seg := gse.Segmenter{Dict: gse.NewDict(), MinTokenFreq: gsedict.MinFreq, NotLoadHMM: true, SkipLog: true}
	list, err := gsedict.Simplified()
	if err == nil {
		err = addWords(&seg, list)
	}
	if err != nil {
		d.err = err
		return
	}
	if seg.Dict.NumTokens() == 0 {
		d.err = ErrNoDictionary
		return
	}
	d.gse = newWords(seg.Dict)
	d.own = ownList(d.gse.bits)
}

// addWords adds a list of lines "word frequency class" to the dictionary of seg. It
// is gse's LoadDictStr without what that does last: CalcToken cuts every word into
// sub-words for gse's finer modes, which takes half the time and most of the memory.
func addWords(seg *gse.Segmenter, list string) error {
	for line := range strings.Lines(list) {
		text, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		freq, _, _ := strings.Cut(rest, " ")
		n := seg.Size(2, text, freq) // 0: a rarer word, or no frequency
		if n == 0 {
			continue
		}
		if err := seg.AddToken(text, n); err != nil {
			return err
		}
	}
	return nil
}

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

// newWords copies the words of d.
func newWords(d *gse.Dictionary) words {
	w := words{bits: math.Log2(d.TotalFreq())}
	w.label = w.costOf(labelFreq)
	for i := range w.single {
		w.single[i] = unknownCost
	}
	var raw []uint16
	list := make([]entry, 0, d.NumTokens())
	for i := range d.Tokens {
		at, freq := len(raw), d.Tokens[i].Freq()
		raw = appendHan(raw, d.Tokens[i].Text())
		switch n := len(raw) - at; n {
		case 0:
		case 1:
			w.single[raw[at]-hanFirst] = w.costOf(freq)
			raw = raw[:at]
		default:
			list = append(list, entry{uint32(at), uint32(n), freq})
		}
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
