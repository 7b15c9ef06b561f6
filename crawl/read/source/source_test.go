package source

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
)

var noon = time.Date(2024, 7, 26, 12, 0, 0, 0, time.UTC)

func response(contentType, body string) *crawl.Response {
	return &crawl.Response{
		URL: "https://a.example/dir/source", Final: "https://a.example/dir/source", Status: 200,
		ContentType: contentType, Body: []byte(body), FetchedAt: noon,
	}
}

// said spells the links of a source, one a line.
func said(p *crawl.Page) string {
	var out []string
	for _, l := range p.Links {
		s := l.URL
		switch l.Kind {
		case crawl.LinkSitemap:
			s = "map " + s
		case crawl.LinkFeed:
			s = "feed " + s
		}
		if !l.Modified.IsZero() {
			s += " @" + l.Modified.Format(time.RFC3339)
		}
		if l.Text != "" {
			s += " '" + l.Text + "'"
		}
		if l.Context != "" {
			s += " (" + l.Context + ")"
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func pack(t testing.TB, s string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const urlset = `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="i">
<url><loc>https://a.example/typhoon</loc><lastmod>2024-07-20</lastmod><priority>0.9</priority></url>
<url><loc> https://a.example/q?a=1&amp;b=2
</loc><image:image><image:loc>https://a.example/p.jpg</image:loc><image:title>Storm</image:title></image:image></url>
<url><loc><![CDATA[https://a.example/台风]]></loc><lastmod>2024-07-26T20:00:00+08:00</lastmod><news:news><news:title>台风 格美</news:title></news:news></url>
<url><loc>https://a.example/typhoon#again</loc></url>
<url><loc>https://b.example/</loc><lastmod>2031-01-01</lastmod></url>
<url><loc>javascript:alert(1)</loc></url><url><loc></loc></url><url><lastmod>2024</lastmod></url>
</urlset>`

const urlsetLinks = `https://a.example/typhoon @2024-07-20T00:00:00Z
https://a.example/q?a=1&b=2 'Storm'
https://a.example/%E5%8F%B0%E9%A3%8E @2024-07-26T12:00:00Z '台风 格美'
https://b.example/`

func TestRead(t *testing.T) {
	const xml = "application/xml"
	for _, x := range []struct{ name, contentType, body, want string }{
		{"urlset", xml, urlset, urlsetLinks},
		{"urlset without a type", "", urlset, urlsetLinks},
		{"urlset called a page", "text/html; charset=utf-8", urlset, urlsetLinks},
		{"packed", "application/x-gzip", pack(t, urlset), urlsetLinks},
		{"byte order mark", xml, "\xef\xbb\xbf" + urlset, urlsetLinks},
		{"index", xml, `<sitemapindex xmlns="x"><sitemap><loc>/s1.xml.gz</loc><lastmod>2024-07</lastmod></sitemap><sitemap><loc>s2.xml</loc></sitemap></sitemapindex>`,
			"map https://a.example/s1.xml.gz @2024-07-01T00:00:00Z\nmap https://a.example/dir/s2.xml"},
		{"prefixed root", xml, `<s:urlset xmlns:s="x"><s:url><s:loc>/1</s:loc><loc>/2</loc></s:url></s:urlset>`, "https://a.example/1"},
		{"bare ampersand", xml, `<urlset><url><loc>/?a=1&b=2&copy=3</loc></url></urlset>`, "https://a.example/?a=1&b=2&copy=3"},
		{"cut in the middle", xml, `<urlset><url><loc>/1</loc></url><url><loc>/2</l`, "https://a.example/1"},
		{"broken after a while", xml, `<urlset><url><loc>/1</loc></url><url <<< ></urlset>`, "https://a.example/1"},
		{"GBK", xml, "<?xml version=\"1.0\" encoding=\"GBK\"?><urlset><url><loc>/1</loc><n:title>\xcc\xa8\xb7\xe7</n:title></url></urlset>", "https://a.example/1 '台风'"},
		{"list", "text/plain", "https://a.example/1\r\n\r\n  https://a.example/2  \nhttps://a.example/1", "https://a.example/1\nhttps://a.example/2"},
		{"packed list", "application/gzip", pack(t, "https://a.example/1\nhttps://a.example/2\n"), "https://a.example/1\nhttps://a.example/2"},
		{"rss", "application/rss+xml", `<rss version="2.0"><channel><title>Weather</title><link>https://a.example/</link><language>zh-CN</language>
			<item><title>Typhoon &lt;b&gt;Gaemi&lt;/b&gt;</title><link>/1</link><pubDate>Fri, 26 Jul 2024 08:00:00 +0800</pubDate><description>&lt;p&gt;A &lt;i&gt;typhoon&lt;/i&gt; comes.&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;</description></item>
			<item><guid>https://b.example/2</guid><title>Two</title></item><item><guid isPermaLink="false">77</guid></item></channel></rss>`,
			"https://a.example/1 @2024-07-26T00:00:00Z 'Typhoon Gaemi' (A typhoon comes.)\nhttps://b.example/2 'Two'"},
		{"atom", "application/atom+xml", `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>W</title><entry><title type="html">&lt;b&gt;One&lt;/b&gt;</title>
			<link rel="edit" href="/edit"/><link rel="alternate" href="/1"/><published>2024-07-01T00:00:00Z</published><updated>2024-07-02T00:00:00Z</updated><summary>s</summary></entry></feed>`,
			"https://a.example/1 @2024-07-02T00:00:00Z 'One' (s)"},
		{"rss 1.0", "application/rdf+xml", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>t</title></channel><item rdf:about="/1"><title>One</title><link>/1</link></item></rdf:RDF>`,
			"https://a.example/1 'One'"},
		{"json feed", "application/feed+json", `{"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":"1","url":"/1","title":"One","date_modified":"2024-07-02T00:00:00Z","content_text":"s"}]}`,
			"https://a.example/1 @2024-07-02T00:00:00Z 'One' (s)"},
		{"feed that was cut", "text/xml", `<rss version="2.0"><channel><title>t</title><item><link>/1</link></item><item><link>/2</li`, "https://a.example/1"},
	} {
		p, err := Read(response(x.contentType, x.body))
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if d := cmp.Diff(x.want, said(p)); d != "" {
			t.Errorf("%s (-want +got)\n%s", x.name, d)
		}
		if !p.Source || p.Host != "a.example" || p.Final != "https://a.example/dir/source" || p.Hash == 0 || p.Bytes != len(x.body) || p.Status != 200 || !p.FetchedAt.Equal(noon) {
			t.Errorf("%s: %+v", x.name, p)
		}
	}
	p, err := Read(response("text/xml", `<rss version="2.0"><channel><title>中国 &amp; 天气</title><language>zh-CN</language><item><link>/1</link></item></channel></rss>`))
	if err != nil || p.Title != "中国 & 天气" || p.Lang != "zh-CN" {
		t.Errorf("title and language: %+v, %v", p, err)
	}
}

// TestDirectives: a source may be kept from search engines, as many are, and it
// may forbid its links to be followed, which then holds for us.
func TestDirectives(t *testing.T) {
	for tag, nofollow := range map[string]bool{"": false, "noindex": false, "noindex, nofollow": true, "otherbot: nofollow": false} {
		r := response("text/xml", urlset)
		r.RobotsTag = tag
		if p, err := Read(r); err != nil || p.NoFollow != nofollow {
			t.Errorf("%q: %v, %v", tag, p.NoFollow, err)
		}
	}
}

func TestReadNone(t *testing.T) {
	for name, r := range map[string]*crawl.Response{
		"page":               response("text/html", "<!DOCTYPE html><html><p>urlset</html>"),
		"page without type":  response("", "<p>x"),
		"xhtml":              response("application/xhtml+xml", `<?xml version="1.0"?><!DOCTYPE html PUBLIC "a" "b" [<!ENTITY x "y">]><html/>`),
		"nothing":            response("text/xml", ""),
		"white space":        response("text/xml", " \n "),
		"text":               response("text/plain", "https://a.example/ is\na page"),
		"text, one address":  response("text/plain", "https://a.example/1\n"),
		"text of a page":     response("text/html", "https://a.example/1\nhttps://a.example/2"),
		"ontology":           response("application/rdf+xml", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><owl:Class/></rdf:RDF>`),
		"json":               response("application/json", `{"items":[]}`),
		"element like it":    response("text/xml", "<urlsets/>"),
		"endless comment":    response("text/xml", "<!--"+strings.Repeat("x", 1<<20)),
		"packed page":        response("text/html", pack(t, "<html>")),
		"end tag first":      response("text/xml", "</urlset><urlset/>"),
		"name without a end": response("text/xml", "<urlset"),
	} {
		if p, err := Read(r); !errors.Is(err, ErrNone) || p != nil {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// many repeats a piece with a number in it.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestBounds: no source brings more than the protocol allows, and what came
// before the bound counts.
func TestBounds(t *testing.T) {
	entry := "<url><loc>/%d</loc></url>"
	for _, x := range []struct {
		name, body string
		want       int
	}{
		{"a million entries", "<urlset>" + many(1_000_000, entry) + "</urlset>", MaxEntries},
		{"a million lines", many(1_000_000, "https://a.example/%d\n"), MaxEntries},
		{"packed bomb of blanks", pack(t, "<urlset>"+many(3, entry)+strings.Repeat(" ", 200<<20)+many(3, "<url><loc>/x%d</loc></url>")), 3},
		{"packed bomb of elements", pack(t, "<urlset>"+many(3, entry)+strings.Repeat("<url/>", 20<<20)), 3},
		{"endless address", "<urlset>" + many(3, entry) + "<url><loc>/" + strings.Repeat("x", 8<<20), 3},
		{"nested", "<urlset>" + many(3, entry) + strings.Repeat("<a>", 1_000_000), 3},
		{"items of a feed", `<rss version="2.0"><channel>` + many(5000, "<item><link>/%d</link></item>") + "</channel></rss>", maxItems},
		{"feed beyond its size", `<rss version="2.0"><channel>` + many(900, "<item><link>/%d</link></item>") + "<item><title>" + strings.Repeat("x", 8<<20), 900},
	} {
		kind := "text/plain"
		begin := time.Now()
		p, err := Read(response(kind, x.body))
		if err != nil || len(p.Links) != x.want {
			t.Errorf("%s: %v, %d links, want %d", x.name, err, len(p.Links), x.want)
		}
		t.Logf("%-24s %8d bytes in %v", x.name, len(x.body), time.Since(begin).Round(time.Millisecond))
	}
}

func TestReadBad(t *testing.T) {
	laughs := `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`
	for name, x := range map[string]struct {
		body string
		want error
	}{
		"entities in a sitemap": {laughs + `<urlset><url><loc>/&b;</loc></url></urlset>`, errEntities},
		"entities in a feed":    {laughs + `<rss version="2.0"><channel><item><link>/1</link><title>&b;</title></item></channel></rss>`, errEntities},
		"external entity":       {`<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>/&f;</loc></url></urlset>`, errEntities},
		"nested feed":           {`<rss version="2.0"><channel>` + strings.Repeat("<x:a>", 1_000_000), errDeep},
		"nested sitemap":        {"<urlset>" + strings.Repeat("<a>", 100), errDeep},
		"damaged gzip":          {pack(t, "<urlset>")[:8], ErrBad},
	} {
		p, err := Read(response("text/xml", x.body))
		if !errors.Is(err, x.want) || !errors.Is(err, crawl.ErrNotPage) || p != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p, err := Read(response("text/xml", "<urlset></urlset>")); err != nil || len(p.Links) != 0 {
		t.Errorf("an empty sitemap: %v", err)
	}
}

func TestWhen(t *testing.T) {
	for in, want := range map[string]string{
		"2024": "2024-01-01T00:00:00Z", "2024-07": "2024-07-01T00:00:00Z", "2024-07-26": "2024-07-26T00:00:00Z",
		"2024-07-26T08:30+08:00": "2024-07-26T00:30:00Z", "2024-07-26T08:30:15.25Z": "2024-07-26T08:30:15.25Z",
		"2024-07-26 08:30:15": "2024-07-26T08:30:15Z", " 2024-07-26T08:30:15+0800 ": "2024-07-26T00:30:15Z",
		"": "0001-01-01T00:00:00Z", "yesterday": "0001-01-01T00:00:00Z", "2024-13-01": "0001-01-01T00:00:00Z",
	} {
		if got := parseTime(in).Format(time.RFC3339Nano); got != want {
			t.Errorf("when(%q) = %s, want %s", in, got, want)
		}
	}
}

// FuzzRead: whatever is read is bounded, canonical and said in one line.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		urlset, pack(f, urlset), "https://a.example/1\nhttps://a.example/2",
		`<rss version="2.0"><channel><title>t</title><item><title>x</title><link>/1</link><pubDate>1 Jan 2024</pubDate></item></channel></rss>`,
		`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/b/"><entry><link href="1"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">x</div></content></entry></feed>`,
		`<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item><link>/1</link></item></rdf:RDF>`,
		`{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"/1"}]}`,
		`<sitemapindex><sitemap><loc>/1</loc>`,
	} {
		f.Add(s, "text/plain")
	}
	f.Add(`{"version":"https://jsonfeed.org/version/1","items":[{"url":"/1","tags":null}]}`, "application/json")
	f.Fuzz(func(t *testing.T, body, contentType string) {
		p, err := Read(response(contentType, body))
		if err != nil {
			if p != nil || !errors.Is(err, ErrNone) && !errors.Is(err, ErrBad) {
				t.Fatalf("%v", err)
			}
			return
		}
		if !p.Source || len(p.Links) > MaxEntries {
			t.Fatalf("%d links", len(p.Links))
		}
		seen := map[string]bool{}
		for _, l := range p.Links {
			if !strings.HasPrefix(l.URL, "http") || seen[l.URL] || strings.ContainsAny(l.Text+l.Context, "\n\r\t\x00") || l.Modified.After(noon.Add(24*time.Hour)) {
				t.Fatalf("%+v", l)
			}
			seen[l.URL] = true
		}
	})
}

// A feed and a news sitemap say when a page was published, which is not when it
// was changed: on a day, or at an instant with its zone.
func TestPublished(t *testing.T) {
	rss := func(date string) string {
		return `<rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"><channel><title>t</title><item><link>/1</link><pubDate>` + date + `</pubDate><a:updated>2024-07-26T09:00:00Z</a:updated></item><item><link>/2</link></item></channel></rss>`
	}
	news := func(date string) string {
		return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"><url><loc>https://a.example/1</loc><lastmod>2024-07-26T09:00:00Z</lastmod><n:news><n:publication_date>` + date + `</n:publication_date><n:title>x</n:title></n:news></url><url><loc>https://a.example/2</loc><n:news><n:publication_date>2999-01-01</n:publication_date></n:news></url></urlset>`
	}
	for _, tt := range []struct{ body, want string }{
		{rss("Fri, 26 Jul 2024 08:00:00 +0800"), "2024-07-26T08:00:00+08:00"},
		{rss("Fri, 26 Jul 2024 08:00:00 EST"), "2024-07-26T08:00:00-05:00"},
		{rss("Fri, 26 Jul 24 08:00:00 GMT"), "2024-07-26T08:00:00Z"},
		{rss("Fr, 26 Jul 2024 08:00:00 +0100"), "2024-07-26T08:00:00+01:00"},
		{rss("2024年07月26日 08:00"), "2024-07-26T08:00:00Z"},
		{rss("2024-07-26 08:00:00"), "2024-07-26T08:00:00Z"},
		{rss("2024-07-26"), "2024-07-26"},
		{rss("26 Jul 2024"), "2024-07-26"},
		{rss("2024-07"), ""},
		{`<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><link href="/1"/><published>2024-07-26T00:00:00Z</published><updated>2024-07-26T09:00:00Z</updated></entry><entry><link href="/2"/></entry></feed>`, "2024-07-26T00:00:00Z"},
		{news("2024-07-26T08:00+08:00"), "2024-07-26T08:00:00+08:00"},
		{news("2024-07-26"), "2024-07-26"},
		{news("2024-07"), ""},
		{news("2024"), ""},
	} {
		p, err := Read(&crawl.Response{URL: "https://a.example/f", Status: 200, ContentType: "text/xml", Body: []byte(tt.body), FetchedAt: noon})
		if err != nil || len(p.Links) != 2 {
			t.Fatalf("%s: %v %v", tt.body, p, err)
		}
		if got := p.Links[0].Published.String(); got != tt.want {
			t.Errorf("%s: published %s, want %s", tt.body, got, tt.want)
		}
		if !p.Links[1].Published.IsZero() {
			t.Errorf("%s: published %v, and nobody says so", tt.body, p.Links[1].Published)
		}
	}
}

// A sitemap says where its pages are in other languages.
func TestOtherLanguages(t *testing.T) {
	body := `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://a.example/1</loc><lastmod>2024-07-26</lastmod>` +
		`<xhtml:link rel="alternate" hreflang="de" href="https://a.example/de/1"/><xhtml:link rel="alternate" hreflang="en" href="https://a.example/1"/><xhtml:link rel="alternate" media="handheld" href="https://m.a.example/1"/></url></urlset>`
	p, err := Read(&crawl.Response{URL: "https://a.example/sitemap.xml", Status: 200, ContentType: "text/xml", Body: []byte(body), FetchedAt: noon})
	if err != nil || len(p.Links) != 2 || p.Links[1].URL != "https://a.example/de/1" || p.Links[1].Modified.IsZero() {
		t.Errorf("%v, %+v", err, p)
	}
}
