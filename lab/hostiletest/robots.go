package hostiletest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// robots attack with robots.txt; the site behind has a hundred linked pages.
func robots() []Site {
	behind := func(serve func(*Host, http.ResponseWriter, *http.Request)) func(*Host) http.Handler {
		return handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				serve(h, w, r)
				return
			}
			html(w)
			for i := range 100 {
				io.WriteString(w, link(fmt.Sprintf("/%d", i))) //nolint:errcheck // the client may have gone
			}
		})
	}
	text := func(first, middle string, times int) func(*Host) http.Handler {
		return behind(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			io.WriteString(w, first) //nolint:errcheck // the client may have gone
			pour(w, middle, times)
		})
	}
	status := func(code int) func(*Host) http.Handler {
		return behind(func(_ *Host, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
	}
	groups := sync.OnceValue(func() string {
		var b strings.Builder
		for i := range 40000 {
			fmt.Fprintf(&b, "User-agent: %d\nDisallow: /%d\n", i, i)
		}
		return b.String()
	})
	sites := []Site{
		{Name: "robots-endless", What: "comments without end", Hosts: 4, HTTP: text("", "# storm\n", -1)},
		{Name: "robots-one-line", What: "one line without end", Hosts: 4, HTTP: text("Disallow: /", "storm", -1)},
		{Name: "robots-loop", What: "redirects to itself", HTTP: behind(func(h *Host, w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, fmt.Sprintf("/robots.txt?%d", h.Count.Add(1)), http.StatusFound)
		})},
		{Name: "robots-host-chain", What: "redirects to ever new hosts", Hosts: 4, HTTP: behind(func(h *Host, w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, fmt.Sprintf("http://%s/robots.txt", h.Other(h.Count.Add(1)+100)), http.StatusFound)
		})},
		{Name: "robots-503", What: "503 for ever", Hosts: many, HTTP: status(503)},
		{Name: "robots-401", What: "401 for ever", HTTP: status(401)},
		{Name: "robots-429", What: "429 with a Retry-After of a year", Hosts: many, HTTP: behind(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "31536000")
			w.WriteHeader(429)
		})},
		{Name: "robots-101", What: "101 for ever", Hosts: many, HTTP: behind(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			c, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				return
			}
			defer c.Close()
			io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\n\r\n") //nolint:errcheck // the client may have gone
			wait(h, c)
		})},
		{Name: "robots-binary", What: "random bytes, NULs, a picture", HTTP: text("\x89PNG\r\n\x1a\n\x00\x00", noise(1<<18), 4)},
		{Name: "robots-utf16", What: "UTF-16 with every line forbidden", HTTP: text("\xff\xfeU\x00s\x00e\x00r\x00", "\n\x00/\x00", 50000)},
		{Name: "robots-groups", What: "40,000 groups", Hosts: 4, HTTP: behind(func(_ *Host, w http.ResponseWriter, _ *http.Request) { io.WriteString(w, groups()) })}, //nolint:errcheck // the client may have gone
		{Name: "robots-rules", What: "a hundred thousand rules for everybody", Hosts: 4, HTTP: text("User-agent: *\nAllow: /\n", "Disallow: /s*t*o*r*m*$\n", 100000)}, //nolint:errcheck // the client may have gone
		{Name: "robots-agents", What: "a hundred thousand names before one rule", HTTP: text("", "User-agent: storm\n", 30000)},
		{Name: "robots-delay", What: "a Crawl-delay of 10^9 seconds, negative, not a number", Hosts: 4, HTTP: behind(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, "User-agent: *\nCrawl-delay: %s\n", []string{"1000000000", "-5", "1e400", "NaN"}[h.Count.Add(1)%4])
		})},
		{Name: "robots-stars", What: "patterns of stars against long paths", Seeds: []string{"/" + strings.Repeat("a", 1500), "/" + strings.Repeat("ab", 900), "/" + strings.Repeat("a/", 900)},
			HTTP: text("User-agent: *\n", "Disallow: /"+strings.Repeat("*a", 600)+"*b*c$\n", 300)},
		{Name: "robots-bomb", What: "a gzip bomb", Hosts: 4, HTTP: behind(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			pour(w, gzipBomb(), -1)
		})},
		{Name: "robots-sitemaps", What: "names ten thousand sitemaps, here and elsewhere", HTTP: behind(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			for i := range 5000 {
				fmt.Fprintf(w, "Sitemap: http://%s/%d.xml\nSitemap: http://%s/s.xml\n", h.domain(), i, h.Other(i))
			}
		})},
		{Name: "robots-bad-sitemaps", What: "names sitemaps at addresses that are not public", HTTP: behind(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			for _, u := range private(h.Name) {
				fmt.Fprintf(w, "Sitemap: %s\n", u)
			}
		})},
		{Name: "robots-flaps", What: "another robots.txt each time: all, nothing, 500", HTTP: behind(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			switch h.Count.Add(1) % 3 {
			case 0:
				io.WriteString(w, "User-agent: *\nDisallow: /\n") //nolint:errcheck // the client may have gone
			case 1:
				io.WriteString(w, "") //nolint:errcheck // the client may have gone
			default:
				w.WriteHeader(500)
			}
		})},
		{Name: "robots-slow", What: "robots.txt after fifty seconds", Hosts: many, HTTP: behind(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			h.World.sleep(50 * time.Second)
			w.WriteHeader(404)
		})},
		{Name: "robots-is-html", What: "the whole site as robots.txt, named text/html", HTTP: text(begin, "<p>Disallow: /"+story, 10000)},
	}
	for i := range sites {
		sites[i].Robots = true
	}
	return sites
}
