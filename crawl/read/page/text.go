package page

import (
	"slices"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/swar"
)

// textNode adds text with the properties of the open elements.
func (b *builder) textNode(s string) {
	f := b.top()
	if f.hidden {
		return
	}
	b.write(s, f.group)
}

// write appends s to the open block, white space collapsed.
func (b *builder) write(s string, g crawl.Group) {
	before := len(b.text)
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c > ' ' && c < 0x7f:
			j := plainRun(s, i+1)
			b.put(s[i:j])
			i = j
		case c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f':
			b.space = true
			i++
		case c < 0x80: // other controls
			i++
		default:
			j := i
			for j < len(s) && s[j] >= 0x80 {
				j++
			}
			b.wide(s[i:j])
			i = j
		}
	}
	if len(b.text) > before {
		b.breaks, b.adjacent = 0, false
		b.mark(g)
	}
}

// plainRun returns the end of the text that can be copied as it is: visible
// ASCII characters with single spaces between them. It looks at eight bytes at
// a time (Warren, Hacker's Delight, 6-1: finding a byte in a word).
func plainRun(s string, i int) int {
	const low, high = swar.EveryByte, 0x80 * swar.EveryByte
	for i+9 <= len(s) {
		x, ok := swar.Load(s, i)
		// No byte beyond 0x7e, none below the space, no two adjacent spaces. In
		// bytes below 0x80 no sum carries into the next.
		if !ok || (x+low)&high != 0 || ^(x+(0x80-' ')*low)&high != 0 {
			break
		}
		spaces := ^(x + (0x80-' '-1)*low) & high
		if spaces&(spaces>>8) != 0 || spaces>>63 != 0 && !seen(s[i+8]) {
			break
		}
		i += 8
	}
	for i < len(s) && (seen(s[i]) || s[i] == ' ' && i+1 < len(s) && seen(s[i+1])) {
		i++
	}
	return i
}

// seen reports visible ASCII characters.
func seen(c byte) bool { return c > ' ' && c < 0x7f }

// wide writes text beyond ASCII. Other kinds of white space become a space;
// invisible characters (soft hyphens, zero-width and direction marks) are
// dropped, since they would split words.
func (b *builder) wide(s string) {
	from := 0
	for i := 0; i < len(s); {
		// Invisible characters begin with few bytes, Han characters with none
		// of them.
		switch c := s[i]; c {
		case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF:
		default:
			i++ // to the next byte, possibly within the character
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		space, gone := invisible(r)
		if space || gone {
			b.put(s[from:i])
			b.space = b.space || space
			from = i + size
		}
		i += size
	}
	b.put(s[from:])
}

func invisible(r rune) (space, gone bool) {
	switch {
	case r == 0x00A0, r == 0x3000, r >= 0x2000 && r <= 0x200A, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x1680, r == 0x0085:
		return true, false
	case r == 0x00AD, r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x2069, r == 0xFEFF, r >= 0x80 && r < 0xA0:
		return false, true
	}
	return false, false
}

func (b *builder) put(s string) {
	if s == "" {
		return
	}
	if b.space {
		b.space = false
		if len(b.text) > b.start {
			b.text = append(b.text, ' ')
		}
	}
	if b.open >= 0 && b.links[b.open].start < 0 {
		b.links[b.open].start, b.links[b.open].block = len(b.text), len(b.blocks)
	}
	b.text = append(b.text, s...)
	if b.open >= 0 {
		b.linked += len(s)
	}
}

// mark says that the block's text since the last span is of group g.
func (b *builder) mark(g crawl.Group) {
	b.prominence = max(b.prominence, b.top().prominence)
	end := len(b.text) - b.start
	if n := len(b.spans); n > b.firstSpan && b.spans[n-1].Group == g {
		b.spans[n-1].End = end
		return
	}
	b.spans = append(doubled(b.spans), crawl.Span{End: end, Group: g})
}

// flush ends the open block.
func (b *builder) flush() {
	b.adjacent, b.breaks = false, 0
	if len(b.text) == b.start {
		b.space = false
		return
	}
	if len(b.blocks) >= maxBlocks {
		b.space = true
		return
	}
	b.endBlock(b.codeOfBlock(b.top()))
}

// endBlock makes a block of the text since the last one.
func (b *builder) endBlock(code codeKind) {
	f := b.top()
	b.addBlock(blockDraft{region: f.region, h1: f.h1, title: f.title && !b.seenTitle, unseen: f.title, code: code})
}

func (b *builder) addBlock(d blockDraft) {
	d.start, d.end = b.start, len(b.text)
	d.spanFrom, d.spanTo = b.firstSpan, len(b.spans)
	d.prominence, b.prominence = b.prominence, 0
	d.node, d.linked, d.alt = b.top().node, b.linked, b.alt
	b.linked, b.alt = 0, 0
	b.blocks = append(doubled(b.blocks), d)
	if d.title {
		b.seenTitle = true
	}
	b.text = append(b.text, '\n')
	b.start, b.firstSpan, b.space = len(b.text), len(b.spans), false
}

// doubled returns s with room for one more. append alone makes a long slice longer by a
// quarter: of 50,000 blocks it would leave five times as many behind as garbage.
func doubled[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, max(len(s), 16))
}
