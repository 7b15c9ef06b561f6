package dedup

import (
	"cmp"
	"math/bits"
	"net/http"

	"github.com/cespare/xxhash/v2"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/read/shingle"
)

// MaxDistance is the largest distance of near duplicates, in bits.
const MaxDistance = 3

// MaxNamed is the largest distance, in bits, of a page from the page that it names as
// canonical (RFC 6596). The name alone is not enough: many sites name one page for all
// of theirs by mistake. Of 1.4 million pairs of pages of the same sites, one in 1,700 is
// as near (hosts-dev and lohelp-zh, 1,200 pages each).
const MaxNamed = 8

// Index holds the recorded pages of a crawl. The zero Index is ready. One goroutine
// uses it. It takes a megabyte and 200 to 240 bytes for each page, and 260 more for each
// that has a sketch; it shares the URLs with the visits.
type Index struct {
	bodies    map[uint64]int32 // pages by the hash of a body that they have or had
	byURL     map[uint64]int32 // pages by the hash of the URLs asked for and answering
	pages     []recorded
	simhashes *Simhashes // nil: no page has one yet
	hashed    []int32    // the page of each simhash
	sites     map[string]*site
}

// recorded is a page that is, or was, no exact duplicate. Names are kept as hashes, 0 for
// none.
type recorded struct {
	url       string
	hash      uint64 // of its present body; 0 if it is gone, or an exact duplicate now
	host      uint64
	linkHost  uint64 // to which most of its links lead
	canonical uint64 // the page that it names
	relevance float64
	simhash   uint64
	sketch    []uint32
	runs      int32
	seq       int32 // visit that brought its last version
	relevant  bool
	copy      bool // of another page
}

var _ crawl.Duplicates = (*Index)(nil)

// Exact implements [crawl.Duplicates].
func (x *Index) Exact(p *crawl.Page) (of crawl.Original, ok bool) {
	i, ok := x.owner(p.Hash)
	if !ok {
		return of, false
	}
	if self, known := x.page(p.URL); known && self == i {
		return of, false
	}
	o := &x.pages[i]
	return o.original(p, crawl.Duplicate{Of: o.url, Exact: true}), true
}

// page returns the page with that URL.
func (x *Index) page(url string) (i int32, ok bool) {
	i, ok = x.byURL[xxhash.Sum64String(url)]
	return i, ok
}

// owner returns the page that has the body with this hash now.
func (x *Index) owner(hash uint64) (page int32, ok bool) {
	i, ok := x.bodies[hash]
	return i, ok && hash != 0 && x.pages[i].hash == hash
}

// Near implements [crawl.Duplicates]. It returns the nearest page; of equally near
// ones the first. Copies are not returned: what they repeat is. A page that is asked for
// again is compared only if it was a copy, since others may be copies of it.
func (x *Index) Near(p *crawl.Page) (of crawl.Original, ok bool) {
	if p.Simhash = Simhash(p); p.Simhash == 0 {
		return of, false
	}
	p.Sketch, p.RunCount = shingle.Sketch(p)
	return x.NearKept(p)
}

// NearKept is Near for a page as a journal gives it back, whose text is not at hand.
func (x *Index) NearKept(p *crawl.Page) (of crawl.Original, ok bool) {
	if p.Simhash == 0 {
		return of, false
	}
	if self, known := x.page(p.URL); known && !x.pages[self].copy {
		return of, false
	}
	best, found := x.nearest(p.Simhash)
	if best < 0 {
		if best, found = x.canonical(p); best < 0 {
			return of, false
		}
	}
	o := &x.pages[best]
	d := crawl.Duplicate{Of: o.url, Distance: found, Copy: o.saysSame(p) || x.sites[polite.Site(p.Host)].repeats()}
	return o.original(p, d), true
}

// nearest returns the page whose simhash is nearest, and the distance, or -1.
func (x *Index) nearest(simhash uint64) (page int32, distance int) {
	if x.simhashes == nil {
		return -1, 0
	}
	n, distance := x.simhashes.Nearest(simhash, func(n int32, _ int) bool { return !x.pages[x.hashed[n]].copy })
	if n < 0 {
		return -1, 0
	}
	return x.hashed[n], distance
}

// canonical returns the canonical page of p if that is recorded and near, or -1.
func (x *Index) canonical(p *crawl.Page) (page int32, distance int) {
	if p.Canonical == "" {
		return -1, 0
	}
	i, ok := x.page(p.Canonical)
	if !ok || x.pages[i].simhash == 0 || x.pages[i].copy || x.pages[i].url != p.Canonical {
		return -1, 0
	}
	if distance = bits.OnesCount64(x.pages[i].simhash ^ p.Simhash); distance > MaxNamed {
		return -1, 0
	}
	return i, distance
}

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
			x.count(v)
			if !v.Copy() {
				x.enter(v.Page.Simhash, page)
			}
		}
	}
}

// add adds the page of v.
func (x *Index) add(v *crawl.Visit) int32 {
	if x.bodies == nil {
		x.bodies, x.byURL = make(map[uint64]int32), make(map[uint64]int32)
	}
	page := int32(len(x.pages))
	x.pages = append(x.pages, recorded{url: cmp.Or(v.Page.Final, v.Choice.URL)})
	x.byURL[xxhash.Sum64String(v.Choice.URL)] = page
	if _, taken := x.page(x.pages[page].url); !taken {
		x.byURL[xxhash.Sum64String(x.pages[page].url)] = page
	}
	x.has(page, v)
	return page
}

// has notes what page is now. Of pages with equal bodies the first owns it.
func (x *Index) has(page int32, v *crawl.Visit) {
	o, p := &x.pages[page], v.Page
	o.hash, o.relevance, o.relevant, o.copy, o.seq = p.Hash, v.Score.Relevance, v.Score.Relevant, v.Same.Copy, int32(v.Seq)
	o.host, o.linkHost, o.canonical = nameHash(p.Host), nameHash(p.LinkHost), nameHash(p.Canonical)
	if !v.Choice.Again || p.Simhash != 0 {
		o.simhash, o.sketch, o.runs = p.Simhash, p.Sketch, int32(p.RunCount)
	}
	if _, owned := x.owner(p.Hash); !owned && p.Hash != 0 {
		x.bodies[p.Hash] = page
	}
}

func nameHash(name string) uint64 {
	if name == "" {
		return 0
	}
	return max(1, xxhash.Sum64String(name))
}

// revisit notes what became of a recorded page. Its words as they were stay in the index
// of near duplicates.
func (x *Index) revisit(v *crawl.Visit) {
	page, known := x.page(v.Choice.URL)
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

// judge keeps a new verdict: a later page with the same body gets its relevance. If the
// verdict is that the page is a copy, it shares the body of the original from now on.
func (x *Index) judge(v *crawl.Visit) {
	i, ok := x.page(cmp.Or(v.Page.Final, v.Choice.URL))
	if !ok {
		return
	}
	o := &x.pages[i]
	o.relevance, o.relevant = v.Score.Relevance, v.Score.Relevant
	if v.Copy() && !o.copy {
		o.copy = true
		if v.Same.Exact {
			o.hash = 0
		}
	}
}

func (x *Index) enter(simhash uint64, page int32) {
	if x.simhashes == nil {
		x.simhashes = NewSimhashes(MaxDistance)
	}
	x.simhashes.Add(simhash)
	x.hashed = append(x.hashed, page)
}
