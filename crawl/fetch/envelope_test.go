package fetch

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
)

// scripted is a server on loopback whose answers are bytes of a test's making.
// robots.txt does not exist there. It returns its URL.
func scripted(t *testing.T, answer func(ctx context.Context, conn net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				defer conn.Close()
				defer context.AfterFunc(ctx, func() { conn.Close() })()
				serveScript(ctx, conn, answer)
			})
		}
	})
	t.Cleanup(func() { cancel(); l.Close(); wg.Wait() })
	return "http://" + l.Addr().String() + "/"
}

func serveScript(ctx context.Context, conn net.Conn, answer func(context.Context, net.Conn)) {
	for in := bufio.NewReader(conn); ; {
		r, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		if r.URL.Path != "/robots.txt" {
			answer(ctx, conn)
			return
		}
		io.WriteString(conn, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") //nolint:errcheck
	}
}

// mute says head and then nothing, and keeps the connection.
func mute(head string) func(context.Context, net.Conn) {
	return func(ctx context.Context, conn net.Conn) {
		io.WriteString(conn, head) //nolint:errcheck
		<-ctx.Done()
	}
}

// repeat says head, and then part again and again, with a pause before each.
func repeat(head, part string, pause time.Duration) func(context.Context, net.Conn) {
	return func(ctx context.Context, conn net.Conn) {
		_, err := io.WriteString(conn, head)
		for err == nil {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
			_, err = io.WriteString(conn, part)
		}
	}
}

// impatient is a client for servers on loopback.
func impatient(t *testing.T, opt Options) *Client {
	t.Helper()
	opt.AllowPrivate, opt.Polite = true, polite.Options{Delay: -1}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// within fetches url and fails unless that ends in time with an error of the kind.
func within(t *testing.T, ctx context.Context, c *Client, name, url string, limit time.Duration, want ...crawl.FailureKind) error {
	t.Helper()
	type outcome struct {
		r   *crawl.Response
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		r, err := c.Fetch(ctx, crawl.Request{URL: url})
		done <- outcome{r, err}
	}()
	select {
	case o := <-done:
		if o.err == nil {
			t.Errorf("%s: status %d, %d bytes", name, o.r.Status, len(o.r.Body))
			return nil
		}
		for _, k := range want {
			if crawl.KindOf(o.err) == k {
				return o.err
			}
		}
		t.Errorf("%s: %v (%v), want %v", name, o.err, crawl.KindOf(o.err), want)
		return o.err
	case <-time.After(limit):
		t.Fatalf("%s: the fetch still holds its worker after %v", name, limit)
		return nil
	}
}

// slack is the time that a loaded machine may add to a limit in these tests.
const slack = 15 * time.Second

// TestServersThatHold: whatever a server does to an exchange, it ends when its time
// is over, and when the caller gives up.
func TestServersThatHold(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	for _, x := range []struct {
		name   string
		answer func(context.Context, net.Conn)
		want   []crawl.FailureKind
		early  bool // it ends at once
	}{
		{"101", mute("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"), []crawl.FailureKind{crawl.FailStatus}, true},
		{"101 and a stream", repeat("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", "x", time.Millisecond), []crawl.FailureKind{crawl.FailStatus}, true},
		{"100 without end", repeat("", "HTTP/1.1 100 Continue\r\n\r\n", 10*time.Millisecond), []crawl.FailureKind{crawl.FailTimeout}, false},
		{"102 without end", repeat("", "HTTP/1.1 102 Processing\r\n\r\n", 10*time.Millisecond), []crawl.FailureKind{crawl.FailTimeout}, false},
		{"103 without end", repeat("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 10*time.Millisecond), []crawl.FailureKind{crawl.FailTimeout}, false},
		{"103 in a flood", repeat("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 0), []crawl.FailureKind{crawl.FailProtocol, crawl.FailTimeout}, false},
		{"an answer to CONNECT", mute("HTTP/1.1 200 Connection established\r\n\r\n"), []crawl.FailureKind{crawl.FailTimeout}, false},
		{"no head", mute(""), []crawl.FailureKind{crawl.FailTimeout}, false},
		{"no body", mute(ok + "Content-Length: 10\r\n\r\n"), []crawl.FailureKind{crawl.FailTimeout}, false},
		{"a byte at a time", repeat(ok+"Content-Length: 1000000\r\n\r\n", "x", 20*time.Millisecond), []crawl.FailureKind{crawl.FailTimeout}, false},
		{"trailers without end", repeat(ok+"Transfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\n", "X: y\r\n", 10*time.Millisecond), []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol}, false},
		{"a flood of trailers", repeat(ok+"Transfer-Encoding: chunked\r\n\r\n0\r\n", "X: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n", 0), []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol}, false},
		{"a chunk extension without end", repeat(ok+"Transfer-Encoding: chunked\r\n\r\n1;", "x=y;", 0), []crawl.FailureKind{crawl.FailTimeout, crawl.FailProtocol}, false},
	} {
		for _, keep := range []bool{false, true} {
			t.Run(x.name, func(t *testing.T) {
				t.Parallel()
				url := scripted(t, x.answer)
				c := impatient(t, Options{Timeout: time.Second, KeepExchanges: keep})
				within(t, t.Context(), c, "timeout", url, time.Second+slack, x.want...)
				if x.early {
					return
				}
				patient := impatient(t, Options{Timeout: time.Hour, KeepExchanges: keep})
				ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				defer cancel()
				if err := within(t, ctx, patient, "cancelled", url, slack, crawl.FailTimeout, crawl.FailProtocol); err != nil && crawl.KindOf(err) == crawl.FailTimeout && !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("cancelled: %v", err)
				}
			})
		}
	}
}
