package crawling

import (
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestHostileTraps is row 1 of the design's table, through the program: a site
// with traps of every kind, behind which good pages lie. The crawl ends by
// itself, says where it gave up, and has found what is good.
func TestHostileTraps(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := asked.Add(1)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		path := r.URL.Path
		if path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		if strings.HasPrefix(path, "/good/") {
			io.WriteString(w, page1("Typhoon "+path, storm, "")) //nolint:errcheck
			return
		}
		h := fnv.New32a()
		h.Write([]byte(r.RequestURI)) //nolint:errcheck // never fails
		k := h.Sum32()
		var links strings.Builder
		for i := range uint32(4) {
			fmt.Fprintf(&links, `<a href="/s/%x1/list">more</a> <a href="/shop?colour=%d&size=%d">shop</a> <a href="/plan/%d/%d/%d">day</a> `, k+i, k%97+i, k%89, 2000+k%900, k%12+1, i+1)
		}
		links.WriteString(`<a href="a/b/">deeper</a> <a href="/calendar/2024/05/18">18</a> <a href="/calendar/2024/05/19">19</a>`)
		if n%5 == 0 && n < 100 {
			fmt.Fprintf(&links, ` <a href="/good/%d">notice</a>`, n/5)
		}
		io.WriteString(w, page1("Shop", "Cut the leeks, melt the butter, add water and salt.", links.String())) //nolint:errcheck
	}))
	defer server.Close()
	out := t.TempDir()
	r := ontocrawl(t, "crawl", "--topic", "typhoon", "--allow-private", "--delay", "0", "--deterministic", "--workers", "1", "--max-pages", "20000",
		"--seeds", write(t, t.TempDir(), "seeds", server.URL+"/"), "--out", out)
	if r.code != 0 || !strings.Contains(r.out, "no link is left") {
		t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
	}
	text := readFile(t, out, "pages.jsonl")
	if n := strings.Count(text, server.URL+"/good/"); n < 10 {
		t.Errorf("%d good pages", n)
	}
	if n := asked.Load(); n > 5000 {
		t.Errorf("%d requests until it gave up", n)
	}
	for _, shape := range []string{"/s/", "/shop?", "/plan/"} {
		found := false
		for line := range strings.Lines(r.err) {
			found = found || strings.Contains(line, "trap: links come last") && strings.Contains(line, "URL pattern says nothing new") && strings.Contains(line, shape)
		}
		if !found {
			t.Errorf("nothing is said of %s:\n%.3000s", shape, r.err)
		}
	}
	if !strings.Contains(r.err, "trap: links are left") || !strings.Contains(r.out, "links left, trap: site says nothing new") {
		t.Errorf("nothing is said of the trap:\n%s%.3000s", r.out, r.err)
	}
	if strings.Contains(text, "/a/b/a/b/a/b/a/b/") {
		t.Error("a path that repeats itself was followed")
	}
	t.Logf("%d requests", asked.Load())
}
