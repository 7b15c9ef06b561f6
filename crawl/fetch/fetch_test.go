package fetch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/fetchtest"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// The parallel tests wait for servers that hold them, so many may run at a time. What waits for a
// lock in net/http (transport.go) waits for ever.
func TestMain(m *testing.M) {
	pacetest.Parallel(16)
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("net/http.(*http2clientConnReadLoop).processWindowUpdate"),
		goleak.IgnoreAnyFunction("net/http.(*http2clientStream).cleanupWriteRequest"),
		goleak.IgnoreAnyFunction("net/http.(*http2clientStream).abortStream"),
		goleak.IgnoreAnyFunction("net/http.http2transportResponseBody.Read"))
}

// world is a net of hosts in memory, on which synctest's clock rules.
type world struct {
	mu    sync.Mutex
	hosts map[string]http.HandlerFunc
	log   []request
	start time.Time
	conns chan net.Conn
	done  chan struct{}
}

type request struct {
	host, path string
	at         time.Duration // since the world began
}

// newWorld must be called in a synctest bubble. A host without robots.txt
// answers 404 for it.
func newWorld(t *testing.T, opt Options, hosts map[string]http.HandlerFunc) (*world, *Client) {
	t.Helper()
	w := &world{hosts: hosts, start: time.Now(), conns: make(chan net.Conn), done: make(chan struct{})}
	s := &http.Server{Handler: w}
	go s.Serve(w) //nolint:errcheck
	opt.DialContext = func(ctx context.Context, _, address string) (net.Conn, error) {
		host, _, _ := net.SplitHostPort(address)
		if w.hosts[host] == nil {
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		}
		client, server := net.Pipe()
		select {
		case w.conns <- server:
			return client, nil
		case <-w.done:
			return nil, net.ErrClosed
		}
	}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		close(w.done)
		s.Close()
		time.Sleep(5 * time.Minute) // handlers that sleep wake up and go
	})
	return w, c
}

func (w *world) Accept() (net.Conn, error) {
	select {
	case c := <-w.conns:
		return c, nil
	case <-w.done:
		return nil, net.ErrClosed
	}
}
func (w *world) Close() error   { return nil }
func (w *world) Addr() net.Addr { return &net.TCPAddr{} }

func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	host := strings.Split(r.Host, ":")[0]
	w.mu.Lock()
	w.log = append(w.log, request{host, r.URL.RequestURI(), time.Since(w.start)})
	w.mu.Unlock()
	w.hosts[host](rw, r)
}

// times lists "path@seconds" of the requests so far.
func (w *world) times() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []string
	for _, r := range w.log {
		out = append(out, fmt.Sprintf("%s@%g", r.path, r.at.Seconds()))
	}
	return strings.Join(out, " ")
}

// site answers every page, and /robots.txt with the given text ("": 404).
func site(robots string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			if robots == "" {
				http.NotFound(w, r)
				return
			}
			fmt.Fprint(w, robots)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<title>%s</title>", r.URL.Path)
	}
}

func mustFetch(t *testing.T, c *Client, url string) *crawl.Response {
	t.Helper()
	r, err := c.Fetch(t.Context(), crawl.Request{URL: url})
	if err != nil {
		t.Error(err) // not Fatal: some callers are goroutines
		return &crawl.Response{}
	}
	return r
}

func wantTimes(t *testing.T, w *world, want string) {
	t.Helper()
	if got := w.times(); got != want {
		t.Errorf("requests %s\nwant     %s", got, want)
	}
}

func TestDelayBetweenRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{}, map[string]http.HandlerFunc{"a.example": site("")})
		mustFetch(t, c, "http://a.example/1")
		mustFetch(t, c, "http://a.example/2")
		time.Sleep(5 * time.Second)
		mustFetch(t, c, "http://a.example/3")
		wantTimes(t, w, "/robots.txt@0 /1@1 /2@2 /3@7")
	})
}

func TestHostsDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{}, map[string]http.HandlerFunc{
			"a.example": site(""), "b.example": site(""), "c.example": site(""),
		})
		var wg sync.WaitGroup
		for _, u := range []string{"http://a.example/1", "http://b.example/1", "http://c.example:8080/1"} {
			wg.Go(func() { mustFetch(t, c, u) })
		}
		wg.Wait()
		if took := time.Since(w.start); took != time.Second {
			t.Errorf("three hosts took %v", took)
		}
	})
}

func TestManyAtOnceKeepTheDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Polite: polite.Options{Delay: 2 * time.Second}}, map[string]http.HandlerFunc{"a.example": site("")})
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() { mustFetch(t, c, fmt.Sprintf("http://a.example/%d", i)) })
		}
		wg.Wait()
		if len(w.log) != 21 || w.log[0].path != "/robots.txt" {
			t.Fatalf("%d requests, first %s", len(w.log), w.log[0].path)
		}
		for i, r := range w.log {
			if r.at != time.Duration(2*i)*time.Second {
				t.Errorf("request %d at %v", i, r.at)
			}
		}
	})
}

// TestSlowHost: the delay counts from the answer, and the next request does not
// pile up on one that is not answered yet. Who takes three seconds is asked six
// seconds later, not one.
func TestSlowHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(3 * time.Second)
			site("")(w, r)
		}})
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() { mustFetch(t, c, "http://a.example/1") })
		}
		wg.Wait()
		wantTimes(t, w, "/robots.txt@0 /1@9 /1@18")
	})
}

func TestCrawlDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{}, map[string]http.HandlerFunc{
			"a.example": site("User-agent: *\nCrawl-delay: 10"),
		})
		mustFetch(t, c, "http://a.example/1")
		mustFetch(t, c, "http://a.example/2")
		wantTimes(t, w, "/robots.txt@0 /1@10 /2@20")
	})
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{}, map[string]http.HandlerFunc{
			"a.example": site("User-agent: *\nCrawl-delay: 86400"),
		})
		mustFetch(t, c, "http://a.example/1")
		wantTimes(t, w, "/robots.txt@0 /1@30")
	})
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Polite: polite.Options{Delay: 5 * time.Second}}, map[string]http.HandlerFunc{
			"a.example": site("User-agent: *\nCrawl-delay: 1"),
		})
		mustFetch(t, c, "http://a.example/1")
		wantTimes(t, w, "/robots.txt@0 /1@5")
	})
}

func TestRetryAfter(t *testing.T) {
	for _, x := range []struct {
		status int
		value  string
		want   string // when the next request comes
	}{
		{503, "20", "/2@21"},
		{429, "20", "/2@21"},
		{429, "", "/2@11"},
		{503, "garbage", "/2@11"},
		{503, "999999", "/2@601"},
		{503, "99999999999999999999", "/2@11"}, // no number
		{503, "-3", "/2@11"},
		{503, "0", "/2@2"},
		{503, "Sat, 01 Jan 2000 00:00:31 GMT", "/2@31"}, // synctest begins at midnight
		{503, "Fri, 31 Dec 1999 00:00:00 GMT", "/2@2"},
		{500, "20", "/2@2"},
		{200, "20", "/2@2"},
	} {
		synctest.Test(t, func(t *testing.T) {
			w, c := newWorld(t, Options{}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/1" {
					site("")(w, r)
					return
				}
				w.Header().Set("Retry-After", x.value)
				w.Header().Set("Content-Type", "text/html")
				w.WriteHeader(x.status)
			}})
			if r := mustFetch(t, c, "http://a.example/1"); r.Status != x.status {
				t.Errorf("status %d", r.Status)
			}
			if got, want := busy(c, "a.example"), true; got != want {
				t.Error("not busy after an answer")
			}
			mustFetch(t, c, "http://a.example/2")
			if got := w.times(); !strings.HasSuffix(got, x.want) {
				t.Errorf("%d %q: %s, want %s", x.status, x.value, got, x.want)
			}
		})
	}
}

func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newWorld(t, Options{}, map[string]http.HandlerFunc{"a.example": site(""), "b.example": site("")})
		if busy(c, "a.example") {
			t.Error("busy before the first request")
		}
		go mustFetch(t, c, "http://a.example/1")
		synctest.Wait() // robots.txt is here, the page waits
		if !busy(c, "a.example") || busy(c, "b.example") || !busy(c, "a.example:8080") || !busy(c, "www.a.example") {
			t.Error("busy is not the site of a.example alone")
		}
		time.Sleep(1500 * time.Millisecond) // the page came at 1 s
		if !busy(c, "a.example") {
			t.Error("not busy half a second after an answer")
		}
		time.Sleep(500 * time.Millisecond)
		if busy(c, "a.example") {
			t.Error("busy when the delay has passed")
		}
	})
}

func TestResumeWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Polite: polite.Options{Resume: true, Delay: 3 * time.Second}}, map[string]http.HandlerFunc{"a.example": site("")})
		if !busy(c, "a.example") {
			t.Error("not busy right after the start")
		}
		mustFetch(t, c, "http://a.example/1")
		wantTimes(t, w, "/robots.txt@3 /1@6")
	})
}

func TestNoDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{"a.example": site("")})
		mustFetch(t, c, "http://a.example/1")
		mustFetch(t, c, "http://a.example/2")
		wantTimes(t, w, "/robots.txt@0 /1@0 /2@0")
	})
}

func TestCancelledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Polite: polite.Options{Delay: time.Minute}}, map[string]http.HandlerFunc{"a.example": site("")})
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		errs := make(chan error, 2)
		for range 2 { // one waits for its time, the other for the first
			go func() { _, err := c.Fetch(ctx, crawl.Request{URL: "http://a.example/1"}); errs <- err }()
		}
		for range 2 {
			if err := <-errs; !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		}
		if time.Since(w.start) != 5*time.Second {
			t.Errorf("returned after %v", time.Since(w.start))
		}
		mustFetch(t, c, "http://a.example/2")
		wantTimes(t, w, "/robots.txt@0 /2@60")
	})
}

func TestTimeouts(t *testing.T) {
	drip := func(n int, every time.Duration) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, n)); err != nil {
					return
				}
				w.(http.Flusher).Flush()
				time.Sleep(every)
			}
		}
	}
	for _, x := range []struct {
		name    string
		handler http.HandlerFunc
		min     time.Duration
		max     time.Duration
	}{
		{"no headers", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 10 * time.Second, 10 * time.Second},
		{"nothing after the headers", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, 60 * time.Second, 60 * time.Second},
		{"trickle", drip(1, time.Second), 10 * time.Second, 12 * time.Second},
		{"slow without end", drip(2000, time.Second), 60 * time.Second, 60 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			w, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/robots.txt" {
					http.NotFound(w, r)
					return
				}
				x.handler(w, r)
			}})
			_, err := c.Fetch(t.Context(), crawl.Request{URL: "http://a.example/1"})
			took := time.Since(w.start)
			if !errors.Is(err, errTimeout) || errors.Is(err, context.DeadlineExceeded) || took < x.min || took > x.max {
				t.Errorf("%s: %v after %v", x.name, err, took)
			}
		})
	}
}

// TestTimeoutCoversRedirects: five answers of 15 s are one fetch of 75 s.
func TestTimeoutCoversRedirects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, c := newWorld(t, Options{Polite: polite.Options{Delay: -1}, Timeout: 20 * time.Second}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/robots.txt" {
				time.Sleep(6 * time.Second)
			}
			http.Redirect(w, r, r.URL.Path+"x", http.StatusFound)
		}})
		_, err := c.Fetch(t.Context(), crawl.Request{URL: "http://a.example/1"})
		if !errors.Is(err, errTimeout) || time.Since(w.start) != 20*time.Second {
			t.Errorf("%v after %v", err, time.Since(w.start))
		}
	})
}

// FuzzRedirect: whatever a Location says, what is asked for next is a web address
// that cannot smuggle anything into a request.
func FuzzRedirect(f *testing.F) {
	for _, s := range []string{"/a", "//b.example/c", "?x=1", "javascript:1", "http://u:p@[::1]:80/", "http://x/ HTTP/1.1\r\nHost: y", "/%0d%0a", "\\\\evil\\", "http:///x", "/;jsessionid=1?a b", "http://1.1/\x00", "HTTP:a"} {
		f.Add(s)
	}
	from := &url.URL{Scheme: "http", Host: "a.example", Path: "/x/y"}
	f.Fuzz(func(t *testing.T, location string) {
		next, err := resolve(from, location)
		if err != nil {
			return
		}
		if next.Scheme != "http" && next.Scheme != "https" || next.Host == "" || next.User != nil || next.Fragment != "" {
			t.Errorf("%q leads to %+v", location, next)
		}
		uri := next.RequestURI()
		if !strings.HasPrefix(uri, "/") || strings.IndexFunc(next.Host+uri, func(r rune) bool { return r <= ' ' || r == 0x7f }) >= 0 {
			t.Errorf("%q is asked for as %q of %q", location, uri, next.Host)
		}
		if _, err := urlkey.Canonical(next.String()); err != nil {
			t.Errorf("%q leads to %s, which has no key: %v", location, next, err)
		}
	})
}

// TestPacer: the conformance suite with real fetches.
func TestPacer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, c := newWorld(t, Options{}, map[string]http.HandlerFunc{"a.example": site(""), "b.example": site("")})
		fetchtest.RunPolite(t, c.Pacer(), fetchtest.Hosts{Host: "a.example", Sibling: "www.a.example", Other: "b.example"}, func(host string) error {
			_, err := c.Fetch(t.Context(), crawl.Request{URL: "http://" + host + "/1"})
			return err
		})
	})
}

// busy reports whether a request to host would have to wait.
func busy(c *Client, host string) bool { return c.Pacer().ReadyAt(host).After(time.Now()) }

// TestThousandHosts: a crawl over a thousand hosts takes no longer than one over
// the hosts' own pages would, and none is asked too soon.
func TestThousandHosts(t *testing.T) {
	const hosts, perHost = 1000, 4
	synctest.Test(t, func(t *testing.T) {
		web := map[string]http.HandlerFunc{}
		for i := range hosts {
			web[fmt.Sprintf("h%d.example", i)] = func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/robots.txt" {
					http.NotFound(w, r)
					return
				}
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprintf(w, "<title>%s</title><p>words", r.URL.Path)
				for j := range perHost {
					fmt.Fprintf(w, "<a href=/%d>link</a>", j)
				}
			}
		}
		w, c := newWorld(t, Options{}, web)
		var seeds []crawl.Link
		for i := range hosts {
			seeds = append(seeds, crawl.Link{URL: fmt.Sprintf("http://h%d.example/0", i), Host: fmt.Sprintf("h%d.example", i)})
		}
		e := &engine.Engine{Fetcher: c, Pacer: c.Pacer(), Reader: reader{}, Strategy: strategy.NewBreadthFirst(), State: new(state.Memory),
			Logger: slog.New(slog.DiscardHandler), Options: engine.Options{Workers: 500}}
		res, err := e.Run(t.Context(), seeds)
		if err != nil || res.Pages != hosts*perHost {
			t.Fatalf("%+v, %v", res, err)
		}
		last := map[string]time.Duration{}
		for _, r := range w.log {
			if before, ok := last[r.host]; ok && r.at-before < time.Second {
				t.Errorf("%s was asked %v after the request before", r.host, r.at-before)
			}
			last[r.host] = r.at
		}
		// A worker waits a second between robots.txt and the first page, so 500 need
		// two seconds for the first pages of all; three more pages follow.
		if took := time.Since(w.start); took > 6*time.Second {
			t.Errorf("the crawl took %v", took)
		} else {
			t.Logf("%d pages of %d hosts in %v of virtual time", res.Pages, hosts, took)
		}
	})
}

// TestMemoryIsBounded: a robots.txt that was not needed for long is forgotten.
func TestMemoryIsBounded(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range maxOrigins + 10 {
		c.robots.origins.find(fmt.Sprintf("http://h%d.example", i))
	}
	if n := len(c.robots.origins.values); n > maxOrigins {
		t.Errorf("%d robots.txt are remembered", n)
	}
}
