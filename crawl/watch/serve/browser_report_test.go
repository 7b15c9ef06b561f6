package serve_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/crawl/watch/shift"
)

// shifts makes reports of a few pages, one of them hostile; the toll rose from 3 to 4 an hour ago.
func shifts(t *testing.T) *shift.Maker {
	t.Helper()
	b, err := eventgraph.NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().UTC()
	yesterday := now.AddDate(0, 0, -1)
	on := yesterday.Format("January 2")
	for _, p := range []eventgraph.Page{
		{URL: "https://a.example/1", Title: "Yagi", Lang: "en", Published: yesterday, Fetched: now.Add(-20 * time.Hour), Texts: []string{"On " + on + " Typhoon Yagi killed 3 people in Hainan."}},
		{URL: "https://a.example/2", Title: "Yagi, later", Lang: "en", Published: now.Add(-time.Hour), Fetched: now.Add(-time.Hour), Texts: []string{"Typhoon Yagi killed 4 people in Hainan."}},
		{URL: "javascript:alert(1)", Title: evil, Lang: "en", Published: now.Add(-time.Hour), Fetched: now.Add(-time.Hour), Texts: []string{"On " + on + " Typhoon Yagi injured 24 people in Hanoi. " + evil}},
	} {
		b.Add(p)
	}
	b.Finish()
	cards := b.Cards()
	cards.At = now
	return &shift.Maker{Reader: world{now}, Cards: func(string) (*eventgraph.Cards, error) { return cards, nil }, Job: func(name string) (*monitor.Job, error) {
		return &monitor.Job{Name: name, Zone: time.UTC, Seeds: []string{"https://silent.example/"}}, nil
	}}
}

// TestReportInABrowser: the start page leads to the report of each job; it has each part, as a page, for print, and as
// files without scripts; nothing of a page runs.
func TestReportInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	srv := start(t, serve.Options{Told: told(t), Shifts: shifts(t)})
	for lang, want := range map[string][]string{
		"zh-CN": {"值班报告", "前后对照", "3 人 → 4 人", "24 人", "预报与预警", "没有相关内容的来源", "此前一周也没有"},
		"en-GB": {"Shift report", "Then and now", "3 people → 4 people", "24 people", "Forecast and warned", "Nothing relevant from", "nothing in the week before"},
	} {
		b := newBrowser(t, lang, srv.URL())
		b.do(chromedp.EmulateViewport(390, 844))
		b.do(chromedp.Navigate(srv.URL()))
		b.see(want[0])
		b.run(`document.querySelector('a[href="#/job/typhoon/report"]').click()`)
		for _, text := range append(want, "killed 4 people in Hainan", "silent.example") {
			b.see(text)
		}
		if eval[bool](b, `[...document.querySelectorAll('main a')].some(a => a.protocol === 'javascript:')`) {
			t.Error("an address of a page is a script")
		}
		if eval[bool](b, `document.documentElement.scrollWidth > innerWidth`) {
			t.Error("the page is wider than the telephone")
		}
		b.shot("report-" + lang)
		b.do(chromedp.EmulateViewport(1280, 900))
		b.shot("report-wide-" + lang)
		b.well()
	}
}

// TestReportFile: the report as a page of its own may run nothing, wherever it is shown.
func TestReportFile(t *testing.T) {
	srv := start(t, serve.Options{Shifts: shifts(t)})
	for format, kind := range map[string]string{"html": "text/html", "markdown": "text/markdown", "text": "text/plain"} {
		resp, err := http.Get(srv.URL() + "api/v1/jobs/typhoon/report?format=" + format)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close() //nolint:errcheck // a test
		if err != nil || resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), kind) {
			t.Errorf("%s: %s, %v, %v", format, resp.Status, resp.Header, err)
		}
		if p := resp.Header.Get("Content-Security-Policy"); !strings.Contains(p, "sandbox") || strings.Contains(p, "script-src") {
			t.Errorf("%s: the policy is %q", format, p)
		}
		if text := string(body); !strings.Contains(strings.ReplaceAll(text, `\`, ""), "killed 4 people") || strings.Contains(text, "<script") && format == "html" {
			t.Errorf("%s: %s", format, text)
		}
	}
}
