package page

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

func TestHeadline(t *testing.T) {
	long := "<p>" + string(make25("This paragraph says much and is no title. ")) + "</p>"
	for _, x := range []struct{ name, body, headline, title string }{
		{"a title stays", "<title>Own</title><h1>Shown</h1><p>text", "Shown", "Own"},
		{"none: h1", "<p>12 May</p><h1>Shown</h1><p>text", "Shown", "Shown"},
		{"empty", "<title> </title><h1>Shown</h1>", "Shown", "Shown"},
		{"left by an editor", "<title>Untitled Document</title><h2>Shown</h2>", "Shown", "Shown"},
		{"in Chinese", "<title>无标题文档</title><b>台风登陆</b><p>正文很长。", "台风登陆", "台风登陆"},
		{"the address", "<title>http://a.example/x</title><h1>Shown</h1>", "Shown", "Shown"},
		{"the host", "<title>a.example</title><h1>Shown</h1>", "Shown", "Shown"},
		{"not generic", "<title>Untitled works of Picasso</title><h1>Shown</h1>", "Shown", "Untitled works of Picasso"},
		{"the higher heading", "<h3>Site</h3><h1>Shown</h1>", "Shown", "Shown"},
		{"a big font", "<b>News</b><p><font size=6>Shown</font></p><p>text", "Shown", "Shown"},
		{"a relative size", "<b>News</b><p><font size='+2'>Shown</font></p>", "Shown", "Shown"},
		{"a style", "<b>News</b><div style='color:red; font-size: 24px'>Shown</div>", "Shown", "Shown"},
		{"a class", "<b>News</b><div class=art_title>Shown</div>", "Shown", "Shown"},
		{"bold", "<p>plain<p><strong>Shown</strong><p>plain", "Shown", "Shown"},
		{"bold in part is none", "<p>plain <b>words</b> here", "", ""},
		{"navigation is none", "<nav><b>Menu</b></nav><p>plain", "", ""},
		{"a small style is none", "<p style='font-size: 14px'>plain", "", ""},
		{"too late", long + "<b>Late</b>", "", ""},
		{"too long", "<h1>" + string(make25("words and more words ")) + "</h1>", "", ""},
		{"no letters", "<h1>***</h1><p>plain", "", ""},
	} {
		p, err := Parse(&crawl.Response{URL: "http://a.example/x", Status: 200, ContentType: "text/html", Body: []byte(x.body)})
		if err != nil {
			t.Fatal(err)
		}
		if p.Headline != x.headline || p.Title != x.title {
			t.Errorf("%s: headline %q, title %q; want %q, %q", x.name, p.Headline, p.Title, x.headline, x.title)
		}
		titles, h1 := 0, 0
		for _, b := range p.Blocks {
			if b.H1 {
				h1++
			}
			if b.Title {
				titles++
				if b.Text != p.Title {
					t.Errorf("%s: %q is marked as the title", x.name, b.Text)
				}
			}
		}
		want := min(1, len(x.title))
		if h1 > 0 && x.title == x.headline {
			want = 0
		}
		if titles != want {
			t.Errorf("%s: %d blocks are the title", x.name, titles)
		}
	}
}

func make25(s string) (out []byte) {
	for range 25 {
		out = append(out, s...)
	}
	return out
}

func TestEnlarges(t *testing.T) {
	for style, want := range map[string]bool{
		"font-size: 30px": true, "font-size:2em": true, "FONT-SIZE:x-large": false, "font-size:X-Large": true, "color:red;font-size:150%!important": true,
		"font-size:1.5rem": true, "font-size: 18pt": true, "font-size: 16px": false, "font-size: 1em": false, "font-size:": false,
		"font-size: 9999px": false, "font-sizes: 30px": false, "": false, "font-size:NaNpx": false,
	} {
		if got := enlarges(style); got != want {
			t.Errorf("%q: %v", style, got)
		}
	}
}
