package seed

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

func TestReadAddresses(t *testing.T) {
	for name, tt := range map[string]struct {
		text, want  string
		left, other int
	}{
		"one":        {"https://News.Example/a", "page https://news.example/a", 0, 0},
		"lines":      {"\uFEFF# mine\r\nhttps://a.example/\r\n\r\nftp://b.example/\nnot one\nhttps://a.example/\nhttps://c.example/x", "page https://a.example/, page https://c.example/x", 0, 2},
		"opml":       {`<?xml version="1.0"?><opml version="2.0"><body><outline text="News"><outline type="rss" xmlUrl="https://a.example/rss?a=1&amp;b=2" htmlUrl="https://a.example/"/><outline type="link" url="https://b.example/p"/></outline></body></opml>`, "feed https://a.example/rss?a=1&b=2, page https://b.example/p", 0, 0},
		"OPML":       {`<OPML><BODY><OUTLINE TEXT=x XMLURL="https://a.example/rss"></BODY></OPML>`, "feed https://a.example/rss", 0, 0},
		"cut":        {`<opml><body><outline xmlUrl="https://a.example/rss"><outline xmlUrl="https://b.example/rss">`, "feed https://a.example/rss, feed https://b.example/rss", 0, 0},
		"gbk":        {"<?xml version=\"1.0\" encoding=\"gbk\"?><opml><outline text=\"\xd0\xc2\xce\xc5\" xmlUrl=\"https://a.example/rss\"/></opml>", "feed https://a.example/rss", 0, 0},
		"entities":   {`<!DOCTYPE opml [<!ENTITY a "&b;&b;"><!ENTITY b "x">]><opml><outline text="&a;&nbsp;" xmlUrl="https://a.example/rss"/></opml>`, "feed https://a.example/rss", 0, 0},
		"hostile":    {`<opml><outline xmlUrl="javascript:alert(1)"/><outline xmlUrl="file:///etc/passwd"/><outline xmlUrl="https://a.example/rss"/></opml>`, "feed https://a.example/rss", 0, 2},
		"bookmarks":  {`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://a.example/" ADD_DATE="1">A</A><DT><A FEEDURL="https://b.example/rss" HREF="https://b.example/">B</A><DT><A HREF="place:sort=8">C</A></DL>`, "page https://a.example/, feed https://b.example/rss", 0, 1},
		"more":       {"https://a.example/1\nhttps://a.example/2\nhttps://a.example/3\nhttps://a.example/4\nhttps://a.example/5\nhttps://a.example/5", "page https://a.example/1, page https://a.example/2, page https://a.example/3", 2, 0},
		"ten fourth": {"<opml>" + strings.Repeat("x", 9) + many(10_000) + "</opml>", "feed https://s0.example/rss, feed https://s1.example/rss, feed https://s2.example/rss", 9_997, 0},
	} {
		a, err := ReadAddresses([]byte(tt.text), 3)
		var got []string
		for _, l := range a.Links {
			got = append(got, map[crawl.LinkKind]string{crawl.LinkFeed: "feed ", crawl.LinkPage: "page "}[l.Kind]+l.URL)
		}
		if s := strings.Join(got, ", "); err != nil || s != tt.want || a.Left != tt.left || a.Other != tt.other {
			t.Errorf("%s: %s, %d left, %d others, %v; want %s, %d, %d", name, s, a.Left, a.Other, err, tt.want, tt.left, tt.other)
		}
	}
	for _, text := range []string{"", "# none", "hello", "<opml></opml>", "<html><p>nothing", "<opml><outline xmlUrl='x'"} {
		if a, err := ReadAddresses([]byte(text), 3); err == nil {
			t.Errorf("%q: %v", text, a)
		}
	}
}

func many(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<outline xmlUrl="https://s%d.example/rss"/>`, i)
	}
	return b.String()
}
