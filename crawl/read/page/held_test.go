package page

import (
	"runtime"
	"strings"
	"testing"
	"unsafe"
	"weak"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestNamesHoldNoPage: what is kept of a page for long, its title for example, is no part of its
// text or of the answer, which may have 8 MB.
func TestNamesHoldNoPage(t *testing.T) {
	for name, size := range map[string]int{"usual": 10_000, "large": 2 << 20} {
		body := []byte(`<html lang=en><title>Typhoon warning</title><link rel=canonical href=/a>
<ol class=breadcrumb><li><a href=/news>News</a><li><a href=/news/storms>Storms</a></ol><h1>Typhoon ahead</h1><p>` + strings.Repeat("word and text ", size/14))
		p, err := Parse(&crawl.Response{URL: testURL, Final: testURL, ContentType: "text/html", Body: body})
		if err != nil || len(p.Blocks) == 0 {
			t.Fatal(err)
		}
		answer := weak.Make(unsafe.SliceData(body))
		text := weak.Make(unsafe.StringData(p.Blocks[len(p.Blocks)-1].Text))
		kept := []string{p.Title, p.Headline, p.Lang, p.Canonical, p.Final, p.Host, p.Charset}
		kept = append(kept, p.Trail...)
		if p.Title != "Typhoon warning" || p.Headline != "Typhoon ahead" || len(p.Trail) == 0 {
			t.Errorf("%s: title %q, headline %q, trail %q", name, p.Title, p.Headline, p.Trail)
		}
		p, body = nil, nil
		runtime.GC()
		if answer.Value() != nil || text.Value() != nil {
			t.Errorf("%s: the answer is held: %v, the text: %v", name, answer.Value() != nil, text.Value() != nil)
		}
		runtime.KeepAlive(kept)
	}
}

// TestTextSize: the room for the text of a large page.
func TestTextSize(t *testing.T) {
	for body, want := range map[string]int{
		"":                     0,
		"a b":                  3,
		"<p>a<p>b":             4, // each block ends with one character
		"a < b":                5,
		"<a href='>'>x":        4,
		"<p class=x>text</p>y": 7,
	} {
		if got := textSize(body); got != want {
			t.Errorf("%q: %d, want %d", body, got, want)
		}
	}
}
