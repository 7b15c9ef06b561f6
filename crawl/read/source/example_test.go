package source_test

import (
	"fmt"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/source"
)

// A sitemap becomes a page of links.
func ExampleRead() {
	p, err := source.Read(&crawl.Response{
		URL: "http://news.example/sitemap.xml", Final: "http://news.example/sitemap.xml", ContentType: "application/xml",
		FetchedAt: time.Date(2026, 7, 26, 0, 0, 0, 0, time.UTC), // later dates are not believed
		Body:      []byte(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://news.example/typhoon</loc><lastmod>2026-07-25</lastmod></url></urlset>`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range p.Links {
		fmt.Println(l.URL, l.Modified.Format("2006-01-02"))
	}
	// Output: http://news.example/typhoon 2026-07-25
}
