package dedup

import (
	"cmp"
	"math/bits"

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
// uses it. It takes a megabyte and some 80 bytes for each page; it shares the URLs with
// the visits.
type Index struct {
	bodies    map[uint64]int32 // pages by the hash of the body
	pages     []original
	simhashes []hashed          // of pages that have one
	heads     [quarters][]int32 // by a quarter: index in simhashes of the last one, plus 1
	named     map[uint64]int32  // simhashes by the hash of their pages' URL
}

// original is a page that is no exact duplicate.
type original struct {
	url       string
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
	i, ok := x.bodies[p.Hash]
	if !ok || p.Hash == 0 {
		return of, 0, false
	}
	o := &x.pages[i]
	return crawl.Duplicate{Of: o.url, Exact: true}, o.relevance, true
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
	if !v.Adds() || v.Same.Exact {
		return
	}
	if x.bodies == nil {
		x.bodies = make(map[uint64]int32)
	}
	page := int32(len(x.pages))
	x.pages = append(x.pages, original{cmp.Or(v.Page.Final, v.Choice.URL), v.Score.Relevance})
	if _, ok := x.bodies[v.Page.Hash]; !ok && v.Page.Hash != 0 {
		x.bodies[v.Page.Hash] = page
	}
	if v.Page.Simhash != 0 {
		x.enter(v.Page.Simhash, page)
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
