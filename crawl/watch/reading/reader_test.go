package reading_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc/warctest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/reading"
)

const address = "http://a.test/news?id=1&x=2"

const first = `<html lang="zh"><title>台风登陆 - 新闻网</title><nav><a href="/">首页</a></nav><article><h1>台风登陆舟山</h1>
<p>台风“烟花”在舟山登陆。风力13级。平台风险可控。</p><p>Two typhoons followed. The <b>typhoon</b> is near.</p></article></html>`

const second = `<html lang="zh"><title>台风登陆 - 新闻网</title><nav><a href="/">首页</a></nav><article><h1>台风登陆舟山</h1>
<p>台风“烟花”在舟山登陆。风力14级。平台风险可控。</p><p>Two typhoons followed. The <b>typhoon</b> is near.</p></article></html>`

// folder is a run folder with a page that has changed once, was judged again, and one whose
// answer is not archived.
func folder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	a, err := warc.Open(filepath.Join(dir, rundir.WARCDir), warc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Restore(warctest.Journal{}); err != nil {
		t.Fatal(err)
	}
	keep := func(seq int, body string) *rundir.Place {
		ref, err := a.Keep(warctest.Answer(seq, address, body))
		if err != nil {
			t.Fatal(err)
		}
		return &rundir.Place{File: ref.File, Offset: ref.Offset, Length: ref.Length}
	}
	at := func(n int) rundir.Time { return rundir.Time{Time: time.Date(2026, 7, 25, 12, n, 0, 0, time.UTC)} }
	evidence := []crawl.Evidence{
		{Concept: "urn:typhoon", Label: "台风", Group: "heading", Count: 1, Contribution: .3}, {Concept: "urn:typhoon", Label: "台风", Group: "title", Count: 1, Contribution: .2},
		{Concept: "urn:typhoon", Label: "typhoon", Group: "body", Count: 2, Contribution: .1}, {Label: "登陆 风力", Group: "words", Count: 2, Contribution: .1},
	}
	lines := func(name string, list ...any) {
		var b strings.Builder
		for _, x := range list {
			line, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lines(rundir.PagesFile,
		rundir.Page{Seq: 1, URL: address, Status: 200, FetchedAt: at(1), Depth: 2, Parent: "http://a.test/", Title: "台风登陆 - 新闻网", Lang: "zh", Relevance: .6, Relevant: true, Evidence: evidence, WARC: keep(1, first)},
		rundir.Page{Seq: 2, URL: "http://a.test/2", Status: 200, FetchedAt: at(2), Title: "none", Relevance: .7, Relevant: true, Via: &crawl.Via{Source: "own", Query: "台风", Op: "kw"}})
	lines(rundir.ChangesFile,
		rundir.Change{Seq: 3, URL: address, Change: rundir.ChangeChanged, Status: 200, FetchedAt: at(3), Title: "台风登陆 - 新闻网", Lang: "zh", Relevance: .65, Relevant: true, Evidence: evidence, WARC: keep(3, second)},
		rundir.Change{Seq: 4, URL: address, Change: rundir.ChangeJudged, Status: 200, FetchedAt: at(3), Title: "台风登陆 - 新闻网", Lang: "zh", Relevance: .7, Relevant: true, Evidence: evidence})
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func readerOf(dir string) *reading.Reader {
	return reading.New(reading.Options{Folders: func() map[string]string { return map[string]string{"typhoon": dir} }})
}

// said are the mentions of a text, each with its weight in hundredths.
func said(parts []reading.Part) (all []string) {
	for _, p := range parts {
		if p.Concept != "" {
			all = append(all, p.Text+strings.Repeat("*", int(p.Weight*100+.5)/5))
		}
	}
	return all
}

func text(parts []reading.Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

func TestDocument(t *testing.T) {
	r := readerOf(folder(t))
	d, err := r.Document(t.Context(), "typhoon", address, 0)
	if err != nil {
		t.Fatal(err)
	}
	if d.Relevance != .7 || !d.Relevant || d.Parent != "http://a.test/" || d.Depth != 2 || d.Host != "a.test" || len(d.Evidence) != 4 || d.Version != 3 {
		t.Errorf("%+v", d)
	}
	var kinds []string
	for _, v := range d.Versions {
		kinds = append(kinds, v.Kind)
	}
	if !slices.Equal(kinds, []string{"judged", "changed", "new"}) {
		t.Errorf("versions: %q", kinds)
	}
	if got := said(d.Title); !slices.Equal(got, []string{"台风****"}) {
		t.Errorf("title: %q", got)
	}
	var lines, mentions []string
	for _, b := range d.Blocks {
		lines = append(lines, b.Kind+" "+text(b.Parts))
		mentions = append(mentions, said(b.Parts)...)
	}
	if want := []string{"heading 台风登陆舟山", "text 台风“烟花”在舟山登陆。风力14级。平台风险可控。", "text Two typhoons followed. The typhoon is near."}; !slices.Equal(lines, want) {
		t.Errorf("%q; want %q", lines, want)
	}
	// 台风 in 平台风险 is no word; what the verdict did not count there has no weight.
	if want := []string{"台风******", "台风", "typhoons*", "typhoon"}; !slices.Equal(mentions, want) {
		t.Errorf("mentions %q; want %q", mentions, want)
	}
	if old, err := r.Document(t.Context(), "typhoon", address, 1); err != nil || old.Version != 1 || !strings.Contains(text(old.Blocks[1].Parts), "13级") {
		t.Errorf("the first version: %+v, %v", old, err)
	}
	bare, err := r.Document(t.Context(), "typhoon", "http://a.test/2", 0)
	if err != nil || bare.Version != 0 || bare.Why == "" || bare.Blocks == nil || bare.Via == nil {
		t.Errorf("without an archive: %+v, %v", bare, err)
	}
	for _, tt := range []struct {
		job, url string
		seq      int
	}{{"other", address, 0}, {"typhoon", "http://a.test/", 0}, {"typhoon", address, 4}} {
		if _, err := r.Document(t.Context(), tt.job, tt.url, tt.seq); !errors.Is(err, monitor.ErrNotFound) {
			t.Errorf("%v: %v", tt, err)
		}
	}
}

func TestDifference(t *testing.T) {
	r := readerOf(folder(t))
	d, err := r.Difference(t.Context(), "typhoon", address, 0, 0)
	if err != nil || d.From != 1 || d.To != 3 {
		t.Fatalf("%+v, %v", d, err)
	}
	var changed []reading.Edit
	for _, e := range d.Edits {
		if e.Op != reading.Same {
			changed = append(changed, e)
		}
	}
	if want := []reading.Edit{{Op: reading.Removed, Text: "风力13级。"}, {Op: reading.Added, Text: "风力14级。"}}; !slices.Equal(changed, want) {
		t.Errorf("%q; want %q", changed, want)
	}
	if _, err := r.Difference(t.Context(), "typhoon", "http://a.test/2", 0, 0); !errors.Is(err, reading.ErrNotArchived) {
		t.Errorf("one version: %v", err)
	}
	if _, err := r.Difference(t.Context(), "typhoon", address, 0, 1); !errors.Is(err, reading.ErrNotArchived) {
		t.Errorf("before the first version: %v", err)
	}
}

func TestOriginal(t *testing.T) {
	r := readerOf(folder(t))
	o, err := r.Original(t.Context(), "typhoon", address, 0, false)
	if err != nil || !strings.Contains(string(o.HTML), "风力14级") {
		t.Fatalf("%+v, %v", o, err)
	}
	raw, err := r.Original(t.Context(), "typhoon", address, 1, true)
	if err != nil || string(raw.Body) != first || raw.HTML != nil {
		t.Errorf("%+v, %v", raw, err)
	}
	if _, err := r.Original(t.Context(), "typhoon", "http://a.test/2", 0, false); !errors.Is(err, reading.ErrNotArchived) {
		t.Errorf("not archived: %v", err)
	}
}
