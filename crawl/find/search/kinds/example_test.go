package kinds_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

// A program asks a SearXNG of its own. Here a server of one answer stands in for it.
func Example() {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"query": %q, "results": [{"url": "https://weather.example.org/9", "title": "台风登陆"}], "unresponsive_engines": []}`, r.URL.Query().Get("q"))
	}))
	defer srv.Close()
	dir, err := os.MkdirTemp("", "asked")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir) //nolint:errcheck // an example
	chosen, err := search.Resolve("searxng="+srv.URL, "program", nil, kinds.All())
	if err != nil {
		fmt.Println(err)
		return
	}
	sources, err := search.Open(chosen, search.Deps{Kinds: kinds.All(), Dir: dir, UserAgent: "example/1.0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer sources.Close() //nolint:errcheck // an example
	for _, s := range sources.All() {
		a, err := s.Ask(context.Background(), search.Query{Text: "台风 登陆", Lang: "zh-Hans"})
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, l := range a.Links {
			fmt.Println(s.Kind(), l.URL, l.Text)
		}
	}
	// Output: searxng https://weather.example.org/9 台风登陆
}
