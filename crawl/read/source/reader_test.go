package source

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

type pages struct{}

func (pages) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) { return page.Parse(r) }

// TestReaderOrder: what names the topic, then what is at home, then what is new.
func TestReaderOrder(t *testing.T) {
	r := &Reader{Pages: pages{}, Mark: func(p *crawl.Page) {
		for i := range p.Links {
			if l := &p.Links[i]; strings.Contains(l.URL, "typhoon") {
				l.Terms.URLCore = 1
			}
		}
	}}
	p, err := r.Read(t.Context(), response("text/xml", `<urlset>
		<url><loc>/old</loc><lastmod>2020-01-01</lastmod></url><url><loc>/unknown1</loc></url><url><loc>/unknown2</loc></url>
		<url><loc>/new</loc><lastmod>2024-01-01</lastmod></url><url><loc>http://b.example/newest</loc><lastmod>2024-07-01</lastmod></url>
		<url><loc>/typhoon/old</loc><lastmod>2001-01-01</lastmod></url><url><loc>http://b.example/typhoon</loc><lastmod>2024-07-01</lastmod></url></urlset>`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range p.Links {
		got = append(got, strings.TrimPrefix(l.URL, "https://a.example"))
	}
	want := []string{"/typhoon/old", "http://b.example/typhoon", "/new", "/old", "/unknown1", "/unknown2", "http://b.example/newest"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestReaderKeeps(t *testing.T) {
	p, err := (&Reader{Pages: pages{}}).Read(t.Context(), response("text/xml", "<urlset>"+many(20_000, "<url><loc>/%d</loc></url>")+"</urlset>"))
	if err != nil || len(p.Links) != maxKept || p.Links[maxKept-1].URL != fmt.Sprintf("https://a.example/%d", maxKept-1) {
		t.Errorf("%d links, %v", len(p.Links), err)
	}
}

// TestReaderKeepsTheBest: the links that are dropped while a long sitemap is read are
// those that would be dropped at its end.
func TestReaderKeepsTheBest(t *testing.T) {
	marked := 0
	mark := func(p *crawl.Page) {
		for i := range p.Links {
			marked++
			p.Links[i].Terms.URLCore = float32(len(p.Links[i].URL)+int(p.Links[i].URL[len(p.Links[i].URL)-1])%7) / 40
		}
	}
	const n = 4*maxKept + 1234
	r := response("text/xml", "<urlset>"+many(n, "<url><loc>/%d</loc><lastmod>2024-01-01</lastmod></url><url><loc>/%[1]d</loc></url>")+"</urlset>")
	got, err := (&Reader{Pages: pages{}, Mark: mark}).Read(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if marked != n {
		t.Errorf("%d links were marked, want each of %d once", marked, n)
	}
	all, err := Read(r)
	if err != nil || len(all.Links) != n {
		t.Fatalf("%d links, %v", len(all.Links), err)
	}
	(&Reader{Mark: mark}).best(all, 0)
	if d := cmp.Diff(all.Links, got.Links); d != "" {
		t.Errorf("(-all at once +from time to time)\n%s", d)
	}
}

// TestLongFeed: of a long feed the first items are read, and what follows them is not.
func TestLongFeed(t *testing.T) {
	p, err := Read(response("application/rss+xml", `<rss version="2.0"><channel><title>t</title>`+
		many(maxItems, "<item><title>t</title><link>/%d</link></item>")+strings.Repeat("<x>", 2*maxNesting)))
	if err != nil || p.Title != "t" || len(p.Links) != maxItems || p.Links[maxItems-1].URL != "https://a.example/999" {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestReaderPages: pages are left to the other reader, and carry the sitemaps of
// their host; XML that is neither is no page.
func TestReaderPages(t *testing.T) {
	d := &Reader{Pages: pages{}}
	r := response("text/html", "<title>t</title><a href=/1>one</a>")
	for i := range 100 {
		r.Sitemaps = append(r.Sitemaps, fmt.Sprintf("https://a.example/%d.xml", i), "https://a.example/0.xml")
	}
	p, err := d.Read(t.Context(), r)
	if err != nil || p.Source || p.Title != "t" || len(p.Links) != 1+maxSitemaps/2 || p.Links[0].Kind != crawl.LinkPage || p.Links[1].Kind != crawl.LinkSitemap {
		t.Errorf("%+v, %v", p, err)
	}
	for contentType, body := range map[string]string{
		"text/xml": "<data><x/></data>", "application/xml": "no markup", "application/rss+xml": "<html>", "application/gzip": "\x1f\x8b\x08rest", "application/json": "{}",
	} {
		if p, err := d.Read(t.Context(), response(contentType, body)); !errors.Is(err, crawl.ErrNotPage) {
			t.Errorf("%s: %+v, %v", contentType, p, err)
		}
	}
	if p, err := d.Read(t.Context(), response("application/xml", `<?xml version="1.0"?><!DOCTYPE html><html><title>x</title>x</html>`)); err != nil || p.Title != "x" {
		t.Errorf("XHTML: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Read(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// BenchmarkReaderPage measures the cost for a page of the possibility that it is a source.
func BenchmarkReaderPage(b *testing.B) {
	r := response("text/html; charset=utf-8", "<!DOCTYPE html><!-- a comment --><html><head><title>t</title></head><body>"+strings.Repeat("<p>words and more words", 1000))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(r); !errors.Is(err, ErrNone) {
			b.Fatal(err)
		}
	}
}
