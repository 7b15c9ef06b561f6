package gather

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/dedup"
)

// copies finds the pages of several nodes that are equal byte by byte. While they were fetched no
// node knew of those of another, so each has one that stands as the first. Of those, in the
// order of the merged folder, the first stands, and the others are copies of it, as they would
// be in the crawl of one machine.
//
// It departs from one machine in two ways. Where a later page stands for both by what they
// say of themselves (crawl.Original.Yields), both stand, because the verdict on the earlier one
// is written. Pages that are only alike are not compared: that needs their texts.
type copies struct {
	index  dedup.Index
	marked map[string]crawl.Duplicate // pages that became copies, by URL
}

// settle marks the page that a visit brings as a copy, if it is one.
func (t *copies) settle(v *crawl.Visit) {
	if v.Adds() && v.OK() && v.Page != nil && v.Same.Of == "" {
		if of, ok := t.index.Exact(v.Page); ok && !of.Yields {
			if t.marked == nil {
				t.marked = map[string]crawl.Duplicate{}
			}
			t.marked[v.Choice.URL] = of.Duplicate
			v.Same, v.Page.Features, v.Score.Relevant = of.Duplicate, nil, false
			v.Score = v.Score.Scaled(of.Relevance)
		}
	}
	if of, ok := t.marked[v.Choice.URL]; ok && v.Rejudged {
		v.Same, v.Score.Relevant, v.Was.Relevant = of, false, false
	}
	t.index.Learn(v)
}
