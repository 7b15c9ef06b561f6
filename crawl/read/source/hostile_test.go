package source_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/filter"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/crawl/read/source"
)

// site is a web of several hosts on loopback.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int
	serve map[string]func(w http.ResponseWriter) // by host and path
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked[r.Host+r.URL.Path]++
	s.mu.Unlock()
	if f := s.serve[r.Host+r.URL.Path]; f != nil {
		f(w)
		return
	}
	if r.URL.Path == "/robots.txt" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<title>%s</title><p>A page with some words.", r.URL.Path)
}

func body(kind, text string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, text) //nolint:errcheck
	}
}

type reader struct{}

func (reader) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) { return page.Parse(r) }

func gz(t *testing.T, parts ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for _, p := range parts {
		if _, err := io.WriteString(z, p); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestHostileSources is row 12 of the design's table: sitemaps and feeds that
// mean harm are served on loopback, named by robots.txt and by a page; what a
// source may not do it cannot, its visit says why, and the crawl goes on.
func TestHostileSources(t *testing.T) {
	const host, good = "maps.example", "<url><loc>http://maps.example/good%d</loc></url>"
	blanks := strings.Repeat(" ", 1<<20)
	var bomb []string
	bomb = append(bomb, "<urlset>", fmt.Sprintf(good, 1))
	for range 200 {
		bomb = append(bomb, blanks)
	}
	var million strings.Builder
	million.WriteString("<urlset>")
	for i := range 1_000_000 / 20 * 3 {
		fmt.Fprintf(&million, "<url><loc>http://maps.example/many/%d</loc></url>", i)
	}
	sources := map[string]struct{ kind, text, err string }{
		"/bomb.xml.gz":     {"application/x-gzip", gz(t, append(bomb, fmt.Sprintf(good, 99))...), ""},
		"/twice.xml.gz":    {"application/x-gzip", gz(t, gz(t, "<urlset>"+fmt.Sprintf(good, 98))), "not a text page"},
		"/entities.xml":    {"text/xml", `<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><urlset><url><loc>/&b;</loc></url></urlset>`, "entities"},
		"/external.xml":    {"text/xml", `<!DOCTYPE x [<!ENTITY a SYSTEM "http://maps.example/secret">]><urlset><url><loc>/&a;</loc></url></urlset>`, "entities"},
		"/many.xml":        {"text/xml", million.String(), ""},
		"/loop.xml":        {"text/xml", `<sitemapindex><sitemap><loc>/loop.xml</loc></sitemap><sitemap><loc>/loop2.xml</loc></sitemap></sitemapindex>`, ""},
		"/loop2.xml":       {"text/xml", `<sitemapindex><sitemap><loc>/loop.xml</loc></sitemap><sitemap><loc>/loop3.xml</loc></sitemap></sitemapindex>`, ""},
		"/loop3.xml":       {"text/xml", `<sitemapindex><sitemap><loc>/loop4.xml</loc></sitemap><sitemap><loc>/loop.xml</loc></sitemap></sitemapindex>`, ""},
		"/elsewhere.xml":   {"text/xml", "<urlset>" + fmt.Sprintf(good, 2) + "<url><loc>http://victim.example/</loc></url><url><loc>http://127.0.0.1:1/</loc></url></urlset>", ""},
		"/nested.xml":      {"text/xml", "<urlset>" + fmt.Sprintf(good, 3) + strings.Repeat("<a>", 500_000), ""},
		"/feed-nested.xml": {"application/rss+xml", `<rss version="2.0"><channel>` + strings.Repeat("<x:y>", 500_000), "nested too deeply"},
		"/feed-lol.xml":    {"application/atom+xml", `<!DOCTYPE x [<!ENTITY a "lol">]><feed xmlns="http://www.w3.org/2005/Atom"><title>&a;</title></feed>`, "entities"},
		"/endless.xml":     {"text/xml", "<urlset>" + fmt.Sprintf(good, 4) + "<url><loc>http://maps.example/" + strings.Repeat("x", 5<<20), ""},
		"/html.xml":        {"text/html", "<title>no sitemap</title><a href=/good5>5</a>", ""},
	}
	s := &site{asked: map[string]int{}, serve: map[string]func(http.ResponseWriter){}}
	var robots, feeds strings.Builder
	paths := slices.Sorted(maps.Keys(sources))
	// The longest comes last, or its pages would use up the budget.
	paths = append(slices.DeleteFunc(paths, func(p string) bool { return p == "/many.xml" }), "/many.xml")
	for _, path := range paths {
		x := sources[path]
		s.serve[host+path] = body(x.kind, x.text)
		switch {
		case strings.HasPrefix(path, "/feed"):
			fmt.Fprintf(&feeds, `<link rel=alternate type="application/rss+xml" href=%q>`, path)
		case path != "/loop2.xml" && path != "/loop3.xml":
			fmt.Fprintf(&robots, "Sitemap: http://%s%s\n", host, path)
		}
	}
	s.serve[host+"/robots.txt"] = body("text/plain", robots.String())
	s.serve[host+"/"] = body("text/html", "<title>start</title>"+feeds.String()+"<p>A page with some words.")
	s.Server = httptest.NewServer(s)
	defer s.Close()

	client, err := fetch.New(fetch.Options{Polite: polite.Options{Delay: -1}, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, s.Listener.Addr().String())
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	seeds := []crawl.Link{{URL: "http://" + host + "/", Host: host}}
	st := new(state.Memory)
	e := &engine.Engine{
		Fetcher: client, Pacer: client.Pacer(), Reader: &source.Reader{Pages: reader{}}, Filter: filter.New(filter.Options{}),
		Strategy: strategy.NewChain(strategy.NewBreadthFirst(), strategy.NewSources(strategy.SourceParams{Every: 1})), State: st,
		Logger: slog.New(slog.DiscardHandler), Options: engine.Options{Workers: 1, MaxPages: 60, Deterministic: true},
	}
	if _, err := e.Run(t.Context(), seeds); err != nil {
		t.Fatal(err)
	}
	visits := map[string]*crawl.Visit{}
	if err := st.Visits(func(v *crawl.Visit) error {
		visits[strings.TrimPrefix(v.Choice.URL, "http://"+host)] = v
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for path, x := range sources {
		switch v := visits[path]; {
		case v == nil:
			t.Errorf("%s was not asked for", path)
		case x.err == "" && v.Page == nil, x.err != "" && !strings.Contains(v.Failure.Text, x.err):
			t.Errorf("%s: %q, want %q", path, v.Failure.Text, x.err)
		case x.err == "" && v.Source() != (path != "/html.xml"):
			t.Errorf("%s: a source: %v", path, v.Source())
		case path == "/many.xml" && v.LinkCount > source.MaxEntries:
			t.Errorf("%s: %d links", path, v.LinkCount)
		}
	}
	for _, path := range []string{"/good1", "/good2", "/good3", "/good4", "/good5", "/many/0"} {
		if v := visits[path]; v == nil || !v.OK() {
			t.Errorf("%s was not recorded: the crawl did not go on", path)
		}
	}
	for _, path := range []string{"/good98", "/good99", "/loop4.xml", "/secret"} {
		if visits[path] != nil || s.asked[host+path] != 0 {
			t.Errorf("%s was asked for", path)
		}
	}
	for key, n := range s.asked {
		if !strings.HasPrefix(key, host) || n > 1 {
			t.Errorf("%s was asked for %d times", key, n)
		}
	}
}
