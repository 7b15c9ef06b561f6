package dedup

import (
	"cmp"
	"math/bits"
	"net/http"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// MaxDistance is the largest distance of near duplicates, in bits.
const MaxDistance = 3

const (
	quarters = MaxDistance + 1
	width    = 64 / quarters
	fan      = 1 << width
)

// MaxNamed is the largest distance, in bits, of a page from the page that it names as
// canonical (RFC 6596). The name alone is not enough: many sites name one page for all
// of theirs by mistake. Of 1.4 million pairs of pages of the same sites, one in 1,700 is
// as near (hosts-dev and lohelp-zh, 1,200 pages each).
const MaxNamed = 8

// Index holds the recorded pages of a crawl. The zero Index is ready. One goroutine
// uses it. It takes a megabyte and 140 to 170 bytes for each page; it shares the URLs with
// the visits.
type Index struct {
	bodies    map[uint64]int32 // pages by the hash of a body that they have or had
	asked     map[uint64]int32 // pages by the hash of the URL asked for
	pages     []original
	simhashes []hashed          // of pages that have one
	heads     [quarters][]int32 // by a quarter: index in simhashes of the last one, plus 1
	named     map[uint64]int32  // simhashes by the hash of their pages' URL
}

// original is a page that is, or was, no exact duplicate.
type original struct {
	url       string
	hash      uint64 // of its present body; 0 if it is gone, or an exact duplicate now
	relevance float64
}

type hashed struct {
	simhash uint64
	page    int32
	next    [quarters]int32 // the one before with the same quarter, plus 1
}

var _ crawl.Duplicates = (*Index)(nil)

// Exact implements [crawl.Duplicates].
func (x *Index) Exact(p *crawl.Page) (of crawl.Duplicate, relevance float64, ok bool) {
	i, ok := x.owner(p.Hash)
	if !ok {
		return of, 0, false
	}
	if self, known := x.asked[xxhash.Sum64String(p.URL)]; known && self == i {
		return of, 0, false
	}
	o := &x.pages[i]
	return crawl.Duplicate{Of: o.url, Exact: true}, o.relevance, true
}

// owner returns the page that has the body with this hash now.
func (x *Index) owner(hash uint64) (page int32, ok bool) {
	i, ok := x.bodies[hash]
	return i, ok && hash != 0 && x.pages[i].hash == hash
}

// Near implements [crawl.Duplicates]. It returns the nearest page; of equally near
// ones the first.
func (x *Index) Near(p *crawl.Page) (of crawl.Duplicate, ok bool) {
	if p.Simhash = Simhash(p); p.Simhash == 0 {
		return of, false
	}
	best, found := int32(-1), MaxDistance+1
	for q, heads := range x.heads {
		if heads == nil {
			break
		}
		for i := heads[quarter(p.Simhash, q)]; i != 0; i = x.simhashes[i-1].next[q] {
			d := bits.OnesCount64(x.simhashes[i-1].simhash ^ p.Simhash)
			if d < found || d == found && i-1 < best {
				best, found = i-1, d
			}
		}
	}
	if best < 0 {
		return x.canonical(p)
	}
	return crawl.Duplicate{Of: x.pages[x.simhashes[best].page].url, Distance: found}, true
}

// canonical returns the canonical page of p if that is recorded and near.
func (x *Index) canonical(p *crawl.Page) (of crawl.Duplicate, ok bool) {
	if p.Canonical == "" {
		return of, false
	}
	i, ok := x.named[xxhash.Sum64String(p.Canonical)]
	if !ok {
		return of, false
	}
	d := bits.OnesCount64(x.simhashes[i].simhash ^ p.Simhash)
	if url := x.pages[x.simhashes[i].page].url; d <= MaxNamed && url == p.Canonical {
		return crawl.Duplicate{Of: url, Distance: d}, true
	}
	return of, false
}

func quarter(simhash uint64, q int) uint64 { return simhash >> (q * width) & (fan - 1) }

// Learn implements [crawl.Duplicates].
func (x *Index) Learn(v *crawl.Visit) {
	switch {
	case v.Rejudged:
		x.judge(v)
	case v.Choice.Again:
		x.revisit(v)
	case v.OK() && !v.Same.Exact:
		page := x.add(v)
		if v.Page.Simhash != 0 {
			x.enter(v.Page.Simhash, page)
		}
	}
}

// add adds the page of v.
func (x *Index) add(v *crawl.Visit) int32 {
	if x.bodies == nil {
		x.bodies, x.asked = make(map[uint64]int32), make(map[uint64]int32)
	}
	page := int32(len(x.pages))
	x.pages = append(x.pages, original{url: cmp.Or(v.Page.Final, v.Choice.URL)})
	x.asked[xxhash.Sum64String(v.Choice.URL)] = page
	x.has(page, v)
	return page
}

// has notes the body that page has now. Of pages with equal bodies the first owns it.
func (x *Index) has(page int32, v *crawl.Visit) {
	o := &x.pages[page]
	o.hash, o.relevance = v.Page.Hash, v.Score.Relevance
	if _, owned := x.owner(v.Page.Hash); !owned && v.Page.Hash != 0 {
		x.bodies[v.Page.Hash] = page
	}
}

// revisit notes what became of a recorded page. Its words as they were stay in the index
// of near duplicates.
func (x *Index) revisit(v *crawl.Visit) {
	page, known := x.asked[xxhash.Sum64String(v.Choice.URL)]
	gone := v.Status == http.StatusNotFound || v.Status == http.StatusGone
	switch {
	case v.OK() && !v.Same.Exact && known:
		x.has(page, v)
	case v.OK() && !v.Same.Exact:
		x.add(v) // it repeated another page until now
	case known && (gone || v.OK()):
		x.pages[page].hash = 0
	}
}

// judge keeps a new verdict: a later page with the same body gets its relevance.
func (x *Index) judge(v *crawl.Visit) {
	if i, ok := x.owner(v.Page.Hash); ok && x.pages[i].url == cmp.Or(v.Page.Final, v.Choice.URL) {
		x.pages[i].relevance = v.Score.Relevance
	}
}

func (x *Index) enter(simhash uint64, page int32) {
	e := hashed{simhash: simhash, page: page}
	n := int32(len(x.simhashes)) + 1
	for q := range x.heads {
		if x.heads[q] == nil {
			x.heads[q] = make([]int32, fan)
		}
		h := &x.heads[q][quarter(simhash, q)]
		e.next[q], *h = *h, n
	}
	if x.named == nil {
		x.named = make(map[uint64]int32)
	}
	x.named[xxhash.Sum64String(x.pages[page].url)] = n - 1
	x.simhashes = append(x.simhashes, e)
}
