package crawltest

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/net/html/charset"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/fetchtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start serves w and returns a client for it that follows no redirect.
func start(t *testing.T, w *Web) *http.Client {
	t.Helper()
	s, err := w.Serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tr := s.transport()
	t.Cleanup(func() {
		tr.CloseIdleConnections()
		s.Close()
	})
	return &http.Client{Transport: tr, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func get(t *testing.T, c *http.Client, url string) (*http.Response, string) {
	t.Helper()
	r, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(b)
}

func TestAnswers(t *testing.T) {
	w := New(Options{Seed: 1})
	c := start(t, w)
	story := w.topics[topicTyphoon][0]
	for _, x := range []struct {
		url      string
		status   int
		kind     string
		location string
		body     string
	}{
		{story.url(), 200, "text/html; charset=utf-8", "", story.title},
		{"http://typhoon-desk.example/", 200, "text/html; charset=utf-8", "", "<h1>Typhoon Desk</h1>"},
		{"http://typhoon-desk.example/typhoon", 301, "", "http://typhoon-desk.example/typhoon/", ""},
		{"http://www.typhoon-desk.example/typhoon/", 301, "", "http://typhoon-desk.example/typhoon/", ""},
		{"http://typhoon-desk.example/old/2", 302, "", w.specs[2].url(), ""},
		{"http://typhoon-desk.example/old/99999", 404, "text/html", "", "Not found"},
		{"http://typhoon-desk.example/robots.txt", 404, "text/html", "", ""},
		{"http://harbour-daily.example/robots.txt", 200, "text/plain", "", "Disallow: /members/"},
		{"http://typhoon-desk.example/broken/1", 500, "text/plain", "", "error"},
		{"http://typhoon-desk.example/img/1.jpg", 200, "image/jpeg", "", "\xff"},
		{"http://city-events.example/calendar/2500/01/31", 200, "text/html; charset=utf-8", "", "31 January 2500"},
		{"http://city-events.example/calendar/2500/02/31", 404, "text/html", "", ""},
		{"http://typhoon-desk.example/calendar/2500/01/31", 404, "text/html", "", ""},
	} {
		r, body := get(t, c, x.url)
		if r.StatusCode != x.status || r.Header.Get("Content-Type") != x.kind || r.Header.Get("Location") != x.location || !strings.Contains(body, x.body) {
			t.Errorf("%s: %d %q %q\n%.200s", x.url, r.StatusCode, r.Header.Get("Content-Type"), r.Header.Get("Location"), body)
		}
	}
	var dns *net.DNSError
	if _, err := c.Get("http://gone-3.example/"); !errors.As(err, &dns) || !dns.IsNotFound {
		t.Errorf("a host that does not exist: %v", err)
	}
}

// TestEncodings reads every host's first article over HTTP as it is declared
// there, and finds the title again.
func TestEncodings(t *testing.T) {
	w := New(Options{Seed: 1})
	c := start(t, w)
	ways := map[string]int{}
	for _, h := range w.hosts {
		s := h.sections[0].articles[0]
		r, body := get(t, c, s.url())
		kind := r.Header.Get("Content-Type")
		_, name, _ := charset.DetermineEncoding([]byte(body), kind)
		way := "bare"
		switch {
		case strings.Contains(kind, "charset"):
			way = "header"
		case strings.Contains(body, "<meta charset"):
			way = "meta"
		}
		ways[h.charset+" "+way]++
		if way == "bare" {
			name = h.charset
		} else if name != h.charset {
			t.Errorf("%s: %s, want %s", h.name, name, h.charset)
		}
		e, _ := charset.Lookup(name)
		text, err := e.NewDecoder().String(body)
		if err != nil || !strings.Contains(text, s.title) {
			t.Errorf("%s: %q is not in the decoded page (%v)", h.name, s.title, err)
		}
		if h.charset != "utf-8" && strings.Contains(body, s.title) {
			t.Errorf("%s is not in %s", h.name, h.charset)
		}
	}
	for _, way := range []string{"gbk header", "gbk meta", "gbk bare", "big5 header", "big5 meta", "big5 bare", "utf-8 header", "utf-8 meta", "utf-8 bare"} {
		if ways[way] == 0 {
			t.Errorf("no host with %s: %v", way, ways)
		}
	}
}

func TestProxyAndHostHeader(t *testing.T) {
	w := New(Options{Seed: 1, Pages: 300, Hosts: 6})
	s, err := w.Serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, request := range []string{
		"GET http://taifeng.example/ HTTP/1.1\r\nHost: taifeng.example\r\nConnection: close\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: TAIFENG.example:8080\r\nConnection: close\r\n\r\n",
	} {
		conn, err := net.Dial("tcp", s.Addr)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, request)
		b, err := io.ReadAll(conn)
		conn.Close()
		if err != nil || !strings.HasPrefix(string(b), "HTTP/1.1 200") {
			t.Errorf("%q: %v %.40q", request, err, b)
		}
	}
}

func TestDelayAndLog(t *testing.T) {
	w := New(Options{Seed: 1, Pages: 300, Hosts: 6, Delay: 30 * time.Millisecond})
	c := start(t, w)
	begin := time.Now()
	get(t, c, "http://taifeng.example/")
	get(t, c, "http://taifeng.example/missing/1.html?x=1")
	if took := time.Since(begin); took < 60*time.Millisecond {
		t.Errorf("two answers after %v", took)
	}
	log := w.Requests()
	if len(log) != 2 || log[0].Host != "taifeng.example" || log[1].Path != "/missing/1.html?x=1" || log[1].Status != 404 || log[0].Agent == "" {
		t.Errorf("log: %+v", log)
	}
	if gap := w.MinGap()["taifeng.example"]; gap < 30*time.Millisecond {
		t.Errorf("gap of %v", gap)
	}
}

func TestServeEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s, err := New(Options{Pages: 100, Hosts: 2}).Serve(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-s.done
	if conn, err := net.Dial("tcp", s.Addr); err == nil {
		conn.Close()
		t.Error("still listening")
	}
}

func TestFetchWithoutHTTP(t *testing.T) {
	w := New(Options{Seed: 1})
	story := w.topics[topicTyphoon][0]
	fetchtest.Run(t, w, fetchtest.Web{
		Page: story.url(), Text: story.title, Moved: "http://" + story.host.name + "/old/" + strconv.Itoa(story.id),
		Missing: "http://typhoon-desk.example/missing/1.html", Picture: "http://typhoon-desk.example/img/1.jpg",
	})
	var dns *net.DNSError
	if _, err := w.Fetch(t.Context(), crawl.Request{URL: "http://gone-1.example/"}); !errors.As(err, &dns) {
		t.Error(err)
	}
}

// The web is served on loopback and nowhere else.
func TestServeAt(t *testing.T) {
	t.Parallel()
	w := New(Options{Seed: 1, Pages: 100})
	for _, addr := range []string{"0.0.0.0:0", ":0", "localhost", "192.0.2.1:80", ""} {
		if s, err := w.ServeAt(t.Context(), addr); err == nil {
			s.Close()
			t.Errorf("it is served at %q", addr)
		}
	}
	s, err := w.ServeAt(t.Context(), "[::1]:0")
	if err != nil {
		t.Skip(err) // a machine without IPv6
	}
	s.Close()
}
