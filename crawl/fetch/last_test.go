package fetch

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestLast: the connection is not kept after the page of a host of which nothing else waits, if many
// hosts are known; after its robots.txt it is kept.
func TestLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := map[string]bool{}
		_, c := newWorld(t, Options{}, map[string]http.HandlerFunc{"a.example": func(w http.ResponseWriter, r *http.Request) {
			closed[r.URL.Path] = r.Close
			if r.URL.Path == "/robots.txt" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<p>storm")
		}})
		fetch := func(path string, last bool) {
			t.Helper()
			if _, err := c.Fetch(t.Context(), crawl.Request{URL: "http://a.example" + path, Last: last}); err != nil {
				t.Fatal(err)
			}
		}
		fetch("/few", true)
		for i := range manyOrigins {
			c.robots.origins.find(fmt.Sprintf("http://h%d.example", i))
		}
		c.robots.origins.drop("http://a.example")
		c.robots.origins.find("http://one-more.example")
		fetch("/last", true)
		fetch("/not-last", false)
		for path, want := range map[string]bool{"/robots.txt": false, "/few": false, "/last": true, "/not-last": false} {
			if got, asked := closed[path]; got != want || !asked {
				t.Errorf("%s: closed %v, asked %v; want closed %v", path, got, asked, want)
			}
		}
	})
}
