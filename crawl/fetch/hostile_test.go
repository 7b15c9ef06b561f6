package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// hostile is a page that wants to do harm.
type hostile struct {
	name string
	host string // "" means evil.example
	path string
	serv http.HandlerFunc // what answers; nil: nobody should be asked
	want string           // part of the error of the visit; "" means that it is recorded all the same
}

const evil = "evil.example"

// zoo is a web of hostile pages on loopback, under names of their own, and one
// page that links to them all. What is not one of its names is dialled as the
// client would dial it.
type zoo struct {
	*httptest.Server
	mu     sync.Mutex
	pages  map[string]http.HandlerFunc // by host and path
	robots map[string]http.HandlerFunc // by host
	asked  []string                    // lines of requests
	links  []string
}

func newZoo(t *testing.T) *zoo {
	z := &zoo{pages: map[string]http.HandlerFunc{}, robots: map[string]http.HandlerFunc{}}
	z.Server = httptest.NewUnstartedServer(z)
	z.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // aborted answers are meant
	z.Start()
	t.Cleanup(z.Close)
	return z
}

func (z *zoo) add(list ...hostile) {
	for _, h := range list {
		z.links = append(z.links, h.url())
		if h.serv != nil {
			host, path := h.where()
			z.pages[host+path] = h.serv
		}
	}
}

func (h hostile) where() (host, path string) {
	host, path = h.host, h.path
	if host == "" {
		host = evil
	}
	return host, path
}

func (h hostile) url() string {
	host, path := h.where()
	return "http://" + host + path
}

func (z *zoo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	z.mu.Lock()
	z.asked = append(z.asked, r.Host+r.RequestURI)
	z.mu.Unlock()
	h := z.pages[r.Host+r.URL.Path]
	if r.URL.Path == "/robots.txt" {
		h = z.robots[r.Host]
	}
	switch {
	case h != nil:
		h(w, r)
	case r.URL.Path == "/robots.txt":
		http.NotFound(w, r)
	case r.Host == "start.example" && r.URL.Path == "/":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<title>start</title><p>A page with some words.")
		for _, l := range z.links {
			fmt.Fprintf(w, "<a href=\"%s\">link</a> ", html.EscapeString(l))
		}
	default:
		answer("text/html", "<title>good</title><p>A page with some words.")(w, r)
	}
}

// client reaches names of the zoo on loopback and everything else as a client
// of the open web does.
func (z *zoo) client(t *testing.T, opt Options) *Client {
	t.Helper()
	wild, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	wild.dns.lookup = func(_ context.Context, _, name string) ([]netip.Addr, error) {
		if name == "inward.test" {
			return addrs("127.0.0.1"), nil
		}
		return nil, errNoName
	}
	dial := wild.dial(nil)
	opt.Polite.Delay = -1
	opt.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if host, _, _ := net.SplitHostPort(address); strings.HasSuffix(host, ".example") {
			return new(net.Dialer).DialContext(ctx, network, z.Listener.Addr().String())
		}
		return dial(ctx, network, address)
	}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(); wild.Close() })
	return c
}

// reader is the reader of pages without a topic.
type reader struct{}

func (reader) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) { return page.Parse(r) }

// outcomes is an observer: the error of every URL, "" for a page.
type outcomes map[string]string

func (o outcomes) Visited(v *crawl.Visit) { o[v.Choice.URL] = v.Failure.Text }

// crawl runs an engine over the zoo and returns what became of every URL, and
// the log.
func (z *zoo) crawl(t *testing.T, c *Client) (outcomes, string) {
	t.Helper()
	got, st := outcomes{}, new(state.Memory)
	var log bytes.Buffer
	e := &engine.Engine{
		Fetcher: c, Pacer: c.Pacer(), Reader: reader{}, Strategy: strategy.NewBreadthFirst(), State: st, Observers: []crawl.Observer{got},
		Logger:  slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Options: engine.Options{Workers: 8},
	}
	res, err := e.Run(t.Context(), []crawl.Link{{URL: "http://start.example/", Host: "start.example"}})
	if err != nil || res.Stopped != engine.Exhausted {
		t.Errorf("the crawl ended %s: %v", res.Stopped, err)
	}
	return got, log.String()
}

// check crawls the zoo with some good pages behind the hostile ones, and
// compares errors and log lines.
func (z *zoo) check(t *testing.T, opt Options, list []hostile) {
	t.Helper()
	z.add(list...)
	for i := range 5 {
		z.links = append(z.links, fmt.Sprintf("http://good%d.example/", i), fmt.Sprintf("http://%s/good/%d", evil, i))
	}
	got, log := z.crawl(t, z.client(t, opt))
	for i := range 5 {
		for _, u := range []string{fmt.Sprintf("http://good%d.example/", i), fmt.Sprintf("http://%s/good/%d", evil, i)} {
			if e, ok := got[u]; !ok || e != "" {
				t.Errorf("the crawl did not go on: %s: %v %q", u, ok, e)
			}
		}
	}
	for _, h := range list {
		key, err := urlkey.Canonical(h.url())
		if err != nil {
			if h.want != "no link" {
				t.Errorf("%s: %v", h.name, err)
			}
			continue
		}
		e, visited := got[key]
		switch {
		case !visited:
			t.Errorf("%s: %s was never tried", h.name, key)
		case h.want == "" && e != "" || h.want != "" && !strings.Contains(e, h.want):
			t.Errorf("%s: %q, want %q", h.name, e, h.want)
		case h.want != "" && !strings.Contains(log, "url="+key) && !strings.Contains(log, fmt.Sprintf("url=%q", key)):
			t.Errorf("%s: no line in the log tells of %s", h.name, key)
		}
	}
	for _, line := range strings.Split(log, "\n") {
		if strings.ContainsAny(line, "\x1b\x07\r") || strings.Contains(line, "level=ERROR") {
			t.Errorf("log line %q", line)
		}
	}
}

func moved(location string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", location)
		w.WriteHeader(http.StatusFound)
	}
}

// TestHostileRedirects is row 2 of the design's table: endless and cross-host
// redirects.
func TestHostileRedirects(t *testing.T) {
	z := newZoo(t)
	for i := range 40 {
		z.pages[fmt.Sprintf("%s/n%d", evil, i)] = moved(fmt.Sprintf("/n%d", i+1))
		z.pages[fmt.Sprintf("h%d.example/x", i)] = moved(fmt.Sprintf("http://h%d.example/x", i+1))
	}
	for i := 1; i < 100; i++ { // each to a page of its own; more are never asked for
		hosts := [2]string{"tick.example", "tock.example"}
		z.pages[fmt.Sprintf("%s/%d", hosts[i%2], i)] = moved(fmt.Sprintf("http://%s/%d", hosts[(i+1)%2], i+1))
	}
	z.robots["strict.example"] = answer("text/plain", "User-agent: *\nDisallow: /")
	z.check(t, Options{}, []hostile{
		{name: "to itself", path: "/self", serv: moved("/self"), want: "too many redirects"},
		{name: "to and fro", path: "/ping", serv: moved("http://pong.example/"), want: "too many redirects"},
		{name: "fro and to", host: "pong.example", path: "/", serv: moved("http://" + evil + "/ping"), want: "too many redirects"},
		{name: "without end", path: "/endless", serv: moved("/n0"), want: "too many redirects: 10"},
		{name: "over many hosts", host: "h.example", path: "/x", serv: moved("http://h0.example/x"), want: "too many redirects: 10"},
		{name: "without end between two hosts", host: "tick.example", path: "/0", serv: moved("http://tock.example/1"), want: "too many redirects: 10"},
		{name: "to what is forbidden", path: "/forbidden", serv: moved("http://strict.example/x"), want: "disallowed by robots.txt"},
		{name: "to a file", path: "/file", serv: moved("file:///etc/passwd"), want: "redirect"},
		{name: "to a script", path: "/script", serv: moved("javascript:alert(1)"), want: "redirect"},
		{name: "to nonsense", path: "/bad", serv: moved("http://[::1"), want: "redirect"},
		{name: "to a megabyte", path: "/long", serv: moved("/" + strings.Repeat("x", 200<<10)), want: "fetch"},
	})
	for i := range 40 {
		if i > 10 && strings.Contains(strings.Join(z.asked, "\n"), fmt.Sprintf("/n%d\n", i)) {
			t.Errorf("the chain was followed to its step %d", i)
		}
	}
}

// TestHostileBombs is row 3: what is small on the wire and huge when decoded.
func TestHostileBombs(t *testing.T) {
	z := newZoo(t)
	var list []hostile
	for _, coding := range []string{"gzip", "deflate", "br", "zstd"} {
		list = append(list, hostile{name: coding, path: "/bomb-" + coding, want: "exceeds the limit",
			serv: answer("text/html", packed(t, coding, io.LimitReader(zeros{}, 32<<20)), "Content-Encoding", coding)})
	}
	nested := packed(t, "gzip", io.LimitReader(zeros{}, 32<<20))
	list = append(list,
		hostile{name: "in two layers", path: "/two", want: "exceeds the limit", serv: answer("text/html", gz(nested), "Content-Encoding", "gzip, gzip")},
		hostile{name: "in three layers", path: "/three", want: "content encodings in one another", serv: answer("text/html", gz(gz(nested)), "Content-Encoding", "gzip", "Content-Encoding", "gzip,gzip")},
		hostile{name: "without end", path: "/endless", serv: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			for _, err := io.WriteString(w, "<p>"); err == nil && r.Context().Err() == nil; {
				_, err = w.Write(bytes.Repeat([]byte("word "), 10_000))
			}
		}},
	)
	z.check(t, Options{MaxBody: 2 << 20}, list)
}

// TestHostileSlowness is row 4: servers that keep one waiting. Here the limit of
// the whole fetch ends it; the single limits are measured in virtual time by
// TestTimeouts.
func TestHostileSlowness(t *testing.T) {
	z := newZoo(t)
	hang := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	drip := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for r.Context().Err() == nil {
			io.WriteString(w, "x") //nolint:errcheck
			w.(http.Flusher).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	}
	z.robots["slowrobots.example"] = hang
	begin := time.Now()
	z.check(t, Options{Timeout: 1500 * time.Millisecond}, []hostile{
		{name: "no headers", host: "a.example", path: "/", serv: hang, want: "timeout"},
		{name: "nothing after the headers", host: "b.example", path: "/", want: "timeout", serv: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.(http.Flusher).Flush()
			hang(w, r)
		}},
		{name: "a trickle", host: "c.example", path: "/", serv: drip, want: "timeout"},
		{name: "a trickle of headers", host: "d.example", path: "/", want: "timeout", serv: func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				return
			}
			defer conn.Close()
			io.WriteString(conn, "HTTP/1.1 200 OK\r\n") //nolint:errcheck
			for i := range 100 {
				if _, err := fmt.Fprintf(conn, "X-%d: y\r\n", i); err != nil {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
		}},
		{name: "a trickle after a redirect", host: "e.example", path: "/", serv: moved("http://c.example/"), want: "timeout"},
		{name: "a redirect that trickles", host: "f.example", path: "/", want: "timeout", serv: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "http://good0.example/")
			w.WriteHeader(http.StatusFound)
			drip(w, r)
		}},
		{name: "robots.txt that does not come", host: "slowrobots.example", path: "/", want: "robots.txt cannot be read: fetch: timeout"},
	})
	if took := time.Since(begin); pacetest.Over(took, 20*time.Second) {
		t.Errorf("the crawl took %v", took)
	}
}

// TestHostileTLS is row 4 again: a port that takes connections and says nothing
// when TLS begins, and one whose certificate is somebody else's.
func TestHostileTLS(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, keep := range []bool{false, true} {
		c, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true, Timeout: 500 * time.Millisecond, KeepExchanges: keep})
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		if _, err := c.Fetch(t.Context(), crawl.Request{URL: "https://" + l.Addr().String() + "/"}); err == nil || pacetest.Over(time.Since(begin), 5*time.Second) {
			t.Errorf("keep %v: %v after %v", keep, err, time.Since(begin))
		}
		c.Close()
		if c, err = New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true, KeepExchanges: keep}); err != nil {
			t.Fatal(err)
		}
		s := httptest.NewUnstartedServer(answer("text/html", "x"))
		s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
		s.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
		s.StartTLS()
		if _, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/"}); err == nil || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("keep %v: a strange certificate: %v", keep, err)
		}
		s.Close()
		c.Close()
	}
}

// says answers with bytes of its own making.
func says(head string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		io.WriteString(conn, head) //nolint:errcheck
	}
}

// TestHostileHeaders is row 5: heads that are huge, broken, or that smuggle.
func TestHostileHeaders(t *testing.T) {
	z := newZoo(t)
	many := new(strings.Builder)
	for i := range 100_000 {
		fmt.Fprintf(many, "X-%d: y\r\n", i)
	}
	const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
	const body = "\r\n<title>t</title><p>words"
	z.check(t, Options{KeepExchanges: true}, []hostile{
		{name: "one huge header", path: "/1", serv: says(ok + "X: " + strings.Repeat("y", 300<<10) + "\r\n" + body), want: "fetch"},
		{name: "100,000 headers", path: "/2", serv: says(ok + many.String() + body), want: "fetch"},
		{name: "a header without end", path: "/3", want: "fetch", serv: func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				return
			}
			defer conn.Close()
			for _, err = io.WriteString(conn, ok+"X: "); err == nil; {
				_, err = conn.Write(bytes.Repeat([]byte("y"), 64<<10))
			}
		}},
		{name: "endless early hints", path: "/4", serv: says(strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 20_000) + ok + body), want: "fetch"},
		{name: "a million cookies", path: "/22", serv: says(ok + strings.Repeat("Set-Cookie: a=b\r\n", 1_000_000) + body), want: "fetch"},
		{name: "a carriage return in a value", path: "/5", serv: says(ok + "X-A: b\rX-B: c\r\n" + body), want: "malformed"},
		{name: "a folded header", path: "/6", serv: says(ok + "X-A: b\r\n folded\r\n" + body)},
		{name: "NUL in a value", path: "/7", serv: says(ok + "X-A: b\x00c\r\n" + body), want: "fetch"},
		{name: "a space before the colon", path: "/8", serv: says(ok + "X-A : b\r\n" + body)},
		{name: "no colon", path: "/9", serv: says(ok + "nonsense\r\n" + body), want: "fetch"},
		{name: "two lengths", path: "/10", serv: says("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 30\r\n" + body), want: "fetch"},
		{name: "a negative length", path: "/11", serv: says("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n" + body), want: "fetch"},
		{name: "a huge length", path: "/12", serv: says("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9000000000000000000\r\n" + body), want: "EOF"},
		{name: "terminal escapes in the type", path: "/13", serv: says("HTTP/1.1 200 OK\r\nContent-Type: \x1b]52;c;AAAA\x07\r\n" + body), want: "fetch"},
		{name: "terminal escapes in the coding", path: "/14", serv: says(ok + "Content-Encoding: \x9b31m\u202e\r\n" + body), want: "content encoding"},
		{name: "a request in a redirect", path: "/15", want: "fetch",
			serv: says("HTTP/1.1 302 Found\r\nLocation: http://x.example/ HTTP/1.1\rHost: y.example\r\n\r\n")},
		{name: "escapes in a redirect", path: "/16", serv: moved("/ok%0d%0aX-Smuggled:%201")},
		{name: "no HTTP", path: "/17", serv: says("SSH-2.0-OpenSSH_9.7\r\n"), want: "fetch"},
		{name: "status 99999", path: "/18", serv: says("HTTP/1.1 99999 Never\r\n\r\n"), want: "fetch"},
		{name: "status 0", path: "/19", serv: says("HTTP/1.1 000 \r\n\r\n"), want: "status 0"},
		{name: "switching protocols", path: "/20", serv: says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nabc"), want: "status 101"},
		{name: "bad chunks", path: "/21", serv: says("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nabc"), want: "chunk"},
	})
	for _, a := range z.asked {
		if strings.ContainsAny(a, "\r\n") || strings.HasPrefix(a, "y.example") {
			t.Errorf("a smuggled request: %q", a)
		}
	}
}

// TestHostileHeadersHTTP2: the limit holds there too.
func TestHostileHeadersHTTP2(t *testing.T) {
	s := httptest.NewUnstartedServer(pages(map[string]http.HandlerFunc{
		"/big": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("y", 400<<10)) },
		"/ok":  answer("text/html", "ok"),
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	c := keeper(t)
	c.transport.TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	if r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/big"}); err == nil {
		t.Errorf("status %d with a huge header", r.Status)
	}
	if r := mustFetch(t, c, s.URL+"/ok"); string(r.Body) != "ok" {
		t.Error("and then nothing")
	}
}

// disguises are spellings of addresses inside, which some resolver or library
// takes for them.
var disguises = []string{
	"127.0.0.1", "localhost", "LOCALHOST", "localhost.", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0x7f.1", "017700000001", "0177.0.0.1", "0177.1",
	"[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[::]", "0.0.0.0", "0",
	"[64:ff9b::7f00:1]", "[64:ff9b::10.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:c0a8:101::1]", "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
	"10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254", "0xa9fea9fe", "2852039166", "[fd00:ec2::254]", "[fe80::1]", "[fe80::1%25eth0]",
	"metadata.google.internal", "inward.test", "①②⑦.⓪.⓪.①", "127。0。0。1", "１２７.0.0.1", "user@127.0.0.1", "public.example@127.0.0.1",
}

// TestHostileAddresses is row 10: no disguise of a private address is connected
// to, for pages, redirects, robots.txt or sitemaps, by name or by number.
func TestHostileAddresses(t *testing.T) {
	var inside atomic.Int32
	secret := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inside.Add(1)
		answer("text/html", "<title>secret</title>")(w, r)
	}))
	defer secret.Close()
	port := secret.URL[strings.LastIndexByte(secret.URL, ':'):]
	z := newZoo(t)
	var list []hostile
	sitemaps := new(strings.Builder)
	for i, d := range disguises {
		to := "http://" + d + port + "/admin"
		key, err := urlkey.Canonical(to)
		if err == nil { // what is no URL can be no link
			z.links = append(z.links, key)
			sitemaps.WriteString("Sitemap: " + to + "\n")
		}
		list = append(list, hostile{name: "redirect to " + d, path: fmt.Sprintf("/r%d", i), serv: moved(to), want: "fetch"})
		host := fmt.Sprintf("robots%d.example", i)
		z.robots[host] = moved("http://" + d + port + "/robots.txt")
		// As if there were no robots.txt, or as if it could not be had: the page is
		// fetched or not, and the inner server is not asked.
		z.links = append(z.links, "http://"+host+"/page")
	}
	z.robots["maps.example"] = answer("text/plain", sitemaps.String())
	z.check(t, Options{}, list)
	c := z.client(t, Options{})
	for _, s := range mustFetch(t, c, "http://maps.example/").Sitemaps {
		if r, err := c.Fetch(t.Context(), crawl.Request{URL: s}); err == nil {
			t.Errorf("sitemap %s: status %d", s, r.Status)
		}
	}
	// Who is after ontologies is told of more places to look.
	imports := z.client(t, Options{Accept: "text/turtle", KeepExchanges: true})
	for _, d := range disguises {
		if r, err := imports.Fetch(t.Context(), crawl.Request{URL: "http://" + d + port + "/o.ttl"}); err == nil {
			t.Errorf("import from %s: status %d", d, r.Status)
		}
	}
	if n := inside.Load(); n != 0 {
		t.Errorf("the private server was asked %d times", n)
	}
	// The same addresses are reached by those who may: the refusals are the guard's.
	leave, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true})
	if err != nil {
		t.Fatal(err)
	}
	defer leave.Close()
	if _, err := leave.Fetch(t.Context(), crawl.Request{URL: "http://127.0.0.1" + port + "/admin"}); err != nil || inside.Load() == 0 {
		t.Errorf("with leave: %v", err)
	}
}

// TestHostileRobots is row 11: a robots.txt of any kind decides about its host
// alone. What each status means is TestRobotsStatus.
func TestHostileRobots(t *testing.T) {
	z := newZoo(t)
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(code)
			io.WriteString(w, "User-agent: *\nDisallow: /\n") //nolint:errcheck
		}
	}
	endless := func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "User-agent: *\nAllow: /\n") //nolint:errcheck
		for r.Context().Err() == nil {
			if _, err := w.Write(bytes.Repeat([]byte("Disallow: /x\n"), 10_000)); err != nil {
				return
			}
		}
	}
	var list []hostile
	for i, x := range []struct {
		name, want string
		robots     http.HandlerFunc
	}{
		{"10 MB", "", answer("text/plain", "User-agent: *\nAllow: /\n"+strings.Repeat("#"+strings.Repeat("x", 99)+"\n", 100_000)+"Disallow: /\n")},
		{"without end", "", endless},
		{"one endless line", "", answer("text/plain", "User-agent: *\nDisallow: /"+strings.Repeat("*a", 4<<20))},
		{"million stars", "", answer("text/plain", "User-agent: *\n"+strings.Repeat("Disallow: /"+strings.Repeat("*a", 100)+"$\n", 2000))},
		{"500", "disallowed by robots.txt", status(500)},
		{"503", "disallowed by robots.txt", status(503)},
		{"429", "disallowed by robots.txt", status(429)},
		{"403", "", status(403)},
		{"a chain without end", "", func(w http.ResponseWriter, r *http.Request) { moved("/robots.txt?"+r.URL.RawQuery+"x")(w, r) }},
		{"a page", "", answer("text/html", "<html><body>Disallow: /</body></html>")},
		{"a byte order mark", "disallowed by robots.txt", answer("text/plain", "\xef\xbb\xbfUser-agent: *\nDisallow: /")},
		{"another host's", "disallowed by robots.txt", moved("http://strict.example/rules")},
		{"a bomb", "", answer("text/plain", packed(t, "gzip", io.LimitReader(zeros{}, 32<<20)), "Content-Encoding", "gzip")},
		{"cut off", "robots.txt", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, "User-agent: *\nAllow: /\n") //nolint:errcheck
			panic(http.ErrAbortHandler)
		}},
	} {
		host := fmt.Sprintf("r%d.example", i)
		z.robots[host] = x.robots
		list = append(list, hostile{name: x.name, host: host, path: "/page", serv: answer("text/html", "<title>p</title><p>words"), want: x.want})
	}
	z.pages["strict.example/rules"] = answer("text/plain", "User-agent: *\nDisallow: /")
	z.check(t, Options{}, list)
}

// TestHostileNames is row 19: name servers that come and go. (Clocks that jump
// mean nothing to politeness: it compares readings of the monotonic clock.)
func TestHostileNames(t *testing.T) {
	z := newZoo(t)
	port := z.URL[strings.LastIndexByte(z.URL, ':'):]
	c, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var n atomic.Int32
	c.dns.lookup = func(_ context.Context, _, name string) ([]netip.Addr, error) {
		switch {
		case strings.HasPrefix(name, "gone"):
			return nil, errNoName
		case strings.HasPrefix(name, "mute"):
			return nil, errNoServer
		case strings.HasPrefix(name, "empty"):
			return nil, nil
		case n.Add(1)%2 == 0:
			return addrs("127.0.0.9", "127.0.0.1"), nil // the first does not answer there
		}
		return addrs("::ffff:127.0.0.1"), nil
	}
	want := map[string]string{}
	for i := range 6 {
		for _, kind := range []string{"gone", "mute", "empty", "good"} {
			u := fmt.Sprintf("http://%s%d.example%s/", kind, i, port)
			want[u] = map[string]string{"gone": "no such host", "mute": "server misbehaving", "empty": "no address"}[kind]
			z.links = append(z.links, u)
		}
	}
	z.pages["start.example"+port+"/"] = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for _, l := range z.links {
			fmt.Fprintf(w, "<a href=%s>link</a> ", l)
		}
	}
	got, st := outcomes{}, new(state.Memory)
	e := &engine.Engine{Fetcher: c, Pacer: c.Pacer(), Reader: reader{}, Strategy: strategy.NewBreadthFirst(), State: st, Observers: []crawl.Observer{got}, Logger: slog.New(slog.DiscardHandler)}
	if _, err := e.Run(t.Context(), []crawl.Link{{URL: "http://start.example" + port + "/", Host: "start.example" + port}}); err != nil {
		t.Fatal(err)
	}
	for u, w := range want {
		if e, ok := got[u]; !ok || w == "" && e != "" || !strings.Contains(e, w) {
			t.Errorf("%s: %v %q, want %q", u, ok, e, w)
		}
	}
}
