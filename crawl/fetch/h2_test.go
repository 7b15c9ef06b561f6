package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// framed is an HTTP/2 server over TLS on loopback whose answers are frames of a test's
// making. robots.txt does not exist there.
type framed struct {
	net.Conn
	*http2.Framer
	ctx     context.Context
	id      uint32      // of the stream of the request
	writing *sync.Mutex // held by one answer at a time: a Framer takes one writer
}

// head writes a head of the given fields.
func (f *framed) head(id uint32, end bool, fields ...string) error {
	var b bytes.Buffer
	enc := hpack.NewEncoder(&b)
	for i := 0; i+1 < len(fields); i += 2 {
		enc.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]}) //nolint:errcheck // into memory
	}
	return f.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: b.Bytes(), EndStream: end, EndHeaders: true})
}

// newFramed returns the URL of a server that gives every request to answer. A server
// that is deaf reads nothing while answer works; others are read as usual.
func newFramed(t *testing.T, deaf bool, answer func(*framed)) string {
	t.Helper()
	// httptest makes the certificate.
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	config := s.TLS.Clone()
	s.Close()
	config.NextProtos = []string{"h2"}
	l, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.(*tls.Conn).NetConn().(*net.TCPConn).SetReadBuffer(1) //nolint:errcheck // a small one is quicker
			wg.Go(func() {
				defer c.(*tls.Conn).NetConn().Close()
				defer context.AfterFunc(ctx, func() { c.(*tls.Conn).NetConn().Close() })()
				f := &framed{Conn: c, Framer: http2.NewFramer(c, c), ctx: ctx, writing: new(sync.Mutex)}
				f.serve(&wg, deaf, answer)
			})
		}
	})
	t.Cleanup(func() { cancel(); l.Close(); wg.Wait() })
	return "https://" + l.Addr().String() + "/"
}

func (f *framed) serve(wg *sync.WaitGroup, deaf bool, answer func(*framed)) {
	if _, err := io.CopyN(io.Discard, f.Conn, int64(len(http2.ClientPreface))); err != nil {
		return
	}
	f.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	if f.WriteSettings() != nil {
		return
	}
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			return
		}
		h, ok := frame.(*http2.MetaHeadersFrame)
		if !ok {
			continue
		}
		if h.PseudoValue("path") == "/robots.txt" {
			f.writing.Lock()
			err := f.head(h.StreamID, true, ":status", "404")
			f.writing.Unlock()
			if err != nil {
				return
			}
			continue
		}
		g := *f
		g.id = h.StreamID
		if deaf {
			answer(&g)
			<-f.ctx.Done()
			return
		}
		wg.Go(func() {
			g.writing.Lock()
			defer g.writing.Unlock()
			answer(&g)
		})
	}
}

// again does f without end, with a pause before each.
func (f *framed) again(pause time.Duration, do func() error) {
	for f.ctx.Err() == nil && do() == nil {
		select {
		case <-f.ctx.Done():
		case <-time.After(pause):
		}
	}
}

// TestServersThatHoldHTTP2: the same over HTTP/2, where a connection has many streams.
func TestServersThatHoldHTTP2(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name   string
		deaf   bool
		answer func(*framed)
		want   []crawl.FailureKind
	}{
		{"101", false, func(f *framed) { f.head(f.id, false, ":status", "101") }, []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol, crawl.FailStatus}},
		{"103 without end", false, func(f *framed) {
			f.again(10*time.Millisecond, func() error { return f.head(f.id, false, ":status", "103", "link", "</a>") })
		}, []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol}},
		{"no head", false, func(*framed) {}, []crawl.FailureKind{crawl.FailTimeout}},
		{"no body", false, func(f *framed) { f.head(f.id, false, ":status", "200", "content-type", "text/html") }, []crawl.FailureKind{crawl.FailTimeout}},
		{"a byte at a time", false, func(f *framed) {
			f.head(f.id, false, ":status", "200", "content-type", "text/html")
			f.again(20*time.Millisecond, func() error { return f.WriteData(f.id, false, []byte("x")) })
		}, []crawl.FailureKind{crawl.FailTimeout}},
		{"empty frames", false, func(f *framed) {
			f.head(f.id, false, ":status", "200", "content-type", "text/html")
			f.again(0, func() error { return f.WriteData(f.id, false, nil) })
		}, []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol, crawl.FailClosed}},
		{"a window update of zero", false, func(f *framed) {
			// The framer writes none, as RFC 9113, 6.9 forbids it.
			f.WriteRawFrame(http2.FrameWindowUpdate, 0, f.id, []byte{0, 0, 0, 0})
		}, []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol, crawl.FailClosed}},
		{"a window too large", false, func(f *framed) {
			f.WriteWindowUpdate(f.id, 1<<31-1) //nolint:errcheck // the client may have gone
		}, []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol, crawl.FailClosed}},
		{"a window too large for a body", false, func(f *framed) {
			f.head(f.id, false, ":status", "200", "content-type", "text/html") //nolint:errcheck // the client may have gone
			f.WriteData(f.id, false, []byte("typhoon"))                        //nolint:errcheck
			f.WriteWindowUpdate(f.id, 1<<31-1)                                 //nolint:errcheck
		}, []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol, crawl.FailClosed}},
		{"trailers without end", false, func(f *framed) {
			f.head(f.id, false, ":status", "200", "content-type", "text/html")
			f.again(10*time.Millisecond, func() error { return f.head(f.id, false, "x", "y") })
		}, []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol, crawl.FailClosed}},
		{"header fragments without end", false, func(f *framed) {
			f.WriteHeaders(http2.HeadersFrameParam{StreamID: f.id, BlockFragment: []byte{0x88}}) //nolint:errcheck
			f.again(0, func() error { return f.WriteContinuation(f.id, false, nil) })
		}, []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol, crawl.FailClosed}},
		{"pings to one that is not heard", true, func(f *framed) {
			f.again(0, func() error { return f.WritePing(false, [8]byte{}) })
		}, []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol, crawl.FailClosed}},
	} {
		for _, keep := range []bool{false, true} {
			t.Run(x.name, func(t *testing.T) {
				t.Parallel()
				url := newFramed(t, x.deaf, x.answer)
				trust := &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}
				// What a server does not read is soon too much.
				dial := func(ctx context.Context, network, address string) (net.Conn, error) {
					c, err := new(net.Dialer).DialContext(ctx, network, address)
					if err == nil {
						err = c.(*net.TCPConn).SetWriteBuffer(1)
					}
					return c, err
				}
				c := impatient(t, Options{Timeout: time.Second, KeepExchanges: keep, DialContext: dial})
				c.transport.TLSClientConfig = trust
				within(t, t.Context(), c, "timeout", url, time.Second+slack, x.want...)
				patient := impatient(t, Options{Timeout: time.Hour, KeepExchanges: keep, DialContext: dial})
				patient.transport.TLSClientConfig = trust.Clone()
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(300*time.Millisecond, cancel)
				defer cancel()
				err := within(t, ctx, patient, "cancelled", url, slack, append(x.want, crawl.FailCanceled)...)
				if crawl.KindOf(err) == crawl.FailCanceled && !errors.Is(err, context.Canceled) {
					t.Errorf("cancelled: %v", err)
				}
			})
		}
	}
}

// TestOneRetry: of the requests that net/http sends again by itself, past the pacer,
// one is let through.
func TestOneRetry(t *testing.T) {
	for name, answer := range map[string]func(*framed){
		"GOAWAY": func(f *framed) {
			f.WriteGoAway(0, http2.ErrCodeNo, nil) //nolint:errcheck // the client may have gone
			f.Conn.(*tls.Conn).NetConn().Close()   //nolint:errcheck // it ends anyway
		},
		"refused": func(f *framed) { f.WriteRSTStream(f.id, http2.ErrCodeRefusedStream) }, //nolint:errcheck // the client may have gone
	} {
		for _, keep := range []bool{false, true} {
			t.Run(fmt.Sprint(name, keep), func(t *testing.T) {
				t.Parallel()
				var asked atomic.Int32
				url := newFramed(t, false, func(f *framed) { asked.Add(1); answer(f) })
				c := impatient(t, Options{Timeout: time.Hour, KeepExchanges: keep})
				c.transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}
				within(t, t.Context(), c, name, url, slack, crawl.FailClosed)
				if n := asked.Load(); n != maxConns {
					t.Errorf("%d requests, want %d", n, maxConns)
				}
			})
		}
	}
}

// TestStuckTransport: what one server does to net/http does not hold the requests to
// others, nor the next one to the same.
func TestStuckTransport(t *testing.T) {
	t.Parallel()
	var bad atomic.Bool
	bad.Store(true)
	url := newFramed(t, false, func(f *framed) {
		if bad.Load() {
			f.WriteWindowUpdate(f.id, 1<<31-1) //nolint:errcheck // the client may have gone
			return
		}
		f.head(f.id, false, ":status", "200", "content-type", "text/html") //nolint:errcheck // the test fails then
		f.WriteData(f.id, true, []byte("typhoon"))                         //nolint:errcheck
	})
	c := impatient(t, Options{Timeout: 2 * time.Second})
	c.transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}
	within(t, t.Context(), c, "stuck", url, 2*time.Second+abandonGrace+slack, crawl.FailTimeout, crawl.FailProtocol, crawl.FailClosed)
	bad.Store(false)
	for range 2 {
		r, err := c.Fetch(t.Context(), crawl.Request{URL: url})
		if err != nil || string(r.Body) != "typhoon" {
			t.Fatalf("%v, %v", r, err)
		}
	}
	c.Close() // returns
}
