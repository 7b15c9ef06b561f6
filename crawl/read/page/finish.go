package page

import (
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// finish fills the page and releases b. It returns where the anchors of the
// links stand.
func (b *builder) finish() []Anchor {
	defer b.release()
	b.cut(1)
	b.flush()
	if len(b.text) > b.start { // beyond maxBlocks
		b.addBlock(blockDraft{})
	}
	text := b.wholeText()
	p := b.page
	spans := slices.Clone(b.spans)
	p.Blocks = make([]crawl.Block, len(b.blocks))
	b.markCode(text)
	for i, d := range b.blocks {
		p.Blocks[i] = crawl.Block{
			Text:   text[d.start:d.end],
			Spans:  spans[d.spanFrom:d.spanTo:d.spanTo],
			Region: d.region,
			H1:     d.h1,
			Title:  d.title,
			Code:   d.code != noCode,
			Trail:  d.trail,
			Key:    blockKey(d.place(), text[d.start:d.end]),
		}
		if d.title {
			p.Title = strings.Clone(cutRunes(p.Blocks[i].Text, maxTitle)) // it outlives the page
		}
	}
	b.chooseTitle(text)
	b.readMain(b.countWords())
	b.setTrail(text)
	b.setCanonical()
	b.setSearches()
	return b.finishLinks(text)
}

// wholeText is the text of the page. That of a large page is the buffer itself, which is not
// used again (release), unless half of it would be held for nothing.
func (b *builder) wholeText() string {
	if b.reusable() || cap(b.text) > 2*len(b.text) {
		return string(b.text)
	}
	return unsafe.String(unsafe.SliceData(b.text), len(b.text))
}

// The places of texts in their keys. Journals and checkpoints hold the keys, so the
// names must not change.
const (
	placeH1       = "h1"
	placeTitle    = "title"
	placeHeadline = "headline"
)

// blockKey is the key of a block by its place, "" for any other, and its text.
func blockKey(place, text string) uint64 {
	if place != "" {
		text = place + "\x00" + text
	}
	return xxhash.Sum64String(text)
}

// place is the place of a block in its key. That of the headline is not known yet.
func (d *blockDraft) place() string {
	switch {
	case d.title:
		return placeTitle
	case d.h1:
		return placeH1
	}
	return ""
}

// countWords counts the words of the visible text, and finds its language. The language is
// the prose's if there is some. It returns the words by block.
func (b *builder) countWords() (words []int) {
	var prose, all wordCount
	p := b.page
	words = make([]int, len(b.blocks))
	for i := range b.blocks {
		d := &b.blocks[i]
		if d.unseen {
			continue
		}
		var own wordCount
		own.add(p.Blocks[i].Text)
		words[i] = own.words()
		if all.join(own); d.code == noCode {
			prose.join(own)
		}
	}
	p.Words = all.words()
	p.CodeWords = p.Words - prose.words()
	mute := prose.words() < leastWords
	if mute {
		prose = all
	}
	p.Lang = prose.language(b.declared.language(), func() (n int) {
		for i, d := range b.blocks {
			if !d.unseen && (mute || d.code == noCode) {
				n += commonWords(p.Blocks[i].Text)
			}
		}
		return n
	})
	return words
}

// cutRunes returns at most n runes of the start of s.
func cutRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := 0; i < len(s); i++ {
		if utf8.RuneStart(s[i]) {
			if n--; n < 0 {
				return s[:i]
			}
		}
	}
	return s
}
