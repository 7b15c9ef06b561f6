package lexicon

import (
	"math/bits"
	"sync/atomic"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/swar"
)

// filter rules out, by sets of hashes, that a label begins at a word of ASCII of which the first eight
// characters are known. A set may hold more than it was given, never less. Words are in
// lower case.
type filter struct {
	first    bits16 // the first words of labels, or their first eight characters
	alone    bits16 // those after which anything may follow
	capitals bits16 // those that are labels in capitals only
	pairs    bits16 // the others, each with the first four characters of the word behind it
	heads    bits16 // how forms of stemmed labels begin, their first eight characters
	stemmed  bool   // there are heads
	none     [noneSlots]atomic.Uint64
}

// noneSlots is how many of the latest words are known that begin as a form does and are none. A
// text has the same few again and again.
const noneSlots = 1 << 11

// bits16 is a set of hashes of 16 bits.
type bits16 [1 << 16 / 64]uint64

func (b *bits16) add(key uint64) { k := hash16(key); b[k/64] |= 1 << (k % 64) }

func (b *bits16) has(key uint64) bool { k := hash16(key); return b[k/64]&(1<<(k%64)) != 0 }

// hash16 has 16 bits (Knuth, TAOCP vol. 3, 6.4: multiplicative hashing).
func hash16(key uint64) uint32 { return uint32(key * spread >> 48) }

const spread = 0x9E3779B97F4A7C15 // 2^64 by the golden ratio

// pairKey is the key of a word and the one behind it.
func pairKey(first, second uint64) uint64 { return first ^ second*0xD6E8FEB86659FD93 }

// newFilter returns the filter of the labels of t. upper reports a pattern that is found in capitals
// only.
func newFilter(t *trie, s *stems, upper func(pat int32) bool) *filter {
	f := new(filter)
	f.addFirst(t, upper, 0, 0, 0)
	if s != nil {
		f.stemmed = true
		for head := range s.byHead {
			key := uint64(0)
			for i := range min(len(head), 8) {
				key |= uint64(head[i]) << (8 * i)
			}
			f.heads.add(key)
		}
	}
	return f
}

// addFirst adds the labels below a node, the key of whose n characters is key.
func (f *filter) addFirst(t *trie, upper func(pat int32) bool, at int32, key uint64, n int) {
	nd := t.nodes[at]
	switch {
	case n == 8:
		f.first.add(key)
		f.alone.add(key)
		return
	case n > 0 && nd.pat >= 0:
		f.first.add(key)
		if upper(nd.pat) {
			f.capitals.add(key)
		} else {
			f.alone.add(key)
		}
	}
	for i := nd.first; i < nd.first+nd.n; i++ {
		switch r := t.label[i]; {
		case r < utf8.RuneSelf && isAlnum(byte(r)):
			f.addFirst(t, upper, i, key|uint64(r|0x20)<<(8*n), n+1)
		case n == 0: // not a word of ASCII
		case r == ' ':
			f.first.add(key)
			f.addSecond(t, i, key, 0, 0)
		default:
			f.first.add(key)
			f.alone.add(key)
		}
	}
}

// addSecond adds the words below a node that follow the word first.
func (f *filter) addSecond(t *trie, at int32, first, key uint64, n int) {
	nd := t.nodes[at]
	if n == 4 || n > 0 && nd.pat >= 0 {
		f.pairs.add(pairKey(first, key))
	}
	if n == 4 {
		return
	}
	for i := nd.first; i < nd.first+nd.n; i++ {
		switch r := t.label[i]; {
		case r < utf8.RuneSelf && isAlnum(byte(r)):
			f.addSecond(t, i, first, key|uint64(r|0x20)<<(8*n), n+1)
		case n == 0:
			f.alone.add(first)
		default:
			f.pairs.add(pairKey(first, key))
		}
	}
}

// wordOf is the word that begins in x, eight characters of ASCII, of which alnums are letters and
// digits, and its length; 8 if it does not end in x.
func wordOf(x, alnums uint64) (word uint64, size int) {
	ends := ^alnums & (0x80 * swar.EveryByte)
	return (x | 0x20*swar.EveryByte) & (ends&-ends>>7 - 1), bits.TrailingZeros64(ends) / 8
}

// refuses reports that neither a label nor a form begins at i, where the text has the characters x.
func (f *filter) refuses(text string, i int, x, alnums uint64) bool {
	word, size := wordOf(x, alnums)
	if size == 8 && i+8 < len(text) && text[i+8] >= utf8.RuneSelf {
		return false // a mark may change the last letter
	}
	if f.first.has(word) && (size == 8 || !f.noPair(text, i, size, word)) {
		return false
	}
	return f.refusesForm(text, i, word, size)
}

// noPair reports that the word first at i, of size characters, is no label, and that what is behind it
// continues none.
func (f *filter) noPair(text string, i, size int, first uint64) bool {
	if f.alone.has(first) || f.capitals.has(first) && !hasLower(text[i:i+size]) {
		return false
	}
	x, ok := swar.Load(text, i+size)
	if !ok || byte(x) != ' ' {
		return false
	}
	second, n := wordOf(x>>8, swar.Alnums(x)>>8)
	return n > 0 && !f.pairs.has(pairKey(first, second&0xFFFFFFFF))
}

// refusesForm reports that no form of a stemmed label begins at i, where the text has a word of
// ASCII of size characters, or of more if it is 8.
func (f *filter) refusesForm(text string, i int, word uint64, size int) bool {
	if !f.stemmed {
		return true
	}
	for n := leastStemmed; n <= 8; n++ {
		if f.heads.has(word & (1<<(8*n) - 1)) {
			key, ok := keyOf(text, i, word, size)
			return ok && f.none[hash16(key)%noneSlots].Load() == key
		}
	}
	return true
}

// keyOf returns a key that stands for the whole word: the word itself, or a hash of a longer one of ASCII,
// which has a bit that no shorter one has.
func keyOf(text string, i int, word uint64, size int) (key uint64, ok bool) {
	for n := 0; size == 8; n++ {
		if n == mostStemmed/8 {
			return 0, false
		}
		key = (key ^ word) * spread
		key ^= key >> 29
		i += 8
		x, ok := swar.Load(text, i)
		if !ok {
			return 0, false
		}
		word, size = wordOf(x, swar.Alnums(x))
	}
	if key == 0 {
		return word, true
	}
	key = (key ^ word) * spread
	return (key ^ key>>29) | 1<<63, true
}

// noForm reports that no form begins at i, as refuses does.
func (f *filter) noForm(text string, i int) bool {
	word, size, ok := asciiWordAt(text, i)
	return ok && f.refusesForm(text, i, word, size)
}

// isNone notes that the word at i begins no form, whatever follows.
func (f *filter) isNone(text string, i int) {
	if word, size, ok := asciiWordAt(text, i); ok {
		if key, ok := keyOf(text, i, word, size); ok {
			f.none[hash16(key)%noneSlots].Store(key)
		}
	}
}

// asciiWordAt is wordOf at i. ok is false where a character beyond ASCII is near.
func asciiWordAt(text string, i int) (word uint64, size int, ok bool) {
	x, ok := swar.Load(text, i)
	if !ok {
		return 0, 0, false
	}
	word, size = wordOf(x, swar.Alnums(x))
	return word, size, size < 8 || i+8 == len(text) || text[i+8] < utf8.RuneSelf
}
