package relevance

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// linkScan finds the topic's words around links, reusing its buffers.
type linkScan struct {
	*Judge
	found []lexicon.Match
}

// hits are the weighted mentions of a short text.
type hits struct {
	core, other float64
	covered     int // bytes
}

// link fills l.Terms. Anchor, context and heading are pieces of the page's
// blocks: without any mention in those there is nothing to find in them.
func (s *linkScan) link(l *crawl.Link, inBlocks bool) {
	t := &l.Terms
	var anchor hits
	if inBlocks && l.Text != "" {
		anchor = s.scan(l.Text)
		t.AnchorCover = float32(anchor.covered) / float32(len(l.Text))
	}
	words := l.Text
	if l.Title != "" && !strings.Contains(l.Text, l.Title) {
		title := s.scan(l.Title)
		if strings.Contains(l.Title, l.Text) { // the anchor again, spelled out
			anchor.core, anchor.other = max(anchor.core, title.core), max(anchor.other, title.other)
			words = l.Title
		} else {
			anchor.core, anchor.other = anchor.core+title.core, anchor.other+title.other
			words += " " + l.Title
		}
	}
	t.AnchorCore, t.AnchorOther = float32(anchor.core), float32(anchor.other)
	if inBlocks {
		around := s.scan(l.Context)
		t.ContextCore, t.ContextOther = float32(around.core), float32(around.other)
		t.HeadingCore = float32(s.scan(l.Heading).core)
	}
	address := s.scan(urlWords(l.URL))
	t.URLCore, t.URLOther = float32(address.core), float32(address.other)
	if anchor.core+anchor.other > 0 {
		t.Relevance = float32(s.anchor(words))
	}
}

func (s *linkScan) scan(text string) (h hits) {
	if text == "" {
		return h
	}
	s.found = s.lex.Find(text, s.found[:0])
	for _, m := range s.found {
		if int(m.Entry) >= len(s.weight) || m.Entry < 0 {
			continue
		}
		if s.core[m.Entry] {
			h.core += s.weight[m.Entry]
		} else {
			h.other += s.weight[m.Entry]
		}
		h.covered += int(m.End - m.Start)
	}
	return h
}

// anchor is R(A), the relevance of the words of an anchor by themselves: the
// page's judgement on a text of a few words. What a page needs to be judged by
// its sum of evidence (50 words of smoothing, one further concept) is less
// here, as in the anchor form of formula 6 (h = 0.5).
func (s *linkScan) anchor(words string) float64 {
	s.found = s.lex.Find(words, s.found[:0])
	b := bag{words: countWords(words), anchor: true}
	for _, m := range s.found {
		if int(m.Entry) < len(s.weight) && m.Entry >= 0 {
			b.add(m.Entry, m.Term, crawl.GroupBody, 1, words[m.Start:m.End])
		}
	}
	s.doubt(&b)
	for i := range b.hits {
		if s.core[b.hits[i].entry] {
			b.hits[i].head, b.heads = 1, 1
		}
	}
	return s.score(&b)
}

// urlWords spells the path and query of a canonical key as words: decoded,
// split at punctuation and where small letters meet capitals.
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

// countWords counts roughly what crawl.Page.Words counts exactly.
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
