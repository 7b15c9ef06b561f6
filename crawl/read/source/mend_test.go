package source

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/ontocrawl/ontocrawl/crawl"
)

func rss(n int, item func(i int) string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>News</title><link>https://a.example/</link>`)
	for i := range n {
		fmt.Fprintf(&b, "<item><title>%s</title><link>https://a.example/%d</link></item>", item(i), i)
	}
	return b.String() + "</channel></rss>"
}

func urls(n int, between string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for i := range n {
		fmt.Fprintf(&b, "<url><loc>https://a.example/%d</loc>%s</url>", i, between)
	}
	return b.String() + "</urlset>"
}

func wide(s string, low bool) string {
	var b bytes.Buffer
	for _, unit := range utf16.Encode([]rune("\ufeff" + s)) {
		if low {
			b.Write([]byte{byte(unit), byte(unit >> 8)})
		} else {
			b.Write([]byte{byte(unit >> 8), byte(unit)})
		}
	}
	return b.String()
}

// A damaged feed or sitemap is read to its last entry, and what was left out is counted.
func TestMended(t *testing.T) {
	bad := func(i int) string {
		if i == 17 {
			return "storm \xff surge"
		}
		return fmt.Sprint("storm ", i)
	}
	plain := func(i int) string { return fmt.Sprint("storm ", i) }
	gbk := strings.Replace(rss(30, func(int) string { return "\xcc\xa8\xb7\xe7" }), "utf-8", "gb2312", 1)
	for _, tt := range []struct {
		name, body       string
		entries, damaged int
	}{
		{"a whole feed", rss(30, plain), 30, 0},
		{"a bad byte in the 17th of 30", rss(30, bad), 30, 1},
		{"a bad byte in each of 30", rss(30, func(int) string { return "\xe9" }), 30, 30},
		{"a control character", rss(30, func(int) string { return "a\x1eb" }), 30, 30},
		{"a warning of PHP before it", "<br />\n<b>Warning</b>: x in <b>/f.php</b> on line <b>3</b><br />\n" + rss(30, plain), 30, len("<br />\n<b>Warning</b>: x in <b>/f.php</b> on line <b>3</b><br />\n")},
		{"a notice without tags before it", "Notice: undefined index\n" + rss(30, plain), 30, len("Notice: undefined index\n")},
		{"blanks before it", "\n\n  " + rss(30, plain), 30, len("\n\n  ")},
		{"GBK", gbk, 30, 0},
		{"GBK with a control character", strings.ReplaceAll(gbk, "<title>\xcc", "<title>\x02\xcc"), 30, 30},
		{"UTF-16, low byte first", wide(strings.Replace(rss(30, plain), "utf-8", "utf-16", 1), true), 30, 0},
		{"UTF-16, high byte first", wide(strings.Replace(rss(30, plain), "utf-8", "utf-16", 1), false), 30, 0},
		{"a sitemap in UTF-16", wide(strings.Replace(urls(40, ""), "UTF-8", "UTF-16", 1), true), 40, 0},
		{"a sitemap with control characters", urls(40, "<x>\x0c</x>"), 40, 40},
		{"a sitemap with bad bytes", urls(40, "<x>\xc3(</x>"), 40, 40},
		{"a sitemap behind a warning", "<b>Warning</b>: x\n" + urls(40, ""), 40, len("<b>Warning</b>: x\n")},
		{"a feed cut in its last item", strings.TrimSuffix(rss(30, plain), "/29</link></item></channel></rss>"), 29, 0},
	} {
		p, err := Read(&crawl.Response{URL: "https://a.example/feed", Status: 200, ContentType: "text/xml", Body: []byte(tt.body)})
		if err != nil || len(p.Links) != tt.entries || p.Damaged != tt.damaged {
			n, damaged := 0, 0
			if p != nil {
				n, damaged = len(p.Links), p.Damaged
			}
			t.Errorf("%s: %d entries, %d left out, %v; want %d and %d", tt.name, n, damaged, err, tt.entries, tt.damaged)
		}
	}
}

// Many damaged items cost no more than whole ones.
func TestMendedBig(t *testing.T) {
	body := []byte(rss(100_000, func(int) string { return "a\xffb" }))
	from := time.Now()
	p, err := Read(&crawl.Response{URL: "https://a.example/feed", Status: 200, ContentType: "text/xml", Body: body})
	if err != nil || len(p.Links) != maxItems || p.Damaged < maxItems {
		t.Fatalf("%v", err)
	}
	if d := time.Since(from); d > 20*time.Second {
		t.Errorf("it took %v", d)
	}
}

// What is no source stays none, whatever stands in it.
func TestMendedNone(t *testing.T) {
	for _, body := range []string{
		"<!doctype html><html><body><pre>&lt;?xml version='1.0'?>&lt;rss></pre></body></html>",
		"\xff\xfe", "<\x00?\x00", "\x00<\x00?", "just text", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'></html>",
	} {
		if p, err := Read(&crawl.Response{URL: "https://a.example/x", Status: 200, ContentType: "text/html", Body: []byte(body)}); err == nil {
			t.Errorf("%q: %d links", body, len(p.Links))
		}
	}
}

// FuzzMend: whatever stands in a body, what is made of it is text that XML has.
func FuzzMend(f *testing.F) {
	f.Add([]byte(rss(2, func(int) string { return "\xff\x00" })))
	f.Add([]byte(wide(urls(1, ""), true)))
	f.Add([]byte("<b>x</b><?xml version='1.0' encoding='gbk'?><rss>\xcc"))
	f.Fuzz(func(t *testing.T, body []byte) {
		n := min(len(body), sniffed)
		var out bytes.Buffer
		if _, err := out.ReadFrom(mend(body[:n], bytes.NewReader(body[n:]))); err != nil {
			t.Skip(err)
		}
		for _, r := range out.String() {
			if !inXML(r) {
				t.Fatalf("%q: %q", body, r)
			}
		}
	})
}
