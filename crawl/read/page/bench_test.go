package page

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/net/html"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// samplePage is a page of about 10 KB as a content system makes them.
func samplePage() string {
	var s strings.Builder
	s.WriteString(`<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>台风登陆 - 气象新闻</title><meta name="description" content="今天下午台风登陆"><style>p{margin:0}</style></head><body class="theme"><nav class="navbar"><ul class="menu">`)
	for i := range 12 {
		fmt.Fprintf(&s, `<li class="menu-item menu-item-%d"><a href="/section/%d/index.html" title="栏目%d">栏目 %d</a></li>`, i, i, i, i)
	}
	s.WriteString(`</ul></nav><main><article class="post"><h1>台风登陆</h1>`)
	for i := range 24 {
		fmt.Fprintf(&s, `<p class="text">%s<strong>重点 %d</strong> and some <a href="../news/%d.html">台风消息 %d</a> in between.</p>`, simplified, i, i, i)
	}
	s.WriteString(`</article></main><aside class="sidebar"><h3>相关</h3><ul>`)
	for i := range 10 {
		fmt.Fprintf(&s, `<li><a href="/related/%d">相关阅读 %d</a></li>`, i, i)
	}
	s.WriteString(`</ul></aside><footer><p>版权所有</p></footer><script>var x = "台风";</script></body></html>`)
	return s.String()
}

func parseTokens(t testing.TB, r *crawl.Response) *crawl.Page {
	t.Helper()
	base, err := url.Parse(r.URL)
	if err != nil {
		t.Fatal(err)
	}
	body, name, _ := decode(r.Body, r.ContentType)
	p := &crawl.Page{URL: r.URL, Final: r.URL, Host: urlkey.Host(r.URL), Charset: name, Hash: xxhash.Sum64(r.Body), Bytes: len(r.Body)}
	b := newBuilder(p, base, queryEncoding(name))
	b.contexts = true
	b.walkTokens(body, true)
	b.finish()
	return p
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(samplePage()), "text/html")
	f.Add([]byte("<a href=x><div>y</a><p hidden>z<!--"), "text/html; charset=gbk")
	f.Add([]byte("a\n\nb"), "text/plain")
	f.Add([]byte("<table><a href=//[><svg><select><title>"), "")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		r := &crawl.Response{URL: testURL, ContentType: contentType, Body: body}
		p, err := Parse(r)
		if err != nil {
			return
		}
		checkPage(t, p)
		checkPage(t, parseTokens(t, r))
		for _, s := range texts(p) {
			if !utf8.ValidString(s) {
				t.Errorf("invalid text %q", s)
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	r := &crawl.Response{URL: testURL, ContentType: "text/html; charset=utf-8", Body: []byte(samplePage())}
	b.SetBytes(int64(len(r.Body)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(r)
	}
}

// BenchmarkTree measures the parser's share of it.
func BenchmarkTree(b *testing.B) {
	body := []byte(samplePage())
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		html.Parse(bytes.NewReader(body))
	}
}

// BenchmarkTally measures the share of counting the words of English text.
func BenchmarkTally(b *testing.B) {
	text := strings.Repeat("The typhoon, which made landfall in the south, was one of the strongest of that year; it isn't over. ", 90)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var t wordCount
		t.add(text)
	}
}
