package source

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Bounds of what a Reader keeps.
const (
	maxKept     = 5000 // links of a source, the best
	maxSitemaps = 20   // sitemaps from a robots.txt
)

// Reader reads sources itself and leaves everything else to Pages. It adds the
// sitemaps that the robots.txt of a page's host names to the links of the page,
// so that the strategy learns of them.
type Reader struct {
	Pages crawl.Reader
	// Mark fills the Terms of the links of a source from their text, title and
	// address. If it is nil they stay empty.
	Mark func(*crawl.Page)
}

var _ crawl.Reader = (*Reader)(nil)

// Read implements [crawl.Reader]. Of the links of a source it keeps the most
// promising, in this order: links whose own words name the topic, links to the
// source's own host, links changed last.
func (d *Reader) Read(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := Read(r)
	if errors.Is(err, ErrNone) {
		return d.page(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	if d.Mark != nil {
		d.Mark(p)
	}
	slices.SortStableFunc(p.Links, func(a, b crawl.Link) int {
		return cmp.Or(
			cmp.Compare(topicScore(&b.Terms), topicScore(&a.Terms)),
			-compare(a.Host == p.Host, b.Host == p.Host),
			b.Modified.Compare(a.Modified),
		)
	})
	p.Links = slices.Clip(p.Links[:min(len(p.Links), maxKept)])
	return p, nil
}

// topicScore is how strongly the words of a link name the topic.
func topicScore(t *crawl.LinkTerms) float32 { return min(1, t.AnchorCore+t.URLCore/2) }

func compare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func isXML(contentType string) bool {
	media, _, _ := strings.Cut(contentType, ";")
	media = strings.ToLower(strings.TrimSpace(media))
	return media == "text/xml" || media == "application/xml"
}

// page reads an answer that is not a source. XML that is not a page either is
// data.
func (d *Reader) page(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	if isXML(r.ContentType) && !bytes.EqualFold(firstTag(r.Body[:min(len(r.Body), sniffed)]), []byte("html")) {
		return nil, fmt.Errorf("%w: XML that is neither a page nor a source", crawl.ErrNotPage)
	}
	p, err := d.Pages.Read(ctx, r)
	if err != nil || p == nil || len(r.Sitemaps) == 0 {
		return p, err
	}
	b, err := newBuilder(r)
	if err != nil {
		return p, nil // the page itself was readable
	}
	for _, s := range r.Sitemaps[:min(len(r.Sitemaps), maxSitemaps)] {
		b.add(&entry{href: s, kind: crawl.LinkSitemap, path: "robots.txt"})
	}
	p.Links = append(p.Links, b.page.Links...)
	return p, nil
}
