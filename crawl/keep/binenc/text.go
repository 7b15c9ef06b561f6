package binenc

import (
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// The bounds of what is kept of a page.
const (
	MaxText   = 256 << 10 // bytes of the texts of all blocks
	MaxBlocks = 1 << 14
	maxSpans  = 1 << 16 // of all blocks
	maxField  = 8 << 10 // bytes of a title, an address, a name
	maxTrail  = 64
)

// Page is a page as it was kept. It has no links and no mentions.
type Page struct {
	*crawl.Page
	Cut bool // the page was longer: its end was not kept
}

// Marks of a block, above its region.
const (
	markH1 = 1 << (iota + 3)
	markTitle
	markCode
	markTrail
	markSpans // the spans are listed; else there is one, of the whole block
)

// EncodePage appends what judging needs of p to b. Equal kinds of data stand together,
// because they compress better so.
func EncodePage(b []byte, p *crawl.Page) []byte {
	w := AppendTo(b)
	blocks, last, cut := bounded(p)
	w.Bool(cut)
	for _, s := range []string{p.URL, p.Final, p.Host, p.Title, p.Headline, p.Lang} {
		w.Text(clip(s, maxField))
	}
	trail := p.Trail[:min(len(p.Trail), maxTrail)]
	w.Uint(uint64(len(trail)))
	for _, s := range trail {
		w.Text(clip(s, maxField))
	}
	w.Int(int64(p.Words))
	w.Int(int64(p.CodeWords))
	w.Uint(uint64(len(blocks)))
	for i := range blocks {
		w.Byte(marks(&blocks[i]))
	}
	for i := range blocks {
		w.Uint(uint64(len(textOf(blocks, i, last))))
	}
	for i := range blocks {
		writeSpans(&w, &blocks[i], len(textOf(blocks, i, last)))
	}
	for i := range blocks {
		writeKey(&w, i, blocks[i].Key, textOf(blocks, i, last))
	}
	w.Uint(0) // no more keys
	b = w.Data()
	for i := range blocks {
		b = append(b, textOf(blocks, i, last)...)
	}
	return b
}

// bounded returns the blocks that are kept and how much of the text of the last one.
func bounded(p *crawl.Page) (blocks []crawl.Block, last int, cut bool) {
	text, spans := 0, 0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if spans += len(b.Spans); i == MaxBlocks || spans > maxSpans {
			return p.Blocks[:i], lastLen(p.Blocks[:i]), true
		}
		if text += len(b.Text); text > MaxText {
			return p.Blocks[:i+1], len(clip(b.Text, len(b.Text)-(text-MaxText))), true
		}
	}
	return p.Blocks, lastLen(p.Blocks), false
}

func lastLen(blocks []crawl.Block) int {
	if len(blocks) == 0 {
		return 0
	}
	return len(blocks[len(blocks)-1].Text)
}

func textOf(blocks []crawl.Block, i, last int) string {
	if i == len(blocks)-1 {
		return blocks[i].Text[:last]
	}
	return blocks[i].Text
}

// clip returns at most n bytes of s and cuts no character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

func marks(b *crawl.Block) byte {
	m := byte(b.Region) & 7
	if b.H1 {
		m |= markH1
	}
	if b.Title {
		m |= markTitle
	}
	if b.Code {
		m |= markCode
	}
	if b.Trail {
		m |= markTrail
	}
	if len(b.Spans) != 1 || b.Spans[0].End != len(b.Text) {
		m |= markSpans
	}
	return m
}

// writeSpans keeps the spans of the first size bytes of b.
func writeSpans(w *Writer, b *crawl.Block, size int) {
	if marks(b)&markSpans == 0 {
		w.Byte(byte(b.Spans[0].Group))
		return
	}
	w.Uint(uint64(len(b.Spans)))
	from := 0
	for _, s := range b.Spans {
		end := min(max(s.End, from), size)
		w.Byte(byte(s.Group))
		w.Uint(uint64(end - from))
		from = end
	}
}

// places are those that crawl/read/page puts before a text in its key.
var places = [...]string{"", "h1", "title", "headline"}

func keyOf(place, text string) uint64 {
	if place != "" {
		text = place + "\x00" + text
	}
	return xxhash.Sum64String(text)
}

// writeKey keeps the key of block i if it is not the hash of the text: the place that
// explains it, or the key itself.
func writeKey(w *Writer, i int, key uint64, text string) {
	for place, name := range places {
		if key != keyOf(name, text) {
			continue
		}
		if place > 0 {
			w.Uint(uint64(i + 1))
			w.Byte(byte(place))
		}
		return
	}
	w.Uint(uint64(i + 1))
	w.Byte(0)
	w.Fixed(key)
}
