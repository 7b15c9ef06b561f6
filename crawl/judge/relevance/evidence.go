package relevance

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// bag holds the counted mentions of a page, by concept, label and group.
type bag struct {
	hits   []hit
	words  int
	heads  float64 // 1: a core concept stands in the title; else the share of the h1 with one
	anchor bool    // the text is an anchor
	brief  bool    // the page is a headline and a few sentences; see brief.go
	sense  func(block, mention int) float64

	address *hit // a core concept in the page's address, for fielded
	text    int  // words of running text so far, up to leadWords
	lead    bool // a core concept stands within them
}

// hit is one concept, found by one label, in one tag group.
type hit struct {
	entry, term int32
	group       crawl.Group
	count       int     // mentions
	mass        float64 // mentions, weighted by the layout
	placed      float64 // the same, weighted by the tag group as well, for fielded
	head        float64 // mentions in the title or the h1, of a core concept
	share       float64 // part of the evidence, set by the judge
	label       string  // as first found
}

func (b *bag) reset(words int) { *b = bag{hits: b.hits[:0], words: words} }

// add counts a mention. Pages have few distinct hits, so a linear search is
// enough.
func (b *bag) add(entry, term int32, g crawl.Group, mass float64, label string) *hit {
	for i := range b.hits {
		if h := &b.hits[i]; h.entry == entry && h.term == term && h.group == g {
			h.count++
			h.mass += mass
			return h
		}
	}
	b.hits = append(b.hits, hit{entry: entry, term: term, group: g, count: 1, mass: mass, label: label})
	return &b.hits[len(b.hits)-1]
}

// shares adds up the shares of the hits.
func (b *bag) shares() (sum float64) {
	for i := range b.hits {
		sum += b.hits[i].share
	}
	return sum
}

// evidence turns the shares of the hits into contributions that add up to the
// relevance, greatest first.
func (j *Judge) evidence(b *bag, relevance float64) []crawl.Evidence {
	sum := b.shares()
	if sum <= 0 {
		return nil
	}
	out := j.hitEvidence(b, relevance/sum)
	slices.SortStableFunc(out, byContribution)
	return out
}

// hitEvidence turns the shares of the hits, times scale, into contributions.
func (j *Judge) hitEvidence(b *bag, scale float64) []crawl.Evidence {
	out := make([]crawl.Evidence, 0, len(b.hits)+3)
	add := func(h *hit, group string) {
		if h.share > 0 {
			out = append(out, crawl.Evidence{
				Concept: j.topic.Entries[h.entry].IRI, Label: strings.Clone(h.label), Group: group,
				Count: h.count, Contribution: scale * h.share,
			})
		}
	}
	for i := range b.hits {
		add(&b.hits[i], b.hits[i].group.String())
	}
	if b.address != nil {
		add(b.address, groupAddress)
	}
	return out
}

func byContribution(a, b crawl.Evidence) int {
	return cmp.Or(cmp.Compare(b.Contribution, a.Contribution), cmp.Compare(a.Concept, b.Concept), cmp.Compare(a.Label, b.Label))
}
