package fetch

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/fetchtest"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// raw is a server that answers every request with the same bytes and keeps what
// it was sent.
type raw struct {
	net.Listener
	answer string
	heard  chan string // heads of requests, but for robots.txt
}

func newRaw(t *testing.T, answer string) *raw {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &raw{Listener: l, answer: answer, heard: make(chan string, 10)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.serve(conn)
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return s
}

func (s *raw) serve(conn net.Conn) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * time.Second)) //nolint:errcheck
	var head []byte
	for b := make([]byte, 1); !bytes.HasSuffix(head, []byte("\r\n\r\n")); {
		if _, err := conn.Read(b); err != nil {
			return
		}
		head = append(head, b...)
	}
	if bytes.HasPrefix(head, []byte("GET /robots.txt ")) {
		io.WriteString(conn, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n") //nolint:errcheck
		return
	}
	s.heard <- string(head)
	io.WriteString(conn, s.answer) //nolint:errcheck
}

func (s *raw) url() string { return "http://" + s.Addr().String() }

func keeper(t *testing.T) *Client {
	t.Helper()
	c, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true, KeepExchanges: true, Version: "9"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestExchangeIsByteForByte: odd spacing, order, case and line ends of a head
// survive, early hints are not mistaken for the answer.
func TestExchangeIsByteForByte(t *testing.T) {
	packed := gz("<p>typhoon")
	for name, x := range map[string]struct{ before, head, wire, raw, body string }{
		"odd head":        {"", "HTTP/1.1 200 Fine, thanks\r\nx-b:  2\r\nX-a: 1\r\nCONTENT-type: text/html\r\nX-b: 3\r\nContent-Length: 2\r\n\r\n", "ok", "ok", "ok"},
		"bare line feeds": {"", "HTTP/1.0 200 OK\nContent-Type: text/html\n\n", "ok", "ok", "ok"},
		"early hints":     {"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\n", "ok", "ok", "ok"},
		"chunked":         {"", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "abcde", "abcde"},
		"packed":          {"", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n", packed, packed, "<p>typhoon"},
		"status 404":      {"", "HTTP/1.1 404 No\r\nContent-Length: 4\r\n\r\n", "gone", "gone", ""},
	} {
		s, c := newRaw(t, x.before+x.head+x.wire), keeper(t)
		before := time.Now()
		r := mustFetch(t, c, s.url()+"/a?b=c")
		if len(r.Exchanges) != 1 {
			t.Errorf("%s: %d exchanges", name, len(r.Exchanges))
			continue
		}
		e := r.Exchanges[0]
		if string(e.Head) != x.head || string(e.Body) != x.raw || string(r.Body) != x.body || e.Truncated != "" {
			t.Errorf("%s: head %q, raw %q, body %q, truncated %q", name, e.Head, e.Body, r.Body, e.Truncated)
		}
		if heard := <-s.heard; string(e.Request) != heard || !strings.HasPrefix(heard, "GET /a?b=c HTTP/1.1\r\nHost: ") {
			t.Errorf("%s: request\n%q, the server heard\n%q", name, e.Request, heard)
		}
		if e.URL != s.url()+"/a?b=c" || e.IP != "127.0.0.1" || e.At.Before(before.Add(-time.Second)) || e.At.Location() != time.UTC {
			t.Errorf("%s: %s %s %v", name, e.URL, e.IP, e.At)
		}
	}
}

func TestExchangesOfRedirects(t *testing.T) {
	long := strings.Repeat("x", maxDrain+10)
	s := httptest.NewServer(pages(map[string]http.HandlerFunc{
		"/a": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/b", http.StatusFound) },
		"/b": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "/c")
			w.WriteHeader(301)
			io.WriteString(w, long)
		},
		"/c": answer("text/html", long),
	}))
	defer s.Close()
	c, err := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true, KeepExchanges: true, MaxBody: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := mustFetch(t, c, s.URL+"/a")
	var got []string
	for _, e := range r.Exchanges {
		got = append(got, fmt.Sprintf("%s %.12s %d %s", strings.TrimPrefix(e.URL, s.URL), e.Head, len(e.Body), e.Truncated))
	}
	want := []string{"/a HTTP/1.1 302 25 ", fmt.Sprintf("/b HTTP/1.1 301 %d length", maxDrain), "/c HTTP/1.1 200 1000 length"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") || !r.Truncated {
		t.Errorf("exchanges\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	quiet, _ := New(Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true})
	defer quiet.Close()
	if r := mustFetch(t, quiet, s.URL+"/a"); r.Exchanges != nil {
		t.Error("exchanges are kept unasked")
	}
}

// TestExchangesOverTLS: the plain text is seen, of HTTP/1.1 byte for byte and of
// HTTP/2 in the words of HTTP/1.1.
func TestExchangesOverTLS(t *testing.T) {
	for _, two := range []bool{false, true} {
		s := httptest.NewUnstartedServer(pages(map[string]http.HandlerFunc{"/x": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			w.Header().Set("x-B", "2")
			fmt.Fprint(w, r.Proto)
		}}))
		s.EnableHTTP2 = two
		s.StartTLS()
		c := keeper(t)
		c.transport.TLSClientConfig = s.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
		for range 2 {
			r := mustFetch(t, c, s.URL+"/x")
			want, proto := "HTTP/1.1", "HTTP/1.1"
			if two {
				proto = "HTTP/2.0"
			}
			if string(r.Body) != proto || len(r.Exchanges) != 1 {
				t.Fatalf("%s: %d exchanges", r.Body, len(r.Exchanges))
			}
			e := r.Exchanges[0]
			if !strings.HasPrefix(string(e.Head), want+" 200 OK\r\n") || !strings.Contains(string(e.Head), "\r\nX-B: 2\r\n") || !strings.HasSuffix(string(e.Head), "\r\n\r\n") {
				t.Errorf("%s: head %q", proto, e.Head)
			}
			host := "\r\n" + map[bool]string{false: "Host", true: "host"}[two] + ": " + strings.TrimPrefix(s.URL, "https://") + "\r\n"
			if !strings.HasPrefix(string(e.Request), "GET /x HTTP/1.1\r\n") || !strings.Contains(string(e.Request), host) ||
				!strings.Contains(strings.ToLower(string(e.Request)), "\r\nuser-agent: ontocrawl/9\r\n") || strings.Contains(string(e.Request), ":authority") || e.IP != "127.0.0.1" {
				t.Errorf("%s: request %q of %s", proto, e.Request, e.IP)
			}
		}
		c.Close()
		s.Close()
	}
}

// TestExchangeByProxy: the address behind a proxy is unknown.
func TestExchangeByProxy(t *testing.T) {
	s := newRaw(t, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nok")
	c, err := New(Options{Polite: polite.Options{Delay: -1}, KeepExchanges: true, Proxy: http.ProxyURL(mustURL(t, s.url()))})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.robots.origins.find("http://far.example").value = origin{until: time.Now().Add(time.Hour), rules: robotsOf("")}
	r := mustFetch(t, c, "http://far.example/a")
	if e := r.Exchanges[0]; e.IP != "" || !strings.HasPrefix(string(e.Request), "GET /a HTTP/1.1\r\nHost: far.example\r\n") || len(e.Head) == 0 {
		t.Errorf("%q %q from %q", e.Request, e.Head, e.IP)
	}
}

// FuzzRecorder: however a stream is cut into reads, the head is the same, and
// what is found is a head that stands in the stream.
func FuzzRecorder(f *testing.F) {
	f.Add("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", 3)
	f.Add("HTTP/1.1 103 E\r\n\r\nHTTP/1.1 200 OK\n\nbody\n\n", 1)
	f.Add("SSH-2.0\r\n\r\n", 5)
	f.Add("HTTP/1.1 100\n\n\n\nHTTP/1.1 1", 2)
	f.Fuzz(func(t *testing.T, stream string, step int) {
		whole, parts := record(stream, len(stream)+1), record(stream, 1+max(step, 0)%7)
		if !bytes.Equal(whole, parts) {
			t.Errorf("%q at once, %q in parts", whole, parts)
		}
		if whole != nil && (!strings.Contains(stream, string(whole)) || !bytes.HasSuffix(whole, []byte("\n"))) {
			t.Errorf("head %q", whole)
		}
	})
}

func record(stream string, step int) []byte {
	c := &recorder{Conn: reading{strings.NewReader(stream)}}
	c.begin()
	b := make([]byte, step)
	for {
		if _, err := c.Read(b); err != nil {
			return c.head()
		}
	}
}

type reading struct{ io.Reader }

func (reading) Write([]byte) (int, error)        { return 0, io.ErrClosedPipe }
func (reading) Close() error                     { return nil }
func (reading) LocalAddr() net.Addr              { return nil }
func (reading) RemoteAddr() net.Addr             { return nil }
func (reading) SetDeadline(time.Time) error      { return nil }
func (reading) SetReadDeadline(time.Time) error  { return nil }
func (reading) SetWriteDeadline(time.Time) error { return nil }

// FuzzHead: a head that we write has as many lines as fields, whatever the
// fields hold.
func FuzzHead(f *testing.F) {
	f.Add("200 OK", "Name", "value")
	f.Add("200 OK\r\nX: y", "A\nB", "1\r\n\r\n<script>")
	f.Fuzz(func(t *testing.T, status, name, value string) {
		head := string(writeHead(&http.Response{Status: status, Header: http.Header{name: {value, value}}}))
		if strings.Count(head, "\n") != 4 || strings.Count(head, "\r") != 4 || !strings.HasSuffix(head, "\r\n\r\n") {
			t.Errorf("%q", head)
		}
	})
}

// TestAgain: a page that has not changed is answered by 304 without a body, one
// that has by the page.
func TestAgain(t *testing.T) {
	type sent struct{ match, since string }
	var got sent
	s, c := loopback(t, Options{KeepExchanges: true}, pages(map[string]http.HandlerFunc{
		"/x": func(w http.ResponseWriter, r *http.Request) {
			got = sent{r.Header.Get("If-None-Match"), r.Header.Get("If-Modified-Since")}
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Etag", `W/"2"`)
			w.Header().Set("Last-Modified", "Wed, 01 Jul 2026 12:00:00 GMT")
			http.ServeContent(w, r, "", time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), strings.NewReader("typhoon"))
		},
		"/moved": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) },
	}))
	fetchtest.RunAgain(t, c, s.URL+"/x")
	fetchtest.RunAgain(t, c, s.URL+"/moved")
	for _, x := range []struct {
		path, etag, modified string
		status               int
		sent                 sent
	}{
		{"/x", "", "", 200, sent{}},
		{"/x", `W/"2"`, "Wed, 01 Jul 2026 12:00:00 GMT", 304, sent{`W/"2"`, "Wed, 01 Jul 2026 12:00:00 GMT"}},
		{"/x", `W/"1"`, "Wed, 01 Jul 2026 12:00:00 GMT", 200, sent{`W/"1"`, "Wed, 01 Jul 2026 12:00:00 GMT"}}, // the ETag decides
		{"/x", "", "Wed, 01 Jul 2026 12:00:00 GMT", 304, sent{"", "Wed, 01 Jul 2026 12:00:00 GMT"}},
		{"/moved", `W/"2"`, "", 304, sent{`W/"2"`, ""}},
		{"/x", "\"2\"\r\nX-Evil: 1", "a\x00b", 200, sent{}}, // what cannot be sent is not
	} {
		r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + x.path, ETag: x.etag, LastModified: x.modified})
		if err != nil {
			t.Error(err)
			continue
		}
		if r.Status != x.status || (r.Body == nil) != (x.status == 304) || r.ETag != `W/"2"` || got != x.sent ||
			r.URL != s.URL+x.path || r.Final != s.URL+"/x" || len(r.Exchanges) == 0 {
			t.Errorf("%+v: %d %q %s, sent %+v", x, r.Status, r.Body, r.ETag, got)
		}
	}
}
