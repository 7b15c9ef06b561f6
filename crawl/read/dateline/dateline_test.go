package dateline

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

var (
	noon    = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)
	beijing = time.FixedZone("", 8*3600)
)

// Forms of dates, as they were met. The zone of those that name none is Beijing's.
func TestValue(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"2026-07-25T08:30:15+08:00", "2026-07-25 00:30:15"},
		{"2026-07-25T08:30:15.123Z", "2026-07-25 08:30:15"},
		{"2026-07-25T08:30+0800", "2026-07-25 00:30:00"},
		{"2026-07-25 08:30:15 -0500", "2026-07-25 13:30:15"},
		{"2026-07-25 08:30", "2026-07-25 00:30:00"},
		{"2026-07-25", "2026-07-25 day"},
		{"2026/7/5", "2026-07-05 day"},
		{"2026.07.25 8:05", "2026-07-25 00:05:00"},
		{"20260725", "2026-07-25 day"},
		{"20260725T083015Z", "2026-07-25 08:30:15"},
		{"202607250830", "2026-07-25 00:30:00"},
		{"20260725083015", "2026-07-25 00:30:15"},
		{"1785000000", "2026-07-25 17:20:00"},
		{"1785000000123", "2026-07-25 17:20:00"},
		{"Sat, 25 Jul 2026 08:30:15 GMT", "2026-07-25 08:30:15"},
		{"Sat Jul 25, 2026 8:30 PM EDT", "2026-07-26 00:30:00"},
		{"July 25th, 2026 at 12:05 a.m. UTC", "2026-07-25 00:05:00"},
		{"July 25, 2026 8 AM UTC", "2026-07-25 08:00:00"},
		{"25 of July 2026", "2026-07-25 day"},
		{"500 PM EDT Sat Jul 25 2026", "2026-07-25 21:00:00"},
		{"0800 UTC 25 July 2026", "2026-07-25 08:00:00"},
		{"Typhoon 12 on 25 July 2026", "2026-07-25 day"},
		{"2026年7月25日08时", "2026-07-25 00:00:00"},
		{"2026年7月25日08时30分15秒", "2026-07-25 00:30:15"},
		{"2026年07月25日 08:30", "2026-07-25 00:30:00"},
		{"2026年7月25日（星期六）下午3点半", "2026-07-25 07:30:00"},
		{"2026年7月25日凌晨2时", "2026-07-24 18:00:00"},
		{"2026年7月25日 晚上8点", "2026-07-25 12:00:00"},
		{"2026年7月25日24时", "2026-07-25 16:00:00"},
		{"２０２６年７月２５日　０８：３０", "2026-07-25 00:30:00"},
		{"二〇二六年七月二十五日", "2026-07-25 day"},
		{"二○二六年十月十日十时", "2026-10-10 02:00:00"},
		{"2026年7月25日 08:00（北京时间）", "2026-07-25 00:00:00"},
		{"2026-07-25 08:00 CST", "2026-07-25 00:00:00"},
		{"2026-07-25 08:00 BBC News", "2026-07-25 00:00:00"},
		{"2026-07-25 08:00 (UTC+9)", "2026-07-24 23:00:00"},
		{"2026년 7월 25일 오후 3시", "2026-07-25 07:00:00"},
		{"2026-13-25", ""}, {"2026-02-30", ""}, {"2026-07-25T25:00", ""}, {"12026-07-25", ""}, {"July 2026", ""},
		{"", ""}, {"soon", ""}, {"192.168.10.11", ""}, {"Mayor 12 2026", ""}, {"2026-07-255", ""},
		{strings.Repeat("x", 1<<20) + "2026-07-25", ""},
	} {
		got := ""
		if d, ok := parseValue(tt.in, place{zone: beijing}); ok && d.Day {
			got = d.Format("2006-01-02 day")
		} else if ok {
			got = d.UTC().Format("2006-01-02 15:04:05")
		}
		if got != tt.want {
			t.Errorf("%.60q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestZones(t *testing.T) {
	for _, tt := range []struct {
		host, lang string
		hours      int
	}{
		{"www.cma.gov.cn", "en", 8}, {"hko.gov.hk:8443", "", 8}, {"a.jp", "en", 9}, {"a.example", "zh-Hant", 8}, {"a.example", "JA", 9}, {"a.example", "en", 0}, {"", "", 0},
	} {
		if _, east := noon.In(Zone(tt.host, tt.lang)).Zone(); east != tt.hours*3600 {
			t.Errorf("%s %s: %d s east, want %d hours", tt.host, tt.lang, east, tt.hours)
		}
	}
	if east, ok := offset("CST", time.UTC); !ok || east != -6*3600 {
		t.Errorf("CST outside of China: %d %v", east, ok)
	}
}

// of dates a page made of head and body.
func of(t testing.TB, url, head, body string) string {
	t.Helper()
	return ofKind(t, crawl.KindUnknown, url, head, body)
}

// ofKind is of for a page of a kind.
func ofKind(t testing.TB, kind crawl.PageKind, url, head, body string) string {
	t.Helper()
	r := &crawl.Response{
		URL: url, Final: url, Status: 200, ContentType: "text/html; charset=utf-8", FetchedAt: noon,
		Body: []byte("<html lang=zh><head><title>台风红色预警 - 气象台</title>" + head + "</head><body><nav><time datetime=2020-01-01></time></nav>" + body + "</body></html>"),
	}
	p, err := page.Parse(r)
	if err != nil {
		t.Fatal(err)
	}
	if kind != crawl.KindUnknown {
		p.About.Kind = kind
	}
	d, ok := Of(r, p)
	if !ok {
		return ""
	}
	return d.Show(d.Location(), "2006-01-02T15:04Z07:00") + " " + d.By
}

func TestOf(t *testing.T) {
	const h1 = "<h1>台风红色预警</h1>"
	for _, tt := range []struct{ name, url, head, body, want string }{
		{"nothing", "", "", h1 + "<p>In 2026 a typhoon came.", ""},
		{"meta", "/2020/01/01/", `<meta property="article:published_time" content="2026-07-25T08:00:00+08:00">`, h1, "2026-07-25T08:00+08:00 meta article:published_time"},
		{"of a government", "", `<meta name="PubDate" content="2026-07-25 09:30">`, h1, "2026-07-25T09:30+08:00 meta pubdate"},
		{"meta that is empty", "", `<meta name="PubDate" content=""><meta name=date content=2026-07-24>`, h1, "2026-07-24 meta date"},
		{"meta from the future", "", `<meta name="pubdate" content="2027-01-01T00:00:00Z"><meta name="pubdate" content="2026-07-25T01:00:00Z">`, h1, "2026-07-25T01:00Z meta pubdate"},
		{"json-ld", "", `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebPage","datePublished":"2020-01-01"},{"@type":["NewsArticle"],"datePublished":"2026-07-25T08:00:00Z"}]}</script>`, h1, "2026-07-25T08:00Z json-ld datePublished"},
		{"json-ld of Baidu", "", `<script type="application/ld+json">{"@context":"https://ziyuan.baidu.com/contexts/cambrian.jsonld","pubDate":"2026-07-25T08:00:00"}</script>`, h1, "2026-07-25T08:00+08:00 json-ld pubDate"},
		{"json-ld that is broken", "", "<script type='application/ld+json'>{\"@type\":\"NewsArticle\",\"headline\":\"a\nb\",\"datePublished\" : \"2026-07-25T08:00Z\"</script>", h1, "2026-07-25T08:00Z json-ld datePublished"},
		{"json-ld of a list", "", `<script type="application/ld+json">{"@type":"ItemList","itemListElement":[{"@type":"NewsArticle","datePublished":"2026-07-25T08:00:00Z"}]}</script>`, h1, ""},
		{"microdata", "", "", h1 + `<span itemprop="datePublished">2026年7月25日08时</span>`, "2026-07-25T08:00+08:00 microdata datepublished"},
		{"time", "", "", h1 + `<time datetime="2026-07-25T08:00Z">today</time><time class="published">2026-07-25 10:00</time>`, "2026-07-25T10:00+08:00 time"},
		{"time of a change", "", "", h1 + `<time class="updated" datetime="2026-07-25T08:00Z"></time>`, ""},
		{"times of many", "", "", strings.Repeat(`<p><a href=x>Another page</a> <time datetime="2026-07-25T08:00Z"></time>`, 9), ""},
		{"label", "", "", h1 + `<p>来源：气象台　发布时间：2026年7月25日 08时　浏览：20260101` + "<p>2026-07-01", "2026-07-25T08:00+08:00 text"},
		{"label in English", "", "", h1 + "<p>Issued at 2026-07-25 08:00 UTC", "2026-07-25T08:00Z text"},
		{"line", "", "", h1 + "<p>2026-07-25 08:30 来源：新华社", "2026-07-25T08:30+08:00 text"},
		{"line far below", "", "", h1 + strings.Repeat("<p>text", 20) + "<p>2026-07-25 08:30", ""},
		{"lines of a list", "", "", h1 + strings.Repeat("<li>2026-07-25 08:30 a page", 7), ""},
		{"URL", "/2026/07/25/typhoon.html", "", h1, "2026-07-25 url"},
		{"URL of a government", "/xw/202607/t20260725_12345.html", "", h1, "2026-07-25 url"},
		{"URL of Xinhua", "/2026-07/25/c_1.htm", "", h1, "2026-07-25 url"},
		{"URL with a number", "/id/1202607259", "", h1, ""},
		{"a warning without a year", "", "", h1 + "<p>中央气象台7月25日08时继续发布台风红色预警。", "2026-07-25T08:00+08:00 text"},
		{"of last year", "", "", h1 + "<p>中央气象台12月25日08时继续发布。", ""},
		{"day refined", "/2026/07/25/", `<meta name=pubdate content="2026-07-25">`, h1 + "<p>2026-07-25 08:30", "2026-07-25T08:30+08:00 text"},
		{"day not refined", "/2026/07/25/", "", h1 + "<p>2026-07-20 08:30", "2026-07-25 url"},
	} {
		if got := of(t, "https://a.example"+tt.url, tt.head, tt.body); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCharset(t *testing.T) {
	body, err := simplifiedchinese.GBK.NewEncoder().String(`<html><head><meta charset=gbk><meta name=PubDate content="2026年7月25日08时"></head><body><p>台风`)
	if err != nil {
		t.Fatal(err)
	}
	r := &crawl.Response{URL: "https://a.cn/", Final: "https://a.cn/", Status: 200, ContentType: "text/html", Body: []byte(body), FetchedAt: noon}
	p, err := page.Parse(r)
	if err != nil {
		t.Fatal(err)
	}
	if d, ok := Of(r, p); !ok || d.Day || !d.Equal(time.Date(2026, 7, 25, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%v %v", d, ok)
	}
}

// reads is a Reader of one page.
type reads struct {
	p   *crawl.Page
	err error
}

func (r reads) Read(context.Context, *crawl.Response) (*crawl.Page, error) { return r.p, r.err }

func TestReader(t *testing.T) {
	r := &crawl.Response{FetchedAt: noon, Body: []byte("<meta name=pubdate content=2026-07-25>")}
	mention := []crawl.Block{{Mentions: make([]crawl.Mention, 1)}}
	for name, tt := range map[string]struct {
		reads
		want string
	}{
		"mentions":     {reads{p: &crawl.Page{Blocks: mention}}, "meta pubdate"},
		"mentions not": {reads{p: &crawl.Page{Blocks: []crawl.Block{{}}}}, ""},
		"a feed":       {reads{p: &crawl.Page{Blocks: mention, Source: true}}, ""},
	} {
		p, err := Reader{tt.reads}.Read(t.Context(), r)
		if err != nil || p.PublishedBy != tt.want || p.Published.IsZero() != (tt.want == "") {
			t.Errorf("%s: published %v by %q, %v", name, p.Published, p.PublishedBy, err)
		}
	}
	if _, err := (Reader{reads{err: crawl.ErrNotPage}}).Read(t.Context(), r); !errors.Is(err, crawl.ErrNotPage) {
		t.Errorf("no page: %v", err)
	}
}

// Whatever a page says, nothing fails, and a date is none of the future.
func FuzzOf(f *testing.F) {
	f.Add(`<script type="application/ld+json">[[[[{"@graph":[{"datePublished":"2026-07-25"`, "/2026/07/25/")
	f.Add("<time>2026年7月25日下午3点半<time datetime=99999999999999>", "/t99999999_1")
	f.Add("<h1>x</h1><p>发布时间：二〇二六年十十十月十日", "/")
	f.Fuzz(func(t *testing.T, body, path string) {
		r := &crawl.Response{URL: "https://a.example/" + path, Status: 200, ContentType: "text/html; charset=utf-8", Body: []byte(body), FetchedAt: noon}
		p, err := page.Parse(r)
		if err != nil {
			return
		}
		d, ok := Of(r, p)
		if ok && (d.After(noon.Add(tolerance)) || d.Before(firstPage) || d.By == "") {
			t.Errorf("published %v by %q", d.Date, d.By)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	r := &crawl.Response{
		URL: "https://a.example/2026/07/25/", Final: "https://a.example/2026/07/25/", Status: 200, ContentType: "text/html; charset=utf-8", FetchedAt: noon,
		Body: []byte("<html><head><title>Typhoon</title></head><body><h1>Typhoon</h1><p>25 July 2026, 08:00 UTC" + strings.Repeat("<div class=x><p>The storm made landfall in 2026 and moved <a href=/x>north</a>, with winds of 120 km/h.</div>", 500)),
	}
	p, err := page.Parse(r)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(r.Body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := Of(r, p); !ok {
			b.Fatal("no date")
		}
	}
}
