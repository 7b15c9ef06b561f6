package node

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// TestRedirectAskedOnce: an address that leads to a page of the same part does not let it be
// asked for again, whether that is being asked for or recorded.
func TestRedirectAskedOnce(t *testing.T) {
	t.Parallel()
	w := serveWeb(t, 1, 9)
	led := make(chan struct{})
	var target int
	w.Config.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.Host + r.URL.Path {
		case "b.example/page":
			w.mu.Lock()
			target++
			w.mu.Unlock()
			select {
			case <-led: // the first one is answered when it was led to once
			case <-r.Context().Done():
			}
			rw.Header().Set("Content-Type", "text/html")
			rw.Write([]byte(`<title>Typhoon</title><p>A typhoon came. <a href="http://c.example/late">typhoon later</a>`)) //nolint:errcheck // the client notices
		case "a.example/early":
			http.Redirect(rw, r, "http://b.example/page", http.StatusFound)
			close(led)
		case "c.example/late":
			http.Redirect(rw, r, "http://b.example/page", http.StatusFound)
		default:
			http.NotFound(rw, r)
		}
	})
	server := new(brokertest.MemoryServer)
	dir := filepath.Join(t.TempDir(), "n")
	o := w.options(t, dir, "n", 1, 1)
	n := start(t, server.Open(), o, 0)
	var links []crawl.Link
	for _, u := range []string{"http://b.example/page", "http://a.example/early"} {
		l, err := seed.Link(u)
		if err != nil {
			t.Fatal(err)
		}
		links = append(links, l)
	}
	b := server.Open()
	beginFrom(t, b, o, 0, links)
	if reason := untilOver(t, b, 1); reason != exhausted {
		t.Errorf("over: %s", reason)
	}
	n.end(t)
	if got := pagesIn(t, filepath.Join(dir, "parts", "000")); target != 1 || len(got) != 1 || got["http://b.example/page"] != 1 {
		t.Errorf("the page was asked for %d times: %v", target, got)
	}
}
