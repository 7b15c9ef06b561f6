package relevance

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/page"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Read parses an answer and marks the topic's words in its blocks and links.
func (j *Judge) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := page.Parse(r)
	if err != nil {
		return nil, err
	}
	j.Mark(p)
	return p, nil
}

// Mark marks the topic's words in a parsed page: the mentions of its blocks
// and the terms of its links.
func (j *Judge) Mark(p *crawl.Page) {
	var found []lexicon.Match
	any := false
	for i := range p.Blocks {
		b := &p.Blocks[i]
		found = j.lex.Find(b.Text, found[:0])
		b.Mentions = j.mentions(b, found)
		any = any || len(found) > 0
	}
	s := linkScan{Judge: j, found: found}
	for i := range p.Links {
		s.link(&p.Links[i], any)
	}
}

// mentions gives each match the group of the place where it begins.
func (j *Judge) mentions(b *crawl.Block, found []lexicon.Match) []crawl.Mention {
	if len(found) == 0 {
		return nil
	}
	out := make([]crawl.Mention, 0, len(found))
	spans := b.Spans
	for _, m := range found {
		if int(m.Entry) >= len(j.weight) || m.Entry < 0 {
			continue // a lexicon of another topic
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
