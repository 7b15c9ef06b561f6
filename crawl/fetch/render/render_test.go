package render_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/render"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// site is a server on loopback that counts what it is asked.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int
	agent string
}

func newSite(t *testing.T, pages map[string]string) *site {
	t.Helper()
	s := &site{asked: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.Method+" "+r.URL.Path]++
		s.agent = r.UserAgent()
		s.mu.Unlock()
		text, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		kind := "text/html; charset=utf-8"
		switch {
		case strings.HasSuffix(r.URL.Path, ".js"):
			kind = "text/javascript"
		case strings.HasSuffix(r.URL.Path, ".json"):
			kind = "application/json"
		case strings.HasSuffix(r.URL.Path, ".txt"):
			kind = "text/plain"
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) times(what string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[what]
}

// only lets the addresses of this machine through for one site.
type only struct {
	site         *site
	open, strict crawl.Fetcher
}

func (o only) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if strings.HasPrefix(req.URL, o.site.URL+"/") {
		return o.open.Fetch(ctx, req)
	}
	return o.strict.Fetch(ctx, req)
}

// start renders the pages of s; addresses of this machine are private but for s.
func start(t *testing.T, s *site, opt render.Options) *render.Fetcher {
	t.Helper()
	if _, err := render.Find(""); err != nil {
		t.Skip(err)
	}
	client := func(private bool) *fetch.Client {
		c, err := fetch.New(fetch.Options{Polite: polite.Options{Delay: -1}, Version: "test", AllowPrivate: private})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	open, strict := client(true), client(false)
	if opt.Quiet == 0 {
		opt.Quiet = 250 * time.Millisecond
	}
	opt.NoSandbox, opt.UserAgent = true, open.UserAgent() // CI runs as root
	f, err := render.New(open, only{s, open.Resources(), strict.Resources()}, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func body(t *testing.T, f *render.Fetcher, u string) string {
	t.Helper()
	r, err := f.Fetch(t.Context(), crawl.Request{URL: u})
	if err != nil {
		t.Fatal(err)
	}
	return string(r.Body)
}

// A page that is empty as sent: its text comes from data, its links from script.
func TestScripted(t *testing.T) {
	s := newSite(t, map[string]string{
		"/":              `<html><head><title>…</title><link rel=stylesheet href="/x.css"><script src="/app.js"></script></head><body><div id=app></div><img src="/x.png"><iframe src="/frame.html"></iframe></body></html>`,
		"/app.js":        `onload = async () => { const d = await (await fetch("/data.json")).json(); document.title = d.title; app.innerHTML = "<p>" + d.text + "</p><a href='/next'>" + navigator.userAgent + "</a>"; setTimeout(() => { app.innerHTML += "<b>later</b>" }, 100) }`,
		"/data.json":     `{"title": "台风登陆", "text": "台风于凌晨登陆"}`,
		"/second":        `<script src="/app.js"></script><div id=app></div>`,
		"/plain":         `<p>nothing to do</p>`,
		"/x.css":         `p { color: red }`,
		"/robots.txt":    "User-agent: *\nDisallow: /forbidden.js\n",
		"/guarded":       `<p id=p>as sent</p><script src="/forbidden.js"></script><script>p.textContent += " and " + typeof secret</script>`,
		"/forbidden.js":  `secret = 1`,
		"/frame.html":    `a frame`,
		"/x.png":         `an image`,
		"/notfound.html": ``,
	})
	f := start(t, s, render.Options{})
	r, err := f.Fetch(t.Context(), crawl.Request{URL: s.URL + "/"})
	if err != nil {
		t.Fatal(err)
	}
	html := string(r.Body)
	for _, want := range []string{"<title>台风登陆</title>", "<p>台风于凌晨登陆</p>", `<a href="/next">ontocrawl/test</a>`, "<b>later</b>"} {
		if !strings.Contains(html, want) {
			t.Errorf("lacks %s:\n%s", want, html)
		}
	}
	if r.Status != 200 || r.ContentType != "text/html; charset=utf-8" || r.Final != s.URL+"/" || s.agent != "ontocrawl/test" {
		t.Errorf("%+v, asked by %q", r, s.agent)
	}
	if html := body(t, f, s.URL+"/second"); !strings.Contains(html, "凌晨") {
		t.Errorf("second page:\n%s", html)
	}
	if html := body(t, f, s.URL+"/plain"); html != `<p>nothing to do</p>` {
		t.Errorf("a page without script was changed:\n%s", html)
	}
	if html := body(t, f, s.URL+"/guarded"); !strings.Contains(html, "as sent and undefined") {
		t.Errorf("robots.txt does not hold for scripts:\n%s", html)
	}
	for what, want := range map[string]int{
		"GET /": 1, "GET /app.js": 1, "GET /data.json": 2, "GET /x.css": 0, "GET /x.png": 0, "GET /frame.html": 0, "GET /forbidden.js": 0, "GET /favicon.ico": 0, "GET /robots.txt": 1,
	} {
		if got := s.times(what); got != want {
			t.Errorf("%s: asked %d times, want %d", what, got, want)
		}
	}
}

// Pages that mean harm keep their text, reach nobody, and the next page is read.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("fifteen pages in a browser, some until they are stopped: not with -short")
	}
	secret := newSite(t, map[string]string{"/secret": "x", "/ws": "x"})
	private, err := url.Parse(secret.URL)
	if err != nil {
		t.Fatal(err)
	}
	at := "127.0.0.1:" + private.Port()
	pages := map[string]string{
		"/robots.txt": "",
		"/loop":       `<p>台风</p><script>document.body.append("before"); for (;;) {}</script>`,
		"/late-loop":  `<p>台风</p><script>setTimeout(() => { document.body.append("before"); for (;;) {} }, 10)</script>`,
		"/alert":      `<p>台风</p><script>alert(1); confirm(2); prompt(3); document.body.append("after")</script>`,
		"/unload":     `<p>台风</p><script>onbeforeunload = e => { e.preventDefault(); return "stay" }; document.body.append("after")</script>`,
		"/open":       `<p>台风</p><script>try { open("http://` + at + `/secret") } catch {} document.body.append("after")</script>`,
		"/private": `<p id=p>台风</p><script>
			const t = ["http://` + at + `/secret", "http://localhost:` + private.Port() + `/secret", "http://2130706433:` + private.Port() + `/secret", "http://[::ffff:127.0.0.1]:` + private.Port() + `/secret", "http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "chrome://version"];
			Promise.allSettled(t.map(u => fetch(u, {mode: "no-cors"}))).then(r => p.textContent += r.map(x => x.status).join(" ") + " after")</script>`,
		"/elements": `<p>台风</p><script>document.body.append("after")</script><script src="http://` + at + `/secret"></script><link rel=prefetch href="http://` + at + `/secret"><link rel=preconnect href="http://` + at + `/"><img src="http://` + at + `/secret"><iframe src="http://` + at + `/secret"></iframe><object data="http://` + at + `/secret"></object><video src="http://` + at + `/secret"></video>`,
		"/sockets": `<p>台风</p><script>
			for (const f of [() => new WebSocket("ws://` + at + `/ws"), () => new EventSource("http://` + at + `/secret"), () => navigator.sendBeacon("http://` + at + `/secret", "x"),
				() => navigator.serviceWorker.register("/sw.js"), () => new Worker(URL.createObjectURL(new Blob(["fetch('http://` + at + `/secret'); new WebSocket('ws://` + at + `/ws')"]))),
				() => new RTCPeerConnection({iceServers: [{urls: "stun:` + at + `"}]}).createDataChannel("x")]) try { f() } catch {}
			document.body.append("after")</script>`,
		"/post":      `<p>台风</p><form method=post action="http://` + at + `/secret"></form><script>fetch("/target", {method: "POST", body: "x"}).catch(() => document.body.append("after")); document.forms[0].submit()</script>`,
		"/away":      `<p>台风</p><script>document.body.append("after"); location = "http://` + at + `/secret"</script>`,
		"/download":  `<p>台风</p><script>const a = document.createElement("a"); a.href = "data:application/octet-stream,x"; a.download = "x.exe"; document.body.append("after", a); a.click()</script>`,
		"/forge":     `<p>台风</p><script>Object.defineProperty(Element.prototype, "outerHTML", {get: () => "forged"}); String.prototype.slice = () => "forged"; document.body.append("after")</script>`,
		"/many":      `<p>台风</p><script>for (let i = 0; i < 500; i++) fetch("/many/" + i).catch(() => {}); document.body.append("after")</script>`,
		"/large":     `<p>台风</p><script>const s = "x".repeat(1 << 20); document.body.hidden = true; for (let i = 0; i < 4; i++) document.body.append(s)</script>`,
		"/poll":      `<p>台风</p><script>document.body.append("after"); setInterval(() => fetch("/data.json").catch(() => {}), 100)</script>`,
		"/data.json": `{}`,
	}
	s := newSite(t, pages)
	f := start(t, s, render.Options{Timeout: pacetest.Times(3 * time.Second), MaxBody: 1 << 20, Tabs: 3})
	t.Run("pages", func(t *testing.T) { hostilePages(t, f, s) })
	t.Run("patient", func(t *testing.T) { // these need the time that the others use up
		patient := start(t, s, render.Options{Timeout: pacetest.Times(time.Minute), MaxBody: 1 << 20})
		if html := body(t, patient, s.URL+"/large"); !strings.Contains(html, "台风</p>") || !strings.Contains(html, "xxxx") || len(html) > 1<<20 {
			t.Errorf("%d bytes: %.2000s", len(html), html)
		}
		if html := body(t, patient, s.URL+"/many"); !strings.Contains(html, "台风</p>") || !strings.Contains(html, "after") {
			t.Errorf("%.2000s", html)
		}
	})
	if n := secret.times("GET /secret") + secret.times("POST /secret") + secret.times("GET /ws") + secret.times("CONNECT "); n != 0 {
		t.Errorf("a private address was asked %d times: %v", n, secret.asked)
	}
	if got := s.times("GET /sw.js") + s.times("POST /target"); got != 0 {
		t.Errorf("a service worker or a POST got through")
	}
	many := 0
	for i := range 500 {
		many += s.times(fmt.Sprintf("GET /many/%d", i))
	}
	if many != 50 {
		t.Errorf("one page asked %d times", many)
	}
}

func hostilePages(t *testing.T, f *render.Fetcher, s *site) {
	for _, x := range []struct{ path, want string }{
		{"/loop", "before"}, {"/late-loop", "before"}, {"/alert", "after"}, {"/unload", "after"}, {"/open", "after"}, {"/private", "rejected rejected rejected rejected rejected rejected rejected after"},
		{"/elements", "after"}, {"/sockets", "after"}, {"/post", "after"}, {"/away", "after"}, {"/download", "after"}, {"/forge", "after"},
		{"/poll", "after"},
	} {
		t.Run(x.path[1:], func(t *testing.T) {
			t.Parallel()
			html := body(t, f, s.URL+x.path)
			if !strings.Contains(html, "<p") || !strings.Contains(html, "台风") || !strings.Contains(html, x.want) {
				t.Errorf("%.2000s", html)
			}
			if len(html) > 1<<20 {
				t.Errorf("%d bytes", len(html))
			}
		})
	}
}

// Profiles do not see each other's cookies and storage.
func TestProfiles(t *testing.T) {
	s := newSite(t, map[string]string{
		"/a": `<p id=p></p><script>document.cookie = "x=1"; localStorage.x = 1; p.textContent = "set " + document.cookie + localStorage.x</script>`,
		"/b": `<p id=p></p><script>p.textContent = "found " + document.cookie + localStorage.x</script>`,
	})
	f := start(t, s, render.Options{})
	if html := body(t, f, s.URL+"/a"); !strings.Contains(html, "set x=11") {
		t.Errorf("%s", html)
	}
	if html := body(t, f, s.URL+"/b"); !strings.Contains(html, "found undefined") {
		t.Errorf("%s", html)
	}
}

func TestConcurrent(t *testing.T) {
	s := newSite(t, map[string]string{"/a": `<p id=p></p><script>p.textContent = location.search</script>`})
	f := start(t, s, render.Options{Tabs: 3})
	var wg sync.WaitGroup
	for i := range 9 {
		wg.Go(func() {
			r, err := f.Fetch(t.Context(), crawl.Request{URL: fmt.Sprintf("%s/a?n=%d", s.URL, i)})
			if err != nil || !strings.Contains(string(r.Body), fmt.Sprintf("<p id=\"p\">?n=%d</p>", i)) {
				t.Errorf("%d: %v\n%s", i, err, r.Body)
			}
		})
	}
	wg.Wait()
}

func TestCancelled(t *testing.T) {
	s := newSite(t, map[string]string{"/loop": `<script>for (;;) {}</script>`, "/a": `<script>document.write("<p>fine</p>")</script>`})
	f := start(t, s, render.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := f.Fetch(ctx, crawl.Request{URL: s.URL + "/loop"}); err == nil || ctx.Err() == nil {
		t.Errorf("err %v", err)
	}
	if html := body(t, f, s.URL+"/a"); !strings.Contains(html, "<p>fine</p>") {
		t.Errorf("%s", html)
	}
}

func TestNoBrowser(t *testing.T) {
	if _, err := render.New(nil, nil, render.Options{Chrome: "/nonexistent/chrome"}); err == nil || !strings.Contains(err.Error(), "/nonexistent/chrome") {
		t.Errorf("err %v", err)
	}
	if _, err := render.New(nil, nil, render.Options{Chrome: "/bin/false"}); err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Errorf("err %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := render.New(nil, nil, render.Options{}); err == nil || !strings.Contains(err.Error(), "PATH") {
		t.Errorf("err %v", err)
	}
}
