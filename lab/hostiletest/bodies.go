package hostiletest

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// zipped is a gzip member.
func zipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text) //nolint:errcheck // a buffer
	z.Close()               //nolint:errcheck // a buffer
	return b.String()
}

// Bombs are made when they are first asked for: 64 MB of spaces in a gzip member
// and in a deflate stream, 256 MB of them in a brotli stream.
var (
	gzipBomb    = sync.OnceValue(func() string { return zipped(strings.Repeat(" ", 64<<20)) })
	deflateBomb = sync.OnceValue(func() string {
		var b bytes.Buffer
		z, err := flate.NewWriter(&b, 1)
		if err != nil {
			return ""
		}
		pour(z, " ", 256<<20)
		z.Close() //nolint:errcheck // a buffer
		return b.String()
	})
	brotliBomb = sync.OnceValue(func() string {
		var b bytes.Buffer
		z := brotli.NewWriterLevel(&b, 1)
		pour(z, " ", 256<<20)
		z.Close() //nolint:errcheck // a buffer
		return b.String()
	})
)

// A Zstandard frame by hand (RFC 8878): its head with a window of 8 MB, a block
// that repeats a space 128 kB times, and a frame to be skipped.
const (
	zstdHead = "\x28\xb5\x2f\xfd\x00\x68"
	zstdRLE  = "\x02\x00\x10 "
	zstdSkip = "\x50\x2a\x4d\x18\x00\x00\x00\x00"
)

// bodies attack in the codings of bodies.
func bodies() []Site {
	// coded is a body with a Content-Encoding: first, then again without end if
	// there is any.
	coded := func(coding string, first func() string, again string) func(*Host) http.Handler {
		return handle(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Encoding", coding)
			io.WriteString(w, first()) //nolint:errcheck // the client may have gone
			if again != "" {
				pour(w, again, -1)
			}
		})
	}
	text := func(s string) func() string { return func() string { return s } }
	nested := sync.OnceValue(func() string {
		body := begin
		for range 30 {
			body = zipped(body)
		}
		return body
	})
	bombInBomb := sync.OnceValue(func() string { return zipped(gzipBomb()) })
	paths := []string{"/1", "/2", "/3"}
	return []Site{
		{Name: "gzip-bomb", What: "64 MB of spaces in 64 kB, member after member", Seeds: paths, Short: true, HTTP: handle(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "text/html")
			pour(w, zipped(begin)+gzipBomb(), -1)
		})},
		{Name: "brotli-bomb", What: "256 MB of spaces in some hundred bytes", Seeds: paths, HTTP: coded("br", func() string { return brotliBomb() }, "")},
		{Name: "deflate-bomb", What: "256 MB of spaces as raw deflate", Seeds: paths, HTTP: coded("deflate", func() string { return deflateBomb() }, "")},
		{Name: "zstd-bomb", What: "blocks of 128 kB in four bytes, without end", Seeds: paths, Short: true, HTTP: coded("zstd", text(zstdHead), zstdRLE)},
		{Name: "zstd-window", What: "a window of 3.75 TB, of 2 GB, of 512 MB", Seeds: paths, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "zstd")
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "\x28\xb5\x2f\xfd\x00"+[]string{"\xff", "\xa8", "\x98"}[h.Count.Add(1)%3]) //nolint:errcheck // the client may have gone
			pour(w, zstdRLE, 1<<14)
		})},
		{Name: "zstd-skippable", What: "frames to be skipped, without end", HTTP: coded("zstd", text(""), zstdSkip)},
		{Name: "zstd-empty-blocks", What: "empty blocks without end", HTTP: coded("zstd", text(zstdHead), "\x00\x00\x00")},
		{Name: "zstd-skip-4gb", What: "a frame to be skipped of 4 GB", HTTP: coded("zstd", text("\x50\x2a\x4d\x18\xff\xff\xff\xff"), story)},
		{Name: "gzip-empty-members", What: "empty gzip members without end", HTTP: coded("gzip", text(""), zipped(""))},
		{Name: "gzip-name", What: "a file name without end in the head of gzip", HTTP: coded("gzip", text("\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"), "storm")},
		{Name: "gzip-stored", What: "empty stored blocks without end", HTTP: coded("gzip", text("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"), "\x00\x00\x00\xff\xff")},
		{Name: "brotli-empty", What: "empty metadata blocks of brotli without end", HTTP: coded("br", text("\x0c"), "\x06\x06\x06\x06")},
		{Name: "nested-codings", What: "gzip thirty times over", Seeds: paths, HTTP: coded(strings.TrimSuffix(strings.Repeat("gzip, ", 30), ", "), nested, "")},
		{Name: "bomb-in-bomb", What: "a bomb inside gzip", Seeds: paths, HTTP: coded("gzip, gzip", bombInBomb, "")},
		{Name: "codings-many", What: "100,000 names of codings", Seeds: paths, HTTP: coded(strings.TrimSuffix(strings.Repeat("gzip,", 100000), ","), text(zipped(begin)), "")},
		{Name: "coding-lie", What: "codings that the bodies do not have", Seeds: []string{"/1", "/2", "/3", "/4", "/5"}, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			coding := []string{"gzip", "br", "zstd", "deflate", "x-evil"}[h.Count.Add(1)%5]
			w.Header().Set("Content-Encoding", coding)
			html(w, strings.Repeat(story, 1000))
		})},
		{Name: "coding-hidden", What: "gzip that nothing announces, named text/html", Seeds: paths, HTTP: handle(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			pour(w, gzipBomb(), 200)
		})},
		{Name: "gzip-cut", What: "gzip that ends in the middle, with a wrong sum, with rubbish behind", Seeds: paths, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			z := zipped(begin + strings.Repeat(story, 100))
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, []string{z[:len(z)/2], z[:len(z)-8] + "\x00\x00\x00\x00\x00\x00\x00\x00", z + noise(1<<20)}[h.Count.Add(1)%3]) //nolint:errcheck // the client may have gone
		})},
		{Name: "endless", What: "HTML without end, as fast as it goes", Seeds: paths, HTTP: repeat("text/html", begin, "<p>"+story+"</p>", -1, "")},
		{Name: "endless-no-text", What: "line breaks without end", Seeds: paths, HTTP: repeat("text/html", begin, "\n", -1, "")},
		{Name: "endless-chunks", What: "chunks of one byte without end, as fast as it goes", Conn: asked(func(_ *Host, c net.Conn, _ *http.Request) {
			io.WriteString(c, head+"Transfer-Encoding: chunked\r\n\r\n") //nolint:errcheck // the client may have gone
			pour(c, "1\r\ns\r\n", -1)
		})},
		{Name: "gzip-drip", What: "a bomb of gzip, ten bytes a second", Hosts: many, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "text/html")
			drip(h, w, gzipBomb(), 100*time.Millisecond)
		})},
		{Name: "eight-megabytes", What: "pages of nearly the largest size that is read, each with links to more", HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			n := h.Count.Add(1)
			html(w, link(fmt.Sprintf("/%d", 2*n)), link(fmt.Sprintf("/%d", 2*n+1)))
			pour(w, fmt.Sprintf("<p>%d %s</p>", n, story), 8_000_000/(len(story)+12))
		})},
		{Name: "eight-hosts-8mb", What: "the largest pages from many hosts at once", Hosts: 16, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			n := h.Count.Add(1)
			html(w, link(fmt.Sprintf("/%d", 2*n)), link(fmt.Sprintf("/%d", 2*n+1)))
			pour(w, fmt.Sprintf("<p>%d %s</p>", n, story), 8_000_000/(len(story)+12))
		})},
	}
}
