package twins

import "github.com/ontocrawl/ontocrawl/crawl"

// MaxDistance is in how many bits the fingerprints of near duplicates may differ.
const MaxDistance = 3

// Index is the pages that a crawl has recorded. The zero Index is ready. One
// goroutine uses it. It takes a megabyte and some 60 bytes for each page; the URLs
// are shared with their visits.
type Index struct {
	bodies map[uint64]int32 // pages by the hash of the body
	pages  []original
	prints Prints // of those that have one
}

// original is a page that is no exact duplicate.
type original struct {
	url       string
	relevance float64
}

var _ crawl.Twins = (*Index)(nil)

// Exact implements [crawl.Twins].
func (x *Index) Exact(p *crawl.Page) (of crawl.Duplicate, relevance float64, ok bool) {
	i, ok := x.bodies[p.Hash]
	if !ok || p.Hash == 0 {
		return of, 0, false
	}
	o := &x.pages[i]
	return crawl.Duplicate{Of: o.url, Exact: true}, o.relevance, true
}

// Near implements [crawl.Twins]. Of several the nearest counts, of equally near
// ones the first.
func (x *Index) Near(p *crawl.Page) (of crawl.Duplicate, ok bool) {
	if p.Print = Print(p); p.Print == 0 {
		return of, false
	}
	i, distance, ok := x.prints.Near(p.Print)
	if !ok {
		return of, false
	}
	return crawl.Duplicate{Of: x.pages[i].url, Distance: distance}, true
}

// Learn implements [crawl.Twins].
func (x *Index) Learn(v *crawl.Visit) {
	if !v.Adds() || v.Same.Exact {
		return
	}
	if x.bodies == nil {
		x.bodies = make(map[uint64]int32)
	}
	url := v.Page.Final
	if url == "" {
		url = v.Choice.URL
	}
	page := int32(len(x.pages))
	x.pages = append(x.pages, original{url, v.Score.Relevance})
	if _, ok := x.bodies[v.Page.Hash]; !ok && v.Page.Hash != 0 {
		x.bodies[v.Page.Hash] = page
	}
	if v.Page.Print != 0 {
		x.prints.Add(v.Page.Print, page)
	}
}
