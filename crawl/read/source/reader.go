package source

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
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
	marked := 0
	p, err := read(r, func(p *crawl.Page) { marked = d.best(p, marked) })
	if errors.Is(err, ErrNone) {
		return d.page(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	p.Links = slices.Clip(p.Links)
	return p, nil
}

// best keeps the best links of a source, and marks those that are not the first marked.
// It returns how many are kept, all of them marked. To keep the best of what was kept
// before and what came since is to keep the best of all, as the sort is stable.
func (d *Reader) best(p *crawl.Page, marked int) int {
	if d.Mark != nil {
		since := *p
		since.Links = p.Links[marked:]
		d.Mark(&since)
	}
	slices.SortStableFunc(p.Links, func(a, b crawl.Link) int {
		return cmp.Or(
			cmp.Compare(topicScore(&b.Terms), topicScore(&a.Terms)),
			-compare(a.Host == p.Host, b.Host == p.Host),
			b.Modified.Compare(a.Modified),
		)
	})
	n := min(len(p.Links), maxKept)
	clear(p.Links[n:])
	p.Links = p.Links[:n]
	return n
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

// page reads an answer that is not a source. XML that is not a page either is
// data.
func (d *Reader) page(ctx context.Context, r *crawl.Response) (*crawl.Page, error) {
	if media := mediaType(r.ContentType); (media == "text/xml" || media == "application/xml") && !bytes.EqualFold(firstTag(r.Body[:min(len(r.Body), sniffed)]), []byte("html")) {
		return nil, english.Errorf("%w: XML that is neither a page nor a source", crawl.ErrNotPage)
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

var (
	errSize = errors.New("longer than a sitemap may be")
	errDeep = errors.New("nested too deeply")
	errLong = errors.New("no markup for too long")
)

// gzipped reports a compressed body, such as sitemap.xml.gz (the signature of
// gzip, RFC 1952, 2.3.1). Only one layer is unpacked: gzip within gzip is a
// bomb or a mistake.
func gzipped(body []byte) bool { return bytes.HasPrefix(body, []byte{0x1f, 0x8b, 8}) }

// sizeLimitReader fails with errSize after left bytes.
type sizeLimitReader struct {
	r    io.Reader
	left int64
}

func (b *sizeLimitReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errSize
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// maxToken bounds the bytes between two "<" of a sitemap: an address has at
// most 2,048 (sitemaps.org, "loc"), and a decoder holds each token in memory.
const maxToken = 64 << 10

// tokenLimitReader fails with errLong if no markup comes for too long.
type tokenLimitReader struct {
	r   io.Reader
	run int
}

func (d *tokenLimitReader) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			d.run += len(rest)
			break
		}
		if d.run+i > maxToken {
			return n, errLong
		}
		d.run, rest = 0, rest[i+1:]
	}
	if d.run > maxToken {
		return n, errLong
	}
	return n, err
}

// isList reports whether a text is a list of addresses (sitemaps.org, "Text
// file"): at least two lines, each an address. With one line, a page that cites
// an address would be a list.
func isList(text []byte) bool {
	lines := 0
	for len(text) > 0 {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		text = rest
		line = bytes.TrimSpace(line)
		if len(line) == 0 || !whole && lines > 1 { // the last one may be truncated
			continue
		}
		if !bytes.HasPrefix(line, []byte("http://")) && !bytes.HasPrefix(line, []byte("https://")) || bytes.ContainsAny(line, " \t<>") {
			return false
		}
		lines++
	}
	return lines > 1
}

// list reads a list of addresses.
func (b *builder) list(r io.Reader) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 4096), maxToken)
	for n := 0; n < MaxEntries && sc.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(sc.Text(), "\xef\xbb\xbf"))
		if strings.HasPrefix(line, "http") { // a list has no relative addresses
			b.add(&entry{href: line, path: pathSitemap, kind: crawl.LinkPage})
		}
	}
	return sc.Err()
}
