package markdown_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/markdown"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// captured is when the cases were fetched.
var captured = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

// caseTypes are the content types by the ends of names.
var caseTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".rss": "application/rss+xml", ".atom": "application/atom+xml", ".xml": "application/xml",
	".txt": "text/plain", ".gz": "application/gzip", ".json": "application/feed+json",
}

// readCase reads a case as the answer of url.
func readCase(t *testing.T, file, url string) *markdown.Readout {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out, err := markdown.Reader{}.Read(t.Context(), &crawl.Response{
		URL: url, Final: url, Status: 200, ContentType: caseTypes[filepath.Ext(file)], Body: body, FetchedAt: captured,
	})
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return &markdown.Readout{Page: &crawl.Page{}}
	}
	return out
}

// cases yields the files of a part of the small inputs, by name.
func cases(t *testing.T, part string) map[string]string {
	t.Helper()
	dir := goldentest.Path(t, "cases/reading/"+part)
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range list {
		if !e.IsDir() {
			files[e.Name()] = filepath.Join(dir, e.Name())
		}
	}
	return files
}

// The main text of each layout is the article; on what a script shows only, peers differ.
func TestRegionCases(t *testing.T) {
	for name, file := range cases(t, "regions") {
		out := readCase(t, file, "https://a.example/"+name)
		if got := strings.Contains(out.Text, "storm surge"); got != (name != "display-none-js.html") {
			t.Errorf("%s: %q", name, out.Text)
		}
	}
}

// dates is when the page of each case was published.
var dates = map[string]string{
	"event-day-is-no-publication-day.html": "", "event-day-zh.html": "", "ago.html": "", "copyright.html": "", "url-id.html": "",
	"dateline-agency-zh.html": "2026-08-17", "dmy-slash-uk.html": "2026-11-23",
	"hatom-abbr.html": "2026-11-02", "microdata-abbr.html": "2026-11-02", "hentry-dt.html": "2026-11-02", "hentry-data.html": "2026-11-02", "rdfa-property.html": "2026-11-02",
	"german-dotted.html": "2026-11-02", "german-label.html": "2026-11-02", "german-long.html": "2026-11-02", "url8.html": "2026-11-02", "wayback.html": "2026-11-02",
	"url-path.html": "2026-11-02", "chinese.html": "2026-11-02", "chinese-full.html": "2026-11-02", "english-weekday.html": "2026-11-02", "jsonld-broken.html": "2026-11-02",
	"jsonld-comment.html": "2026-11-02", "jsonld-graph.html": "2026-11-02", "meta-rfc822.html": "2026-11-02", "meta-unix.html": "2026-11-02", "time-second.html": "2026-11-02",
}

func TestDateCases(t *testing.T) {
	address := map[string]string{
		"url8.html": "https://www.gov.example/Reden/2026/11/20261102_Rede2.html", "url-path.html": "https://news.example/2026/11/02/typhoon",
		"wayback.html": "https://web.archive.org/web/20270106023242/http://news.example/2026/11/02/typhoon", "url-id.html": "https://news.example/article/20261",
		"dmy-slash-uk.html": "https://news.example.co.uk/typhoon",
	}
	for name, file := range cases(t, "dates") {
		url := address[name]
		if url == "" {
			url = "https://news.example/typhoon"
		}
		want, known := dates[name]
		if got := readCase(t, file, url).Day(); got != want || !known {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// Each entry of each feed and sitemap is a link; feeds give it a date, sitemaps of that form do not.
func TestFeedCases(t *testing.T) {
	links := map[string]int{"bad-byte-item-17-of-30.rss": 30, "truncated.rss": 2, "sm-text-crlf.txt": 2, "sm-index-noloc.xml": 0, "sm-xhtmlalt.xml": 2}
	for name, file := range cases(t, "feeds") {
		want, more := links[name]
		if !more {
			want = 1
		}
		p := readCase(t, file, "https://news.example/feeds/"+name).Page
		if len(p.Links) != want {
			t.Errorf("%s: %d entries, want %d", name, len(p.Links), want)
		}
		for _, l := range p.Links {
			if l.Kind != crawl.LinkPage || !strings.HasPrefix(l.URL, "https://news.example/") || strings.HasPrefix(name, "date-") && l.Published.Format("2006-01-02") != "2026-11-02" {
				t.Errorf("%s: %+v", name, l)
			}
		}
	}
}

// Links that a browser or a person follows are links, wherever they stand.
func TestLinkCases(t *testing.T) {
	for name, file := range cases(t, "http/page") {
		p := readCase(t, file, "https://a.example/"+name).Page
		got := map[string]bool{}
		for _, l := range p.Links {
			got[strings.TrimPrefix(l.URL, "https://a.example/")] = true
		}
		for _, want := range []string{"noscript-link.html", "shadow-link.html", "iframe-typhoon.html", "svg-typhoon.html", "object-typhoon.html", "option-typhoon.html", "area.html"} {
			if !got[want] {
				t.Errorf("%s: no link %s among %v", name, want, got)
			}
		}
	}
}
