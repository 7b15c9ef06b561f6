package source_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/read/source"
)

// stopper ends a run after a number of visits.
type stopper struct {
	left int
	stop context.CancelFunc
}

func (s *stopper) Visited(*crawl.Visit) {
	if s.left--; s.left == 0 {
		s.stop()
	}
}

// listed is a web of three hosts, most of whose pages only sitemaps know of.
func listed() *site {
	s := &site{asked: map[string]int{}, serve: map[string]func(http.ResponseWriter){}}
	for h := range 3 {
		host := fmt.Sprintf("h%d.example", h)
		var index strings.Builder
		index.WriteString("<sitemapindex>")
		for m := range 3 {
			fmt.Fprintf(&index, "<sitemap><loc>/%d.xml</loc><lastmod>2024-0%d-01</lastmod></sitemap>", m, m+1)
			var set strings.Builder
			set.WriteString("<urlset>")
			for i := range 12 {
				fmt.Fprintf(&set, "<url><loc>/m%d/p%d</loc><lastmod>2024-01-%02d</lastmod></url>", m, i, 1+i*7%28)
			}
			s.serve[host+fmt.Sprintf("/%d.xml", m)] = body("text/xml", set.String()+"</urlset>")
		}
		s.serve[host+"/index.xml"] = body("text/xml", index.String()+"</sitemapindex>")
		s.serve[host+"/robots.txt"] = body("text/plain", "Sitemap: http://"+host+"/index.xml\n")
		s.serve[host+"/"] = body("text/html", fmt.Sprintf("<title>home</title><p>words and words<form action=/find><input name=q></form><a href=/tags>tags</a><a href='http://h%d.example/'>next</a><a href=/gone>g</a>", (h+1)%3))
		s.serve[host+"/find"] = body("text/html", "<title>found</title><a href=/found/1>1</a><a href=/found/2>2</a>")
		s.serve[host+"/gone"] = func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }
	}
	s.Server = httptest.NewServer(s)
	return s
}

// TestResume: a crawl that lives on sitemaps and searches and is stopped again and again goes
// the way of one that was not, and asks for nothing twice.
func TestResume(t *testing.T) {
	words := func(string) []string { return []string{"台风", "storm", "flood"} }
	run := func(s *site, dir string, stops ...int) (trail []string, res engine.Result) {
		t.Helper()
		for i := 0; ; i++ {
			client, err := fetch.New(fetch.Options{Polite: polite.Options{Delay: -1}, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, s.Listener.Addr().String())
			}})
			if err != nil {
				t.Fatal(err)
			}
			st, err := state.Open(dir, state.Options{Logger: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			tabu, err := strategy.NewTabu(strategy.Params{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			end := &stopper{stop: stop}
			if i < len(stops) {
				end.left = stops[i]
			}
			e := &engine.Engine{
				Fetcher: client, Pacer: client.Pacer(), Reader: &search.SiteReader{Pages: &source.Reader{Pages: reader{}}, Words: words}, State: st, Observers: []crawl.Observer{end}, Logger: slog.New(slog.DiscardHandler),
				Strategy: strategy.NewChain(tabu, strategy.NewTrapGuard(strategy.TrapGuardParams{Patience: 15}), strategy.NewSources(strategy.SourceParams{Every: 4})),
				Options:  engine.Options{Workers: 3, MaxPages: 1000, Deterministic: true},
			}
			res, err = e.Run(ctx, []crawl.Link{{URL: "http://h0.example/", Host: "h0.example"}, {URL: "http://h1.example/index.xml", Host: "h1.example", Kind: crawl.LinkSitemap}})
			stop()
			if err != nil {
				t.Fatal(err)
			}
			if res.Stopped.Finished() {
				if err := st.Visits(func(v *crawl.Visit) error { trail = append(trail, v.Choice.URL); return nil }); err != nil {
					t.Fatal(err)
				}
			}
			client.Close()
			if err := st.Close(); err != nil {
				t.Fatal(err)
			}
			if res.Stopped.Finished() {
				return trail, res
			}
		}
	}
	calm := listed()
	defer calm.Close()
	want, res := run(calm, t.TempDir())
	if res.Sources < 12 || res.Pages < 50 {
		t.Fatalf("%+v", res)
	}
	for _, url := range []string{"http://h0.example/find?q=%E5%8F%B0%E9%A3%8E", "http://h0.example/found/1", "http://h0.example/tags"} {
		if !slices.Contains(want, url) {
			t.Errorf("%s was not asked for", url)
		}
	}
	if slices.Contains(want, "http://h0.example/find?q=flood") {
		t.Error("a search that lists the same twice was asked again")
	}
	rough := listed()
	defer rough.Close()
	got, again := run(rough, t.TempDir(), 1, 1, 2, 3, 5, 8, 13, 21)
	if !slices.Equal(got, want) {
		t.Errorf("went another way:\n%s\nwant\n%s", strings.Join(got, " "), strings.Join(want, " "))
	}
	if again.Sources != res.Sources || again.Pages != res.Pages || again.Failures != res.Failures {
		t.Errorf("%+v, want %+v", again, res)
	}
	seen := map[string]bool{}
	for _, url := range got {
		if seen[url] {
			t.Errorf("%s twice", url)
		}
		seen[url] = true
	}
}
