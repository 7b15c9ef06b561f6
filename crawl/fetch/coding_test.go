package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// packed codes what r holds.
func packed(t testing.TB, coding string, r io.Reader) string {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w, _ = gzip.NewWriterLevel(&b, gzip.BestSpeed)
	case "deflate":
		w, _ = zlib.NewWriterLevel(&b, zlib.BestSpeed)
	case "raw deflate":
		w, _ = flate.NewWriter(&b, flate.BestSpeed)
	case "br":
		w = brotli.NewWriterLevel(&b, 2)
	case "zstd":
		w, _ = zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
	default:
		t.Fatalf("coding %q", coding)
	}
	if _, err := io.Copy(w, r); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestEncodings(t *testing.T) {
	const text = "<title>台风 typhoon</title>"
	in := func(coding, s string) string { return packed(t, coding, strings.NewReader(s)) }
	for _, x := range []struct {
		name, coding, body string
		ok                 bool
	}{
		{"identity", "identity", text, true},
		{"gzip", "gzip", gz(text), true},
		{"x-gzip, upper case", "X-GZIP", gz(text), true},
		{"two gzip members", "gzip", gz(text[:9]) + gz(text[9:]), true},
		{"deflate by the book", "deflate", in("deflate", text), true},
		{"deflate as sent", "deflate", in("raw deflate", text), true},
		{"brotli", "br", in("br", text), true},
		{"zstd", "zstd", in("zstd", text), true},
		{"two zstd frames", "zstd", in("zstd", text[:9]) + in("zstd", text[9:]), true},
		{"gzip in gzip", "gzip, gzip", gz(gz(text)), true},
		{"zstd in br", "zstd, br", in("br", in("zstd", text)), true},
		{"three gzips", "gzip,gzip,gzip", gz(gz(gz(text))), false},
		{"gzip that is none", "gzip", text, false},
		{"gzip cut short", "gzip", gz(text)[:20], false},
		{"brotli that is none", "br", text, false},
		{"brotli cut short", "br", in("br", text)[:20], false},
		{"zstd that is none", "zstd", text, false},
		{"zstd cut short", "zstd", in("zstd", text)[:20], false},
		{"zstd with a window of 1 GiB", "zstd", "\x28\xb5\x2f\xfd\x00\xa0\x01\x00\x00", false},
		{"compress, not asked for", "compress", text, false},
	} {
		s, c := loopback(t, Options{}, pages(map[string]http.HandlerFunc{"/x": answer("text/html", x.body, "Content-Encoding", x.coding)}))
		r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"})
		if (err == nil) != x.ok || err == nil && string(r.Body) != text {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	for _, coding := range []string{"gzip", "deflate", "br", "zstd", "gzip, br"} {
		s, c := loopback(t, Options{}, pages(map[string]http.HandlerFunc{"/x": answer("text/html", "", "Content-Encoding", coding)}))
		if r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"}); err != nil || len(r.Body) != 0 {
			t.Errorf("empty body said to be %s: %v", coding, err)
		}
	}
}

func TestBodyLimit(t *testing.T) {
	page := strings.Repeat("0123456789", 1000)
	for _, x := range []struct {
		limit int64
		want  int
		cut   bool
	}{{9999, 9999, true}, {10000, 10000, false}, {10001, 10000, false}} {
		for _, coding := range []string{"identity", "gzip", "br", "zstd"} {
			body := page
			if coding != "identity" {
				body = packed(t, coding, strings.NewReader(page))
			}
			s, c := loopback(t, Options{MaxBody: x.limit}, pages(map[string]http.HandlerFunc{"/x": answer("text/html", body, "Content-Encoding", coding)}))
			r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"})
			if err != nil || len(r.Body) != x.want || r.Truncated != x.cut || string(r.Body) != page[:x.want] {
				t.Errorf("limit %d, %s: %d bytes, cut %v, %v", x.limit, coding, len(r.Body), r.Truncated, err)
			}
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestBomb: zeros that would be 64 to 200 MB are given up after about one,
// whatever they are packed in.
func TestBomb(t *testing.T) {
	bomb := packed(t, "gzip", io.LimitReader(zeros{}, 200<<20))
	bodies := map[string]string{"gzip": bomb, "gzip, gzip": gz(bomb)}
	for _, coding := range []string{"deflate", "br", "zstd"} {
		bodies[coding] = packed(t, coding, io.LimitReader(zeros{}, 64<<20))
	}
	for coding, body := range bodies {
		s, c := loopback(t, Options{}, pages(map[string]http.HandlerFunc{"/x": answer("text/html", body, "Content-Encoding", coding)}))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"})
		runtime.ReadMemStats(&after)
		if !errors.Is(err, crawl.ErrTooLarge) {
			t.Errorf("%s of %d bytes: %v", coding, len(body), err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 24<<20 {
			t.Errorf("%s: %d bytes were allocated", coding, used)
		}
	}
	s, c := loopback(t, Options{}, pages(map[string]http.HandlerFunc{
		"/robots.txt": answer("text/plain", bomb, "Content-Encoding", "gzip"),
	}))
	// Only 500 KiB of it are looked at, and they forbid nothing.
	if r, err := c.Fetch(t.Context(), crawl.Request{URL: s.URL + "/x"}); err != nil || r.Status != 404 {
		t.Errorf("a bomb as robots.txt: %v", err)
	}
}

// FuzzDecode: no coded body makes more than the limit, or panics; the bytes kept of the
// wire equal the bytes sent.
func FuzzDecode(f *testing.F) {
	const text = "台风 typhoon typhoon typhoon"
	for _, coding := range []string{"gzip", "deflate", "br", "zstd"} {
		f.Add(coding, []byte(packed(f, coding, strings.NewReader(text))))
	}
	f.Add("gzip,br", []byte(packed(f, "br", strings.NewReader(gz(text)))))
	f.Add("deflate", []byte(packed(f, "raw deflate", strings.NewReader(text))))
	f.Add("identity, ,IDENTITY", []byte(text))
	f.Add("x-gzip", []byte{})
	p := new(reuse) // what one body leaves must not be seen in the next
	f.Fuzz(func(t *testing.T, coding string, wire []byte) {
		const limit = 4096
		r := &http.Response{Header: http.Header{"Content-Encoding": {coding}}, Body: io.NopCloser(bytes.NewReader(wire)), ContentLength: int64(len(wire))}
		c, err := p.readBody(t.Context(), r, nil, bounds{limit: limit, keep: true})
		if len(c.body) > limit || c.cut && len(c.body) != limit {
			t.Errorf("%q: %d bytes, cut %v", coding, len(c.body), c.cut)
		}
		r.Body = io.NopCloser(bytes.NewReader(wire))
		if fresh, _ := new(reuse).readBody(t.Context(), r, nil, bounds{limit: limit, keep: true}); !bytes.Equal(fresh.body, c.body) || fresh.cut != c.cut {
			t.Errorf("%q: %q, alone %q", coding, c.body, fresh.body)
		}
		if err == nil && !c.cut && !bytes.Equal(c.raw, wire) {
			t.Errorf("%q: kept %d bytes of %d", coding, len(c.raw), len(wire))
		}
		if !bytes.HasPrefix(wire, c.raw) {
			t.Errorf("%q: what is kept was not sent", coding)
		}
	})
}

// TestLargeBodies: a body that no buffer is kept for is read without a copy at the end, and
// takes little more room than it has bytes; one that is short gets its own.
func TestLargeBodies(t *testing.T) {
	for size, most := range map[int]int{
		100:      100,
		600_000:  600_000,
		2 << 20:  4 << 20,
		5 << 20:  8<<20 + 4096,
		8 << 20:  8<<20 + 4096,
		20 << 20: 8<<20 + 4096, // cut
	} {
		long := bytes.Repeat([]byte("0123456789abcdef"), (size+15)/16)[:size]
		r := &http.Response{Body: io.NopCloser(bytes.NewReader(long)), ContentLength: -1, Header: http.Header{}}
		c, err := new(reuse).readBody(t.Context(), r, nil, bounds{limit: DefaultMaxBody})
		want := long[:min(size, DefaultMaxBody)]
		if err != nil || !bytes.Equal(c.body, want) || c.cut != (size > DefaultMaxBody) {
			t.Errorf("%d bytes: %d, cut %v, %v", size, len(c.body), c.cut, err)
		}
		if n := cap(c.body); n > most+most/8 {
			t.Errorf("%d bytes take room for %d, want %d at most", size, n, most)
		}
	}
}
