package relevance

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/page"
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
	return p, nil
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
	for _, m := range found {
		if !j.knows(m.Entry) {
			continue
		}
		for len(spans) > 1 && spans[0].End <= int(m.Start) {
			spans = spans[1:]
		}
		g := crawl.GroupBody
		if len(spans) > 0 {
			g = spans[0].Group
		}
		out = append(out, crawl.Mention{Entry: m.Entry, Term: m.Term, Start: m.Start, End: m.End, Group: g})
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
	var terms []lexicon.Term
	for i := range topic.Entries {
		e := &topic.Entries[i]
		n := len(terms)
		for _, l := range e.Labels {
			if l.Kind != ontology.Loose && findable(l.Text) {
				terms = append(terms, lexicon.Term{Text: l.Text, Lang: l.Lang, Entry: int32(i)})
			}
		}
		if name := spaced(ontology.LocalName(e.IRI)); len(terms) == n && len(e.Labels) == 0 && findable(name) {
			terms = append(terms, lexicon.Term{Text: name, Entry: int32(i)})
		}
	}
	return terms
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
