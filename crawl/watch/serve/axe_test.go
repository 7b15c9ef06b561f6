package serve_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
)

// TestAccessible holds each view, in the light and in the dark, on a teacher and on a telephone
// of 320 px, to the rules of WCAG 2.2 AA that axe-core can check. axe-core is not ours: the
// variable AXE_CORE names its file axe.min.js.
func TestAccessible(t *testing.T) {
	axe := axeCore(t)
	opt := read(caught(t, 8, "<article><h1>The typhoon</h1><p>The typhoon is near. All is closed.</p></article>"))
	l := captures(t)
	if err := l.BuildNow(); err != nil {
		t.Fatal(err)
	}
	opt.Control, opt.Search, opt.Told, opt.Shifts = hand{make(chan string, 9)}, l, told(t), shifts(t)
	events := opt.Told.(*eventgraph.Cache)
	cards, _, err := events.Cards("typhoon")
	if err != nil {
		t.Fatal(err)
	}
	id := cards.Cards[0].ID
	for _, what := range []eventgraph.Verb{eventgraph.Acknowledge, eventgraph.Assign} {
		d := eventgraph.Decision{What: what, By: "li", Note: "now"}
		if what == eventgraph.Assign {
			d.To = "wang"
		}
		if err := events.DecideEvent(t.Context(), "typhoon", eventgraph.Order{Event: id, Decision: d}); err != nil {
			t.Fatal(err)
		}
	}
	srv := start(t, opt)
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.Navigate(srv.URL()))
	accessible(b, axe, []axeView{
		{"#/job/typhoon/events/" + id, "What people did", "", ""}, {"#/", "What is happening", "", ""}, {"#/job/typhoon", "Mentions over time", "", ""}, {"#/job/typhoon/run/39", "was 0.7", "", ""}, {"#/search/landfall", "1 page for", "", ""},
		{"#/finds", "8 of 8 shown", "", ""}, {"#/finds?job=typhoon&kind=gone", "Nothing matches", "", ""}, {"#/page/typhoon/" + escaped(news), "All is closed.", "", ""}, {"#/job/typhoon/report", "Then and now", "", ""},
	})
	// The log-in, which is a page of its own.
	door := start(t, serve.Options{Auth: serve.Auth{Token: token}})
	b.do(chromedp.Navigate(door.URL() + "login"))
	b.see("Come in")
	b.do(chromedp.Evaluate[chromedp.Void](axe + "; void 0"))
	for _, problem := range violations(b) {
		t.Errorf("log-in: %s", problem)
	}
}

// TestAccessibleSteering is TestAccessible for the views of steering jobs, with what opens in them.
func TestAccessibleSteering(t *testing.T) {
	axe := axeCore(t)
	file, name := jobsOf(t, goodJobs)
	if err := os.WriteFile(name, []byte(goodJobs+"    bugdet: 1\n"), 0o600); err != nil { // with a finding, and not in force
		t.Fatal(err)
	}
	folders := caught(t, 8, "<p>The typhoon is near.</p>")
	teacher := pupil(folders)
	t.Cleanup(func() { teacher.Close() }) //nolint:errcheck // it is always nil
	opt := read(folders)
	opt.Control, opt.JobsFile, opt.Teacher = hand{make(chan string, 99)}, file, teacher
	srv := start(t, opt)
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.Navigate(srv.URL()))
	press := func(text string) string {
		return `[...document.querySelectorAll('main button')].find((x) => x.textContent === '` + text + `').click()`
	}
	accessible(b, axe, []axeView{
		{"#/jobs-file", "Line 7", `document.querySelectorAll('main details').forEach((d) => { d.open = true; })`, ".diff"},
		{"#/job/flood", "Test the alerts", press("Test the alerts"), ".tested"},
		{"#/job/rainstorm", "Test the alerts", press("Pause"), "dialog[open]"},
		{"#/finds?job=typhoon", "8 of 8 shown", `fetch('/api/v1/jobs/typhoon/teach', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }).then(() => { document.querySelector('.teach').open = true; })`, ".teach table"},
	})
}

// TestAccessibleOntology is TestAccessible for the views of a job's ontology.
func TestAccessibleOntology(t *testing.T) {
	axe := axeCore(t)
	bench, _ := workbench(t)
	srv := start(t, serve.Options{Ontologies: bench})
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.Navigate(srv.URL() + "#/job/typhoon/offers"))
	b.see("No offers were made yet.")
	b.run(`[...document.querySelectorAll('main button')].find(b => b.textContent === 'Read the pages').click()`)
	b.see("It would bring 2 pages")
	accessible(b, axe, []axeView{{"#/job/typhoon/ontology", "became relevant: 5", "", ""}, {"#/job/typhoon/offers", "It would bring 2 pages", "", ""}})
}

// axeCore returns axe-core.
func axeCore(t *testing.T) string {
	t.Helper()
	name := os.Getenv("AXE_CORE")
	if name == "" {
		t.Skip("AXE_CORE names no axe.min.js of axe-core")
	}
	axe, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(axe)
}

// axeView is a view, what it says, and what is done in it until there is an element.
type axeView struct{ hash, see, then, element string }

// accessible holds views to the rules.
func accessible(b *browser, axe string, views []axeView) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](axe + "; void 0"))
	for _, way := range []struct {
		scheme string
		width  int64
	}{{"light", 1200}, {"dark", 320}} {
		call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: way.scheme}}})
		b.do(chromedp.EmulateViewport(way.width, 800))
		for _, v := range views {
			b.run(`location.hash = '` + v.hash + `'`)
			b.see(v.see)
			if v.then != "" {
				b.run(v.then)
				b.until(`document.querySelector('` + v.element + `') !== null`)
			}
			for _, problem := range violations(b) {
				b.Errorf("%s, %s, %d px: %s", v.hash, way.scheme, way.width, problem)
			}
			b.shot(fmt.Sprintf("axe-%s-%s", way.scheme, strings.Trim(strings.NewReplacer("/", "-", "#", "", "?", "-").Replace(v.hash[:min(len(v.hash), 14)]), "-")))
			b.well()
			b.run(`document.querySelector('dialog')?.close()`)
		}
	}
}

func escaped(url string) string {
	return strings.NewReplacer("%", "%25", ":", "%3A", "/", "%2F", "?", "%3F", "&", "%26", "=", "%3D").Replace(url)
}

// violations returns what axe-core finds wrong in the page, but for the contents of frames.
func violations(b *browser) []string {
	b.Helper()
	b.run(`(window.found = null, axe.run(document, { iframes: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((r) => { window.found = r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 4).map((n) => n.target.join(' ') + ' (' + (n.any[0]?.message ?? n.failureSummary ?? '').slice(0, 160) + ')').join('; ')); }))`)
	b.until(`window.found !== null`)
	return eval[[]string](b, `window.found`)
}
