package page

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestFeedLinks: a page says what its feeds are, wherever it says so.
func TestFeedLinks(t *testing.T) {
	const head = `<link rel="alternate" type="application/rss+xml" title=" All  news " href="/rss.xml">
		<link rel="Alternate nofollow" type="Application/Atom+XML; charset=utf-8" href="atom">
		<link rel="alternate" type="application/feed+json" href="/feed.json">
		<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" type="text/html" href="/print">
		<link rel="stylesheet" type="application/rss+xml" href="/x"><link rel="alternate" type="application/rss+xml">
		<link rel="alternate" type="application/rss+xml" href="javascript:x()"><link rel="canonical" href="/c">`
	want := "feed https://a.example/rss.xml 'All news'\nfeed https://a.example/d/atom nofollow\nfeed https://a.example/feed.json\npage https://a.example/de\npage https://a.example/d/1 'One'\n"
	for name, body := range map[string]string{
		"head":   "<html><head>" + head + "</head><body><a href=1>One</a>",
		"body":   "<html><body>" + head + "<p><a href=1>One</a>",
		"tree":   "<html><head>" + head + "</head><body><p><a href=1>One<a></p><table>x</table>",
		"tokens": "<html><head>" + head + "</head><body>" + strings.Repeat("<div>", 700) + "<a href=1>One</a>",
	} {
		p, err := Parse(&crawl.Response{URL: "https://a.example/d/", Final: "https://a.example/d/", ContentType: "text/html", Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, l := range p.Links {
			got.WriteString([]string{"page", "map", "feed"}[l.Kind] + " " + l.URL)
			if l.Text != "" {
				got.WriteString(" '" + l.Text + "'")
			}
			if l.NoFollow {
				got.WriteString(" nofollow")
			}
			got.WriteString("\n")
		}
		if got.String() != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, &got, want)
		}
	}
	many := strings.Repeat(`<link rel=alternate type=application/rss+xml href="/f">`, 500)
	p, err := Parse(&crawl.Response{URL: "https://a.example/", ContentType: "text/html", Body: []byte(many)})
	if err != nil || len(p.Links) != maxFeeds {
		t.Errorf("%d feeds, %v", len(p.Links), err)
	}
}
