package serve_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// browser is a tab of a headless Chromium that notes whatever goes wrong in it.
type browser struct {
	*testing.T
	ctx       context.Context
	problems  chan string
	elsewhere chan string
}

func newBrowser(t *testing.T, lang, server string) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium on PATH")
	}
	opts := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("lang", lang), chromedp.Flag("accept-lang", lang))
	alloc, stop := chromedp.NewExecAllocator(t.Context(), opts...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	t.Cleanup(func() { chromedp.Cancel(ctx) }) //nolint:errcheck // it ends with the process
	ctx, cancel = context.WithTimeout(ctx, pacetest.Times(5*time.Minute))
	t.Cleanup(cancel)
	b := &browser{T: t, ctx: ctx, problems: make(chan string, 100), elsewhere: make(chan string, 100)}
	err := chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			b.problems <- fmt.Sprintf("%s %s %+v", ev.ExceptionDetails.Text, ev.ExceptionDetails.URL, ev.ExceptionDetails.Exception)
		case *runtime.EventConsoleAPICalled:
			b.problems <- "the console was written to"
		case *log.EventEntryAdded:
			b.problems <- ev.Entry.Text + " " + ev.Entry.URL
		case *network.EventRequestWillBeSent:
			if u := ev.Request.URL; !strings.HasPrefix(u, server) && !strings.HasPrefix(u, "data:") {
				b.elsewhere <- u
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	call(b, network.Enable, network.EnableParams{})
	call(b, log.Enable, cdp.Empty{})
	call(b, runtime.Enable, cdp.Empty{})
	return b
}

func call[P, R any](b *browser, c cdp.Command[P, R], params P) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, c, params); err != nil {
		b.Fatal(err)
	}
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// eval returns what js is.
func eval[T any](b *browser, js string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](js))
	if err != nil {
		b.Fatalf("%s: %v", js, err)
	}
	return v
}

// run does js.
func (b *browser) run(js string) {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void]("void (" + js + ")"))
}

// see waits until the page holds text.
func (b *browser) see(text string) {
	b.Helper()
	have := ""
	defer func() {
		if b.Failed() {
			b.Logf("the page says:\n%s", have)
		}
	}()
	pacetest.Until(b, time.Minute, "the page says "+text, func() bool {
		have = eval[string](b, `document.body?.innerText ?? ''`)
		return strings.Contains(have, text)
	})
}

// shot keeps a picture in the folder that SHOTS names, for a person to look at.
func (b *browser) shot(name string) {
	b.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.Fatal(err)
	}
}

// well fails the test if anything went wrong in the page so far, or was asked of
// another server.
func (b *browser) well() {
	b.Helper()
	for {
		select {
		case p := <-b.problems:
			b.Errorf("the page has a problem: %s", p)
		case u := <-b.elsewhere:
			b.Errorf("the page asked for %s", u)
		default:
			if strings.Contains(eval[string](b, `document.title`), "owned") {
				b.Error("a title of a page on the web ran as a script")
			}
			if eval[bool](b, `document.documentElement.scrollWidth > innerWidth + 1`) {
				b.Error("the page is wider than its window")
			}
			return
		}
	}
}

func TestPageInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	h := hand{make(chan string, 9)}
	l := captures(t)
	srv := start(t, serve.Options{Control: h, Search: l})
	b := newBrowser(t, "zh-CN", srv.URL())
	b.do(chromedp.EmulateViewport(1200, 900))
	b.do(chromedp.Navigate(srv.URL()))

	// At a glance: what is wrong comes first, in the reader's language.
	b.see("3 个任务中有 1 个需要处理")
	b.see("台风“海葵”将于今夜登陆")
	first := eval[string](b, `document.querySelector('.jobs tbody tr').innerText`)
	state := eval[string](b, `document.getElementById('state').className`)
	if !strings.Contains(first, "flood") || state != "bad" {
		t.Errorf("the job that fails is not first: %q; state %q", first, state)
	}
	b.shot("daemon-zh")
	b.well()

	// English, by keyboard alone: the skip link, the name, then the search.
	b.run(`[...document.querySelectorAll('#switches button')].find(b => b.textContent === 'English').click()`)
	b.see("1 of 3 jobs need attention")
	var focus []string
	b.run(`document.activeElement.blur()`)
	for range 4 {
		b.do(chromedp.KeyEvent("\t"))
		focus = append(focus, eval[string](b, `document.activeElement.className || document.activeElement.id || document.activeElement.textContent`))
	}
	if !slices.Equal(focus[:3], []string{"skip", "ontocrawl", "query"}) {
		t.Errorf("tab goes through %q", focus)
	}
	b.shot("daemon-en")

	// A job: its crawl, its concepts, its phase.
	b.run(`location.hash = '#/job/typhoon'`)
	b.see("Mentions over time")
	b.see("412")
	b.see("CAP alert")
	if n := eval[int](b, `document.querySelectorAll('.concept').length`); n != len(names) {
		t.Errorf("%d concepts are drawn; want %d", n, len(names))
	}
	b.shot("job-en")
	b.well()

	// A person runs it and holds it in a phase.
	b.run(`document.querySelector('.orders button').click()`)
	b.see("It will run at once.")
	b.run(`(() => { const f = document.querySelector('.orders form'); f.querySelector('select').value = 'impact'; f.querySelector('input[type=text]').value = 'landfall'; f.requestSubmit(); })()`)
	for _, want := range []string{"run typhoon", "typhoon impact 12h0m0s landfall"} {
		select {
		case got := <-h.orders:
			if got != want {
				t.Errorf("ordered %q; want %q", got, want)
			}
		case <-time.After(time.Minute):
			t.Errorf("nobody ordered %q", want)
		}
	}

	// They refuse a source whose texts and addresses are hostile.
	b.see("new.example")
	b.run(`document.querySelector('button[aria-label="Refuse new.example"]').click()`)
	select {
	case got := <-h.orders:
		if got != "typhoon refused new.example " {
			t.Errorf("ordered %q", got)
		}
	case <-time.After(time.Minute):
		t.Error("nobody refused the source")
	}

	// A run, with an event whose address no browser may follow.
	b.run(`location.hash = '#/job/typhoon/run/39'`)
	b.see("was 0.7")
	links := eval[[]string](b, `[...document.querySelectorAll('main a')].map(a => a.getAttribute('href')).filter(h => !h.startsWith('#'))`)
	if !slices.Equal(links, []string{"https://news.example/landfall", "https://news.example/landfall"}) {
		t.Errorf("links lead to %q", links)
	}
	b.well()

	// The search makes its index when it is asked to.
	b.run(`(() => { document.getElementById('query').value = 'landfall'; document.getElementById('ask').requestSubmit(); })()`)
	b.see("The search needs an index")
	b.run(`document.querySelector('main button').click()`)
	b.see("4 pages indexed")
	b.see("1 page for “landfall”")
	b.shot("search-en")
	b.well()

	// Dark, on a telephone.
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	b.do(chromedp.EmulateViewport(390, 844))
	b.run(`location.hash = '#/'`)
	b.see("need attention")
	if back := eval[string](b, `getComputedStyle(document.body).backgroundColor`); back != "rgb(19, 23, 29)" {
		t.Errorf("in the dark the page is %s", back)
	}
	b.shot("daemon-phone-dark")
	b.well()
	b.run(`location.hash = '#/job/typhoon'`)
	b.see("Mentions over time")
	b.shot("job-phone-dark")
	b.well()
}

// TestPageShowsWhatOneMay opens the page in each role: it offers what the role may do,
// and nothing else.
func TestPageShowsWhatOneMay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	l := captures(t)
	srv := start(t, serve.Options{Control: hand{make(chan string, 9)}, Search: l, Auth: serve.Auth{Access: gate(t)}})
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.EmulateViewport(1200, 900))
	b.do(chromedp.Navigate(srv.URL()))
	for _, tt := range []struct {
		name              string
		run, phase, index int
	}{{"ann", 0, 0, 0}, {"bob", 1, 0, 1}, {"eve", 1, 1, 1}} {
		b.see("Come in")
		b.run(`(() => { document.getElementById('token').value = '` + secretOf(tt.name) + `'; document.querySelector('form').requestSubmit(); })()`)
		b.see("Newest relevant pages")
		b.see(tt.name)
		b.run(`location.hash = '#/job/typhoon'`)
		b.see("Mentions over time")
		count := func(what string) int { return eval[int](b, `document.querySelectorAll('`+what+`').length`) }
		if got := count(".orders > button"); got != tt.run {
			t.Errorf("%s: %d buttons to run", tt.name, got)
		}
		if got := count(".orders form"); got != tt.phase {
			t.Errorf("%s: %d forms for a phase", tt.name, got)
		}
		b.run(`location.hash = '#/search/landfall'`)
		b.see("The search needs an index")
		if got := count("main button"); got != tt.index {
			t.Errorf("%s: %d buttons to build the index", tt.name, got)
		}
		b.shot("role-" + tt.name)
		b.well()
		b.run(`document.querySelector('#person button').click()`)
	}
	b.see("Come in")
}
