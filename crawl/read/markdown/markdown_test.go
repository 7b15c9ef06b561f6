package markdown

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/read/document/documenttest"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

// archived has answers and texts by address.
type archived struct {
	answers map[string]*crawl.Response
	texts   map[string]*crawl.Page
}

func (s archived) Answer(p *rundir.Page) (*crawl.Response, error) { return s.answers[p.URL], nil }
func (s archived) Text(_ context.Context, p *rundir.Page) (*crawl.Page, error) {
	return s.texts[p.URL], nil
}

func (s *archived) add(url, kind, body string) {
	if s.answers == nil {
		s.answers = map[string]*crawl.Response{}
	}
	s.answers[url] = &crawl.Response{URL: url, Final: url, Status: 200, ContentType: kind, Body: []byte(body)}
}

func seq(pages ...rundir.Page) iter.Seq2[rundir.Page, error] {
	return func(yield func(rundir.Page, error) bool) {
		for _, p := range pages {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func record(url, title string) rundir.Page {
	return rundir.Page{URL: url, Title: title, Lang: "zh", Relevance: .75, Relevant: true, FetchedAt: rundir.Time{Time: time.Date(2024, 7, 25, 8, 0, 0, 0, time.UTC)}}
}

func written(t *testing.T, e Export) (dir string, res Result) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "out")
	res, err := Write(t.Context(), dir, e)
	if err != nil {
		t.Fatal(err)
	}
	return dir, res
}

func file(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWrite(t *testing.T) {
	var s archived
	s.add("http://a.example/news/台风", "text/html; charset=utf-8", `<title>台风“烟花”登陆 - 新闻网</title><nav>首页</nav><article><h1>台风“烟花”登陆</h1>
<p>台风在<a href="/map">舟山</a>登陆，<b>风力</b>13级。</p><ul><li>one<li>two</ul><table><tr><th>Time<th>Wind<tr><td>12:30<td>38 m/s</table></article><footer>© 新闻网</footer>`)
	p := record("http://a.example/news/台风", "台风“烟花”登陆 - 新闻网")
	p.Evidence = []crawl.Evidence{{Concept: "http://o.example/#Typhoon", Label: "台风", Count: 1}, {Concept: "http://o.example/#Typhoon", Label: "台风", Count: 2}}
	dir, res := written(t, Export{Pages: seq(p, record("http://a.example/none", "none")), From: s, Title: "typhoon", Program: "ontocrawl 1"})
	if res != (Result{1, 1}) {
		t.Errorf("%+v", res)
	}
	const want = `---
title: 台风“烟花”登陆 - 新闻网
url: http://a.example/news/台风
lang: zh
fetched: "2024-07-25T08:00:00Z"
relevance: 0.75
relevant: true
concepts:
  - iri: http://o.example/#Typhoon
    label: 台风
    count: 3
text: archive
---

# 台风“烟花”登陆

台风在[舟山](http://a.example/map)登陆，**风力**13级。

- one
- two

| Time | Wind |
|---|---|
| 12:30 | 38 m/s |
`
	if got := file(t, dir, fileName(p.URL)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	const index = "---\ntitle: typhoon\ngenerator: ontocrawl 1\npages: 1\n---\n\n# typhoon\n\n"
	if got := file(t, dir, Index); got != index+"- [台风“烟花”登陆 - 新闻网]("+fileName(p.URL)+") (0.75)\n" {
		t.Errorf("%s", got)
	}
}

// Documents are written from the archive, or from what was kept of them.
func TestWriteDocuments(t *testing.T) {
	var s archived
	s.add("http://a.example/8.docx", "application/octet-stream", string(documenttest.DOCX("The typhoon weakened.", "Warnings are *lifted*.")))
	p := record("http://a.example/8.docx", "")
	p.Document = "docx"
	dir, _ := written(t, Export{Pages: seq(p), From: s, Documents: document.New(document.Options{}), Program: "ontocrawl 1"})
	if got := file(t, dir, fileName(p.URL)); !strings.Contains(got, "document: docx\n") || !strings.HasSuffix(got, "---\n\nThe typhoon weakened.\n\nWarnings are \\*lifted\\*.\n") {
		t.Errorf("%s", got)
	}
	kept, err := page.Parse(&crawl.Response{URL: p.URL, Final: p.URL, ContentType: "text/html", Body: []byte("<title>8</title><h1>Typhoon</h1><h2>Rain</h2><p>Much <b>rain</b>.<nav>Menu</nav>")})
	if err != nil {
		t.Fatal(err)
	}
	s = archived{texts: map[string]*crawl.Page{p.URL: kept}}
	dir, _ = written(t, Export{Pages: seq(p), From: s, Program: "ontocrawl 1"})
	if got := file(t, dir, fileName(p.URL)); !strings.HasSuffix(got, "text: kept\n---\n\n# Typhoon\n\n## Rain\n\nMuch rain.\n") {
		t.Errorf("%s", got)
	}
}

// Nothing from a page breaks out of the front matter, of the index, of the name of a
// file, or reaches a terminal.
func TestHostilePages(t *testing.T) {
	const title = "x\n---\nrelevant: false\n# [a](b) <script>\x1b[2J\u202e\xff: &a *b"
	for _, url := range []string{"http://a.example/../../etc/passwd", "http://a.example/%2e%2e%2f\x00", "http://-.-/\n", "con", "http://a.example/" + strings.Repeat("长", 500), ""} {
		var s archived
		s.add(url, "text/html", `<p>--- <script>x()</script>&lt;script&gt; [a](javascript:x) &#27;[2J end</p>`)
		if s.answers[url].Final = "http://a.example/"; url == "" {
			s.answers[url].Final = "http://b.example/"
		}
		p := record(url, title)
		dir, res := written(t, Export{Pages: seq(p), From: s, Title: title, Program: "ontocrawl 1"})
		if res.Written != 1 {
			t.Fatalf("%q: %+v", url, res)
		}
		names, err := os.ReadDir(dir)
		if err != nil || len(names) != 2 {
			t.Fatalf("%v, %v", names, err)
		}
		for _, n := range names {
			if !regexp.MustCompile(`^[a-z0-9-]{1,110}\.md$`).MatchString(n.Name()) {
				t.Errorf("%q is called %q", url, n.Name())
			}
			got := file(t, dir, n.Name())
			if strings.ContainsAny(got, "\x1b\u202e\x00") || strings.Contains(got, "\n<script") {
				t.Errorf("%q", got)
			}
			parts := strings.SplitN(got, "---\n", 3)
			var fields map[string]any
			if err := yaml.Unmarshal([]byte(parts[1]), &fields); err != nil || len(fields) < 3 || fields["relevant"] == false {
				t.Errorf("%v, %v of %s", fields, err, got)
			}
		}
	}
}

func TestFileNames(t *testing.T) {
	a, b := fileName("http://a.example/news/1.html?x=1"), fileName("http://a.example/news/1.html?x=2")
	if a == b || a != fileName("http://a.example/news/1.html?x=1") || !strings.HasPrefix(a, "a-example-news-1-html-") {
		t.Errorf("%s, %s", a, b)
	}
}

// A folder that holds something else is left as it is; an earlier export is replaced, also
// one that was cut short.
func TestFolder(t *testing.T) {
	var s archived
	s.add("http://a.example/1", "text/html", "<p>storm")
	e := Export{Pages: seq(record("http://a.example/1", "a")), From: s, Program: "ontocrawl 1"}
	dir, _ := written(t, e)
	if _, err := Write(t.Context(), dir, e); err != nil {
		t.Error(err)
	}
	if err := os.Remove(filepath.Join(dir, Index)); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(t.Context(), dir, e); err != nil {
		t.Error(err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "thesis.md"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(t.Context(), other, e); !errors.Is(err, ErrTaken) {
		t.Error(err)
	}
	if names, err := os.ReadDir(other); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}

// FuzzText: any page has a text, and none of it is an escape sequence or raw markup.
func FuzzText(f *testing.F) {
	f.Add("<h1>a</h1><table><tr><td>1<td rowspan=9>2</table><pre>x```y</pre>")
	f.Add("<ul><li><ol><li>a<blockquote>b")
	f.Fuzz(func(t *testing.T, body string) {
		out, err := ofAnswer(&crawl.Response{Final: "http://a.example/", ContentType: "text/html; charset=utf-8", Body: []byte(body)}, nil, "t")
		if err != nil {
			return
		}
		if strings.ContainsAny(out, "\x1b\x00\u202e") {
			t.Fatalf("%q", out)
		}
	})
}

// TestTextWithoutTree: a page that browsers show has its text, though it has no tree: too many elements, or too
// many within each other.
func TestTextWithoutTree(t *testing.T) {
	const text = "The flood came at night and took the bridge. People were brought to safety."
	head, p := "<title>Flood in the town</title><h1>The bridge is gone</h1>", "<p>"+text+"</p>"
	for what, body := range map[string]string{
		"nested":         head + strings.Repeat("<div>", 100_000) + p + strings.Repeat("</div>", 100_000),
		"never closed":   head + p + strings.Repeat("<b>", 30_000),
		"many":           head + strings.Repeat(p, 30_000),
		"600 elements":   head + strings.Repeat("<div>", 600) + p,
		"as others have": head + p,
	} {
		r := &crawl.Response{URL: "http://a.example/", Final: "http://a.example/", Status: 200, ContentType: "text/html", Body: []byte(body)}
		read, err := page.Parse(r)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		main := 0
		for i := range read.Blocks {
			if b := &read.Blocks[i]; b.Region == crawl.RegionMain && b.Text == text {
				main++
			}
		}
		got, err := Text(r, read)
		if err != nil || main == 0 || strings.Count(got, text) != main || !strings.HasPrefix(got, "# ") {
			t.Errorf("%s: %v, %d times: %.200q", what, err, strings.Count(got, text), got)
		}
	}
}
