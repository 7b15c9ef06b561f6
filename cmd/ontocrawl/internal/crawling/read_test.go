package crawling

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/read/document/documenttest"
)

const readPage = `<!doctype html><html lang="en"><head><title>Typhoon lands | Weather News</title>
<meta property="article:published_time" content="2026-11-02"><meta name="description" content="A typhoon."></head>
<body><nav><a href="/">Home</a></nav><article><h1>Typhoon lands</h1><p>The typhoon made landfall on Monday, and the harbour was closed.
<a href="/map">Map</a></p></article><footer>All rights reserved</footer></body></html>`

// read shows what is read, and why: as text, and as a line of JSON for each page.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	page := write(t, dir, "page.html", readPage)
	feed := `<rss version="2.0"><channel><title>News</title><item><title>Storm</title><link>http://a.example/storm</link></item></channel></rss>`
	write(t, dir, "feed.xml", feed)
	write(t, dir, "plain.txt", "One line.\n\nAnother line.")
	write(t, dir, "8.docx", string(documenttest.DOCX("The typhoon weakened.")))
	list := write(t, dir, "list.tsv", "page.html\thttp://a.example/news/1\ttext/html; charset=utf-8\nfeed.xml\n\nplain.txt\n8.docx\nnone.html\n")

	r := ontocrawl(t, "read", page)
	for _, want := range []string{
		"Typhoon lands\n", "2026-11-02 (meta article:published_time)", "\n# Typhoon lands\n\nThe typhoon made landfall on Monday",
		"\nnav                   4  Home\n", "\nmeta                 10  A typhoon.\n", "\nfooter               19  All rights reserved\n", "main      Map   http://file.invalid/map",
	} {
		if r.code != 0 || !strings.Contains(r.out, want) {
			t.Errorf("%d %s: no %q in\n%s", r.code, r.err, want, r.out)
		}
	}

	r = ontocrawl(t, "read", "--list", list, "--json")
	if r.code != cli.ExitFailure || !strings.Contains(r.err, "1 of 5 pages could not be read") {
		t.Errorf("%d %s", r.code, r.err)
	}
	type record struct {
		File, Error, URL, Title, Kind, Lang, Document, Published, Date, Text, Markdown string
		By                                                                             string `json:"published_by"`
		Links                                                                          map[string]int
		LeftOut                                                                        map[string]int `json:"left_out"`
	}
	var got []record
	for d := json.NewDecoder(strings.NewReader(r.out)); d.More(); {
		var x record
		if err := d.Decode(&x); err != nil {
			t.Fatal(err)
		}
		got = append(got, x)
	}
	if len(got) != 5 {
		t.Fatalf("%d lines: %s", len(got), r.out)
	}
	if x := got[0]; x.File != "page.html" || x.URL != "http://a.example/news/1" || x.Title != "Typhoon lands" || x.Lang != "en" ||
		x.Published != "2026-11-02" || x.Date != "2026-11-02" || x.By != "meta article:published_time" ||
		!strings.HasSuffix(x.Text, "The typhoon made landfall on Monday, and the harbour was closed. Map\n") || x.Kind == "" ||
		x.Links["main"] != 1 || x.Links["nav"] != 1 || x.LeftOut["footer"] != 19 {
		t.Errorf("%+v", x)
	}
	if x := got[1]; x.Text != "Storm\n" || x.URL != "" {
		t.Errorf("%+v", x)
	}
	if x := got[2]; x.Text != "One line.\nAnother line.\n" || x.Document != "text" {
		t.Errorf("%+v", x)
	}
	if x := got[3]; x.Document != "docx" || x.Text != "The typhoon weakened.\n" {
		t.Errorf("%+v", x)
	}
	if x := got[4]; x.File != "none.html" || !strings.Contains(x.Error, "no such file") {
		t.Errorf("%+v", x)
	}
}

func TestReadRefuses(t *testing.T) {
	page := write(t, t.TempDir(), "page.html", readPage)
	for _, args := range [][]string{{"read"}, {"read", page, "--list", page}, {"read", "none.html"}, {"read", "--list", "none.tsv"}, {"read", write(t, t.TempDir(), "nul.html", "\x00\x00\x00\x01")}} {
		if r := ontocrawl(t, args...); r.code != cli.ExitUsage || r.err == "" || r.out != "" {
			t.Errorf("%v: %+v", args, r)
		}
	}
	if r := ontocrawl(t, "read", "http://127.0.0.1:1/"); r.code != cli.ExitFailure {
		t.Errorf("%+v", r)
	}
}
