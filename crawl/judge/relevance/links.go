package relevance

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// linkScan finds the topic's words around links and reuses its buffers. Each
// text is searched once: mentions in a block were found there.
type linkScan struct {
	*Judge
	found    []lexicon.Match
	inBlocks bool // a block of the page has a mention
	heading  string
	above    float32 // core mentions in heading
	bag      bag     // of the anchor
}

// inBlock fills the terms of a link whose anchor stands in b. It looks at the mentions
// from the beginning of the context to its end only: a block may hold thousands of
// links, and mentions stand in the order of the text.
func (s *linkScan) inBlock(l *crawl.Link, b *crawl.Block, at page.Anchor) {
	t := &l.Terms
	s.bag.reset(0)
	var around hits
	covered := 0
	from, to := contextOf(b, at)
	first, _ := slices.BinarySearchFunc(b.Mentions, from, func(m crawl.Mention, from int) int { return cmp.Compare(int(m.Start), from) })
	for _, m := range b.Mentions[first:] {
		if int(m.Start) >= to {
			break
		}
		if s.hintAt(m.Term) != noHint {
			continue
		}
		switch start, end := int(m.Start), int(m.End); {
		case start >= at.Start && end <= at.End:
			s.bag.add(m.Entry, m.Term, crawl.GroupBody, 1, b.Text[start:end])
			if !m.Inside {
				covered += end - start
			}
		case start >= from && end <= at.Start, start >= at.End && end <= to:
			around.add(s.Judge, m.Entry)
		}
	}
	if at.End > at.Start {
		t.AnchorCover = float32(covered) / float32(at.End-at.Start)
	}
	t.ContextCore, t.ContextOther = around.core, around.other
	s.finish(l)
}

// contextOf returns the range of an anchor's context.
func contextOf(b *crawl.Block, at page.Anchor) (from, to int) {
	if len(b.Mentions) == 0 {
		return at.Start, at.End
	}
	from, to = at.Start, at.End
	for n := 0; n < page.ContextRunes && from > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(b.Text[:from])
		from -= size
	}
	for n := 0; n < page.ContextRunes && to < len(b.Text); n++ {
		_, size := utf8.DecodeRuneInString(b.Text[to:])
		to += size
	}
	return from, to
}

// detached fills the terms of a link whose anchor is in no block, or in
// several.
func (s *linkScan) detached(l *crawl.Link) {
	s.bag.reset(0)
	if covered := s.scan(l.Text); l.Text != "" {
		l.Terms.AnchorCover = float32(covered) / float32(len(l.Text))
	}
	var around hits
	if s.inBlocks {
		around = s.mentions(l.Context)
	}
	l.Terms.ContextCore, l.Terms.ContextOther = around.core, around.other
	s.finish(l)
}

// finish fills the terms that do not depend on the block. The bag holds the
// mentions in the anchor's text.
func (s *linkScan) finish(l *crawl.Link) {
	t := &l.Terms
	words := l.Text
	switch {
	case l.Title == "" || strings.Contains(l.Text, l.Title):
	case strings.Contains(l.Title, l.Text): // the anchor again, in full
		words = l.Title
		s.bag.reset(0)
		s.scan(l.Title)
	default:
		words += " " + l.Title
		s.scan(l.Title)
	}
	var anchor hits
	for i := range s.bag.hits {
		for range s.bag.hits[i].count {
			anchor.add(s.Judge, s.bag.hits[i].entry)
		}
	}
	t.AnchorCore, t.AnchorOther = anchor.core, anchor.other
	title := s.mentions(l.Title)
	t.Title = title.core + title.other
	t.HeadingCore = s.headingCore(l.Heading)
	address := s.mentions(urlWords(l.URL))
	t.URLCore, t.URLOther = address.core, address.other
	if len(s.bag.hits) > 0 {
		t.Relevance = float32(s.anchor(countWords(words)))
	}
}

// mentions weighs the mentions in a text.
func (s *linkScan) mentions(text string) (h hits) {
	if text == "" {
		return h
	}
	s.found = s.lex.Find(text, s.found[:0])
	for i, m := range s.found {
		if s.counts(text, s.found, i) && s.hintAt(m.Term) == noHint {
			h.add(s.Judge, m.Entry)
		}
	}
	return h
}

// scan adds the mentions in a text to the bag. It returns how many bytes they
// cover.
func (s *linkScan) scan(text string) (covered int) {
	if text == "" {
		return 0
	}
	s.found = s.lex.Find(text, s.found[:0])
	for i, m := range s.found {
		if s.counts(text, s.found, i) && s.hintAt(m.Term) == noHint {
			s.bag.add(m.Entry, m.Term, crawl.GroupBody, 1, text[m.Start:m.End])
			if !m.Inside {
				covered += int(m.End - m.Start)
			}
		}
	}
	return covered
}

// headingCore is the weight of the core mentions in a heading. Many links share
// one.
func (s *linkScan) headingCore(heading string) float32 {
	if !s.inBlocks {
		return 0
	}
	if heading != s.heading {
		s.heading, s.above = heading, s.mentions(heading).core
	}
	return s.above
}

// anchor is R(A), the relevance of an anchor by its own words: the page's
// formula on a text of a few words. Constants that suit a page (200 words of
// smoothing, a second concept) are smaller here, as in the anchor form of eq 6
// (h = 1/2).
func (s *linkScan) anchor(words int) float64 {
	b := &s.bag
	b.words, b.anchor = words, true
	s.dropAcronyms(b)
	for i := range b.hits {
		if s.core[b.hits[i].entry] {
			b.hits[i].head, b.heads = 1, 1
		}
	}
	return s.row.score(s.Judge, b)
}

// hits are weights of mentions.
type hits struct{ core, other float32 }

func (h *hits) add(j *Judge, entry int32) {
	switch {
	case !j.knows(entry):
	case j.core[entry]:
		h.core += float32(j.weight[entry])
	default:
		h.other += float32(j.weight[entry])
	}
}

// urlWords returns the path and query of a canonical key as words: decoded,
// split at punctuation and before capitals.
func urlWords(key string) string {
	_, rest, _ := strings.Cut(key, "://")
	i := strings.IndexByte(rest, '/')
	if i < 0 || i+1 == len(rest) {
		return ""
	}
	rest = rest[i+1:]
	if strings.IndexByte(rest, '%') >= 0 {
		if s, err := url.PathUnescape(rest); err == nil && utf8.ValidString(s) {
			rest = s
		}
	}
	out := make([]byte, 0, len(rest)+8)
	prev := byte(' ')
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		switch {
		case c >= 0x80:
		case 'A' <= c && c <= 'Z':
			if 'a' <= prev && prev <= 'z' {
				out = append(out, ' ')
			}
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
		default:
			c = ' '
		}
		out = append(out, c)
		prev = c
	}
	return string(out)
}

// countWords counts nearly as crawl.Page.Words does.
func countWords(s string) int {
	spaced, wide := 0, 0
	in := false
	for _, r := range s {
		switch {
		case r >= 0x2E80:
			wide++
			in = false
		case r == ' ':
			in = false
		case !in:
			in = true
			spaced++
		}
	}
	return spaced + wide/2
}
