package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// trace records the connection of a request and, for an archive, the header fields
// sent. RoundTrip may still work in other goroutines after its return, hence the lock.
type trace struct {
	mu     sync.Mutex
	remote netip.Addr
	fields []string        // "Name: value" as sent
	hidden map[string]bool // names, in lower case, of fields that no archive holds
	conn   *recorder
	below  *conn             // that the exchange uses
	shared bool              // by other exchanges too
	conns  int               // so far, for this request
	blame  crawl.FailureKind // of an error that tells no cause: what was going on then
}

// maxConns is how many connections a request may be given. net/http sends a request
// again by itself when its connection ends, or an HTTP/2 server refuses the stream
// (RFC 9113, 8.7). It does so without end, and no pacer is asked.
const maxConns = 2

// errConns is the error of a request that would be sent a third time.
var errConns = &crawl.KindError{Kind: crawl.FailClosed, Err: english.Errorf("the server ended %d connections or streams without an answer", maxConns)}

// next counts a connection. It reports false if the request may not have it.
func (t *trace) next() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.conns++
	return t.conns <= maxConns
}

// tooMany reports that next has refused a connection.
func (t *trace) tooMany() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.conns > maxConns
}

// hooks returns what net/http calls. got hears of the connection.
func (t *trace) hooks(keep bool, got func(net.Conn)) *httptrace.ClientTrace {
	blame := func(kind crawl.FailureKind) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.blame = kind
	}
	c := &httptrace.ClientTrace{TLSHandshakeStart: func() { blame(crawl.FailTLS) }, GotConn: func(info httptrace.GotConnInfo) {
		got(info.Conn)
		t.mu.Lock()
		defer t.mu.Unlock()
		t.blame = crawl.FailProtocol
		if a, ok := info.Conn.RemoteAddr().(*net.TCPAddr); ok {
			t.remote = a.AddrPort().Addr().Unmap()
		}
		t.fields = nil // a request that met a dead connection is sent again
		if t.conn, _ = info.Conn.(*recorder); t.conn != nil {
			t.conn.begin()
		}
	}}
	if keep {
		c.WroteHeaderField = func(name string, values []string) {
			t.mu.Lock()
			defer t.mu.Unlock()
			if t.fields == nil {
				t.fields = make([]string, 0, 8)
			}
			for _, v := range values {
				if t.hidden[strings.ToLower(name)] {
					v = removed
				}
				t.fields = append(t.fields, name+": "+v)
			}
		}
	}
	return c
}

// explain gives err a kind if it has none.
func (t *trace) explain(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if crawl.KindOf(err) == crawl.FailOther {
		return &crawl.KindError{Kind: t.blame, Err: err}
	}
	return err
}

func (t *trace) setWatched(c *conn, shared bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.below, t.shared = c, shared
}

func (t *trace) watched() (c *conn, shared bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.below, t.shared
}

func (t *trace) addr() netip.Addr {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.remote
}

// exchange returns the request and its answer. Heads of HTTP/1 are byte for byte as
// sent; heads of HTTP/2 are written in the form of HTTP/1.1, as WARC files hold them.
// The answer's head keeps the fields of the transfer coding, though the body has none.
func (t *trace) exchange(u *url.URL, r *http.Response, direct bool) crawl.Exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := crawl.Exchange{URL: u.String(), Request: t.request(u)}
	if direct && t.remote.IsValid() {
		e.IP = t.remote.String()
	}
	if t.conn != nil {
		e.Head = t.conn.head()
	}
	if e.Head == nil {
		e.Head = writeHead(r)
	}
	if t.hidden != nil {
		e.Head = withoutCookies(e.Head)
	}
	return e
}

// request is the head of the request.
func (t *trace) request(u *url.URL) []byte {
	b := append(make([]byte, 0, 512), "GET "...)
	b = append(append(b, u.RequestURI()...), " HTTP/1.1\r\n"...)
	for _, f := range t.fields {
		if host, ok := strings.CutPrefix(f, ":authority: "); ok {
			b = append(append(append(b, "host: "...), host...), "\r\n"...)
		} else if f[0] != ':' {
			b = append(append(b, f...), "\r\n"...)
		}
	}
	return append(b, "\r\n"...)
}

// writeHead writes the head of r, fields in the order of their names.
func writeHead(r *http.Response) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %s\r\n", oneLine(r.Status))
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		for _, v := range r.Header[name] {
			b.WriteString(oneLine(name) + ": " + oneLine(v) + "\r\n")
		}
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// oneLine removes line ends, so that a server cannot add header fields.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\r' || r == '\n' || r == 0 {
			return ' '
		}
		return r
	}, s)
}

// recorder is a connection that keeps the head of the next answer.
type recorder struct {
	net.Conn
	mu  sync.Mutex
	on  bool
	buf []byte
}

func (c *recorder) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on, c.buf = true, nil
}

func (c *recorder) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case !c.on:
	case len(c.buf) == 0 && c.whole(p[:n]):
	default:
		from := max(len(c.buf)-3, 0)
		c.buf = append(c.buf, p[:n]...)
		c.cut(from)
	}
	return n, err
}

// whole keeps the head if it comes in one piece, as most do, and copies no body. It
// must be called with mu held.
func (c *recorder) whole(b []byte) bool {
	end := headEnd(b, 0)
	if end < 0 || informational(b) {
		return false
	}
	c.on, c.buf = false, slices.Clone(b[:end])
	return true
}

// cut ends the recording at the end of the head, and drops heads of earlier 1xx
// answers. The bytes before from have been searched. It must be called with mu held.
func (c *recorder) cut(from int) {
	for {
		end := headEnd(c.buf, from)
		switch {
		case end < 0:
			if len(c.buf) > 2*maxHeaderBytes { // the transport has given up
				c.on, c.buf = false, nil
			}
			return
		case informational(c.buf):
			c.buf, from = c.buf[end:], 0
		default:
			c.on, c.buf = false, slices.Clone(c.buf[:end])
			return
		}
	}
}

// headEnd is the index after the empty line that ends a head, or -1. Lines may
// end with a bare line feed (RFC 9112, 2.2).
func headEnd(b []byte, from int) int {
	for i := from; i < len(b); i++ {
		if b[i] != '\n' {
			continue
		}
		if bytes.HasPrefix(b[i+1:], []byte("\n")) {
			return i + 2
		}
		if bytes.HasPrefix(b[i+1:], []byte("\r\n")) {
			return i + 3
		}
	}
	return -1
}

func informational(b []byte) bool {
	return len(b) > 9 && bytes.HasPrefix(b, []byte("HTTP/1.")) && b[8] == ' ' && b[9] == '1'
}

// head is the recorded head, nil if it is not complete.
func (c *recorder) head() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.on || !bytes.HasPrefix(c.buf, []byte("HTTP/1.")) {
		return nil
	}
	return c.buf
}

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// recorded wraps what dial connects to.
func recorded(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &recorder{Conn: conn}, nil
	}
}

// recordedTLS makes TLS connections itself, because a wrapper below TLS could not
// see the plain text. HTTP/2 needs the bare *tls.Conn.
func recordedTLS(dial dialFunc, config func() *tls.Config) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		c := config()
		c.NextProtos = []string{"h2", "http/1.1"}
		if c.ServerName == "" {
			c.ServerName, _, _ = net.SplitHostPort(address)
		}
		secure := tls.Client(conn, c)
		bounded, cancel := context.WithTimeout(ctx, tlsTimeout)
		defer cancel()
		if err := secure.HandshakeContext(bounded); err != nil {
			conn.Close() //nolint:errcheck // nothing was written
			if crawl.KindOf(err) == crawl.FailOther {
				err = &crawl.KindError{Kind: crawl.FailTLS, Err: err}
			}
			return nil, err
		}
		if secure.ConnectionState().NegotiatedProtocol == "h2" {
			return secure, nil
		}
		return &recorder{Conn: secure}, nil
	}
}
