package dateline_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/dateline"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

func ExampleOf() {
	r := &crawl.Response{
		URL: "http://news.example/1", Final: "http://news.example/1", ContentType: "text/html; charset=utf-8",
		Body: []byte(`<html><head><meta property="article:published_time" content="2026-07-25T08:00:00+08:00"></head><body><h1>台风</h1><p>登陆</p></body></html>`),
	}
	p, err := page.Parse(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	d, ok := dateline.Of(r, p)
	fmt.Println(d.Date, d.By, ok)
	// Output: 2026-07-25T08:00:00+08:00 meta article:published_time true
}
