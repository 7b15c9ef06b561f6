package member

import (
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Copies is the search for duplicates of all parts: a page may repeat one of another part.
// Two parts that record the same page at the same moment may both keep it.
type Copies struct {
	mu    sync.Mutex
	index crawl.Duplicates
	parts int
}

// NewCopies returns the Copies of so many parts, with an empty index.
func NewCopies(parts int, index crawl.Duplicates) *Copies { return &Copies{index: index, parts: parts} }

// Of is the search as a part makes it.
func (t *Copies) Of(part int) crawl.Duplicates { return &copies{t, part} }

// copies is Copies for one part. The number of a visit in the index says whose it is, too.
type copies struct {
	*Copies
	part int
}

// Exact implements [crawl.Duplicates].
func (t *copies) Exact(p *crawl.Page) (crawl.Original, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	o, ok := t.index.Exact(p)
	return t.own(o, ok)
}

// Near implements [crawl.Duplicates].
func (t *copies) Near(p *crawl.Page) (crawl.Original, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	o, ok := t.index.Near(p)
	return t.own(o, ok)
}

// own is an original as the part sees it. The journal of another part cannot be told that
// its page is the copy, so of the two both stand.
func (t *copies) own(o crawl.Original, ok bool) (crawl.Original, bool) {
	part := o.Seq % t.parts
	o.Seq /= t.parts
	if ok && o.Yields && part != t.part {
		return crawl.Original{}, false
	}
	return o, ok
}

// Learn implements [crawl.Duplicates].
func (t *copies) Learn(v *crawl.Visit) {
	w := *v
	w.Seq = v.Seq*t.parts + t.part
	t.mu.Lock()
	defer t.mu.Unlock()
	t.index.Learn(&w)
}
