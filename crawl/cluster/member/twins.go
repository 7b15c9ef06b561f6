package member

import (
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Twins is the search for duplicates of all parts: a page may repeat one of another part.
// Two parts that record the same page at the same moment may both keep it.
type Twins struct {
	mu    sync.Mutex
	index crawl.Duplicates
	parts int
}

// NewTwins returns the Twins of so many parts, with an empty index.
func NewTwins(parts int, index crawl.Duplicates) *Twins { return &Twins{index: index, parts: parts} }

// Of is the search as a part makes it.
func (t *Twins) Of(part int) crawl.Duplicates { return &twins{t, part} }

// twins is Twins for one part. The number of a visit in the index says whose it is, too.
type twins struct {
	*Twins
	part int
}

// Exact implements [crawl.Duplicates].
func (t *twins) Exact(p *crawl.Page) (crawl.Original, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	o, ok := t.index.Exact(p)
	return t.own(o, ok)
}

// Near implements [crawl.Duplicates].
func (t *twins) Near(p *crawl.Page) (crawl.Original, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	o, ok := t.index.Near(p)
	return t.own(o, ok)
}

// own is an original as the part sees it. The journal of another part cannot be told that
// its page is the copy, so of the two both stand.
func (t *twins) own(o crawl.Original, ok bool) (crawl.Original, bool) {
	part := o.Seq % t.parts
	o.Seq /= t.parts
	if ok && o.Yields && part != t.part {
		return crawl.Original{}, false
	}
	return o, ok
}

// Learn implements [crawl.Duplicates].
func (t *twins) Learn(v *crawl.Visit) {
	w := *v
	w.Seq = v.Seq*t.parts + t.part
	t.mu.Lock()
	defer t.mu.Unlock()
	t.index.Learn(&w)
}
