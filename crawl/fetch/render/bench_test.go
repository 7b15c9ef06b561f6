package render_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/render"
)

// BenchmarkFetch tells what a page of 20 kB costs plain and through the browser:
// its script brings data and makes a list of links of them. Tabs are used one at
// a time; on an idle machine two bring nearly twice as many pages.
func BenchmarkFetch(b *testing.B) {
	text := strings.Repeat("<p>台风于凌晨登陆，风暴潮淹没港口。</p>", 400)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			http.NotFound(w, r)
		case "/data.json":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `[1,2,3,4,5,6,7,8,9,10]`)
		case "/app.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `fetch("/data.json").then(r => r.json()).then(d => { for (const n of d) document.body.innerHTML += "<a href='/p" + n + "'>" + n + "</a>" })`)
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<html><body>%s<script src="/app.js"></script></body></html>`, text)
		}
	}))
	defer server.Close()
	client, err := fetch.New(fetch.Options{Polite: polite.Options{Delay: -1}, AllowPrivate: true})
	if err != nil {
		b.Fatal(err)
	}
	defer client.Close()
	run := func(name string, f crawl.Fetcher) {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				r, err := f.Fetch(b.Context(), crawl.Request{URL: fmt.Sprintf("%s/%d", server.URL, i)})
				if err != nil || r.Status != 200 || name == "rendered" && !strings.Contains(string(r.Body), "/p10") {
					b.Fatalf("%v, %+v", err, r)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
		})
	}
	run("plain", client)
	if _, err := render.Find(""); err != nil {
		b.Skip(err)
	}
	f, err := render.New(client, client.Resources(), render.Options{NoSandbox: true, UserAgent: client.UserAgent()})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	run("rendered", f)
}
