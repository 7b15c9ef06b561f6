package replay

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/fetchtest"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// store writes a stored web; files are given as name, content.
func store(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t *testing.T, dir string) *Web {
	t.Helper()
	w, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

const index = "http://a.example/\tp1.html\ttext/html; charset=gbk\tlang:zh,topic:typhoon\n" +
	"\n" +
	"http://A.example:80/dir/\tp2.html\ttext/html\t\r\n" +
	"http://a.example/leaf\tp2.html\ttext/html\n" +
	"http://a.example/name.html\tp2.html\ttext/html\n" +
	"http://a.example/folder/index.html\tp2.html\ttext/html\n" +
	"http://a.example/台风?q=1&utm_source=x\tp2.html\ttext/html\n" +
	"https://s.example/x\tp2.html\ttext/html\n" +
	"http://a.example/pic\tp2.html\timage/png\n" +
	"http://a.example/bare\tp2.html\t\n" +
	"http://a.example/lost\tgone.html\ttext/html\n"

func testWeb(t *testing.T) *Web {
	return open(t, store(t, "index.tsv", index, "pages/p1.html", "\xcc\xa8\xb7\xe7", "pages/p2.html", "<title>two</title>",
		"aliases.tsv", "www.a.example a.example\nloop.example loop2.example\nloop2.example loop.example\n"))
}

func TestFetch(t *testing.T) {
	w := testWeb(t)
	w.Now = func() time.Time { return time.Date(2024, 7, 26, 8, 0, 0, 0, time.FixedZone("CST", 8*3600)) }
	const two = "<title>two</title>"
	for _, x := range []struct {
		url, final string
		status     int
		body       string
	}{
		{"http://a.example", "http://a.example/", 200, "\xcc\xa8\xb7\xe7"},
		{"HTTP://A.EXAMPLE:80/#x", "http://a.example/", 200, "\xcc\xa8\xb7\xe7"},
		{"http://a.example/index.html", "http://a.example/index.html", 200, "\xcc\xa8\xb7\xe7"},
		{"http://a.example/dir/", "http://a.example/dir/", 200, two},
		{"http://a.example/dir", "http://a.example/dir/", 200, two},
		{"http://a.example/leaf/", "http://a.example/leaf", 200, two},
		{"http://a.example/name", "http://a.example/name", 200, two},
		{"http://a.example/folder/", "http://a.example/folder/", 200, two},
		{"http://a.example/folder", "http://a.example/folder", 404, ""},
		{"http://a.example/%E5%8F%b0%e9%a3%8e?q=1", "http://a.example/%E5%8F%B0%E9%A3%8E?q=1", 200, two},
		{"http://a.example/台风", "http://a.example/%E5%8F%B0%E9%A3%8E", 404, ""},
		{"http://www.a.example/dir", "http://a.example/dir/", 200, two},
		{"http://s.example/x", "https://s.example/x", 200, two},
		{"https://a.example/leaf", "http://a.example/leaf", 200, two},
		{"http://b.example/", "http://b.example/", 404, ""},
		{"http://a.example/robots.txt", "http://a.example/robots.txt", 404, ""},
		{"http://a.example/../../etc/passwd", "http://a.example/etc/passwd", 404, ""},
		{"http://a.example/bare", "http://a.example/bare", 200, two},
	} {
		r, err := w.Fetch(t.Context(), crawl.Request{URL: x.url})
		if err != nil {
			t.Errorf("%s: %v", x.url, err)
			continue
		}
		if r.Final != x.final || r.Status != x.status || string(r.Body) != x.body || r.FetchedAt.Format(time.RFC3339) != "2024-07-26T00:00:00Z" {
			t.Errorf("%s: %+v", x.url, r)
		}
	}
	if r, _ := w.Fetch(t.Context(), crawl.Request{URL: "http://a.example/"}); r.ContentType != "text/html; charset=gbk" {
		t.Errorf("content type %q", r.ContentType)
	}
}

func TestExchanges(t *testing.T) {
	w := testWeb(t)
	w.KeepExchanges = true
	w.Now = func() time.Time { return time.Unix(9, 0).UTC() }
	for url, want := range map[string][]crawl.Exchange{
		"http://www.a.example/dir": {
			{URL: "http://www.a.example/dir", At: w.Now(), Head: []byte("HTTP/1.1 301 Moved Permanently\r\nLocation: http://a.example/dir\r\n\r\n")},
			{URL: "http://a.example/dir", At: w.Now(), Head: []byte("HTTP/1.1 301 Moved Permanently\r\nLocation: http://a.example/dir/\r\n\r\n")},
			{URL: "http://a.example/dir/", At: w.Now(), Head: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 18\r\n\r\n"), Body: []byte("<title>two</title>")},
		},
		"http://a.example/none": {{URL: "http://a.example/none", At: w.Now(), Head: []byte("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")}},
	} {
		r, err := w.Fetch(t.Context(), crawl.Request{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, r.Exchanges); d != "" {
			t.Error(d)
		}
	}
}

func TestFetchErrors(t *testing.T) {
	w := testWeb(t)
	for url, want := range map[string]error{
		"http://loop.example/":    crawl.ErrRedirects,
		"http://a.example/pic":    crawl.ErrContentType,
		"http://a.example/lost":   os.ErrNotExist,
		"ftp://a.example/":        nil,
		"http://a.example:99999/": nil,
	} {
		if _, err := w.Fetch(t.Context(), crawl.Request{URL: url}); err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v", url, err)
		}
	}
	if _, err := w.Fetch(t.Context(), crawl.Request{URL: "http://a.example/lost"}); !strings.Contains(err.Error(), "index.tsv:11:") {
		t.Errorf("%v does not name the line", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Fetch(ctx, crawl.Request{URL: "http://a.example/"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestExam(t *testing.T) {
	fetchtest.Run(t, testWeb(t), fetchtest.Web{
		Page: "http://a.example/dir/", Text: "two", Moved: "http://www.a.example/dir", Missing: "http://a.example/none",
		Loop: "http://loop.example/", Picture: "http://a.example/pic",
	})
}

func TestLabelsAndPages(t *testing.T) {
	w := testWeb(t)
	if l, ok := w.Labels("http://a.example"); !ok || !slices.Equal(l, []string{"lang:zh", "topic:typhoon"}) {
		t.Error(l, ok)
	}
	if l, ok := w.Labels("http://a.example/dir/"); !ok || len(l) != 0 {
		t.Error(l, ok)
	}
	for _, u := range []string{"http://a.example/dir", "http://b.example/", "::"} {
		if _, ok := w.Labels(u); ok {
			t.Errorf("%s has labels", u)
		}
	}
	pages := w.Pages()
	if len(pages) != 10 || pages[0] != "http://a.example/" || pages[5] != "http://a.example/%E5%8F%B0%E9%A3%8E?q=1" {
		t.Error(pages)
	}
	pages[0] = "x"
	if w.Pages()[0] == "x" {
		t.Error("Pages gives away its memory")
	}
}

func TestResolve(t *testing.T) {
	w := testWeb(t)
	for _, x := range []struct{ url, final, indexed string }{
		{"http://a.example/#top", "http://a.example/", "http://a.example/"},
		{"http://www.a.example/leaf", "http://a.example/leaf", "http://a.example/leaf"},
		{"http://a.example/leaf/", "http://a.example/leaf", "http://a.example/leaf"},
		{"http://a.example/name", "http://a.example/name", "http://a.example/name.html"},
		{"http://a.example/dir/index.html", "http://a.example/dir/index.html", "http://a.example/dir/"},
		{"http://a.example/no", "", ""},
		{"http://loop.example/", "", ""},
		{"mailto:x", "", ""},
	} {
		final, indexed, ok := w.Resolve(x.url)
		if final != x.final || indexed != x.indexed || ok != (x.final != "") {
			t.Errorf("%s: %q, %q, %v; want %q, %q", x.url, final, indexed, ok, x.final, x.indexed)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	const good = "http://a.example/\tp\ttext/html\n"
	for _, x := range []struct{ name, index, aliases, want string }{
		{"too few fields", good + "http://a.example/x\tp\n", "", "index.tsv:2: 2 fields"},
		{"too many fields", good + good + "a\tb\tc\td\te\n", "", "index.tsv:3: 5 fields"},
		{"no URL", "rubbish\tp\ttext/html\n", "", "index.tsv:1:"},
		{"spaces instead of tabs", "http://a.example/ p text/html\n", "", "index.tsv:1: 1 fields"},
		{"climbs out", "http://a.example/\t../secret\ttext/html\n", "", "index.tsv:1: file \"../secret\" is not inside"},
		{"climbs out from within", "http://a.example/\ta/../../secret\ttext/html\n", "", "index.tsv:1:"},
		{"absolute", "http://a.example/\t/etc/passwd\ttext/html\n", "", "index.tsv:1:"},
		{"no file", "http://a.example/\t\ttext/html\n", "", "index.tsv:1:"},
		{"many", strings.Repeat("rubbish\n", 1000), "", "(and 999 more lines are at fault)"},
		{"endless line", strings.Repeat("x", 2<<20), "", "index.tsv:1:"},
		{"NULs", strings.Repeat("\x00", 100), "", "index.tsv:1:"},
		{"alias alone", good, "a.example\n", "aliases.tsv:1: 1 fields"},
		{"alias is a path", good, "a.example b.example\nx/y z\n", "aliases.tsv:2:"},
	} {
		dir := store(t, "index.tsv", x.index, "pages/p", "", "aliases.tsv", x.aliases)
		_, err := Open(dir)
		if err == nil || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "index.tsv") {
		t.Errorf("empty folder: %v", err)
	}
	if _, err := Open(store(t, "index.tsv", good)); err == nil || !strings.Contains(err.Error(), "pages") {
		t.Errorf("no pages: %v", err)
	}
}

// TestSymlinkOut: a link inside of pages/ leads nowhere outside.
func TestSymlinkOut(t *testing.T) {
	dir := store(t, "index.tsv", "http://a.example/\tlink\ttext/html\n", "pages/p", "", "secret", "secret")
	if err := os.Symlink("../secret", filepath.Join(dir, "pages", "link")); err != nil {
		t.Skip(err)
	}
	if r, err := open(t, dir).Fetch(t.Context(), crawl.Request{URL: "http://a.example/"}); err == nil {
		t.Errorf("read %q", r.Body)
	}
}

func TestBigFileIsCut(t *testing.T) {
	w := open(t, store(t, "index.tsv", "http://a.example/\tp\ttext/html\n", "pages/p", strings.Repeat("x", maxBody+1)))
	if r, err := w.Fetch(t.Context(), crawl.Request{URL: "http://a.example/"}); err != nil || !r.Truncated || len(r.Body) != maxBody {
		t.Error(err)
	}
}

// TestOutside opens real stored webs and fetches every fiftieth page.
func TestOutside(t *testing.T) {
	for _, name := range []string{"wikispeedia-en", "hosts-dev", "cec-zh", "lohelp-zh", "encodings"} {
		t.Run(name, func(t *testing.T) {
			w := open(t, goldentest.Web(t, name))
			pages := w.Pages()
			for i := 0; i < len(pages); i += 50 {
				r, err := w.Fetch(t.Context(), crawl.Request{URL: pages[i]})
				if err != nil || r.Status != 200 || r.Final != pages[i] {
					t.Errorf("%s: %v", pages[i], err)
				}
			}
			t.Logf("%d pages", len(pages))
		})
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(index, "www.a.example a.example")
	f.Add("http://a.example/\t../x\ttext/html", "\x00")
	f.Fuzz(func(t *testing.T, index, aliases string) {
		w, err := Open(store(t, "index.tsv", index, "pages/p1.html", "x", "aliases.tsv", aliases))
		if err != nil {
			return
		}
		defer w.Close()
		for _, u := range w.Pages() {
			if r, err := w.Fetch(t.Context(), crawl.Request{URL: u}); err == nil && r.Status != 200 && len(w.aliases) == 0 {
				t.Errorf("%q: %d", u, r.Status)
			}
		}
	})
}
