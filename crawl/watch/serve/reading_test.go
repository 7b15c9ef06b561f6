package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc/warctest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/reading"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// trap is a page that would load something from the canary, or run something, in every way
// that a browser has.
func trap(canary string) string {
	return strings.ReplaceAll(`<html><head><title>Typhoon `+evil+`</title><base href="CANARY/base/"><meta http-equiv=refresh content="0;url=CANARY/refresh">
<link rel=stylesheet href="CANARY/c.css"><link rel=preload as=image href="CANARY/pre"><link rel=dns-prefetch href="CANARY"><link rel=preconnect href="CANARY"><link rel=prefetch href="CANARY/prefetch">
<style>@import "CANARY/i.css"; body{background:url(CANARY/bg.png)} @font-face{font-family:x;src:url(CANARY/font)} p{font-family:x}</style>
<script>fetch('CANARY/fetch'); new Image().src='CANARY/js'; top.document.title='owned'; localStorage.x=1</script><script src="CANARY/s.js"></script></head>
<body onload="location='CANARY/onload'" background="CANARY/body.png"><article><h1>Typhoon makes landfall</h1><p style="background-image:url(CANARY/p.png)">The typhoon is near the harbour. All is closed.</p></article>
<img src="CANARY/pixel.gif" width=1 height=1><img srcset="CANARY/2x.gif 2x" src=""><picture><source srcset="CANARY/source.webp"><img src="CANARY/picture.jpg"></picture>
<iframe src="CANARY/frame"></iframe><iframe srcdoc="<script>parent.document.title='owned'</script><img src=CANARY/srcdoc>"></iframe><object data="CANARY/object"></object><embed src="CANARY/embed">
<video autoplay src="CANARY/video" poster="CANARY/poster"></video><audio autoplay src="CANARY/audio"></audio><svg><image href="CANARY/svg"/><use href="CANARY/use#x"/><script>document.title='owned'</script></svg>
<form action="CANARY/form" id=f><input name=x autofocus onfocus="document.forms[0].submit()"><input type=image src="CANARY/inputimage"></form><a id=go href="CANARY/link" ping="CANARY/ping" target=_top>go</a>
<img src=x onerror="document.title='owned'; fetch('CANARY/onerror')"><details open ontoggle="fetch('CANARY/toggle')"><summary>s</summary></details></body></html>`, "CANARY", canary)
}

// canary is a server that nothing may ask. It counts requests, and connections beyond: a browser may
// make one without asking anything.
func canary(t *testing.T) (url string, asked, met *atomic.Int32) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked, met = new(atomic.Int32), new(atomic.Int32)
	srv := &http.Server{
		Handler:   http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }),
		ConnState: func(_ net.Conn, s http.ConnState) { met.Add(map[bool]int32{true: 1}[s == http.StateNew]) },
	}
	done := make(chan struct{})
	go func() { defer close(done); srv.Serve(l) }() //nolint:errcheck // it ends by Close
	t.Cleanup(func() { srv.Close(); <-done })       //nolint:errcheck // nothing is asked any more
	return "http://" + l.Addr().String(), asked, met
}

const news = "http://news.test/landfall?id=1&x=%E5%8F%B0"

// caught is a run folder of n finds: a hostile page in two versions, and others.
func caught(t testing.TB, n int, markup string) func() map[string]string {
	t.Helper()
	dir := t.TempDir()
	a, err := warc.Open(filepath.Join(dir, rundir.WARCDir), warc.Options{})
	if err == nil {
		err = a.Restore(warctest.Journal{})
	}
	if err != nil {
		t.Fatal(err)
	}
	keep := func(seq int, body string) *rundir.Place {
		ref, err := a.Keep(warctest.Answer(seq, news, body))
		if err != nil {
			t.Fatal(err)
		}
		return &rundir.Place{File: ref.File, Offset: ref.Offset, Length: ref.Length}
	}
	at := func(n int) rundir.Time { return rundir.Time{Time: captured.Add(time.Duration(n) * time.Minute)} }
	evidence := []crawl.Evidence{{Concept: "urn:typhoon", Label: "typhoon", Group: "heading", Count: 1, Contribution: .5}, {Concept: "urn:typhoon", Label: "typhoon", Group: "body", Count: 1, Contribution: .2}}
	var b strings.Builder
	line := func(x any) {
		text, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(text, '\n'))
	}
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		b.Reset()
	}
	line(rundir.Page{Seq: 1, URL: news, Status: 200, FetchedAt: at(1), Title: "Typhoon " + evil, Lang: "en", Relevance: .7, Relevant: true, Evidence: evidence, Parent: "javascript:alert(1)", Depth: 1, WARC: keep(1, strings.ReplaceAll(markup, "All is closed.", "All is open."))})
	for seq := 2; seq <= n; seq++ {
		p := rundir.Page{Seq: seq, URL: fmt.Sprintf("http://w%d.test/%d", seq%40, seq), Status: 200, FetchedAt: at(-seq), Title: fmt.Sprint("台风登陆 ", seq), Lang: []string{"zh", "en"}[seq%2], Relevance: rundir.Number(.5 + float64(seq%50)/100), Relevant: true, Evidence: evidence}
		if seq == 3 {
			p.Title, p.URL = evil, "http://evil.test/%3Cscript%3E"
		}
		line(p)
	}
	write(rundir.PagesFile)
	line(rundir.Change{Seq: n + 1, URL: news, Change: rundir.ChangeChanged, Status: 200, FetchedAt: at(5), Title: "Typhoon " + evil, Lang: "en", Relevance: .7, Relevant: true, Evidence: evidence, WARC: keep(n+1, markup)})
	write(rundir.ChangesFile)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return func() map[string]string { return map[string]string{"typhoon": dir} }
}

// read returns options by which the page reads those folders.
func read(folders func() map[string]string) serve.Options {
	return serve.Options{Finds: finds.New(finds.Options{Folders: folders}), Documents: reading.New(reading.Options{Folders: folders})}
}

// key presses a key as a person does, outside of all fields.
func (b *browser) key(k string) {
	b.Helper()
	b.do(chromedp.KeyEvent(k))
}

// until waits until js is true.
func (b *browser) until(js string) {
	b.Helper()
	pacetest.Until(b, time.Minute, js, func() bool { return eval[bool](b, js) })
}

// TestReadingInABrowser reads finds by keyboard: a list that is longer than its page, a
// hostile page with its original, marks and the way back.
func TestReadingInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	address, asked, met := canary(t)
	opt := read(caught(t, 120, trap(address)))
	srv := start(t, opt)
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.EmulateViewport(1200, 900))
	b.do(chromedp.Navigate(srv.URL() + "#/finds"))
	b.see("120 finds · 120 relevant pages · 120 unread")
	b.see("50 of 120 shown")
	b.shot("finds-en")
	b.well()

	// j to the first, right; m on the second; y again takes the mark back.
	b.key("j")
	b.key("y")
	b.see("Marked: right")
	b.key("j")
	b.key("m")
	b.see("Marked: read")
	b.see("118 unread")
	c, err := opt.Finds.Counts("typhoon")
	if err != nil || c.Right != 1 || c.Unread != 118 {
		t.Errorf("%+v, %v", c, err)
	}
	b.key("z")
	b.see("Undone.")
	b.see("119 unread")

	// The keys are shown, and closed by Escape.
	b.key("?")
	b.see("next find")
	b.do(chromedp.KeyEvent("\x1b"))

	// Beyond the page: more is loaded, each find once.
	for range 60 {
		b.key("j")
	}
	b.see("100 of 120 shown")
	if n := eval[int](b, `new Set([...document.querySelectorAll('li.find h3 a')].map(a => a.href)).size`); n != 100 {
		t.Errorf("%d finds are in the list", n)
	}

	// Filters, in the address.
	b.run(`(() => { const s = document.getElementById('filter-verdict'); s.value = 'right'; s.dispatchEvent(new Event('change')); })()`)
	b.see("1 of 1 shown")
	b.key("j")
	b.key("o")

	// The page of the find, which is hostile.
	b.see("Typhoon makes landfall")
	b.see("All is closed.")
	b.see("All is open.") // the difference
	if got := eval[[]string](b, `[...document.querySelectorAll('.reading mark')].map(m => m.textContent + ' ' + m.className)`); strings.Join(got, ", ") != "Typhoon w4, typhoon w2" {
		t.Errorf("mentions: %q", got)
	}
	if got := eval[string](b, `document.querySelector('.edits del').innerText + document.querySelector('.edits ins').innerText`); !strings.Contains(got, "All is open.") || !strings.Contains(got, "All is closed.") {
		t.Errorf("the difference: %q", got)
	}
	b.run(`document.querySelector('section details > summary').click()`)
	b.run(`document.querySelector('iframe.original').scrollIntoView()`)
	b.until(`performance.getEntriesByType('resource').some(e => e.name.includes('/original?'))`)
	b.do(chromedp.Sleep(300 * time.Millisecond)) // what would be asked is asked by now; a slow machine makes the test no stricter
	if got := eval[string](b, `String(document.querySelector('iframe.original').contentDocument)`); got != "null" {
		t.Errorf("the original has the origin of the page: %q", got)
	}
	b.shot("document-en")
	if n := asked.Load() + met.Load(); n != 0 {
		t.Errorf("the canary was asked %d times", n)
	}
	b.well()

	// The same opened by itself, as a tab: its own policy alone.
	b.do(chromedp.Navigate(srv.URL() + "api/v1/jobs/typhoon/original?url=" + strings.NewReplacer("&", "%26", "%", "%25", "?", "%3F").Replace(news)))
	b.see("The typhoon is near")
	if got := eval[string](b, `document.title + location.origin + self.origin`); strings.Contains(got, "owned") && !strings.Contains(got, "null") {
		t.Errorf("%q", got)
	}
	if n := asked.Load() + met.Load(); n != 0 {
		t.Errorf("the canary was asked %d times", n)
	}

	// A telephone of 320 px, in Chinese: nothing is wider than the window.
	b.do(chromedp.EmulateViewport(320, 640))
	for _, hash := range []string{"#/finds", "#/page/typhoon/" + escaped(news)} {
		b.do(chromedp.Navigate("about:blank"))
		b.do(chromedp.Navigate(srv.URL() + hash))
		b.see("All finds")
		b.run(`[...document.querySelectorAll('#switches button')].find(b => b.textContent === '中文').click()`)
		b.see("全部发现")
		b.shot("phone-" + hash[2:6])
		b.well()
		b.run(`localStorage.clear()`)
	}
}

// raw shows originals as they came.
type raw struct {
	*reading.Reader
	markup string
}

func (r raw) Original(context.Context, string, string, int, bool) (*reading.Original, error) {
	return &reading.Original{Seq: 1, HTML: []byte(r.markup)}, nil
}

// TestSandboxAlone shows a hostile page that was not made harmless: its policy alone keeps it
// quiet. The canary is a real one: without the policy it is asked.
func TestSandboxAlone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	address, asked, _ := canary(t)
	srv := start(t, serve.Options{Documents: raw{reading.New(reading.Options{}), trap(address) + "<p>at the end</p>"}})
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.Navigate(srv.URL() + "api/v1/jobs/typhoon/original?url=http://a.test/"))
	b.see("at the end")
	b.do(chromedp.Sleep(300 * time.Millisecond))
	if n := asked.Load(); n != 0 {
		t.Errorf("the canary was asked %d times", n)
	}
	if got := eval[string](b, `document.title + self.origin`); !strings.HasPrefix(got, "Typhoon") || !strings.HasSuffix(got, "null") {
		t.Errorf("title and origin are %q", got)
	}
	open := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<img src="`+address+`/pixel.gif">`) //nolint:errcheck // the browser is there
	}))
	defer open.Close()
	b.do(chromedp.Navigate(open.URL))
	pacetest.Until(t, time.Minute, "the canary hears what is asked", func() bool { return asked.Load() > 0 })
}

// TestNoteKeys: Ctrl+Enter keeps a note, Escape goes back to the keys of the page, and leaving the note loses nothing.
func TestNoteKeys(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	opt := read(caught(t, 8, "<article><h1>The typhoon</h1><p>The typhoon is near. All is closed.</p></article>"))
	srv := start(t, opt)
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.Navigate(srv.URL() + "#/page/typhoon/" + escaped(news)))
	b.see("All is closed.")
	kept := func(want string) {
		t.Helper()
		pacetest.Until(b, time.Minute, "the note "+want, func() bool {
			said, err := opt.Finds.Marks("typhoon")
			return err == nil && said[news].Note == want
		})
	}
	b.run(`document.getElementById('note-text').focus()`) // a "c" of the test would be typed as well, as no person's is
	b.do(chromedp.KeyEvent("port"))
	b.run(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }))`)
	b.see("Saved.")
	kept("port")
	b.do(chromedp.KeyEvent("s"))
	b.do(chromedp.KeyEvent("\x1b"))
	b.until(`document.activeElement === document.body`)
	kept("ports")
	b.key("y")
	b.see("Marked: right")
	b.well()
}
