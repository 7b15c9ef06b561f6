package fetch

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// nothings are coded bodies that decode to nothing for ever: a head, and a part that is
// repeated without end.
var nothings = map[string]struct{ head, part string }{
	// A skippable frame of 16 bytes (RFC 8878, 3.1.2).
	"zstd": {"", "\x50\x2a\x4d\x18\x10\x00\x00\x00................"},
	// A member that holds nothing (RFC 1952).
	"gzip": {"", gz("")},
	// Window of 64 KiB, and empty blocks of metadata (RFC 7932, 9.2).
	"br": {"\x0c", "\x06"},
	// The head of zlib, and empty stored blocks (RFC 1951, 3.2.4).
	"deflate": {"\x78\x01", "\x00\x00\x00\xff\xff"},
	// The same in another coding.
	"gzip, zstd": {"", zstdOf(strings.Repeat(gz(""), 5000))},
	"gzip, gzip": {"", gz(strings.Repeat(gz(""), 5000))},
}

func zstdOf(s string) string {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return ""
	}
	defer e.Close()
	return string(e.EncodeAll([]byte(s), nil))
}

// endlessly answers with a coded body until nobody reads it, and counts what it sends.
func endlessly(coding string, sent *atomic.Int64) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", coding)
		x := nothings[coding]
		part := []byte(strings.Repeat(x.part, 1+(64<<10)/len(x.part)))
		n, err := io.WriteString(w, x.head)
		for err == nil && r.Context().Err() == nil {
			sent.Add(int64(n))
			n, err = w.Write(part)
		}
	}
}

// TestNothingDecoded: of a body that decodes to nothing little is read, as a page and
// as robots.txt, whether or not it is kept for an archive.
func TestNothingDecoded(t *testing.T) {
	for coding := range nothings {
		for _, path := range []string{"/page", "/robots.txt"} {
			var sent atomic.Int64
			s, c := loopback(t, Options{KeepExchanges: true}, pages(map[string]http.HandlerFunc{path: endlessly(coding, &sent)}))
			begin := time.Now()
			_, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/page"})
			if !errors.Is(err, crawl.ErrTooLarge) || crawl.KindOf(err) != crawl.FailTooLarge {
				t.Errorf("%s as %s: %v", coding, path, err)
			}
			// The client has read 256 KiB, or of two codings 256 KiB between them; the
			// rest was in buffers of the kernel.
			if n := sent.Load(); n > 16<<20 || time.Since(begin) > slack {
				t.Errorf("%s as %s: %d bytes were sent in %v", coding, path, n, time.Since(begin))
			}
			s.CloseClientConnections()
		}
	}
}

// TestMuchForLittle: 9/8 of what is decoded, and 256 KiB, may be sent. Stored blocks of
// one byte take six on the wire.
func TestMuchForLittle(t *testing.T) {
	block := "\x00\x01\x00\xfe\xffx"
	for n, want := range map[int]error{1 << 10: nil, 40_000: nil, 60_000: crawl.ErrTooLarge} {
		wire := "\x78\x01" + strings.Repeat(block, n)
		_, _, err := Decode(http.Header{"Content-Encoding": {"deflate"}}, []byte(wire), 1<<20)
		// Without its end the stream is broken, but not too large.
		if want == nil && !errors.Is(err, crawl.ErrEncoding) || want != nil && !errors.Is(err, want) {
			t.Errorf("%d blocks: %v", n, err)
		}
	}
}

// TestWindows: what a decoder holds is bounded, and counted before it is allocated.
func TestWindows(t *testing.T) {
	for head, want := range map[byte]int64{
		0x0c: 1 << 16, // 0
		0x01: 1 << 17, // 000 000 1
		0x21: 1 << 10, // 010 000 1
		0x71: 1 << 15, // 111 000 1
		0x03: 1 << 18, // 001 1
		0x0b: 1 << 22, // 101 1, what most encoders write
		0x0f: 1 << 24, // 111 1, the largest
	} {
		if got := brotliWindow(head); got != want {
			t.Errorf("brotli %#x: %d, want %d", head, got, want)
		}
	}
	// A frame with a window of 1 GiB (RFC 8878, 3.1.1.1.2: exponent 20), and one whose
	// window grows in a second frame.
	small := zstdOf("words")
	for name, wire := range map[string]string{
		"1 GiB":          "\x28\xb5\x2f\xfd\x00\xa0\x01\x00\x00",
		"16 MiB, second": small + "\x28\xb5\x2f\xfd\x00\x70\x01\x00\x00",
	} {
		if _, _, err := Decode(http.Header{"Content-Encoding": {"zstd"}}, []byte(wire), 1<<20); !errors.Is(err, crawl.ErrEncoding) {
			t.Errorf("zstd %s: %v", name, err)
		}
	}
	if b, _, err := Decode(http.Header{"Content-Encoding": {"zstd"}}, []byte(small+small), 1<<20); err != nil || string(b) != "wordswords" {
		t.Errorf("two frames: %q %v", b, err)
	}
}

// TestCutShared: a connection of HTTP/2 is closed when a stream does not end.
func TestCutShared(t *testing.T) {
	here, there := net.Pipe()
	defer there.Close()
	h := &hop{ended: make(chan struct{})}
	h.trace.setWatched(&conn{Conn: here}, true)
	go h.cut()
	there.SetReadDeadline(time.Now().Add(slack)) //nolint:errcheck // of a pipe
	if _, err := there.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the connection: %v", err)
	}
	// A connection of HTTP/1 that works for another exchange now is left alone.
	here, there = net.Pipe()
	defer here.Close()
	defer there.Close()
	c := &conn{Conn: here}
	c.hop.Store(new(hop))
	h = &hop{ended: make(chan struct{})}
	h.trace.setWatched(c, false)
	h.cut()
	go here.Write([]byte("x")) //nolint:errcheck // the reader tells
	if _, err := there.Read(make([]byte, 1)); err != nil {
		t.Errorf("a connection of another exchange: %v", err)
	}
}
