package lexicon

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// The context of a label that is segmented, in characters. It ends earlier at
// punctuation or another script.
const (
	leftContext  = 20 // before the label
	rightContext = 60 // from its beginning; later labels use the same context
	overlap      = 12 // characters that must follow a label for it to use a truncated context
)

// labelFreq is the frequency of a label that is rarer in the dictionary or not
// in it: at 1e3 (of 33 million) a label competes with ordinary words; at 1e6 it
// would split them.
const labelFreq = 1000

// boundaries checks the word boundaries of labels in one text. One goroutine
// uses it at a time. It keeps its memory for the next text.
type boundaries struct {
	lattice
	text       string
	start, end int      // the context, in bytes; end 0 means none yet
	cut        bool     // the text continues behind end
	whole      bool     // the text is a label; its parts are checked
	runes      []uint16 // folded; 0 for characters other than Han
	at         []int32  // byte offset of each rune, and end

	// gse's own path, once it is asked for
	walked bool
	path   []int32 // path[i] is the end of the word that begins at i, 0 if none does
	via    []int32 // scratch
	dist   []float32
}

func (b *boundaries) reset(text string) { b.text, b.start, b.end = text, 0, 0 }

// include makes sure that the context holds text[i:end] and returns its range
// there. ok is false for a label too long for it.
func (b *boundaries) include(l *Lexicon, i, end int) (from, to int, ok bool) {
	if i < b.start || end > b.end || b.cut && len(b.at) > overlap && end > int(b.at[len(b.at)-1-overlap]) {
		b.read(l.fold, i, end)
		b.edges = b.edges[:0]
		for k := range b.runes {
			l.edgesAt(b, k)
		}
		b.walked = false
		if l.mode != GSE {
			b.solve(len(b.runes))
		}
	}
	from, to = slices.Index(b.at, int32(i)), slices.Index(b.at, int32(end))
	return from, to, from >= 0 && to > from
}

func (b *boundaries) add(from, n int, cost float32, kind edgeKind) {
	if b.whole && n > 1 && n == len(b.runes) {
		return // the label itself says nothing of its parts
	}
	b.edges = append(b.edges, edge{int32(from), int32(from + n), cost, kind})
}

// addWords adds the words of w that begin at character k.
func (b *boundaries) addWords(w *words, k int, kind edgeKind) {
	w.each(b.runes[k:], func(n int, cost float32) { b.add(k, n, cost, kind) })
}

// read takes the context around text[i:end].
func (b *boundaries) read(f *foldTable, i, end int) {
	b.runes, b.at = b.runes[:0], b.at[:0]
	b.start = i
	for range leftContext {
		r, size := utf8.DecodeLastRuneInString(b.text[:b.start])
		if size == 0 || !isHan(f.han(r)) {
			break
		}
		b.start -= size
	}
	pos := b.start
	for pos < len(b.text) {
		r, size := utf8.DecodeRuneInString(b.text[pos:])
		h := f.han(r)
		if pos >= end && (h == 0 || len(b.runes) >= leftContext+rightContext) {
			break
		}
		b.runes, b.at = append(b.runes, h), append(b.at, int32(pos))
		pos += size
	}
	b.at = append(b.at, int32(pos))
	b.end = pos
	b.cut = len(b.runes) >= leftContext+rightContext
}

// han folds a rune of the text to one of the main Han block; 0 if it is none.
func (t *foldTable) han(r rune) uint16 {
	if r >= 1<<16 || !isHan(t.one[r]) {
		return 0
	}
	return t.one[r]
}

// edgesAt adds the words that begin at character k: words of the dictionary, the
// labels, and the character alone.
func (l *Lexicon) edgesAt(b *boundaries, k int) {
	text := b.runes[k:]
	b.add(k, 1, l.singleCost(text[0], b.whole), single)
	if text[0] == 0 {
		return
	}
	b.addWords(&l.dict.gse, k, known)
	if l.mode == Hybrid {
		b.addWords(&l.dict.own, k, extra)
	}
	at := int32(0)
	for n, r := range text {
		if at = l.trie.child(at, rune(r)); at == 0 {
			return
		}
		if l.trie.nodes[at].pat >= 0 {
			b.add(k, n+1, l.dict.gse.label, label)
		}
	}
}

// singleCost is the cost of a character as a word of its own. Labels have no
// function words: 台 in 台风眼 is none.
func (l *Lexicon) singleCost(r uint16, inLabel bool) float32 {
	if r == 0 {
		return unknownCost
	}
	if c := l.dict.own.single[r-hanFirst]; c > 0 && l.mode == Hybrid && !inLabel {
		return c
	}
	return l.dict.gse.single[r-hanFirst]
}

// isWord reports whether the label text[i:end] stands between word boundaries.
// In the mode GSE: whether gse's path has it as a word. Otherwise: whether the
// best path through it, or through a word that extends it, is no longer than the
// best path that cuts it, or [Lexicon.certain].
func (l *Lexicon) isWord(b *boundaries, i, end int) bool {
	from, to, ok := b.include(l, i, end)
	if !ok {
		return true
	}
	if l.mode == GSE {
		return l.onPath(b, from, to)
	}
	with, without := b.through(from, to, l.dict.gse.label), float32(math.MaxFloat32)
	for _, e := range b.edges {
		f, t := int(e.from), int(e.to)
		if f >= to {
			break
		}
		switch length := b.through(f, t, e.cost); {
		case f == from && t == to: // the dictionary may know it as more frequent
			with = min(with, length)
		case (f >= from || from >= t) && to >= t: // no boundary of the label inside
		case l.mode == Hybrid && f <= from && to <= t && l.extends(b.runes[f:t], from-f, to-f):
			with = min(with, length)
		default:
			without = min(without, length)
		}
	}
	return with <= without || l.certain(b, from, to)
}

// tie is the difference that two paths of equal length may have in float32.
const tie = 1e-3

// extends reports whether word is a more specific form of the label at [from,
// to) in it, as 遇难者, 伤亡人数 and 倾盆大雨 are, and not a word of another sense.
func (l *Lexicon) extends(word []uint16, from, to int) bool {
	if from > 0 && to < len(word) || l.dict.own.has(word) {
		return false
	}
	rest, few := word[to:], suffixes
	if from > 0 {
		rest, few = word[:from], prefixes
	}
	return len(rest) > 1 || strings.ContainsRune(few, rune(rest[0]))
}
