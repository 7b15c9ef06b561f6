package page

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// The sentences of an article, for layouts of all kinds.
var told = []string{
	"The river rose above its banks on Tuesday night and flooded the lower part of the old town, where the water stood a metre deep in some cellars.",
	"Firefighters brought forty people to safety with boats, and the school on the hill was opened for those who could not go home.",
	"By noon on Wednesday the level had begun to fall, but the mayor asked people to stay away from the bridges until engineers have looked at them.",
	"The insurance office has set up a desk in the town hall, which is open every day until the end of next week for everyone who has losses to report.",
}

func paragraphs() string { return "<p>" + strings.Join(told, "</p><p>") + "</p>" }

// mainText is the main text of a page.
func mainText(t testing.TB, body string) (p *crawl.Page, text string) {
	t.Helper()
	p, err := Parse(&crawl.Response{URL: testURL, Final: testURL, ContentType: "text/html; charset=utf-8", Body: []byte(body)})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i := range p.Blocks {
		if x := &p.Blocks[i]; x.Region == crawl.RegionMain && !x.Title && !x.Trail {
			b.WriteString(x.Text + "\n")
		}
	}
	return p, b.String()
}

// kept counts the sentences of told in a text.
func kept(text string) (n int) {
	for _, s := range told {
		if strings.Contains(text, s) {
			n++
		}
	}
	return n
}

// An article is main text whatever the elements around it are called.
func TestMainTextInEveryLayout(t *testing.T) {
	for name, format := range map[string]string{
		"blogger":         `<div class="main section" id="main"><div class="widget Blog" data-version="1" id="Blog1"><div class="post hentry"><h3 class="post-title">The flood</h3><div class="post-body">%s</div></div></div></div>`,
		"xenforo":         `<div class="p-pageWrapper" id="top"><div class="p-body"><h1>The flood</h1>%s</div></div>`,
		"wordpress":       `<div id="top" class="site"><div id="content"><h1>The flood</h1>%s</div></div>`,
		"left column":     `<div id="left" class="fleft"><h1>The flood</h1>%s</div><div id="right"><p>Adverts</p></div>`,
		"elementor":       `<div class="elementor-widget-wrap"><div class="widget widget-text"><h1>The flood</h1>%s</div></div>`,
		"unclosed aside":  `<aside><p>Follow us</p><div class="post"><h1>The flood</h1>%s</div>`,
		"breadcrumb":      `<article class="article__content js-main-article url-breadcrumb is-active"><h1>The flood</h1>%s</article>`,
		"header":          `<header class="page"><h1>The flood</h1>%s</header>`,
		"tablist":         `<div role="tablist"><div role="tab"><h1>The flood</h1>%s</div></div>`,
		"form":            `<form id="form1" method="post" action="./x.aspx"><h1>The flood</h1>%s</form>`,
		"details":         `<details><summary>More</summary><h1>The flood</h1>%s</details>`,
		"nav":             `<nav><a href=/>Home</a><article><h1>The flood</h1>%s</article></nav>`,
		"table of layout": `<table><tr><td class="menu"><a href="/a">Home</a></td><td><h1>The flood</h1>%s</td></tr></table>`,
		"plain":           `<div class="post"><h1>The flood</h1>%s</div>`,
	} {
		_, text := mainText(t, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>The flood</title></head><body>`+fmt.Sprintf(format, paragraphs())+`</body></html>`)
		if n := kept(text); n < len(told) {
			t.Errorf("%s: %d of %d sentences in %q", name, n, len(told), text)
		}
	}
	if _, text := mainText(t, "<title>The flood</title><body><h1>The flood</h1>"+strings.Join(told, "<br><br>")); kept(text) < len(told) {
		t.Errorf("breaks: %q", text)
	}
}

// What stands in noscript is the page where there is hardly anything else, and only there.
func TestNoScript(t *testing.T) {
	const hint = "<noscript><p>Switch on scripts, please.</noscript>"
	body := "<title>The flood</title><body><div id=app></div><NOSCRIPT data-path='/t/1'><article><h1>The flood</h1>" + paragraphs() + "<a href=/2>Next</a></article></noscript>" + hint
	p, text := mainText(t, body)
	if kept(text) < len(told) || len(p.Links) != 1 {
		t.Errorf("%d links, %q", len(p.Links), text)
	}
	for _, x := range []string{"<body>" + hint + paragraphs() + paragraphs(), "<noscript>" + paragraphs() + "</noscript><body>x", "<body>x" + hint, "<body><noscript>" + paragraphs()} {
		if _, text := mainText(t, x); strings.Contains(text, "scripts") || !strings.Contains(x, hint) && kept(text) > 0 {
			t.Errorf("%.40s: %q", x, text)
		}
	}
	if s := mainOf(t, body); kept(s) < len(told) {
		t.Errorf("%s", s)
	}
}

// Text that stands in scripts only is main text where the page shows none: the articleBody
// of its structured data before the prose of its state.
func TestTextInScripts(t *testing.T) {
	body := strings.Join(told, "\n\n")
	quoted, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	markup, err := json.Marshal(paragraphs() + "<p>Short.</p>")
	if err != nil {
		t.Fatal(err)
	}
	data := `<script type="application/ld+json">{"@type":"NewsArticle","headline":"The flood","articleBody":` + string(quoted) + `}</script>`
	state := `<script id=s type="application/json">{"a":{"body":` + string(markup) + `,"code":"if (a) { return b; } else { c(); d(); e(); f(); g(); h(); i(); }"}}</script>`
	for name, x := range map[string]struct {
		body string
		kept int
	}{
		"data":           {data + "<body><div id=app></div>", 4},
		"state":          {"<body><div id=app></div>" + state, 4},
		"both":           {data + "<body>" + state, 4},
		"beside text":    {data + "<body><p>" + strings.Repeat("The bakery sells bread, and it is open on all days but Monday. ", 12), 0},
		"broken":         {"<body>" + strings.Replace(state, `"a"`, "a", 1), 0},
		"not much of it": {`<script type="application/ld+json">{"@type":"NewsArticle","articleBody":"A flood."}</script><body>x`, 0},
	} {
		p, text := mainText(t, "<title>The flood</title>"+x.body)
		if n := kept(text); n != x.kept || strings.Contains(text, "return") || strings.Count(text, told[0]) > 1 {
			t.Errorf("%s: %d sentences in %q", name, n, text)
		}
		if strings.HasPrefix(x.body, data) && x.kept > 0 && p.About.Kind != crawl.KindArticle {
			t.Errorf("%s: %v", name, p.About.Kind)
		}
		if x.kept > 0 && p.Words < 80 {
			t.Errorf("%s: %d words", name, p.Words)
		}
	}
}

// A page that says it is none stays a stub, whatever its scripts hold.
func TestStubWithData(t *testing.T) {
	quoted, err := json.Marshal(strings.Join(told, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, _ := mainText(t, `<title>404 Not Found</title><script type="application/ld+json">{"@type":"NewsArticle","articleBody":`+string(quoted)+`}</script><body>x`)
	if p.About.Kind != crawl.KindStub {
		t.Error(p.About.Kind)
	}
}

// No name of an element removes the prose of a page.
func TestNoNameRemovesThePage(t *testing.T) {
	names := "widget sidebar footer header nav menu breadcrumb comments related top left right share social ad banner popup cookie modal hidden promo newsletter " +
		"author tags archive pagination toolbar login search copyright aside sponsored gallery caption navigation complementary contentinfo tablist dialog"
	for name := range strings.FieldsSeq(names) {
		for _, attr := range []string{"class", "id", "role"} {
			for depth := 1; depth <= 3; depth++ {
				wrap := strings.Repeat(fmt.Sprintf("<div %s=%q>", attr, name), depth)
				_, text := mainText(t, `<html lang="en"><title>The flood | Town news</title><body><ul><li><a href=/a>Home</a><li><a href=/b>Sport</a></ul>`+wrap+"<h1>The flood</h1>"+paragraphs()+strings.Repeat("</div>", depth)+"<p>All rights reserved.</p>")
				if kept(text) < len(told)/2 {
					t.Errorf("%s=%s, %d deep: %q", attr, name, depth, text)
				}
			}
		}
	}
}
