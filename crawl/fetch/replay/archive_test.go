package replay

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/fetchtest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
)

// commonCrawl writes a WARC file of Common Crawl's shape: version 1.0, a gzip
// member per record, the fields of transfer and content coding renamed, errors
// and redirects kept like pages. Each answer is URL, head, body.
type commonCrawl struct {
	bytes.Buffer
	n int
}

func (c *commonCrawl) record(kind, url, contentType, block string, more ...string) {
	c.n++
	z := gzip.NewWriter(&c.Buffer)
	fmt.Fprintf(z, "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Date: 2024-07-26T08:%02d:%02dZ\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>\r\n",
		kind, c.n/60, c.n%60, c.n)
	fmt.Fprintf(z, "Content-Length: %d\r\nContent-Type: %s\r\n", len(block), contentType)
	if url != "" {
		fmt.Fprintf(z, "WARC-Warcinfo-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\nWARC-Target-URI: %s\r\n", url)
	}
	for _, m := range more {
		fmt.Fprintf(z, "%s\r\n", m)
	}
	fmt.Fprintf(z, "\r\n%s\r\n\r\n", block)
	z.Close()
}

func (c *commonCrawl) answer(url, head, body string, more ...string) {
	c.record("request", url, "application/http; msgtype=request", "GET / HTTP/1.1\r\nUser-Agent: CCBot/2.0 (https://commoncrawl.org/faq/)\r\nHost: x\r\n\r\n")
	c.record("response", url, "application/http; msgtype=response", strings.ReplaceAll(head, "\n", "\r\n")+"\r\n\r\n"+body,
		append(more, "WARC-Payload-Digest: "+warc.Digest([]byte(body)), "WARC-Identified-Payload-Type: text/html")...)
	c.record("metadata", url, "application/warc-fields", "fetchTimeMs: 99\r\n\r\n")
}

func gzipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

func crawlFile() *commonCrawl {
	c := &commonCrawl{}
	c.record("warcinfo", "", "application/warc-fields", "isPartOf: CC-MAIN-2024-30\r\nsoftware: Apache Nutch 1.19\r\n")
	c.answer("http://a.example/", "HTTP/1.1 200 OK\nContent-Type: text/html; charset=gbk\nX-Crawler-Content-Encoding: gzip\nX-Crawler-Transfer-Encoding: chunked\nContent-Length: 4\nETag: \"v1\"\nLast-Modified: Fri, 26 Jul 2024 00:00:00 GMT\nX-Robots-Tag: noindex\nX-Robots-Tag: nofollow", "\xcc\xa8\xb7\xe7")
	c.answer("http://a.example/moved", "HTTP/1.1 301 Moved Permanently\nLocation: /dir/", "")
	c.answer("http://a.example/dir/", "HTTP/1.1 200 OK\nContent-Type: text/html", "<title>two</title>")
	c.answer("http://a.example/gone", "HTTP/1.1 404 Not Found\nContent-Type: text/html", "<h1>gone</h1>")
	c.answer("http://a.example/loop", "HTTP/1.1 302 Found\nLocation: http://a.example/loop2", "")
	c.answer("http://a.example/loop2", "HTTP/1.1 302 Found\nLocation: http://a.example/loop", "")
	c.answer("http://a.example/pic", "HTTP/1.1 200 OK\nContent-Type: image/png", "\x89PNG")
	c.answer("http://a.example/cut", "HTTP/1.1 200 OK\nContent-Type: text/html", "<p>cut", "WARC-Truncated: length")
	c.answer("<http://a.example/brackets>", "HTTP/1.0 200\nContent-Type: text/html\nno field\n: none", "<p>brackets")
	c.answer("http://a.example/gzip", "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Encoding: gzip", gzipped("<p>zipped"))
	c.answer("http://a.example/undone", "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Encoding: gzip", "<p>undone before")
	c.answer("http://a.example/chunked", "HTTP/1.1 200 OK\nContent-Type: text/html\nTransfer-Encoding: chunked", "4;x=y\r\n<p>c\r\n5\r\nhunks\r\n0\r\n\r\n")
	c.answer("http://a.example/unchunked", "HTTP/1.1 200 OK\nContent-Type: text/html\nTransfer-Encoding: chunked", "<p>no chunks")
	c.answer("https://s.example/x", "HTTP/2 200\ncontent-type: text/html", "<p>secure")
	c.answer("http://a.example/twice?utm_source=x", "HTTP/1.1 200 OK\nContent-Type: text/html", "<p>old")
	c.answer("http://a.example/twice", "HTTP/1.1 200 OK\nContent-Type: text/html", "<p>new")
	c.record("response", "dns:a.example", "text/dns", "20240726 a.example. 60 IN A 192.0.2.1")
	c.record("response", "http://a.example/broken", "application/http; msgtype=response", "not HTTP at all")
	head := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: none\r\n\r\n"
	profile := "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/"
	c.record("revisit", "http://a.example/same", "application/http; msgtype=response", head, profile+"identical-payload-digest",
		"WARC-Refers-To-Target-URI: http://a.example/dir/", fmt.Sprintf("WARC-Refers-To-Date: 2024-07-26T08:00:%02dZ", 9))
	c.record("revisit", "http://a.example/bydigest", "application/http; msgtype=response", head, profile+"identical-payload-digest",
		"WARC-Payload-Digest: "+warc.Digest([]byte("<title>two</title>")))
	c.record("revisit", "http://a.example/unmodified", "application/http; msgtype=response", "HTTP/1.1 304 Not Modified\r\n\r\n", profile+"server-not-modified",
		fmt.Sprintf("WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-%012d>", 9))
	c.record("revisit", "http://a.example/lost", "application/http; msgtype=response", "", profile+"identical-payload-digest",
		"WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	return c
}

func warcWeb(t *testing.T) *Archive {
	t.Helper()
	name := filepath.Join(t.TempDir(), "CC-MAIN-20240726.warc.gz")
	if err := os.WriteFile(name, crawlFile().Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	a, err := OpenArchive(name)
	if err != nil {
		t.Fatal(err)
	}
	if f := a.Faults(); len(f) != 0 {
		t.Fatal(f)
	}
	return a
}

func TestArchiveFetch(t *testing.T) {
	a := warcWeb(t)
	for _, x := range []struct {
		url, final string
		status     int
		body       string
	}{
		{"http://A.example:80/#top", "http://a.example/", 200, "\xcc\xa8\xb7\xe7"},
		{"http://a.example/moved", "http://a.example/dir/", 200, "<title>two</title>"},
		{"http://a.example/gone", "http://a.example/gone", 404, ""},
		{"http://a.example/never", "http://a.example/never", 404, ""},
		{"http://a.example/brackets", "http://a.example/brackets", 200, "<p>brackets"},
		{"http://a.example/gzip", "http://a.example/gzip", 200, "<p>zipped"},
		{"http://a.example/undone", "http://a.example/undone", 200, "<p>undone before"},
		{"http://a.example/chunked", "http://a.example/chunked", 200, "<p>chunks"},
		{"http://a.example/unchunked", "http://a.example/unchunked", 200, "<p>no chunks"},
		{"https://s.example/x", "https://s.example/x", 200, "<p>secure"},
		{"http://s.example/x", "https://s.example/x", 200, "<p>secure"},
		{"http://a.example/twice", "http://a.example/twice", 200, "<p>new"},
		{"http://a.example/same", "http://a.example/same", 200, "<title>two</title>"},
		{"http://a.example/bydigest", "http://a.example/bydigest", 200, "<title>two</title>"},
		{"http://a.example/unmodified", "http://a.example/unmodified", 200, "<title>two</title>"},
	} {
		r, err := a.Fetch(t.Context(), crawl.Request{URL: x.url})
		if err != nil {
			t.Error(err)
			continue
		}
		if r.Final != x.final || r.Status != x.status || string(r.Body) != x.body || r.Truncated {
			t.Errorf("%s: final %s, status %d, truncated %v, %q", x.url, r.Final, r.Status, r.Truncated, r.Body)
		}
	}
	r, err := a.Fetch(t.Context(), crawl.Request{URL: "http://a.example/"})
	if err != nil {
		t.Fatal(err)
	}
	if r.ContentType != "text/html; charset=gbk" || r.ETag != `"v1"` || r.LastModified != "Fri, 26 Jul 2024 00:00:00 GMT" ||
		r.RobotsTag != "noindex\nnofollow" || !r.FetchedAt.Equal(time.Date(2024, 7, 26, 8, 0, 3, 0, time.UTC)) || r.Exchanges != nil {
		t.Errorf("%+v", r)
	}
	if r, err := a.Fetch(t.Context(), crawl.Request{URL: "http://a.example/cut"}); err != nil || !r.Truncated || string(r.Body) != "<p>cut" {
		t.Errorf("%+v, %v", r, err)
	}
	for url, want := range map[string]error{"http://a.example/loop": crawl.ErrRedirects, "http://a.example/pic": crawl.ErrContentType, "http://a.example/broken": nil, "http://a.example/lost": nil} {
		if _, err := a.Fetch(t.Context(), crawl.Request{URL: url}); err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestArchiveExam(t *testing.T) {
	fetchtest.Run(t, warcWeb(t), fetchtest.Web{
		Page: "http://a.example/dir/", Text: "two", Moved: "http://a.example/moved", Missing: "http://a.example/gone",
		Loop: "http://a.example/loop", Picture: "http://a.example/pic",
	})
}

func TestArchiveExchanges(t *testing.T) {
	a := warcWeb(t)
	a.KeepExchanges = true
	r, err := a.Fetch(t.Context(), crawl.Request{URL: "http://a.example/moved"})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Exchanges) != 2 || r.Exchanges[0].URL != "http://a.example/moved" || string(r.Exchanges[1].Body) != "<title>two</title>" ||
		!strings.HasPrefix(string(r.Exchanges[0].Head), "HTTP/1.1 301 Moved Permanently\r\nLocation: /dir/\r\n\r\n") {
		t.Errorf("%+v", r.Exchanges)
	}
}

// A file that ends within a record is good up to there.
func TestArchiveTorn(t *testing.T) {
	whole := crawlFile().Bytes()
	dir := t.TempDir()
	for name, content := range map[string][]byte{"a.warc.gz": whole[:len(whole)-5], "b.warc.gz": []byte("<html>"), "c.txt": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a, err := OpenArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	if f := fmt.Sprint(a.Faults()); len(a.Faults()) != 2 || !strings.Contains(f, "a.warc.gz: warc: record at byte") || !strings.Contains(f, "b.warc.gz: warc: record at byte 0: it begins with") {
		t.Error(f)
	}
	if r, err := a.Fetch(t.Context(), crawl.Request{URL: "http://a.example/dir/"}); err != nil || r.Status != 200 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestOpenArchiveErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	var plain bytes.Buffer
	z, err := gzip.NewReader(crawlFile())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plain.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ name, want string }{
		{filepath.Join(dir, "none.warc"), "no such file"},
		{write("empty.warc", ""), "no answer of a web server stands in"},
		{write("html.warc", "<html>"), "record at byte 0: it begins with"},
		{t.TempDir(), "no file that ends in .warc or .warc.gz"},
	} {
		if _, err := OpenArchive(x.name); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	// The same records without compression, compressed as a whole, or several to a
	// member, are read like others; what had to be unpacked for that goes with Close.
	t.Setenv("TMPDIR", t.TempDir())
	left := func() int {
		names, _ := filepath.Glob(filepath.Join(os.TempDir(), "*"))
		return len(names)
	}
	whole := gzipped(plain.String())
	for _, x := range []struct {
		name   string
		faults int
	}{
		{write("plain.warc", plain.String()), 0},
		{write("whole.warc.gz", whole), 0},
		{write("mixed.warc.gz", crawlFile().String()+whole), 0},
		{write("cut.warc.gz", whole[:len(whole)-12]), 2},
	} {
		a, err := OpenArchive(x.name)
		if err != nil || a.Len() == 0 || len(a.Faults()) > x.faults || (x.faults > 0) != (len(a.Faults()) > 0) {
			t.Errorf("%s: %v, faults %v", x.name, err, a.Faults())
			continue
		}
		want, err := OpenArchive(write("same.warc.gz", crawlFile().String()))
		if err != nil {
			t.Fatal(err)
		}
		for hash, s := range want.answers {
			e, kind, fault := want.exchangeAt(s) // one of them is no HTTP
			got, gotKind, err := a.exchangeAt(a.answers[hash])
			if x.faults == 0 && ((err == nil) != (fault == nil) || gotKind != kind || !bytes.Equal(got.Body, e.Body)) {
				t.Errorf("%s: %s: %v, %s of %d bytes, want %s of %d", x.name, e.URL, err, gotKind, len(got.Body), kind, len(e.Body))
			}
		}
		if err := a.Close(); err != nil || left() != 0 {
			t.Errorf("%s: %v, %d files left", x.name, err, left())
		}
	}
}
