package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Links that a browser or a person follows, wherever the markup puts them. Each page is read in one pass and
// from its tree.
func TestEmbeddedLinks(t *testing.T) {
	for _, tt := range []struct{ name, head, body, want string }{
		{"frame of the site", "", `<iframe src="/map" title="The map"></iframe>`, "/map ()"},
		{"frame of a part of the site", "", `<iframe src="https://maps.a.example/map"></iframe>`, "https://maps.a.example/map ()"},
		{"frame of another site", "", `<iframe src="https://ads.example/x"></iframe><iframe src="about:blank"></iframe>`, ""},
		{"object", "", `<object data="/table" type="text/html"></object><object data="/film.swf" type="application/x-shockwave-flash"></object>`, "/table ()"},
		{"drawing", "", `<svg viewBox="0 0 9 9"><a xlink:href="/north"><text>The <tspan>north</tspan></text></a><a href="/south"><path d="M0"/></a><use xlink:href="/icons"/></svg>`, "/north (The north) /south ()"},
		{"menu that jumps", "", `<select onchange="location=this.value"><option value="">Where?<option value="/east">East<option value="1">One</select>`, "/east (East)"},
		{"menu of a form", "", `<select name="x"><option value="/east">East</option></select>`, ""},
		{"noscript", "", `<noscript><p>See <a href="/all">all <b>reports</b></a> or <a href="#top">top</a></p></noscript>`, "/all (all reports)"},
		{"shadow root", "", `<div><template shadowrootmode="open"><p>In the shadow <a href="/shadow">a link</a></p></template></div>`, "/shadow (a link)"},
		{"template", "", `<template><a href="/inert">inert</a></template>`, ""},
		{"other languages", `<link rel="alternate" hreflang="zh" href="/zh/"><link rel="alternate" hreflang="x-default" href="/x/"><link rel="alternate" media="print" href="/print">`, "", "/zh/ () /x/ ()"},
		{"refresh", `<meta http-equiv="refresh" content="5; url=/next">`, "", "/next ()"},
	} {
		for _, repaired := range []string{"", "<p><b><i>x</b></i>"} { // the parser's tree repairs it
			p, err := Parse(&crawl.Response{URL: "https://a.example/", ContentType: "text/html; charset=utf-8",
				Body: []byte("<!DOCTYPE html><html><head><title>A page of reports</title>" + tt.head + "</head><body><p>Some words of the page that anybody can read.</p>" + tt.body + repaired + "</body></html>")})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range p.Links {
				got = append(got, fmt.Sprintf("%s (%s)", strings.TrimPrefix(l.URL, "https://a.example"), l.Text))
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("%s%s: %q, want %q", tt.name, repaired, s, tt.want)
			}
			shadow := slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return strings.HasPrefix(b.Text, "In the shadow") })
			if shadow != (tt.name == "shadow root") {
				t.Errorf("%s%s: text in the shadow: %v", tt.name, repaired, shadow)
			}
		}
	}
}

// The text of shadow roots is read where the page shows hardly any other; their links are read anyway.
func TestShadowText(t *testing.T) {
	for _, n := range []int{1, 30} {
		p, err := Parse(&crawl.Response{URL: "https://a.example/x", ContentType: "text/html", Body: []byte("<title>t</title><body><p>" + strings.Repeat("Some words of the page. ", n) +
			`</p><div><template shadowrootmode="closed"><p>In the shadow <a href="/shadow">a link</a></p></template></div>`)})
		if err != nil {
			t.Fatal(err)
		}
		shadow := slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return strings.HasPrefix(b.Text, "In the shadow") })
		if shadow != (n == 1) || len(p.Links) != 1 || p.Links[0].Text != "a link" {
			t.Errorf("%d: %v %+v", n, shadow, p.Links)
		}
	}
}

// A Refresh header leads on as the meta element does, whatever base the markup declares.
func TestRefreshHeader(t *testing.T) {
	for value, want := range map[string]string{"0; url=/next": "https://a.example/next", "5": "", "0;url=https://b.example/": "https://b.example/"} {
		p, err := Parse(&crawl.Response{URL: "https://a.example/x", ContentType: "text/html", Refresh: value, Body: []byte(`<base href="https://c.example/"><title>t</title><p>Words.`)})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, l := range p.Links {
			got += l.URL
		}
		if got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

// A page that shows nothing without scripts says what its noscript elements hold, unless they ask for scripts.
func TestBlankNoscript(t *testing.T) {
	const story = `<p>The storm brought a surge of three metres along the harbour front of the old town this morning.</p><p>Schools stayed closed while heavy rain went on through the night, and crews moved people out.</p>`
	for _, tt := range []struct {
		body string
		want int
	}{
		{"<noscript>" + story + "</noscript>", 2},
		{"<noscript>" + story + "<p>Please enable JavaScript to see more of this page.</p></noscript>", 0},
		{"<noscript><p>Nothing here.</p></noscript>", 0},
	} {
		p, err := Parse(&crawl.Response{URL: "https://a.example/x", ContentType: "text/html", Body: []byte("<title>t</title><body>" + tt.body)})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(p.Blocks) - 1; n != tt.want {
			t.Errorf("%s: %d blocks, want %d", tt.body, n, tt.want)
		}
	}
}
