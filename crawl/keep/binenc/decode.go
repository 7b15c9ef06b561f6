package binenc

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// DecodePage reads what Encode wrote. The result shares no memory with data.
func DecodePage(data []byte) (Page, error) {
	r := NewReader(data)
	p := new(crawl.Page)
	cut := r.Bool()
	for _, s := range []*string{&p.URL, &p.Final, &p.Host, &p.Title, &p.Headline, &p.Lang} {
		*s = r.Text()
	}
	if n := r.Len(1); n > 0 {
		p.Trail = make([]string, n)
	}
	for i := range p.Trail {
		p.Trail[i] = r.Text()
	}
	p.Words, p.CodeWords = int(r.Int()), int(r.Int())
	readBlocks(r, p)
	if err := r.Close(); err != nil {
		return Page{}, fmt.Errorf("crawl/keep/binenc: %w", err)
	}
	return Page{p, cut}, nil
}

func readBlocks(r *Reader, p *crawl.Page) {
	n := r.Len(3) // marks, length and spans
	if n > MaxBlocks {
		r.Fail("%d blocks", n)
		return
	}
	if n > 0 {
		p.Blocks = make([]crawl.Block, n)
	}
	listed := make([]bool, n)
	for i := range p.Blocks {
		b, m := &p.Blocks[i], r.Byte()
		b.Region, b.H1, b.Title = crawl.Region(m&7), m&markH1 != 0, m&markTitle != 0
		b.Code, b.Trail, listed[i] = m&markCode != 0, m&markTrail != 0, m&markSpans != 0
	}
	total := 0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		b.Size = number(r, MaxText)
		total += b.Size
	}
	if total > MaxText {
		r.Fail("%d bytes of text", total)
		return
	}
	readSpans(r, p.Blocks, listed)
	setKeys := readKeys(r, p.Blocks)
	text := string(r.Rest())
	if r.Err() != nil || len(text) != total {
		r.Fail("%d bytes of text, not %d", len(text), total)
		return
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		b.Text, text = text[:b.Size], text[b.Size:]
		b.Size = 0
	}
	setKeys()
}

// readSpans reads the spans of blocks, of which Size is the length of the text.
func readSpans(r *Reader, blocks []crawl.Block, listed []bool) {
	left, single := maxSpans, make([]crawl.Span, len(blocks))
	for i := range blocks {
		b := &blocks[i]
		if !listed[i] {
			single[i] = crawl.Span{End: b.Size, Group: group(r)}
			b.Spans = single[i : i+1 : i+1]
			continue
		}
		n := r.Len(2)
		if left -= n; left < 0 {
			r.Fail("too many spans")
			return
		}
		if n > 0 {
			b.Spans = make([]crawl.Span, n)
		}
		end := 0
		for k := range b.Spans {
			b.Spans[k].Group = group(r)
			end += number(r, b.Size-end)
			b.Spans[k].End = end
		}
	}
}

func group(r *Reader) crawl.Group {
	g := crawl.Group(r.Byte())
	if g >= crawl.NumGroups {
		r.Fail("tag group %d", g)
		return 0
	}
	return g
}

func number(r *Reader, most int) int {
	n := r.Uint()
	if n > uint64(most) {
		r.Fail("%d is more than %d", n, most)
		return 0
	}
	return int(n)
}

// readKeys reads the keys that are not the hash of the text, and makes the others.
func readKeys(r *Reader, blocks []crawl.Block) (set func()) {
	type kept struct {
		block int
		place byte
		key   uint64
	}
	var list []kept
	for last := 0; ; {
		i := number(r, len(blocks))
		if i == 0 {
			break
		}
		if i <= last {
			r.Fail("the key of block %d after that of %d", i-1, last-1)
			break
		}
		k := kept{block: i - 1, place: r.Byte()}
		if last = i; int(k.place) >= len(places) {
			r.Fail("place %d", k.place)
			break
		}
		if k.place == 0 {
			k.key = r.Fixed()
		}
		list = append(list, k)
	}
	return func() {
		for i := range blocks {
			blocks[i].Key = keyOf("", blocks[i].Text)
		}
		for _, k := range list {
			b := &blocks[k.block]
			if b.Key = k.key; k.place > 0 {
				b.Key = keyOf(places[k.place], b.Text)
			}
		}
	}
}
