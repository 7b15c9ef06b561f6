package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/fetchtest"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/internal/robots"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// loopback starts a real server and a client that may talk to it.
func loopback(t *testing.T, opt Options, h http.HandlerFunc) (*httptest.Server, *Client) {
	t.Helper()
	s := httptest.NewServer(h)
	opt.AllowPrivate = true
	if opt.Polite.Delay == 0 {
		opt.Polite.Delay = -1
	}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		s.Close()
	})
	return s, c
}

// pages serves handlers by path, and 404 for all else.
func pages(m map[string]http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if h := m[r.URL.Path]; h != nil {
			h(w, r)
			return
		}
		http.NotFound(w, r)
	}
}

func answer(kind, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil // no sniffing by the server
		if kind != "" {
			w.Header().Set("Content-Type", kind)
		}
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Add(headers[i], headers[i+1])
		}
		io.WriteString(w, body)
	}
}

func mustURL(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func robotsOf(file string) *robots.Rules { return robots.Parse([]byte(file)).For(product) }

func gz(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

func TestAnswer(t *testing.T) {
	s, c := loopback(t, Options{Version: "1.2", Contact: "https://example.org/bot"}, pages(map[string]http.HandlerFunc{
		"/page": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Add("X-Robots-Tag", "noindex")
			w.Header().Add("X-Robots-Tag", "otherbot: nofollow")
			w.Header().Set("Content-Type", "text/html; charset=gbk")
			w.Header().Set("Refresh", "9; url=/next")
			http.SetCookie(w, &http.Cookie{Name: "id", Value: "1"})
			fmt.Fprintf(w, "%s|%s|%s|%s", r.UserAgent(), r.Header.Get("Cookie"), r.Referer(), r.Header.Get("Authorization"))
		},
	}))
	asked := strings.Replace(s.URL, "http://", "HTTP://user:secret@", 1) + "/./page#part"
	for range 2 {
		before := time.Now()
		r, err := c.Fetch(t.Context(), crawl.Request{URL: asked})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Body); got != "ontocrawl/1.2 (+https://example.org/bot)|||" {
			t.Errorf("the server saw %q", got)
		}
		if r.URL != s.URL+"/page" || r.Final != r.URL || r.Status != 200 || r.ContentType != "text/html; charset=gbk" ||
			r.RobotsTag != "noindex\notherbot: nofollow" || r.Refresh != "9; url=/next" || r.Truncated || r.Took <= 0 ||
			r.FetchedAt.Before(before) || r.FetchedAt.Location() != time.UTC {
			t.Errorf("%+v", r)
		}
	}
}

func TestExam(t *testing.T) {
	s, c := loopback(t, Options{}, pages(map[string]http.HandlerFunc{
		"/page":  answer("text/html", "two"),
		"/moved": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/page", http.StatusFound) },
		"/loop":  func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) },
		"/pic":   answer("image/png", "\x89PNG"),
	}))
	fetchtest.Run(t, c, fetchtest.Web{
		Page: s.URL + "/page", Text: "two", Moved: s.URL + "/moved", Missing: s.URL + "/none", Loop: s.URL + "/loop", Picture: s.URL + "/pic",
	})
}

func TestStatusIsAnAnswer(t *testing.T) {
	for _, status := range []int{204, 300, 304, 400, 403, 404, 410, 451, 500, 501, 599} {
		s, c := loopback(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "image/png") // of no matter
			w.WriteHeader(status)
			if status >= 400 {
				io.WriteString(w, "sorry")
			}
		})
		r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"})
		if status == 204 {
			if !errors.Is(err, crawl.ErrContentType) {
				t.Errorf("204 of an image: %v", err)
			}
			continue
		}
		if err != nil || r.Status != status || r.Body != nil {
			t.Errorf("%d: %+v, %v", status, r, err)
		}
	}
}

func TestContentTypes(t *testing.T) {
	const html = "<!DOCTYPE html><title>x</title>"
	for _, x := range []struct {
		kind, body string
		ok         bool
	}{
		{"text/html", html, true},
		{"TEXT/HTML;Charset=GB2312", html, true},
		{"text/html; charset=utf-8; charset=gbk", html, true},
		{"text/html;;", html, true},
		{" text/html ", html, true},
		{"application/xhtml+xml", html, true},
		{"text/plain", "words", true},
		{"", html, true},
		{"", "plain words", true},
		{"", "", true},
		{"", "\xff\xd8\xff\xe0JFIF", false},
		{"", "%PDF-1.7", false},
		{"", "PK\x03\x04", false},
		{"image/jpeg", html, false},
		{"application/pdf", html, false},
		{"application/json", "{}", false},
		{"application/gzip", "\x1f\x8b", false},
		{"application/rss+xml; charset=utf-8", "<rss/>", true},
		{"Application/Atom+XML", "<feed/>", true},
		{"text/xml", "<urlset/>", true},
		{"text/css", "a{}", false},
		{"text/htmlx", html, false},
		{"nonsense", html, false},
	} {
		s, c := loopback(t, Options{}, pages(map[string]http.HandlerFunc{"/x": answer(x.kind, x.body)}))
		r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"})
		if x.ok && (err != nil || string(r.Body) != x.body) || !x.ok && !errors.Is(err, crawl.ErrContentType) {
			t.Errorf("%q %.20q: %v", x.kind, x.body, err)
		}
	}
}

// TestContentTypeIsJudgedUnread: an endless video costs no time.
func TestContentTypeIsJudgedUnread(t *testing.T) {
	s, c := loopback(t, Options{Timeout: 20 * time.Second}, pages(map[string]http.HandlerFunc{"/x": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "video/mp4")
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 64<<10)); err != nil {
				return
			}
		}
	}}))
	begin := time.Now()
	if _, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"}); !errors.Is(err, crawl.ErrContentType) || pacetest.Over(time.Since(begin), 5*time.Second) {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
}

func TestRedirects(t *testing.T) {
	to := func(status int, location string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", location)
			w.WriteHeader(status)
			io.WriteString(w, "moved")
		}
	}
	page := answer("text/html", "here")
	m := map[string]http.HandlerFunc{
		"/page": page, "/台风": page, "/dir/page": page,
		"/301": to(301, "/page"), "/302": to(302, "/page"), "/303": to(303, "/page"), "/307": to(307, "/page"), "/308": to(308, "/page"),
		"/relative": to(302, "dir/page?a=1#b"), "/chinese": to(302, "/台风"), "/escaped": to(302, "/%E5%8F%B0%E9%A3%8E"),
		"/space": to(302, " /page "), "/nowhere": to(302, ""), "/300": to(300, "/page"),
		"/self": to(302, "/self"), "/a": to(302, "/b"), "/b": to(302, "/a"),
		"/script": to(302, "javascript:alert(1)"), "/file": to(302, "file:///etc/passwd"), "/bad": to(302, "http://[::1"),
		"/missing": to(302, "/gone"), "/forbidden": to(302, "/private/x"), "/private/x": page,
		"/robots.txt": answer("text/plain", "User-agent: *\nDisallow: /private/"),
		// A server without cookies that wants a session, and one that counts readers:
		// the target has the key of the start.
		"/session":                 to(302, "/session;jsessionid=4F2A"),
		"/session;jsessionid=4F2A": page,
		"/tracked": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.RawQuery == "" {
				to(302, "/tracked?utm_source=x")(w, r)
				return
			}
			page(w, r)
		},
	}
	for i := range 12 {
		m[fmt.Sprintf("/n%d", i)] = to(302, fmt.Sprintf("/n%d", i+1))
	}
	m["/n12"] = page
	s, c := loopback(t, Options{}, pages(m))
	for _, x := range []struct {
		path, final string
		status      int
		err         error
	}{
		{"/301", "/page", 200, nil}, {"/302", "/page", 200, nil}, {"/303", "/page", 200, nil}, {"/307", "/page", 200, nil}, {"/308", "/page", 200, nil},
		{"/relative", "/dir/page?a=1", 200, nil}, {"/chinese", "/%E5%8F%B0%E9%A3%8E", 200, nil}, {"/escaped", "/%E5%8F%B0%E9%A3%8E", 200, nil},
		{"/space", "/page", 200, nil}, {"/nowhere", "/nowhere", 302, nil}, {"/300", "/300", 300, nil},
		{"/missing", "/gone", 404, nil}, {"/forbidden", "", 0, crawl.ErrDisallowed},
		{"/self", "", 0, crawl.ErrRedirects}, {"/a", "", 0, crawl.ErrRedirects},
		{"/session", "/session", 200, nil}, {"/tracked", "/tracked", 200, nil},
		{"/n2", "/n12", 200, nil}, {"/n1", "", 0, crawl.ErrRedirects},
		{"/script", "", 0, errAny}, {"/file", "", 0, errAny}, {"/bad", "", 0, errAny},
	} {
		r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + x.path})
		switch {
		case x.err == errAny && err != nil, x.err != nil && errors.Is(err, x.err):
		case x.err != nil || err != nil:
			t.Errorf("%s: %v, want %v", x.path, err, x.err)
		case r.URL != s.URL+x.path || r.Final != s.URL+x.final || r.Status != x.status:
			t.Errorf("%s: %d %s", x.path, r.Status, r.Final)
		}
	}
}

var errAny = errors.New("any error")

func TestNoRedirects(t *testing.T) {
	s, c := loopback(t, Options{MaxRedirects: -1}, pages(map[string]http.HandlerFunc{
		"/a": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/b", http.StatusFound) },
	}))
	if _, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/a"}); !errors.Is(err, crawl.ErrRedirects) {
		t.Error(err)
	}
}

func TestBrokenServers(t *testing.T) {
	big := strings.Repeat("x", 200<<10)
	for name, h := range map[string]http.HandlerFunc{
		"closed at once": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"closed in the body": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, "half a page")
			panic(http.ErrAbortHandler)
		},
		"one huge header": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Big", big+big)
		},
		"many headers": func(w http.ResponseWriter, _ *http.Request) {
			for i := range 20000 {
				w.Header().Set(fmt.Sprintf("X-%d", i), "0123456789")
			}
		},
		"not HTTP": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			io.WriteString(conn, "SSH-2.0-OpenSSH_9.7\r\n")
			conn.Close()
		},
		"a body that is chunked wrongly": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nabc")
			conn.Close()
		},
	} {
		s, c := loopback(t, Options{Timeout: 5 * time.Second}, pages(map[string]http.HandlerFunc{"/x": h, "/ok": answer("text/html", "ok")}))
		if r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"}); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
		if _, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/ok"}); err != nil {
			t.Errorf("%s, and then a good page: %v", name, err)
		}
	}
}

func TestCancelledInTheBody(t *testing.T) {
	began := make(chan struct{})
	s, c := loopback(t, Options{}, pages(map[string]http.HandlerFunc{"/x": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.(http.Flusher).Flush()
		close(began)
		<-r.Context().Done()
	}}))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-began
		cancel()
	}()
	if _, err := c.Fetch(ctx, crawl.Request{URL: s.URL + "/x"}); !errors.Is(err, context.Canceled) || errors.Is(err, errTimeout) {
		t.Error(err)
	}
}

func TestURLs(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, u := range []string{"", "ftp://a.example/", "file:///etc/passwd", "javascript:1", "/relative", "http://", "http://a b/"} {
		if _, err := c.Fetch(t.Context(), crawl.Request{URL: u}); err == nil {
			t.Errorf("%q was fetched", u)
		}
	}
}

func TestHTTP2AndTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(pages(map[string]http.HandlerFunc{"/x": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, r.Proto)
	}}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	c, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"}); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("an unknown certificate: %v", err)
	}
	good, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true})
	if err != nil {
		t.Fatal(err)
	}
	defer good.Close()
	good.transport.TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	good.transport.TLSClientConfig.NextProtos = nil
	if r, err := good.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"}); err != nil || string(r.Body) != "HTTP/2.0" {
		t.Errorf("%v", err)
	}
}

func TestProxy(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		if r.URL.Path != "/robots.txt" {
			fmt.Fprint(w, "by proxy ", r.URL)
		}
	}))
	defer proxy.Close()
	u, _ := url.Parse(proxy.URL)
	c, err := New(Options{Polite: polite.Options{Delay: -1}, Proxy: http.ProxyURL(u)})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r, err := c.Fetch(t.Context(), crawl.Request{URL: "http://far.example/x"})
	if err != nil || string(r.Body) != "by proxy http://far.example/x" {
		t.Errorf("%v", err)
	}
	if _, err := c.Fetch(t.Context(), crawl.Request{URL: "http://169.254.169.254/x"}); !errors.Is(err, crawl.ErrPrivate) {
		t.Errorf("an address through a proxy: %v", err)
	}
}

func TestEnvironmentProxyIsNotUsed(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	t.Setenv("http_proxy", "http://127.0.0.1:1")
	s, c := loopback(t, Options{}, pages(map[string]http.HandlerFunc{"/x": answer("text/html", "direct")}))
	if r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"}); err != nil || string(r.Body) != "direct" {
		t.Error(err)
	}
}

// TestSyntheticWeb crawls the demonstration's web over real HTTP, four at a
// time, and looks at the server's log for the gaps.
func TestSyntheticWeb(t *testing.T) {
	w := crawltest.New(crawltest.Options{Seed: 1, Pages: 600, Hosts: 12})
	s, err := w.Serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const delay = 40 * time.Millisecond
	c, err := New(Options{Polite: polite.Options{Delay: delay}, DialContext: s.DialContext})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	urls := make(chan string)
	errs := make(chan error)
	for range 4 {
		go func() {
			for u := range urls {
				r, err := c.Fetch(t.Context(), crawl.Request{URL: u})
				p, _ := w.Page(u)
				switch {
				case p.Disallowed && errors.Is(err, crawl.ErrDisallowed):
					err = nil
				case err == nil && (p.Disallowed || r.Status != 200 || len(r.Body) < 200):
					err = fmt.Errorf("%s: %d", u, r.Status)
				}
				errs <- err
			}
		}()
	}
	go func() {
		for i, p := range w.Pages() {
			if i%8 == 0 || p.Disallowed {
				urls <- p.URL
			}
		}
		close(urls)
	}()
	for i, p := range w.Pages() {
		if i%8 == 0 || p.Disallowed {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
	}
	for host, gap := range w.MinGap() {
		if gap < delay {
			t.Errorf("%s was asked after %v", host, gap)
		}
	}
	for _, r := range w.Requests() {
		if p, _ := w.Page("http://" + r.Host + r.Path); p.Disallowed || !strings.HasPrefix(r.Agent, "ontocrawl") {
			t.Errorf("%+v", r)
		}
	}
}

func BenchmarkFetch(b *testing.B) {
	body := strings.Repeat("<p>typhoon 台风</p>", 800)
	for _, keep := range []bool{false, true} {
		for _, coding := range []string{"identity", "gzip"} {
			b.Run(fmt.Sprintf("%s,keep=%v", coding, keep), func(b *testing.B) {
				sent := body
				if coding == "gzip" {
					sent = gz(body)
				}
				s := httptest.NewServer(pages(map[string]http.HandlerFunc{"/x": answer("text/html", sent, "Content-Encoding", coding)}))
				defer s.Close()
				c, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true, KeepExchanges: keep})
				if err != nil {
					b.Fatal(err)
				}
				defer c.Close()
				b.ReportAllocs()
				for b.Loop() {
					if _, err := c.Fetch(b.Context(), crawl.Request{URL: s.URL + "/x"}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// A client that is after something else than pages says so, and reads whatever
// is sent.
func TestAccept(t *testing.T) {
	const accept = "text/turtle, */*;q=0.1"
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			http.NotFound(w, r)
		case "/none":
			w.Header()["Content-Type"] = nil
			w.Write([]byte("\x1f\x8b\x00")) //nolint:errcheck
		default:
			w.Header().Set("Content-Type", "application/octet-stream")
			w.Write([]byte(r.Header.Get("Accept"))) //nolint:errcheck
		}
	}))
	defer s.Close()
	c, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true, Accept: accept})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if r := mustFetch(t, c, s.URL+"/o"); string(r.Body) != accept {
		t.Errorf("body %q", r.Body)
	}
	if r := mustFetch(t, c, s.URL+"/none"); string(r.Body) != "\x1f\x8b\x00" {
		t.Errorf("body %q", r.Body)
	}
}

// TestSitemapSize: a sitemap may be as large as the protocol allows, and have as many
// entries, whatever the limit of pages is; what only says that it is XML may not, nor
// what brings no entries.
func TestSitemapSize(t *testing.T) {
	short := "<url><loc>https://a.example/%07d</loc></url>\n"
	entry := "<url><loc>https://a.example/" + strings.Repeat("a", 50) + "/%07d</loc></url>\n"
	entry1k := "<url><loc>https://a.example/" + strings.Repeat("a", 1100) + "/%07d</loc></url>\n"
	long := func(n int, entry string) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(&b, entry, i)
		}
		return b.String()
	}
	const limit = 1 << 20
	for name, x := range map[string]struct {
		kind, body string
		want       int
		headers    []string
	}{
		"sitemap":          {"text/xml", "<?xml version='1.0'?>\n<urlset>" + long(3<<20, entry), 0, nil},
		"no type":          {"", "<urlset>" + long(3<<20, entry), 0, nil},
		"coded":            {"text/xml", gz("<sitemapindex>" + long(3<<20, entry)), 3 << 20, []string{"Content-Encoding", "gzip"}},
		"list":             {"text/plain", long(3<<20, "https://a.example/"+strings.Repeat("a", 50)+"/%07d\n"), 0, nil},
		"other prefix":     {"text/xml", "<urlset>" + strings.ReplaceAll(long(3<<20, entry), "loc>", "s:loc>"), 0, nil},
		"beyond":           {"text/xml", "<urlset>" + long(maxSitemap, entry1k), maxSitemap, nil},
		"many":             {"text/xml", "<urlset>" + long(9<<20, short), 3 << 20, nil}, // 50,000 are 2.3 MB
		"many lines":       {"text/plain", long(9<<20, "https://a.example/%07d\n"), 2 << 20, nil},
		"no entry":         {"text/xml", "<urlset>" + strings.Repeat("<url>", 1<<20), limit, nil},
		"no end":           {"text/xml", "<urlset><url><loc>https://a.example/" + strings.Repeat("a", 9<<20), 2 << 20, nil},
		"other XML":        {"text/xml", "<rows>" + long(3<<20, "<row>%d</row>"), limit, nil},
		"page":             {"text/html", "<p>" + long(3<<20, "word %d "), limit, nil},
		"named far behind": {"text/html", "<p>" + long(3<<20, "&lt;urlset %d "), limit, nil},
	} {
		s, c := loopback(t, Options{MaxBody: limit, KeepExchanges: true}, pages(map[string]http.HandlerFunc{"/sitemap.xml": answer(x.kind, x.body, x.headers...)}))
		r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/sitemap.xml"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := max(x.want, limit)
		if x.want == 0 {
			want = len(x.body)
		}
		if len(r.Body) < want || len(r.Body) > want+200 || r.Truncated != (len(x.body) > want) {
			t.Errorf("%s: %d bytes, cut %v, want %d", name, len(r.Body), r.Truncated, want)
		}
	}
}
