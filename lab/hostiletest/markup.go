package hostiletest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// markup attacks the reader of HTML.
func markup() []Site {
	const kind = "text/html; charset=utf-8"
	// one is a site whose page is made of a text, another repeated, and a last one.
	one := func(name, what, first, middle string, times int, last string) Site {
		return Site{Name: name, What: what, HTTP: repeat(kind, first, middle, times, last)}
	}
	// numbered is a site whose page has lines with numbers.
	numbered := func(name, what, first, format string, n int, last string) Site {
		return Site{Name: name, What: what, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			io.WriteString(w, first) //nolint:errcheck // the client may have gone
			var b strings.Builder
			format := strings.ReplaceAll(format, "HOST", h.domain())
			for i := range n {
				fmt.Fprintf(&b, format, i)
			}
			b.WriteString(last)
			io.WriteString(w, b.String()) //nolint:errcheck // the client may have gone
		})}
	}
	all := []Site{
		numbered("links-200k", "pages of two hundred thousand links", begin, "<a href=/typhoon/%d>Typhoon</a>", 200_000, ""),
		one("same-link", "the same link half a million times", begin, "<a href=/typhoon>t</a>", 350_000, ""),
		numbered("hosts-100k", "links to a hundred thousand new hosts", begin, "<a href=http://h%d-of-HOST/typhoon>Typhoon landfall</a>", 100_000, ""),
		one("nested-divs", "a million nested elements", begin, "<div>", 1_600_000, story),
		one("nested-inline", "formatting elements that are never closed", begin, "<b><i><a href=x><font color=red><p>", 200_000, story),
		one("adoption", "misnested links and tables, for the adoption agency", begin, "<a href=/a><table><tr><td><b></a><p></table></b>", 100_000, story),
		one("foster", "text in tables that has to be moved out", begin, "<table>"+"storm<tr>typhoon<b>", 200_000, story),
		one("unclosed", "one of every element, none closed", begin, "<ul><li><dl><dt><dd><ruby><rt><select><option><optgroup><button><form><h1><h2><table><caption><colgroup><col><tbody><tr><td><frameset><object><applet><marquee>", 40_000, story),
		numbered("attributes", "one element with half a million attributes", begin+"<p ", "a%d=b ", 500_000, ">"+story),
		one("same-attribute", "one element with the same attribute a million times", begin+"<p ", "a=b ", 1_500_000, ">"+story),
		one("long-attribute", "an attribute of 8 MB", begin+"<a title='", story, 60_000, "' href=/1>typhoon</a>"),
		one("long-href", "a link of 8 MB", begin+"<a href='/", "storm/", 1_300_000, "'>typhoon</a>"),
		one("long-tag", "an element's name of 8 MB", begin+"<", "storm", 1_600_000, ">"+story),
		one("wide-table", "a table of a million cells", begin+"<table><tr>", "<td colspan=1000 rowspan=65534>t", 250_000, "</table>"),
		one("entities", "entities, numbered, named, wrong", begin, "&#x110000;&notit;&CounterClockwiseContourIntegral;&#0;&#xD800;&amp", 120_000, ""),
		one("title-8mb", "a title of 8 MB", "<!DOCTYPE html><title>Typhoon ", story, 60_000, "</title>"+story),
		one("word-8mb", "a word of 8 MB", begin, "typhoonstorm", 680_000, ""),
		one("spaces", "8 MB of spaces between two words", begin+"typhoon", " \u00a0\u3000\u200b", 700_000, "landfall"),
		one("json-ld-nested", "JSON-LD of nested arrays", begin+`<script type="application/ld+json">`, `[{"@graph":`, 700_000, "</script>"),
		one("json-ld-crumbs", "a breadcrumb of a hundred thousand places", begin+`<script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[`,
			`{"@type":"ListItem","position":1,"name":"typhoon","item":"/"},`, 100_000, `{}]}</script>`),
		one("json-ld-endless", "JSON-LD without end", begin+`<script type="application/ld+json">{"a":"`, "storm", -1, ""),
		one("comment", "a comment that is never closed", begin+"<!--", "-- -!> "+story, 50_000, ""),
		one("doctype", "a DOCTYPE of 8 MB", "<!DOCTYPE html PUBLIC '", "storm", 1_600_000, "'>"+begin),
		one("svg", "SVG and MathML in each other", begin, "<svg><foreignObject><math><annotation-xml encoding=text/html><mtext><mglyph>", 100_000, story),
		one("template", "templates in templates", begin, "<template><tr><td>", 300_000, story),
		one("forms", "a hundred thousand search forms", begin, "<form action=/search role=search><input type=search name=q><input name=p type=hidden value=1></form>", 80_000, ""),
		one("form-fields", "a search form with two hundred thousand fields", begin+"<form action=/search role=search><input type=search name=q>", "<input type=hidden name=storm value=storm>", 190_000, "</form>"),
		one("iframes", "a hundred thousand frames", begin, "<iframe src='javascript:x' srcdoc='&lt;a href=/x&gt;typhoon'></iframe>", 100_000, ""),
		one("anchor-text", "a link with 8 MB of text", begin+"<a href=/2>", story, 55_000, "</a>"),
		one("headings", "a million headings", begin, "<h2>typhoon</h2>", 500_000, ""),
		one("lang", "a language on every word, one of them of 1 MB", begin+"<p lang='"+strings.Repeat("zh-", 300_000)+"'>", "<span lang=zh-Hant-x-storm>typhoon </span>", 150_000, ""),
		one("stuffing", "the topic's words and nothing else", begin, "typhoon landfall storm surge warning ", 200_000, ""),
		one("hidden", "text that nobody sees", begin, "<p style='display:none;font-size:0' hidden aria-hidden=true>typhoon landfall</p>", 100_000, "Buy shoes."),
		one("menus", "a menu of fifty thousand entries on every page", begin+"<nav><ul>", "<li><a href=/typhoon?x=1>Typhoon</a></li>", 50_000, "</ul></nav>"),
		one("srcset", "pictures with sources without end", begin+"<img srcset='", "/a.png 1x, ", 700_000, "'>"),
		one("css", "style sheets and scripts without end", begin+"<style>", "a{b:c}/*", -1, ""),
		one("dates-in-page", "a hundred thousand dates of publication, none possible", begin, "<time datetime=99999-99-99T99:99:99>2024-13-45</time><meta property=article:published_time content=-1>", 70_000, ""),
	}
	all = append(all,
		Site{Name: "raw-text", What: "script, style, textarea, title, xmp, plaintext that are never closed", Seeds: []string{"/0", "/1", "/2", "/3", "/4", "/5", "/6", "/7"},
			HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
				html(w, "<"+[]string{"script", "style", "textarea", "title", "xmp", "plaintext", "noscript", "noembed"}[h.Count.Add(1)%8]+">", strings.Repeat("<a href=/x>"+story+"</a>", 20_000))
			})},
		Site{Name: "base", What: "a base at another host, at a file, at its neighbour, two of them", Seeds: []string{"/0", "/1", "/2", "/3"}, Short: true, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			bases := []string{"http://127.0.0.1/" + h.Name + "/", "file:///etc/", "http://" + h.Neighbour + "/none/", "javascript:"}
			html(w, "<base href='"+bases[h.Count.Add(1)%4]+"'><base href='http://10.9.9.9/"+h.Name+"'>", strings.Repeat(link("passwd")+link("./x")+link("?y"), 10))
		})},
		Site{Name: "canonical", What: "every page says that its neighbour's page is the original", HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			n := h.Count.Add(1)
			html(w, fmt.Sprintf(`<link rel=canonical href="http://%s/typhoon/%d"><link rel=canonical href="http://127.0.0.1/%s"><meta property="og:url" content="http://%s/typhoon/%d">`, h.Neighbour, n%40, h.Name, h.Neighbour, n%40), link(fmt.Sprintf("/%d", n)), link(fmt.Sprintf("/%d", n+1)))
		})},
		Site{Name: "meta-robots", What: "contradictions of meta robots and X-Robots-Tag, ten thousand of them", HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Robots-Tag", strings.Repeat("noindex, index, all, none, unavailable_after: 99 Jan 0000, ", 2000))
			html(w, strings.Repeat("<meta name=robots content='none, all, noindex, index, nofollow, follow'>", 10_000), link(fmt.Sprintf("/%d", h.Count.Add(1))))
		})},
	)
	for i := range all {
		all[i].Short = all[i].Short || all[i].Name == "nested-divs"
	}
	return all
}
