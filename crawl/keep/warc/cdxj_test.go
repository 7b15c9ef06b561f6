package warc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestSURT: what the Internet Archive's surt 0.3.1 (PyPI) makes of these.
func TestSURT(t *testing.T) {
	id := "0123456789abcdef0123456789abcdef"
	for address, want := range map[string]string{
		"http://www.example.com/":                           "com,example)/",
		"http://example.com":                                "com,example)/",
		"http://EXAMPLE.com./x":                             "com,example)/x",
		"https://example.com:443/Foo/Bar/?b=2&a=1":          "com,example)/foo/bar?a=1&b=2",
		"http://example.com:8080/x":                         "com,example:8080)/x",
		"http://user@www2.example.com/a":                    "com,example)/a",
		"http://www.www.com/":                               "com,www)/",
		"http://www.com/x":                                  "com)/x",
		"http://localhost/x":                                "localhost)/x",
		"http://127.0.0.1:8080/info":                        "1,0,0,127:8080)/info",
		"http://[2001:db8::1]/x":                            "2001:db8::1)/x",
		"http://xn--fiq228c.example.com/":                   "com,example,xn--fiq228c)/",
		"http://example.com/%E5%8F%B0%E9%A3%8E?q=%E9%9B%A8": "com,example)/%e5%8f%b0%e9%a3%8e?q=%e9%9b%a8",
		"http://example.com/a%20b?x=a+b&y=%26":              "com,example)/a%20b?&x=a+b&y=",
		"http://example.com/a//b/../c":                      "com,example)/a/c",
		"http://example.com/%2525":                          "com,example)/%25",
		"http://example.com/x%23y":                          "com,example)/x%23y",
		"http://example.com/?":                              "com,example)/",
		"http://example.com/foo/?":                          "com,example)/foo",
		"http://example.com/?b&a&a=1&c=":                    "com,example)/?a&a=1&b&c=",
		"http://example.com/?a=1&&b":                        "com,example)/?&a=1&b",
		"http://example.com/?a=1&A=0":                       "com,example)/?a=0&a=1",
		"http://example.com/?sid=" + id + "&x=1":            "com,example)/?x=1",
		"http://example.com/?PHPSESSID=" + id:               "com,example)/",
		"http://example.com/?x=1&ASPSESSIONIDAQBSDSRT=EOHBLBDDPFCLHKPGGKLILNAM": "com,example)/?&x=1",
		"http://example.com/?cfid=1169&cftoken=29708062":                        "com,example)/",
		"http://example.com/a;jsessionid=" + id + "?x=1":                        "com,example)/a;jsessionid=" + id + "?x=1",
		"http://example.com/~a!$'()*,;:@":                                       "com,example)/~a!$'()*,;:@",
		"dns:example.com":                                                       "dns:example.com",
	} {
		if got := SURT(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// TestIndex: every answer of a folder has a line, in the order of bytes, that
// leads to it and to nothing else.
func TestIndex(t *testing.T) {
	dir := t.TempDir()
	v := openArchiver(t, dir, nil, Options{MaxSize: 3000, Keep: func(*crawl.Visit) Parts { return Answer | Robots }})
	for i := range 12 {
		x := answer(i+1, fmt.Sprintf("http://%c.example/%d?b=台风", 'c'-i%3, i), pageBody(i%10)) // two are repeated
		if i == 0 {
			x.Robots = answer(0, "http://c.example/robots.txt", "User-agent: *").Response.Exchanges
		}
		keep(t, v, x)
	}
	ok(t, v.Close())
	// The last file as a crawl that goes on leaves it, and what is not ours.
	names := warcs(t, dir)
	last, err := os.OpenFile(names[len(names)-1], os.O_APPEND|os.O_WRONLY, 0)
	ok(t, err)
	_, err = last.Write([]byte{0x1f, 0x8b, 8, 0, 0})
	ok(t, err)
	ok(t, last.Close())
	ok(t, os.WriteFile(filepath.Join(dir, "other.warc.gz"), []byte("x"), 0o600))

	f, err := OpenFolder(dir)
	ok(t, err)
	defer f.Close()
	var out bytes.Buffer
	n, err := f.Index(&out)
	lines := strings.SplitAfter(strings.TrimSuffix(out.String(), "\n"), "\n")
	if err != nil || n != 13 || len(lines) != n || len(names) < 3 || !slices.IsSorted(lines) {
		t.Fatalf("%d lines of %d files, %d said, %v:\n%s", len(lines), len(names), n, err, &out)
	}
	revisits := 0
	for _, line := range lines {
		key, rest, _ := strings.Cut(line, " ")
		stamp, text, _ := strings.Cut(rest, " ")
		var c cdx
		ok(t, json.Unmarshal([]byte(text), &c))
		if _, err := time.Parse("20060102150405", stamp); err != nil || key != SURT(c.URL) {
			t.Errorf("%s: %v", line, err)
		}
		if c.MIME == mimeRevisit {
			revisits++
		} else if c.MIME != "text/html" || c.Status != "200" || !strings.HasPrefix(c.Digest, "sha1:") {
			t.Errorf("%s", line)
		}
		offset, _ := strconv.ParseInt(c.Offset, 10, 64)
		length, _ := strconv.ParseInt(c.Length, 10, 64)
		file, err := os.Open(filepath.Join(dir, c.Filename))
		ok(t, err)
		defer file.Close()
		r := NewStrictReader(io.NewSectionReader(file, offset, length))
		rec, err := r.Next()
		ok(t, err)
		if rec.Header.URI(FieldTargetURI) != c.URL || rec.Type() == TypeRequest {
			t.Errorf("%s leads to %v", line, rec.Header)
		}
		if _, err := r.Next(); err != io.EOF || r.End() != length {
			t.Errorf("%s: %d bytes, %v", line, r.End(), err)
		}
	}
	if revisits != 2 {
		t.Errorf("%d revisits", revisits)
	}
}

func FuzzSURT(f *testing.F) {
	f.Add("http://www.example.com:80/%25%32%35/?b&a=%0a#x")
	f.Add("http://[::1]/%")
	f.Fuzz(func(t *testing.T, address string) {
		if key := SURT(address); strings.HasPrefix(address, "http://") && key != address && strings.ContainsAny(key, "\n\r\t ") {
			t.Errorf("%q: %q", address, key)
		}
	})
}
