package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// ContextRunes is the length of an anchor's context, in characters, on each
// side.
const ContextRunes = 120

// contextGap stands for the anchor between both sides. No label contains it.
const contextGap = " … "

// context returns the text around text[start:end] in block i, if it is wanted,
// and the anchor's position.
func (b *builder) context(text string, i, start, end int) (string, Anchor) {
	block, at := b.blocks[i], Anchor{Block: -1}
	if end <= block.end {
		at = Anchor{i, start - block.start, end - block.start}
		if !b.contexts {
			return "", at
		}
	}
	return b.around(text, i, start, end), at
}

// around is the text of block i around text[start:end].
func (b *builder) around(text string, i, start, end int) string {
	block, after := b.blocks[i], ""
	if end <= block.end {
		after = firstRunes(text[end:block.end], ContextRunes)
	}
	before := lastRunes(text[block.start:start], ContextRunes)
	switch {
	case before == "":
		return after
	case after == "":
		return before
	}
	return before + contextGap + after
}

// firstRunes returns at most n runes of the start of s without cutting a word.
func firstRunes(s string, n int) string {
	cut := cutRunes(s, n)
	if len(cut) < len(s) {
		next, _ := utf8.DecodeRuneInString(s[len(cut):])
		if spacedLetter(next) {
			cut = strings.TrimRightFunc(cut, spacedLetter)
		}
	}
	return strings.TrimSpace(cut)
}

// lastRunes returns at most n runes of the end of s without cutting a word.
func lastRunes(s string, n int) string {
	i := 0
	if len(s) > n {
		for i = len(s); i > 0 && n > 0; {
			if i--; utf8.RuneStart(s[i]) {
				n--
			}
		}
	}
	cut := s[i:]
	if i > 0 {
		if prev, _ := utf8.DecodeLastRuneInString(s[:i]); spacedLetter(prev) {
			cut = strings.TrimLeftFunc(cut, spacedLetter)
		}
	}
	return strings.TrimSpace(cut)
}

// spacedLetter reports letters and digits of scripts with spaces between words.
func spacedLetter(r rune) bool {
	return !script.Unspaced(r) && (unicode.IsLetter(r) || unicode.IsDigit(r)) // cjk needs no table
}

// oneLine joins a piece of the buffer that spans several blocks.
func oneLine(s string) string {
	s = strings.TrimSpace(s)
	if strings.IndexByte(s, '\n') >= 0 {
		s = strings.ReplaceAll(s, "\n", " ")
	}
	return s
}

func collapse(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
