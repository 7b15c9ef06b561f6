package lexicon

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// Word is a word of a text.
type Word struct {
	Text       string  // folded
	Start, End int     // bytes of the text as given
	Bits       float64 // Chinese: -log2 of its share of the dictionary's frequencies; else 0
	Han        bool
}

// longestCut is the number of Chinese characters cut at a time. A longer run
// without punctuation or space is no sentence.
const longestCut = 400

// Words calls yield with the words of text in order, until it returns false:
// runs of letters, digits and marks, and in Chinese the words of the most
// likely segmentation. An apostrophe within a word is part of
// it. The dictionary is loaded at the first Chinese character; Words fails as
// Load does.
func (d *Dictionary) Words(text string, yield func(Word) bool) error {
	c := cutter{dict: d, fold: folding(), text: text, yield: yield}
	c.run()
	return c.err
}

type cutter struct {
	lattice
	dict  *Dictionary
	fold  *foldTable
	text  string
	yield func(Word) bool

	runes []uint16
	at    []int
	err   error
}

func (c *cutter) run() {
	for pos := 0; pos < len(c.text); {
		r, size := utf8.DecodeRuneInString(c.text[pos:])
		more, next := true, pos+size
		switch {
		case c.fold.han(r) != 0:
			next, more = c.han(pos)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			next = c.wordEnd(pos)
			more = c.yield(Word{Text: Fold(c.text[pos:next]), Start: pos, End: next})
		}
		if !more {
			return
		}
		pos = next
	}
}

// wordEnd is where the word that begins at pos ends.
func (c *cutter) wordEnd(pos int) int {
	for pos < len(c.text) {
		r, size := utf8.DecodeRuneInString(c.text[pos:])
		switch {
		case c.fold.han(r) != 0:
			return pos
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), isIgnorable(r):
		case r == '\'' || r == '’':
			if after, _ := utf8.DecodeRuneInString(c.text[pos+size:]); !unicode.IsLetter(after) {
				return pos
			}
		default:
			return pos
		}
		pos += size
	}
	return pos
}

// han cuts the Chinese text at pos and returns where it ends.
func (c *cutter) han(pos int) (end int, more bool) {
	if c.err = c.dict.Load(); c.err != nil {
		return pos, false
	}
	c.runes, c.at, c.edges = c.runes[:0], c.at[:0], c.edges[:0]
	for pos < len(c.text) && len(c.runes) < longestCut {
		r, size := utf8.DecodeRuneInString(c.text[pos:])
		h := c.fold.han(r)
		if h == 0 {
			break
		}
		c.runes, c.at = append(c.runes, h), append(c.at, pos)
		pos += size
	}
	c.at = append(c.at, pos)
	for k := range c.runes {
		c.edges = append(c.edges, edge{int32(k), int32(k + 1), c.dict.gse.single[c.runes[k]-hanFirst], single})
		c.dict.gse.each(c.runes[k:], func(n int, cost float32) {
			c.edges = append(c.edges, edge{int32(k), int32(k + n), cost, known})
		})
	}
	c.solve(len(c.runes))
	return pos, c.emit()
}

// emit yields the words of the shortest path. Of equal paths it takes the one
// with the longer word first.
func (c *cutter) emit() bool {
	for k, i := 0, 0; k < len(c.runes); {
		best := edge{from: -1}
		for ; i < len(c.edges) && int(c.edges[i].from) == k; i++ {
			if e := c.edges[i]; c.through(k, int(e.to), e.cost) <= c.fwd[len(c.runes)]+tie {
				best = e
			}
		}
		for ; i < len(c.edges) && c.edges[i].from < best.to; i++ {
		}
		if best.from < 0 { // rounding: a single character
			best = edge{int32(k), int32(k + 1), c.dict.gse.single[c.runes[k]-hanFirst], single}
			for ; i < len(c.edges) && c.edges[i].from < best.to; i++ {
			}
		}
		start, end := c.at[k], c.at[best.to]
		if !c.yield(Word{Text: Fold(c.text[start:end]), Start: start, End: end, Bits: float64(best.cost), Han: true}) {
			return false
		}
		k = int(best.to)
	}
	return true
}

// Segmentation of Chinese: of all ways to cut a text into words of the
// dictionary the most likely is taken. The probability of a word is its share
// of the dictionary's frequencies; words are independent (a unigram model, as
// in gse and jieba). Costs are -log2 of probabilities, so the most likely way
// is the shortest path. An unknown character costs unknownCost bits; gse gives
// every known single character the frequency 2.
//
// gse returns only its best path. Here the shortest paths to every position are
// kept from both ends, at no extra cost. They show for each label whether a
// path through it as a word is shorter than the best path that cuts it.

// unknownCost is gse's cost of an unknown character.
const unknownCost = 32

// edge is a word from position from to position to.
type edge struct {
	from, to int32
	cost     float32
	kind     edgeKind
}

// edgeKind says where a word is from.
type edgeKind uint8

const (
	known  edgeKind = iota // gse's dictionary
	single                 // a character alone
	label
	extra // extrawords.go
)

// lattice holds the words of a text and the shortest paths.
type lattice struct {
	edges []edge    // by from
	fwd   []float32 // fwd[i]: shortest path from 0 to i
	back  []float32 // back[i]: shortest path from i to the end
}

// solve fills fwd and back for n characters.
func (g *lattice) solve(n int) {
	g.fwd, g.back = infinite(g.fwd, n+1), infinite(g.back, n+1)
	g.fwd[0], g.back[n] = 0, 0
	for _, e := range g.edges {
		g.fwd[e.to] = min(g.fwd[e.to], g.fwd[e.from]+e.cost)
	}
	for i := len(g.edges) - 1; i >= 0; i-- {
		e := g.edges[i]
		g.back[e.from] = min(g.back[e.from], e.cost+g.back[e.to])
	}
}

func infinite(s []float32, n int) []float32 {
	s = s[:0]
	for range n {
		s = append(s, math.MaxFloat32)
	}
	return s
}

// through is the length of the shortest path with from..to as one word of that
// cost.
func (g *lattice) through(from, to int, cost float32) float32 {
	return g.fwd[from] + cost + g.back[to]
}
