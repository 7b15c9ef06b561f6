package crawling

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// listedSite has pages that only its sitemap and its feed know of.
type listedSite struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func newListedSite(t *testing.T) *listedSite {
	s := new(listedSite)
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *listedSite) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, r.URL.Path)
	s.mu.Unlock()
	kind, body := "text/html; charset=utf-8", ""
	switch path := r.URL.Path; {
	case path == "/robots.txt":
		kind, body = "text/plain", "User-agent: *\nDisallow: /secret\nSitemap: "+s.URL+"/maps/index.xml\n"
	case path == "/":
		body = `<link rel="alternate" type="application/rss+xml" href="/rss">` + page1("Typhoon news", "A typhoon is a tropical cyclone.", "")
	case path == "/maps/index.xml":
		kind, body = "application/xml", "<sitemapindex><sitemap><loc>"+s.URL+"/maps/1.xml.gz</loc></sitemap></sitemapindex>"
	case path == "/maps/1.xml.gz":
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		fmt.Fprintf(z, "<urlset>%s<url><loc>http://elsewhere.test/</loc></url><url><loc>%[2]s/secret</loc></url></urlset>",
			strings.Repeat("<url><loc>"+s.URL+"/listed/1?a=1&b=2</loc></url>", 3), s.URL)
		z.Close() //nolint:errcheck // to memory
		kind, body = "application/x-gzip", b.String()
	case path == "/rss":
		kind, body = "application/rss+xml", `<rss version="2.0"><channel><title>News</title><item><link>/fed/1</link><title>Typhoon Gaemi</title></item></channel></rss>`
	case strings.HasPrefix(path, "/listed/"), strings.HasPrefix(path, "/fed/"):
		body = page1("Typhoon "+path, "The typhoon "+path+" made landfall; the typhoon brought a storm surge.", "")
	default:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	io.WriteString(w, body) //nolint:errcheck
}

// has reports whether pages.jsonl of a run holds a path.
func has(t *testing.T, dir, path string) bool {
	return strings.Contains(readFile(t, dir, "pages.jsonl"), path+`"`)
}

func TestCrawlSources(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name        string
		args        func(s *listedSite) []string
		listed, fed bool
	}{
		{"auto", func(s *listedSite) []string { return []string{"--seeds", write(t, t.TempDir(), "s", s.URL+"/")} }, true, true},
		{"none", func(s *listedSite) []string {
			return []string{"--sitemaps", "none", "--seeds", write(t, t.TempDir(), "s", s.URL+"/")}
		}, false, false},
		{"a sitemap alone", func(s *listedSite) []string {
			return []string{"--sitemaps", "none", "--sitemap", s.URL + "/maps/index.xml"}
		}, true, false},
		{"a feed alone", func(s *listedSite) []string { return []string{"--sitemaps", "none", "--feed", s.URL + "/rss"} }, false, true},
		{"a feed among the seeds", func(s *listedSite) []string {
			return []string{"--sitemaps", "none", "--seeds", write(t, t.TempDir(), "s", s.URL+"/rss")}
		}, false, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			s, out := newListedSite(t), t.TempDir()
			r := ontocrawl(t, append([]string{"crawl", "--topic", "typhoon", "--allow-private", "--delay", "0", "--deterministic", "--out", out}, x.args(s)...)...)
			if r.code != 0 {
				t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
			}
			if has(t, out, "/listed/1?a=1&b=2") != x.listed || has(t, out, "/fed/1") != x.fed {
				t.Errorf("pages:\n%s", readFile(t, out, "pages.jsonl"))
			}
			for _, source := range []string{"/maps/index.xml", "/maps/1.xml.gz", "/rss"} {
				if strings.Contains(readFile(t, out, "pages.jsonl"), `"url":"`+s.URL+source) {
					t.Errorf("%s stands among the pages", source)
				}
			}
			for _, path := range s.asked {
				if path == "/secret" {
					t.Error("what robots.txt forbids was asked for")
				}
			}
			if again := ontocrawl(t, append([]string{"crawl", "--topic", "typhoon", "--allow-private", "--delay", "0", "--deterministic", "--out", out}, x.args(s)...)...); again.code != 0 {
				t.Errorf("again: exit %d\n%s", again.code, again.err)
			}
		})
	}
	for _, bad := range []string{"--sitemap=ftp://a.example/s.xml", "--feed=a b", "--sitemaps=all"} {
		if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--out", t.TempDir(), bad); r.code != cli.ExitUsage {
			t.Errorf("%s: exit %d\n%s", bad, r.code, r.err)
		}
	}
}

// TestCrawlSiteSearch: a page that only the site's own search lists is found, unless the
// setting or robots.txt says otherwise. The answers are no pages.
func TestCrawlSiteSearch(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, robots string
		args         []string
		found        bool
	}{
		{"on", "", nil, true},
		{"off", "", []string{"--site-search", "off"}, false},
		{"robots.txt", "User-agent: *\nDisallow: /find\n", nil, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			var mu sync.Mutex
			asked := map[string]int{}
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				asked[r.URL.Path]++
				mu.Unlock()
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				switch path := r.URL.Path; {
				case path == "/robots.txt":
					io.WriteString(w, x.robots) //nolint:errcheck
				case path == "/":
					io.WriteString(w, `<form action="/find" role="search"><input name="q"></form>`+page1("Typhoon news", "A typhoon is a tropical cyclone.", "")) //nolint:errcheck
				case path == "/find":
					fmt.Fprintf(w, `<title>Search</title><main><a href="/hidden/%s">Typhoon %[1]s</a></main>`, r.URL.Query().Get("q"))
				case path == "/hidden/typhoon":
					io.WriteString(w, page1("Typhoon Gaemi", "The typhoon made landfall; the typhoon brought a storm surge.", "")) //nolint:errcheck
				default:
					http.NotFound(w, r)
				}
			}))
			defer s.Close()
			out := t.TempDir()
			args := append([]string{"crawl", "--topic", "typhoon", "--allow-private", "--delay", "0", "--deterministic", "--out", out, "--seeds", write(t, t.TempDir(), "s", s.URL+"/")}, x.args...)
			for range 2 { // the second time it is resumed, and finished
				if r := ontocrawl(t, args...); r.code != 0 {
					t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
				}
			}
			pages := readFile(t, out, "pages.jsonl")
			if strings.Contains(pages, s.URL+"/hidden/typhoon\"") != x.found || strings.Contains(pages, `"url":"`+s.URL+"/find") {
				t.Errorf("pages:\n%s", pages)
			}
			if n := asked["/find"]; (n > 0) != x.found || n > 8 {
				t.Errorf("the search was asked %d times", n)
			}
		})
	}
}
