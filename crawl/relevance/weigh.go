package relevance

import (
	"github.com/ontocrawl/ontocrawl/crawl"
)

// Score judges a page.
func (j *Judge) Score(p *crawl.Page) crawl.Score {
	b := &j.bag
	b.reset(p.Words)
	j.collect(b, p)
	r := j.score(b)
	return crawl.Score{Relevance: r, Relevant: r > j.phi, Evidence: j.evidence(b, r)}
}

// collect puts the mentions that count into the bag.
func (j *Judge) collect(b *bag, p *crawl.Page) {
	h := j.hosts[p.Host]
	h1, core := 0, 0
	for i := range p.Blocks {
		bl := &p.Blocks[i]
		if bl.H1 {
			h1++
		}
		if len(bl.Mentions) == 0 || h.boilerplate(bl.Key) {
			continue
		}
		mass := layout(bl)
		has := false
		for _, m := range bl.Mentions {
			if bl.Title && j.siteWide(h, bl, m) {
				continue
			}
			hit := b.add(m.Entry, m.Term, m.Group, mass, bl.Text[m.Start:m.End])
			if bl.Title || bl.H1 {
				hit.title++
				has = has || j.core[m.Entry]
			}
		}
		if has && bl.Title {
			b.heads = 1
		}
		if has && bl.H1 {
			core++
		}
	}
	if core > 0 {
		if tune.h1share {
			b.heads = max(b.heads, float64(core)/float64(h1))
		} else {
			b.heads = 1
		}
	}
}

// siteWide reports whether a mention in the title stands in a segment that
// the host repeats.
func (j *Judge) siteWide(h *host, b *crawl.Block, m crawl.Mention) bool {
	if h == nil || h.pages < minPages {
		return false
	}
	for _, s := range segments(b.Text) {
		if int(m.Start) >= s.start && int(m.Start) < s.end {
			return h.boilerplate(segmentKey(s.text))
		}
	}
	return false
}

// layout is how much a mention counts by the place of its block.
func layout(b *crawl.Block) float64 {
	if !b.Title && len(b.Spans) == 1 && b.Spans[0].Group == crawl.GroupTitle {
		return tune.meta
	}
	if anchors(b) < .5 {
		return 1
	}
	switch b.Region {
	case crawl.RegionNav:
		return tune.nav
	case crawl.RegionFooter:
		return tune.footer
	case crawl.RegionAside:
		return tune.aside
	case crawl.RegionHeader:
		return tune.header
	}
	return 1
}

// anchors is the share of a block's text that is anchors.
func anchors(b *crawl.Block) float64 {
	n, from := 0, 0
	for _, s := range b.Spans {
		if s.Group == crawl.GroupAnchor {
			n += s.End - from
		}
		from = s.End
	}
	return float64(n) / float64(len(b.Text))
}
