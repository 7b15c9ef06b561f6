package plan

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// manySites serves sites s0.example, s1.example, ... of pages each. A page links to the next
// one of its site, and the first one to the first pages of two other sites.
func manySites(t *testing.T, sites, pages int) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		var site, page int
		if _, err := fmt.Sscanf(r.Host+r.URL.Path, "s%d.example/p%d", &site, &page); err != nil || page >= pages || site >= sites {
			http.NotFound(rw, r)
			return
		}
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(rw, "<title>Typhoon report %d of site %d</title><p>Report %d-%d about the typhoon number %d, which came to the coast in the year %d with rain and wind.", page, site, site, page, site*pages+page, 1000+(site*31+page*7)%1000)
		fmt.Fprintf(rw, `<p><a href="/p%d">the next typhoon</a>`, page+1)
		if page == 0 {
			for _, to := range []int{2*site + 1, 2*site + 2} {
				fmt.Fprintf(rw, `<p><a href="http://s%d.example/p0">typhoon of %d</a>`, to, to)
			}
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// liveAfter is the heap that lives when a crawl of all pages has ended and is not closed yet.
func liveAfter(t *testing.T, sites, pages int) (live float64, fetched int) {
	t.Helper()
	web := manySites(t, sites, pages)
	typhoon, err := topic.Resolve(t.Context(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	first, err := seed.Link("http://s0.example/p0")
	if err != nil {
		t.Fatal(err)
	}
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, web.Listener.Addr().String())
	}
	spec := session.Spec{
		Topic: typhoon, Judge: session.Judge{Segmenter: "trie"}, Folder: session.Folder{Dir: t.TempDir(), Archive: session.ArchiveNone},
		Strategy: session.Strategy{Patience: -1}, Logger: slog.New(slog.DiscardHandler),
		Fetch:   session.Fetch{Options: fetch.Options{DialContext: dial, Polite: polite.Options{Delay: time.Millisecond}}},
		Options: engine.Options{Workers: 16},
	}
	spec.Seeds = append(spec.Seeds, first)
	s, err := session.Open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Run(t.Context())
	web.Close()
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return float64(m.HeapAlloc), res.Pages
}

// TestSites measures what a site and a fetched page take in memory, with all that a crawl
// knows of them: turns, robots.txt, accounts, duplicates, judge. The memory of a page
// includes urlMemory.
//
//	ONTOCRAWL_LONG=1 go test ./crawl/share/plan -run TestSites -v
func TestSites(t *testing.T) {
	if os.Getenv("ONTOCRAWL_LONG") != "1" {
		t.Skip("ONTOCRAWL_LONG=1: ten thousand pages over loopback")
	}
	few, n := liveAfter(t, 30, 100)
	more, n2 := liveAfter(t, 30, 200)
	many, n3 := liveAfter(t, 3000, 1)
	t.Logf("%d, %d and %d pages; %.1f, %.1f and %.1f MB", n, n2, n3, few/1e6, more/1e6, many/1e6)
	page := (more - few) / float64(n2-n)
	site := (many - few - page*float64(n3-n)) / 2970
	t.Logf("a page takes %.0f bytes, a site %.0f", page, site)
}
