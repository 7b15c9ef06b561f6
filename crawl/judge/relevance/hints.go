package relevance

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// hint says whether a label only hints at its concept. The hidden labels of concepts
// that are not core do: names of storms that people have, too, or millimetres. A hint
// counts if the page names another concept, or hints at a second one, or is brief and
// gives a measure (see brief.go), and never around links.
type hint uint8

const (
	noHint   hint = iota
	wordHint      // as written or not
	nameHint      // in texts it is a name of one word, too: Yagi, but not Yagi Antenna
)

func hintOf(l ontology.Label, core bool) hint {
	switch {
	case core || l.Kind != ontology.Hidden:
		return noHint
	case startsUpper(l.Text) && !strings.ContainsFunc(l.Text[1:], unicode.IsUpper):
		return nameHint
	}
	return wordHint
}

// hintAt returns the hint of a term.
func (j *Judge) hintAt(term int32) hint {
	if term < 0 || int(term) >= len(j.hints) {
		return noHint
	}
	return j.hints[term]
}

// isOneName reports whether text[start:end] is written as a name that no other name
// stands beside.
func isOneName(text string, start, end int) bool {
	if !startsUpper(text[start:]) || isName(nextWord(text, end)) && !titleCase(text, start, end) {
		return false
	}
	before, begins := wordBefore(text, start)
	return begins || !isName(before) || isFrame(before) || titleCase(text, start, end)
}

// dropHints drops what only hints if nothing else names a concept.
func (j *Judge) dropHints(b *bag, p *crawl.Page) {
	if len(b.hits) == 0 {
		return
	}
	for i := range b.hits {
		if h := &b.hits[i]; j.hintAt(h.term) == noHint || h.entry != b.hits[0].entry {
			return
		}
	}
	if p.Words < mostBriefWords && slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return hasMeasure(b.Text) }) {
		return
	}
	b.hits = b.hits[:0]
}
