package state

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// features keeps what a judge learns from p, or that there is nothing.
func (c *linkCoder) features(p *crawl.Page) {
	has := p.Features != nil
	if c.flags(&has); !has {
		return
	}
	f := p.Features
	if c.reading() {
		f = new(crawl.Features)
		p.Features = f
	}
	c.fixed(&f.Topic)
	c.float(&f.First)
	c.int(&f.Length)
	items(&c.coder, &f.Concepts, 5, c.conceptCount)
	var before string
	items(&c.coder, &f.Words, 3, func(w *crawl.WordCount) { before = c.wordCount(w, before) })
}

func (c *linkCoder) conceptCount(n *crawl.ConceptCount) {
	entry := int(n.Entry)
	c.int(&entry)
	if c.reading() {
		n.Entry, n.Count = int32(entry), math.Float32frombits(c.r.Fixed32())
	} else {
		c.w.Fixed32(math.Float32bits(n.Count))
	}
}

// maxShared bounds the bytes that a word shares with the one before, so that a small
// record is never read into much memory.
const maxShared = 255

// wordCount keeps only the end of a word that begins like the one before: words
// are sorted.
func (c *linkCoder) wordCount(w *crawl.WordCount, before string) string {
	same, end := uint64(commonPrefix(before, w.Word)), ""
	if !c.reading() {
		end = w.Word[same:]
	}
	c.uint(&same)
	c.text(&end)
	n := uint64(w.Count)
	if c.uint(&n); !c.reading() {
		return w.Word
	}
	if same > uint64(min(len(before), maxShared)) {
		c.r.Fail("%d bytes of a word of %d", same, len(before))
		return ""
	}
	w.Word, w.Count = before[:same]+end, uint16(min(n, math.MaxUint16))
	return w.Word
}

// commonPrefix is the number of bytes with which a and b begin alike, at most
// maxShared.
func commonPrefix(a, b string) int {
	n := min(len(a), len(b), maxShared)
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
