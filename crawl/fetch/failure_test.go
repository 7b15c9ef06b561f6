package fetch

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// faulty answers each path with a fault of its own.
func faulty(w http.ResponseWriter, r *http.Request) {
	raw := func(answer string) {
		conn, buf, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()      //nolint:errcheck // it is only a test
		buf.WriteString(answer) //nolint:errcheck // likewise
		buf.Flush()             //nolint:errcheck // likewise
	}
	send := func(kind, coding, body string) {
		w.Header().Set("Content-Type", kind)
		if coding != "" {
			w.Header().Set("Content-Encoding", coding)
		}
		io.WriteString(w, body) //nolint:errcheck // likewise
	}
	switch path := r.URL.Path; path {
	case "/robots.txt":
		send("text/plain", "", "User-agent: *\nDisallow: /forbidden\n")
	case "/plain", "/timeout", "/certificate":
		raw("")
	case "/cut":
		raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>half")
	case "/nonsense":
		raw("hello\r\n\r\n")
	case "/loop":
		http.Redirect(w, r, "/loop", http.StatusFound)
	case "/nowhere":
		w.Header().Set("Location", "mailto:a@b.example")
		w.WriteHeader(http.StatusFound)
	case "/picture":
		send("image/png", "", "x")
	case "/gzip":
		send("text/html", "gzip", "no gzip at all")
	case "/slow":
		<-r.Context().Done()
	case "/404", "/503":
		http.Error(w, "", map[string]int{"/404": 404, "/503": 503}[path])
	case "/empty":
		send("text/html", "", "")
	default:
		send("text/html", "", "<title>start</title><p>some words")
	}
}

type kinds map[string]crawl.FailureKind

func (k kinds) Visited(v *crawl.Visit) {
	if v.Failed() {
		k[v.Choice.URL] = v.Failure.Kind
	}
}

// kindsOf crawls urls, none of which has links, and returns the kinds of all failures.
func kindsOf(t *testing.T, opt Options, urls ...string) kinds {
	t.Helper()
	opt.Polite, opt.AllowPrivate = polite.Options{Delay: -1, Parallel: 8}, true
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // it is only a test
	var seeds []crawl.Link
	for _, u := range urls {
		parsed, err := url.Parse(u)
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, crawl.Link{URL: u, Host: parsed.Host})
	}
	got := kinds{}
	e := &engine.Engine{
		Fetcher: c, Pacer: c.Pacer(), Reader: reader{}, Strategy: strategy.NewBreadthFirst(), State: new(state.Memory), Observers: []crawl.Observer{got},
		Logger: slog.New(slog.DiscardHandler),
	}
	if res, err := e.Run(t.Context(), seeds); err != nil || res.Visits != len(urls) {
		t.Fatalf("%+v, %v", res, err)
	}
	return got
}

// TestFailureKinds: the kind of a failure comes from its cause, whatever its URL says.
func TestFailureKinds(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(faulty))
	defer srv.Close()
	secure := httptest.NewTLSServer(http.HandlerFunc(faulty))
	defer secure.Close()
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	defer refusing.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	want := kinds{
		srv.URL + "/plain": crawl.FailClosed, srv.URL + "/timeout": crawl.FailClosed, srv.URL + "/certificate": crawl.FailClosed,
		srv.URL + "/cut": crawl.FailClosed, srv.URL + "/nonsense": crawl.FailProtocol, srv.URL + "/loop": crawl.FailRedirects,
		srv.URL + "/nowhere": crawl.FailURL, srv.URL + "/picture": crawl.FailNotText, srv.URL + "/gzip": crawl.FailEncoding,
		srv.URL + "/slow": crawl.FailTimeout, srv.URL + "/404": crawl.FailStatus4xx, srv.URL + "/503": crawl.FailStatus5xx,
		srv.URL + "/empty": crawl.FailNotPage, srv.URL + "/forbidden": crawl.FailRobots,
		refusing.URL + "/": crawl.FailRobotsUnreachable, closed.URL + "/timeout": crawl.FailRefused,
		secure.URL + "/": crawl.FailTLS,
		strings.Replace(srv.URL, "http:", "https:", 1) + "/": crawl.FailTLS,
		"http://no-such-host.invalid/":                       crawl.FailDNS,
	}
	for _, keep := range []bool{false, true} {
		urls := []string{srv.URL + "/"}
		for u := range want {
			urls = append(urls, u)
		}
		got := kindsOf(t, Options{Timeout: 500 * time.Millisecond, KeepExchanges: keep}, urls...)
		for u, k := range want {
			if got[u] != k {
				t.Errorf("exchanges kept %v: %s is %q, want %q", keep, u, got[u], k)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d failures, want %d: %v", len(got), len(want), got)
		}
	}
}

// TestProxyFailureKinds: a proxy that is not there, and one that refuses.
func TestProxyFailureKinds(t *testing.T) {
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer refuses.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	for _, x := range []struct{ proxy, url string }{
		{refuses.URL, "https://a.example/"}, {closed.URL, "https://a.example/"}, {closed.URL, "http://a.example/"},
	} {
		proxy, err := url.Parse(x.proxy)
		if err != nil {
			t.Fatal(err)
		}
		if got := kindsOf(t, Options{Proxy: http.ProxyURL(proxy)}, x.url); got[x.url] != crawl.FailProxy {
			t.Errorf("%s by %s: %q", x.url, x.proxy, got[x.url])
		}
	}
}

// TestHandshakeKinds: faults of TLS that have no error type of their own.
func TestHandshakeKinds(t *testing.T) {
	old := httptest.NewUnstartedServer(http.HandlerFunc(faulty))
	old.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	old.TLS = &tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11} //nolint:gosec // that is the fault
	old.StartTLS()
	defer old.Close()
	for _, keep := range []bool{false, true} {
		if got := kindsOf(t, Options{KeepExchanges: keep}, old.URL+"/"); got[old.URL+"/"] != crawl.FailTLS {
			t.Errorf("exchanges kept %v: %v", keep, got)
		}
	}
}

// TestKindOfErrors: raw errors of the network, as any Fetcher may return them.
func TestKindOfErrors(t *testing.T) {
	for _, x := range []struct {
		err  error
		want crawl.FailureKind
	}{
		{&net.DNSError{Err: "timeout", IsTimeout: true}, crawl.FailDNS},
		{fmt.Errorf("x: %w", context.Canceled), crawl.FailCanceled},
		{context.DeadlineExceeded, crawl.FailTimeout},
		{errTimeout, crawl.FailTimeout},
		{bufio.ErrBufferFull, crawl.FailOther},
		{errors.New("certificate timeout"), crawl.FailOther},
		{&crawl.RetryError{Err: crawl.ErrRobots}, crawl.FailRobotsUnreachable},
		{&crawl.KindError{Kind: crawl.FailDNS, Err: crawl.ErrRobots}, crawl.FailDNS},
	} {
		if got := crawl.KindOf(x.err); got != x.want {
			t.Errorf("%v: %q, want %q", x.err, got, x.want)
		}
	}
	if got := crawl.FailureKind(200).String(); got != "other" {
		t.Errorf("an unknown kind is called %q", got)
	}
}
