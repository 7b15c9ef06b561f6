package page

import (
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHostilePages: pages that are as large or as deep as their makers liked are
// read, within the bounds.
func TestHostilePages(t *testing.T) {
	for _, c := range []struct{ name, body string }{
		{"a title of 10 KB", "<title>" + strings.Repeat("台风 ", 1500) + "</title><h1>" + strings.Repeat("台风", 2000) + "</h1><p>x"},
		{"a million items", "<ul>" + strings.Repeat("<li>x", 1_000_000)},
		{"a million items of code", "<ul>" + strings.Repeat("<li><code>a b</code>", 300_000)},
		{"code in every sentence", "<p>" + strings.Repeat("a <code>b c</code> ", 100_000)},
		{"nested pre and code", strings.Repeat("<pre><code>a b ", 400)},
		{"very deeply nested code", strings.Repeat("<div><code>a b ", 20_000)},
		{"many breadcrumbs", strings.Repeat("<ul class=breadcrumb><li><a href=/x>a</a><li>b</ul>", 20_000)},
		{"nested breadcrumbs", strings.Repeat("<div class=breadcrumb>a ", 400)},
		{"cards in cards", strings.Repeat("<li><h3>a</h3><a href=x>more</a>", 20_000)},
		{"headings in a link", "<a href=x>" + strings.Repeat("<h3>a</h3>", 20_000)},
		{"many data scripts", strings.Repeat(`<script type="application/ld+json">{"@type":"BreadcrumbList"}</script>`, 20_000) + "<p>x"},
	} {
		p := parseHTML(t, c.body) // checks what is true of every page
		if len(p.Blocks) == 0 || len(p.Blocks) > maxBlocks+1 || len(p.Links) > maxLinks {
			t.Errorf("%s: %d blocks, %d links", c.name, len(p.Blocks), len(p.Links))
		}
		if n := utf8.RuneCountInString(p.Title); n > maxTitle || p.CodeWords > p.Words || p.CodeWords < 0 {
			t.Errorf("%s: a title of %d characters, %d of %d words are code", c.name, n, p.CodeWords, p.Words)
		}
	}
}

// TestMarkupThatGrows: markup for which the parser would make many times as many nodes is
// read without a tree; its text and links survive.
func TestMarkupThatGrows(t *testing.T) {
	for _, c := range []struct{ name, body string }{
		{"formatting that is never closed", strings.Repeat("<b><i><a href=x><font color=red><p>storm ", 100_000)},
		{"text between the rows of a table", strings.Repeat("<table>storm<tr>typhoon<a href=x>b</a>", 100_000)},
		{"formatting closed in the wrong order", strings.Repeat("<a href=x><b><i><div>storm</b></i></a>", 100_000)},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p := parseHTML(t, c.body)
		runtime.ReadMemStats(&after)
		if mb := int(after.TotalAlloc-before.TotalAlloc) >> 20; mb > 40*len(c.body)>>20 {
			t.Errorf("%s: %d MB were allocated for %d MB of markup", c.name, mb, len(c.body)>>20)
		}
		if len(p.Links) == 0 || p.Words == 0 {
			t.Errorf("%s: %d links, %d words", c.name, len(p.Links), p.Words)
		}
	}
}
