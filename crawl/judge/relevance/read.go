package relevance

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Read parses an answer and marks the topic's words in its blocks and links.
func (j *Judge) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, anchors, err := page.ParseAnchors(r)
	if err != nil {
		return nil, err
	}
	j.mark(p, anchors)
	addSections(p)
	return p, nil
}

// Bounds of the names of the pages above.
const (
	maxSections    = 12
	maxSectionName = 200 // bytes; a longer text is no name
)

// addSections adds to the trail what the page calls the pages above it: the texts of
// its links to them. A page is above another if the other's address begins with its
// own; the root of a host says nothing.
func addSections(p *crawl.Page) {
	own, n := trimAddress(p.Final), 0
	for i := range p.Links {
		l := &p.Links[i]
		if l.Host != p.Host || l.Text == "" || len(l.Text) > maxSectionName || n == maxSections {
			continue
		}
		up := trimAddress(l.URL)
		if len(up) < len(own) && own[len(up)] == '/' && strings.HasPrefix(own, up) &&
			strings.Count(up, "/") > 2 && !slices.Contains(p.Trail, l.Text) {
			p.Trail = append(p.Trail, l.Text)
			n++
		}
	}
}

// mark fills the mentions of a page's blocks and the terms of its links.
func (j *Judge) mark(p *crawl.Page, anchors []page.Anchor) {
	s := linkScan{Judge: j}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		s.found = j.lex.Find(b.Text, s.found[:0])
		b.Mentions = j.mentions(b, s.found)
		s.inBlocks = s.inBlocks || len(b.Mentions) > 0
	}
	for i := range p.Links {
		l := &p.Links[i]
		if at := anchors[i]; at.Block >= 0 {
			s.inBlock(l, &p.Blocks[at.Block], at)
		} else {
			s.detached(l)
		}
	}
}

// mentions gives each match the tag group of its first byte.
func (j *Judge) mentions(b *crawl.Block, found []lexicon.Match) []crawl.Mention {
	if len(found) == 0 {
		return nil
	}
	out := make([]crawl.Mention, 0, len(found))
	spans := b.Spans
	for i, m := range found {
		if !j.counts(b.Text, found, i) || j.hintAt(m.Term) == nameHint && !isOneName(b.Text, int(m.Start), int(m.End)) {
			continue
		}
		for len(spans) > 1 && spans[0].End <= int(m.Start) {
			spans = spans[1:]
		}
		g := crawl.GroupBody
		if len(spans) > 0 {
			g = spans[0].Group
		}
		out = append(out, crawl.Mention{Entry: m.Entry, Term: m.Term, Start: m.Start, End: m.End, Group: g, Inside: m.Inside})
	}
	return out
}

// Mark marks the topic's words in the blocks, not the links, of a page that was
// parsed without a topic. It may be called concurrently.
func (j *Judge) Mark(p *crawl.Page) {
	var found []lexicon.Match
	for i := range p.Blocks {
		b := &p.Blocks[i]
		found = j.lex.Find(b.Text, found[:0])
		b.Mentions = j.mentions(b, found)
	}
}

// MarkLinks fills the terms of the links of a page from the links' own words,
// without its blocks. It serves lists of links that were not read from a page,
// such as sitemaps and feeds. It may be called concurrently.
func (j *Judge) MarkLinks(p *crawl.Page) {
	s := linkScan{Judge: j, inBlocks: true}
	for i := range p.Links {
		s.detached(&p.Links[i])
	}
}

// maxLabel is the longest label to find, in characters. Longer ones are
// sentences (lexicon.New refuses them).
const maxLabel = 200

// TermsOf returns the labels of a topic's entries as terms for lexicon.New,
// labels of heavier entries first. Loose labels (broader, narrower or related
// names) are left out: they name something else. An entry without labels is
// found by its local name, split into words.
func TermsOf(topic *semsim.TopicVector) []lexicon.Term {
	terms, _ := termsOf(topic)
	return terms
}

// termsOf returns the terms, and which of them are hints (see hints.go).
func termsOf(topic *semsim.TopicVector) (terms []lexicon.Term, hints []hint) {
	for i := range topic.Entries {
		e := &topic.Entries[i]
		n := len(terms)
		for _, l := range e.Labels {
			if l.Kind != ontology.Loose && findable(l.Text) {
				terms = append(terms, lexicon.Term{Text: l.Text, Lang: l.Lang, Entry: int32(i)})
				hints = append(hints, hintOf(l, e.Core))
			}
		}
		if name := spaced(ontology.LocalName(e.IRI)); len(terms) == n && len(e.Labels) == 0 && findable(name) {
			terms = append(terms, lexicon.Term{Text: name, Entry: int32(i)})
			hints = append(hints, noHint)
		}
	}
	return terms, hints
}

func findable(label string) bool {
	return utf8.RuneCountInString(label) <= maxLabel &&
		strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// spaced splits a name written as one word: TropicalCyclone, tropical_cyclone.
func spaced(name string) string {
	var out strings.Builder
	prev := ' '
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || r == '+' || r == '/':
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(prev):
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		prev = r
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
