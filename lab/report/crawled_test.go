package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/message"
)

// runFolder is a run of six pages: relevant, two that are not, relevant by way
// of them, and two more. The last line is not complete.
func runFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var pages strings.Builder
	for i, p := range []struct {
		url, parent, title string
		depth              int
		relevance          float64
	}{
		{"http://a.example/1", "", "one", 0, .9},
		{"http://a.example/2", "http://a.example/1", "two", 1, .1},
		{"http://a.example/3", "http://a.example/2", "three", 2, .1},
		{"http://a.example/4", "http://a.example/3", hostile, 3, .7},
		{"http://a.example/5", "http://a.example/4", "five", 4, .8},
		{"http://a.example/6", "http://a.example/2", "six", 2, 0},
	} {
		evidence := "[]"
		if p.relevance > .5 {
			evidence = `[{"concept":"urn:t","label":"typhoon","group":"title","count":2,"contribution":0.5}]`
		}
		fmt.Fprintf(&pages, `{"seq":%d,"url":%q,"status":200,"fetched_at":"2026-01-02T03:04:05.000Z","depth":%d,"parent":%q,"title":%s,"relevance":%v,"relevant":%v,"evidence":%s}`+"\n",
			i+1, p.url, p.depth, p.parent, quoted(p.title), p.relevance, p.relevance > .5, evidence)
	}
	pages.WriteString(`{"seq":7,"ur`)
	for name, text := range map[string]string{
		"pages.jsonl": pages.String(),
		"summary.json": `{"stopped":"budget","seconds":12.3,"pages":6,"relevant":3,"failures":2,"harvest_rate":0.5,"mean_relevance":0.433,"sd_relevance":0.37,
			"errors":{"404":2},"languages":{"en":5,"":1},"hosts":{"count":1,"top":[{"host":"a.example","pages":6,"relevant":3}]}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// quoted is s as a JSON string.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, "\x1b", `\u001b`).Replace(s) + `"`
}

var pageLinks = regexp.MustCompile(` href="http://a\.example/\d" rel="noreferrer"`)

// outsideOf returns a report without what is ours: its scripts, its policy, and its links to pages.
func outsideOf(t *testing.T, text string) string {
	t.Helper()
	policy := `<meta http-equiv="Content-Security-Policy" content="` + strings.ReplaceAll(html.EscapeString(policy()), "+", "&#43;") + `">`
	if strings.Count(text, policy) != 1 || strings.Index(text, policy) > strings.Index(text, "<style") {
		t.Errorf("no policy %s before the style", policy)
	}
	scripts := regexp.MustCompile(`(?s)<script( type="application/json" id="(words|data)")?>(.*?)</script>`)
	found := scripts.FindAllStringSubmatch(text, -1)
	if len(found) != 3 || found[2][3] != script() {
		t.Errorf("%d scripts, or the last is not ours", len(found))
	}
	text = strings.ReplaceAll(pageLinks.ReplaceAllString(scripts.ReplaceAllString(text, ""), ""), ` href="#parameters"`, "")
	return strings.ReplaceAll(text, "<noscript>", "")
}

func TestCrawl(t *testing.T) {
	var b bytes.Buffer
	err := Crawl(&b, Crawled{Dir: runFolder(t), Version: "1", Parameters: "topic: typhoon\nsettings:\n  eta: " + hostile,
		Address: func(u string) string { return "at " + u }})
	if err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if n := len(pageLinks.FindAllString(text, -1)); n != 3 {
		t.Errorf("%d links to the 3 relevant pages", n)
	}
	closed(t, outsideOf(t, text))
	for _, want := range []string{
		"6, of which 3 are relevant", "6，其中 3 个相关", "50.0 %", "topic: typhoon\n", "<td>404</td><td>2</td>",
		`<span class="zh" lang="zh-Hans">未知</span></td><td>1</td>`,
		"<td>typhoon</td><td>3</td><td>6</td><td>1.5</td>",                               // concept: pages, times, relevance brought
		"<td>2</td><td>2</td><td>0</td><td>0.0 %</td><td>0.050</td>",                     // depth 2: pages, relevant, harvest rate, mean
		`<td class="wrap">a.example</td><td>6</td><td>3</td><td>50.0 %</td><td>0</td>`,   // host: fetched, relevant, harvest rate, failures
		`<td class="wrap">at http://a.example/1</td><td>6</td><td>3</td><td>50.0 %</td>`, // the only seed
		"<td>2</td><td>1</td></tr>",                                                      // one tunnel of two pages
		"<li>at http://a.example/1</li><li>at http://a.example/2",                        // its beginning
		"Figure 6 of the On-ITS paper",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if one, five := strings.Index(text, `<td class="left">0.900</td>`), strings.Index(text, `<td class="left">0.800</td>`); one < 0 || five < one {
		t.Error("the best pages are out of order")
	}
}

// A run that has only begun has a report, too.
func TestCrawlEmpty(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"pages.jsonl": "", "summary.json": `{"stopped":"running"}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := Crawl(&b, Crawled{Dir: dir}); err != nil || !strings.Contains(b.String(), "No page was recorded yet") {
		t.Errorf("%v", err)
	}
	if err := Crawl(&b, Crawled{Dir: filepath.Join(dir, "none")}); err == nil {
		t.Error("a report of nothing")
	}
}

// TestCrawlModels: the report shows the models, the words and purities of the last
// one, and by which model a page was judged.
func TestCrawlModels(t *testing.T) {
	dir := runFolder(t)
	models := `{"model":1,"seq":3,"learned_at":"2026-01-02T03:05:00.000Z","learned":{"version":1,"pages":300,"sure":31,"purity":{},"rest":1,"words":[],"middle":0,"high":0}}
{"model":2,"seq":5,"learned_at":"2026-01-02T04:05:00.000Z","learned":{"version":1,"pages":600,"sure":62,"purity":{"urn:t":0.75,"urn:never":0.5},"rest":1,"words":[{"word":"land<fall","weight":2.5},{"word":"风雨","weight":1}],"middle":0.1,"high":0.9}}
`
	if err := os.WriteFile(filepath.Join(dir, "models.jsonl"), []byte(models), 0o644); err != nil {
		t.Fatal(err)
	}
	changes := `{"seq":8,"url":"http://a.example/1","change":"judged","relevance":0.95,"relevant":true,"model":2,
		"evidence":[{"concept":"","label":"landfall","group":"words","count":3,"contribution":0.5},{"concept":"urn:t","label":"typhoon","group":"body","count":1,"contribution":0.45}]}`
	if err := os.WriteFile(filepath.Join(dir, "changes.jsonl"), []byte(strings.ReplaceAll(changes, "\n\t\t", "")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Crawl(&b, Crawled{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<td>1</td><td>2026-01-02 03:05 UTC</td><td>300</td><td>31</td><td>0</td>",
		"<td>2</td><td>2026-01-02 04:05 UTC</td><td>600</td><td>62</td><td>2</td>",
		"land&lt;fall <small>2.50</small>, 风雨 <small>1.00</small>",
		"<td>typhoon</td><td>0.75</td>", "0.950", "words that go with the topic: landfall", "judged by model 2",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(b.String(), "urn:never") {
		t.Error("a concept that no page names is shown")
	}
	if err := os.WriteFile(filepath.Join(dir, "models.jsonl"), []byte(`{"model":1,"learned":{"version":1,"rest":7}}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Crawl(&b, Crawled{Dir: dir}); err == nil {
		t.Error("a model that could not have been learned was shown")
	}
}

func TestWebLink(t *testing.T) {
	for in, want := range map[string]string{
		"http://a.example/x": "http://a.example/x", "javascript:alert(1)": "", "data:text/html,x": "", "//a": "", "http://[": "",
	} {
		if got := webLink(in); string(got) != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// TestCrawlQuestions: the report shows which question found a page, and what questions and
// sources brought; nothing of them is markup.
func TestCrawlQuestions(t *testing.T) {
	dir := t.TempDir()
	var pages strings.Builder
	for i, relevance := range []float64{.9, .1, .8} {
		source := "own"
		if i == 2 {
			source = "wiki"
		}
		fmt.Fprintf(&pages, `{"seq":%d,"url":"http://a.example/%d","status":200,"fetched_at":"2026-01-02T03:04:05.000Z","depth":1,"parent":"search:%s","title":"t","relevance":%v,"relevant":%v,"evidence":[],"via":{"source":%q,"query":%s,"op":"kw","concepts":["urn:<b>"],"lang":"en","rank":%d,"page":1}}`+"\n",
			i+1, i, source, relevance, relevance > .5, source, quoted(hostile), i+3)
	}
	for name, text := range map[string]string{"pages.jsonl": pages.String(), "summary.json": `{"stopped":"budget","queries":7}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := Crawl(&b, Crawled{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	closed(t, outsideOf(t, text))
	for _, want := range []string{"7 that a search source answered", "<td>own</td><td>2</td><td>1</td><td>50.0 %</td>", "<td>wiki</td><td>1</td><td>1</td><td>100.0 %</td>", "asked own (kw, en) for ", ", urn:&lt;b&gt;: result 3"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestHead: the report says of which topic, ontology and settings it is.
func TestHead(t *testing.T) {
	var b bytes.Buffer
	err := Crawl(&b, Crawled{
		Dir: runFolder(t), Topic: "typhoon " + hostile, Ontologies: []Ontology{{"storms", "urn:" + hostile, "1.2", "7c02"}},
		Settings: []Fact{{"judge", hostile}, {"phi", "0.5"}}, Printer: message.New("zh"),
	})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, outsideOf(t, b.String()))
	for _, want := range []string{`<html lang="zh-Hans">`, `id="lang-zh" value="zh" checked`, "<h1>typhoon &lt;/td&gt;", "<dd>storms<br>", ">version 1.2</span>", ">版本 1.2</span>", "SHA-256 7c02", ", phi 0.5"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestFailures: they are counted by kind and host, with the first of each.
func TestFailures(t *testing.T) {
	dir := runFolder(t)
	lines := `{"url":"http://b.example/x","error":"status 404","kind":"status 4xx"}
{"url":"http://b.example/y","error":"X","kind":"dns"}
{"url":"http://b.example/z","error":"status 410","kind":"status 4xx"}
`
	lines = strings.Replace(lines, `"X"`, quoted(hostile), 1)
	if err := os.WriteFile(filepath.Join(dir, "errors.jsonl"), []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Crawl(&b, Crawled{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	closed(t, outsideOf(t, b.String()))
	for _, want := range []string{
		`<span class="zh" lang="zh-Hans">状态码 4xx</span></td><td>2</td><td class="wrap">status 404<br><small>http://b.example/x</small>`,
		`<td class="wrap">b.example</td><td>0</td><td>0</td><td>0.0 %</td><td>3</td>`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestStarts: a page counts for the start of its path.
func TestStarts(t *testing.T) {
	var s starts
	for _, p := range []rundir.Page{
		{URL: "/1", Asked: "/seed", Relevant: true},
		{URL: "/2", Parent: "/seed"},
		{URL: "/3", Parent: "/2", Relevant: true},
		{URL: "/4", Parent: "/sitemap.xml"},
		{URL: "/5", Parent: "search:own", Via: &crawl.Via{Source: "own"}, Relevant: true},
		{URL: "/6", Parent: "/5", Relevant: true},
		{URL: "/7", Parent: "/6", Relevant: true},
	} {
		s.add(&p)
	}
	want := []startView{{startSearch, "own", rated{3, 3}}, {startSeed, "/seed", rated{3, 2}}, {startList, "/sitemap.xml", rated{1, 0}}}
	if got := s.sorted(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if (rated{}).Rate() != 0 || (rated{4, 1}).Rate() != .25 {
		t.Error("the harvest rate is wrong")
	}
}

// TestFindsBound: of too many pages the most relevant stay, of equal ones the first.
func TestFindsBound(t *testing.T) {
	add := func(f *finds) {
		for i, r := range []float64{.6, .9, .7, .7, .8} {
			p := rundir.Page{URL: fmt.Sprint("http://a.example/", i), Relevance: rundir.Number(r), Evidence: []crawl.Evidence{{Concept: "urn:a", Label: "x"}, {Concept: "urn:a", Label: "y"}}}
			if err := f.add(&p, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	var all finds
	add(&all)
	bounded := finds{most: all.bytes * 3 / 5}
	add(&bounded)
	var kept []string
	for _, row := range bounded.sorted() {
		var cells []any
		if err := json.Unmarshal(row, &cells); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, cells[3].(string)[len("http://a.example/"):])
		if got := fmt.Sprint(cells[11]); got != "[0]" {
			t.Errorf("concepts %s", got)
		}
	}
	if got := strings.Join(kept, ""); got != "142" || bounded.count != 5 {
		t.Errorf("kept %s of %d, want 142 of 5", got, bounded.count)
	}
}

// TestReasons: a reason says what package crawl says of it.
func TestReasons(t *testing.T) {
	for _, e := range []crawl.Evidence{
		{Concept: "urn:t", Label: "typhoon", Group: "title", Count: 4}, {Group: "parent", Label: "storms"}, {Group: "marks", Label: "rain"},
		{Group: "words", Contribution: -1}, {Group: "words", Label: "wind"},
	} {
		if got, want := reason(e).String(), e.Where("×"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
