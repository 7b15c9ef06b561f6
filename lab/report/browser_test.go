package report

import (
	"bytes"
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
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/internal/pacetest"
	"github.com/ontocrawl/ontocrawl/message"
)

// tab is a tab of a headless Chromium that notes whatever goes wrong in it.
type tab struct {
	*testing.T
	ctx      context.Context
	problems chan string
}

func newTab(t *testing.T) *tab {
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
	opts := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WSURLReadTimeout(2*time.Minute))
	alloc, stop := chromedp.NewExecAllocator(t.Context(), opts...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	t.Cleanup(func() { chromedp.Cancel(ctx) }) //nolint:errcheck // it ends with the process
	ctx, cancel = context.WithTimeout(ctx, 8*time.Minute)
	t.Cleanup(cancel)
	b := &tab{T: t, ctx: ctx, problems: make(chan string, 100)}
	err := chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			b.problems <- fmt.Sprintf("%s %+v", ev.ExceptionDetails.Text, ev.ExceptionDetails.Exception)
		case *log.EventEntryAdded:
			b.problems <- ev.Entry.Text + " " + ev.Entry.URL
		case *network.EventRequestWillBeSent:
			if u := ev.Request.URL; !strings.HasPrefix(u, "file:") {
				b.problems <- "it asked for " + u
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{enable(ctx, network.Enable, network.EnableParams{}), enable(ctx, log.Enable, cdp.Empty{}), enable(ctx, runtime.Enable, cdp.Empty{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func enable[P, R any](ctx context.Context, c cdp.Command[P, R], params P) error {
	_, err := chromedp.Call(ctx, c, params)
	return err
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// is returns what js is.
func is[T any](b *tab, js string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](js))
	if err != nil {
		b.Fatalf("%s: %v", js, err)
	}
	return v
}

// until waits until js is true.
func (b *tab) until(js string) {
	b.Helper()
	pacetest.Until(b, 4*time.Minute, js, func() bool { return is[bool](b, "!!("+js+")") })
}

// open opens a report until its tables are made.
func (b *tab) open(file string) {
	b.Helper()
	b.do(chromedp.Navigate("file://" + file))
	b.until(`document.documentElement?.dataset.ready`)
}

// well fails if anything went wrong in the tab.
func (b *tab) well() {
	b.Helper()
	for {
		select {
		case p := <-b.problems:
			b.Error(p)
		default:
			return
		}
	}
}

// manyPages is a run of n relevant pages on 7 hosts, half of them Chinese; the title of the last is hostile
// and its address no address of the web.
func manyPages(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	var pages bytes.Buffer
	for i := range n {
		url, title, lang, label := fmt.Sprintf("http://h%d.example/storms/2026/page-%d.html", i%7, i), fmt.Sprintf("Storm number %d makes landfall", i), "en", "typhoon"
		if i%2 == 1 {
			title, lang, label = fmt.Sprintf("第%d号台风登陆", i), "zh-CN", "台风"
		}
		if i == n-1 {
			url, title = "javascript:alert(1)", hostile+"<img src=x onerror=alert(1)>"
		}
		fmt.Fprintf(&pages, `{"seq":%d,"url":%q,"status":200,"fetched_at":"2026-01-02T03:04:05.000Z","depth":%d,"parent":"","title":%s,"lang":%q,"relevance":%v,"relevant":true,"evidence":[{"concept":"urn:%s","label":%q,"group":"title","count":2,"contribution":0.5},{"concept":"urn:c%d","label":"concept %d","group":"body","count":%d,"contribution":0.1}]}`+"\n",
			i+1, url, i%5, quoted(title), lang, 1-float64(i)/float64(2*n), label, label, i%50, i%50, i%9+1)
	}
	for name, text := range map[string]string{"pages.jsonl": pages.String(), "summary.json": fmt.Sprintf(`{"stopped":"budget","pages":%d}`, n)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// written writes the report of a run to a file.
func written(t *testing.T, c Crawled) string {
	t.Helper()
	var b bytes.Buffer
	if err := Crawl(&b, c); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

const (
	firstRow = `document.querySelector('section[data-rows=pages] tbody tr')`
	told     = `document.querySelector('section[data-rows=pages] .pager').innerText`
)

// set gives a control of the table of pages a value, as a person does.
func set(b *tab, n int, event, value string) {
	b.Helper()
	is[bool](b, fmt.Sprintf(`(() => { const c = document.querySelectorAll('section[data-rows=pages] .tools :is(input, select)')[%d]; c.value = %q; c.dispatchEvent(new Event(%q)); return true; })()`, n, value, event))
}

// TestInBrowser: all pages are there, sorted, filtered and turned over; the language is chosen and remembered; what
// the web said stays text; nothing is asked for; a telephone of 320 px needs no scrolling to the side.
func TestInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	b := newTab(t)
	name := written(t, Crawled{Dir: manyPages(t, 250), Topic: "storms", Printer: message.New("zh")})
	b.open(name)
	b.until(told + `.includes('第 1 至 100 行，共 250 行')`)
	is[bool](b, `(document.querySelector('label[for=lang-en]').click(), true)`)
	b.until(told + `.includes('1 to 100 of 250; 250 in all') && document.documentElement.lang === 'en'`)
	b.do(chromedp.Reload())
	b.until(`document.documentElement?.dataset.ready && ` + told + `.includes('1 to 100 of 250')`)
	set(b, 0, "input", "storm LANDFALL")
	b.until(told + `.includes('1 to 100 of 125')`)
	set(b, 1, "input", "h3.")
	b.until(told + `.includes('1 to 18 of 18; 250 in all')`)
	set(b, 0, "input", "")
	set(b, 1, "input", "")
	set(b, 2, "change", is[string](b, `[...document.querySelectorAll('.tools select')[0].options].find((o) => o.text.startsWith('zh-CN')).value`))
	b.until(told + `.includes('of 125')`)
	set(b, 3, "change", is[string](b, `[...document.querySelectorAll('.tools select')[1].options].find((o) => o.text.startsWith('concept 7 ')).value`))
	b.until(told + `.includes('1 to 5 of 5')`) // 7, 57, 107, 157, 207
	set(b, 2, "change", "")
	set(b, 3, "change", "")
	b.until(told + `.includes('of 250')`)
	is[bool](b, `(document.querySelector('section[data-rows=pages] th button').click(), true)`) // the least relevant first
	b.until(`document.querySelector('section[data-rows=pages] th').ariaSort === 'ascending'`)
	if text := is[string](b, firstRow+`.innerText`); !strings.Contains(text, `<script>alert(1)</script>"'&\u202e\u001b[31m<img src=x`) || !strings.Contains(text, "javascript:alert(1)") {
		t.Errorf("the hostile page is shown as %q", text)
	}
	if n := is[int](b, firstRow+`.querySelectorAll('a, img, script').length + document.querySelectorAll('main img, main script').length`); n != 0 {
		t.Errorf("the hostile page made %d elements", n)
	}
	if n := is[int](b, `[...document.querySelectorAll('.tools .zh, .pager .zh, th .zh')].filter((n) => !/\p{Script=Han}/u.test(n.textContent)).length`); n != 0 {
		t.Errorf("%d texts have no Chinese", n)
	}
	b.do(chromedp.EmulateViewport(320, 800))
	b.until(`innerWidth === 320`)
	if wide := is[int](b, `document.documentElement.scrollWidth`); wide > 320 {
		t.Errorf("the page is %d px wide on a telephone of 320", wide)
	}
	b.well()
}

// TestAccessible holds a report to the rules of WCAG 2.2 AA that axe-core can check, in the light and in the dark. The
// variable AXE_CORE names its file axe.min.js.
func TestAccessible(t *testing.T) {
	core := os.Getenv("AXE_CORE")
	if core == "" {
		t.Skip("AXE_CORE names no axe.min.js of axe-core")
	}
	axe, err := os.ReadFile(core)
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t)
	b.open(written(t, Crawled{Dir: runFolder(t), Topic: "storms", Parameters: "topic: storms", Ontologies: []Ontology{{Name: "storms"}}, Settings: []Fact{{"phi", "0.5"}}}))
	b.do(chromedp.Evaluate[chromedp.Void](string(axe) + "; void 0"))
	for _, look := range []struct {
		theme string
		width int64
	}{{"light", 1200}, {"dark", 1200}, {"dark", 320}} {
		b.do(chromedp.EmulateViewport(look.width, 800))
		is[bool](b, `(document.querySelector('label[for=theme-`+look.theme+`]').click(), window.found = null, axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((r) => { window.found = r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 4).map((n) => n.target.join(' ') + ' (' + (n.any[0]?.message ?? n.failureSummary ?? '').slice(0, 160) + ')').join('; ')); }), true)`)
		b.until(`window.found !== null`)
		for _, problem := range is[[]string](b, `window.found`) {
			t.Errorf("%s, %d px: %s", look.theme, look.width, problem)
		}
	}
	b.well()
}

// TestManyPagesOpen: a hundred thousand relevant pages open and can be filtered. It tells how large the file is
// and how long that took.
func TestManyPagesOpen(t *testing.T) {
	if os.Getenv("ONTOCRAWL_LONG") == "" {
		t.Skip("ONTOCRAWL_LONG is not set")
	}
	const n = 100_000
	dir := manyPages(t, n)
	began := time.Now()
	name := written(t, Crawled{Dir: dir})
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d pages: written in %v, %.1f MB", n, time.Since(began).Round(time.Millisecond), float64(info.Size())/1e6)
	b := newTab(t)
	b.do(chromedp.Navigate("about:blank"))
	began = time.Now()
	b.open(name)
	t.Logf("opened in %v", time.Since(began).Round(time.Millisecond))
	b.until(fmt.Sprintf("%s.includes('1 to 100 of %d')", told, n))
	began = time.Now()
	set(b, 0, "input", "第9999号")
	b.until(told + `.includes('1 to 1 of 1;')`)
	t.Logf("filtered by text in %v", time.Since(began).Round(time.Millisecond))
	if got := is[string](b, firstRow+`.innerText`); !strings.Contains(got, "第9999号台风登陆") {
		t.Errorf("found %q", got)
	}
	b.well()
}
