package papers

import (
	"maps"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

const (
	prefixFrequency = 3   // f: pages of a kind from which their common prefix counts
	prefixBoost     = 1.5 // of links below a prefix of relevant pages
	prefixDamp      = .5  // of links below one of irrelevant pages only
)

// Content is the crawler of Chen and Zhu (2011). It divides URLs into three queues:
// waiting URLs (which the strategy holds), relevant and irrelevant pages. A page p
// gives each of its links
//
//	sim(p) / N_p
//
// where N_p is the number of its links without those in the queue of irrelevant
// pages: the paper's T. With hyperlink analysis (T&L) it learns two sets of URL
// prefixes, S of relevant and M of irrelevant pages, each with at least three
// pages, and U = M - S. A link has one and a half times the score below a prefix of
// S, and half the score below one of U.
//
// A prefix is the longest part of a URL that ends in a slash and has that many
// pages. "http://host/" would be a prefix after three pages of any host, and would
// count for all its pages; so a prefix holds at least one folder. If a URL has
// prefixes in S and U the longer one counts.
type Content struct {
	checkpoint
	contentState
	links bool // T&L
}

type contentState struct {
	byLink
	done     []int8           // by number: 1 a relevant page, -1 an irrelevant one, 0 none
	relevant map[string]int32 // pages below a prefix
	other    map[string]int32
}

// NewContent returns the paper's T.
func NewContent() *Content {
	c := new(Content)
	c.checkpoint = checkpoint{"content", 1, c}
	c.forget()
	return c
}

// NewContentLinks returns the paper's T&L.
func NewContentLinks() *Content { c := NewContent(); c.links = true; return c }

// Score implements [linkrank.Ranker].
func (c *Content) Score(url string) float64 {
	score := c.byLink.Score(url)
	if c.links {
		score *= c.factor(url)
	}
	return score
}

// factor returns the factor that the prefix sets give a URL.
func (c *Content) factor(url string) float64 {
	for _, p := range prefixes(url) {
		switch {
		case c.relevant[p] >= prefixFrequency:
			return prefixBoost
		case c.other[p] >= prefixFrequency:
			return prefixDamp
		}
	}
	return 1
}

// prefixes returns the prefixes of a URL that hold a folder, the longest first.
func prefixes(url string) (out []string) {
	p := urlpattern.Split(url)
	path := p.Path
	for {
		i := strings.LastIndexByte(path, '/')
		if i <= 0 {
			return out
		}
		out = append(out, p.Host+path[:i+1])
		path = path[:i]
	}
}

// Observe implements [linkrank.Ranker].
func (c *Content) Observe(v *crawl.Visit) {
	r, ok := linkrank.Outcome(v)
	if !ok || v.Source() {
		return
	}
	id := c.known(v.Choice.URL)
	if c.done[id] != 0 {
		return
	}
	c.Alias(v.Page.Final, id)
	set := c.other
	if c.done[id] = -1; v.Score.Relevant {
		c.done[id], set = 1, c.relevant
	}
	for _, p := range prefixes(v.Choice.URL) {
		set[p]++
	}
	c.give(v, unit(r))
}

// give divides sim(p) among the links.
func (c *Content) give(v *crawl.Visit, r float64) {
	n := 0
	seen := make(map[string]bool, len(v.Page.Links))
	pageLinks(v, func(l *crawl.Link) {
		if !seen[l.URL] {
			seen[l.URL] = true
			if c.done[c.known(l.URL)] >= 0 {
				n++
			}
		}
	})
	pageLinks(v, func(l *crawl.Link) { c.raise(l.URL, r/float64(max(1, n))) })
}

// known returns the number of url, with room for its queue.
func (c *Content) known(url string) int32 {
	id := c.number(url)
	for len(c.done) < len(c.best) {
		c.done = append(c.done, 0)
	}
	return id
}

func (c *Content) save(w *binenc.Writer) {
	c.byLink.save(w)
	for _, d := range c.done {
		w.Int(int64(d))
	}
	for _, set := range []map[string]int32{c.relevant, c.other} {
		w.Uint(uint64(len(set)))
		for _, p := range slices.Sorted(maps.Keys(set)) {
			w.Spill()
			w.Text(p)
			w.Uint(uint64(set[p]))
		}
	}
}

func (c *Content) load(r *binenc.Reader) {
	c.byLink.load(r)
	for range c.best {
		c.done = append(c.done, int8(r.IntIn(-1, 1)))
	}
	for _, set := range []map[string]int32{c.relevant, c.other} {
		last := ""
		for n := r.Len(2); n > 0 && r.Err() == nil; n-- {
			p := r.Text()
			if len(set) > 0 && p <= last {
				r.Fail("prefix %.80q is out of order", p)
			}
			set[p], last = int32(r.Uint()&(1<<31-1)), p
		}
	}
}

func (c *contentState) forget() {
	*c = contentState{relevant: make(map[string]int32), other: make(map[string]int32)}
}
