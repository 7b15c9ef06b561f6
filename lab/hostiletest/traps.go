package hostiletest

import (
	"fmt"
	"net/http"
	"strings"
)

// traps have no end of pages, all of them of the topic.
func traps() []Site {
	// of is a site of which every page has links made from a number that never
	// comes again.
	of := func(links func(h *Host, r *http.Request, n int64) []string, body func(h *Host, n int64) string) func(*Host) http.Handler {
		return handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			n := h.Count.Add(1)
			if body != nil {
				html(w, body(h, n))
			} else {
				html(w)
			}
			for _, u := range links(h, r, n) {
				fmt.Fprint(w, link(u))
			}
		})
	}
	on := func(format string, k int) func(*Host, *http.Request, int64) []string {
		return func(h *Host, _ *http.Request, n int64) (all []string) {
			for i := range k {
				all = append(all, fmt.Sprintf(strings.ReplaceAll(format, "SITE", h.Name), n*int64(k)+int64(i)))
			}
			return all
		}
	}
	fresh := func(_ *Host, n int64) string { // text that no other page has
		var b strings.Builder
		for i := range 30 {
			fmt.Fprintf(&b, "<p>The typhoon of day %d made landfall at place %s with a storm surge of %d metres.</p>", n*31+int64(i), strings.Repeat(string(rune('a'+(n+int64(i))%26)), 4), n%17)
		}
		return b.String()
	}
	subdomain := func(k int) func(*Host, *http.Request, int64) []string {
		return func(h *Host, _ *http.Request, n int64) (all []string) {
			for i := range k {
				all = append(all, fmt.Sprintf("http://s%d-%d.%s/", n, i, h.domain()))
			}
			return all
		}
	}
	return []Site{
		{Name: "trap-calendar", What: "a calendar", HTTP: of(func(_ *Host, _ *http.Request, n int64) (all []string) {
			for i := range int64(31) {
				all = append(all, fmt.Sprintf("/calendar/%d/%d/%d", 1000+n, n%12+1, i+1))
			}
			return all
		}, nil)},
		{Name: "trap-session", What: "a session in every link", HTTP: of(on("/page?sid=%032x", 10), nil)},
		{Name: "trap-path-session", What: "a session as a folder", HTTP: of(on("/%032x/typhoon/list", 10), nil)},
		{Name: "trap-subdomains", What: "a subdomain for every page", HTTP: of(subdomain(10), nil)},
		{Name: "trap-domains", What: "a domain for every page", Short: true, HTTP: of(func(h *Host, _ *http.Request, n int64) (all []string) {
			for i := range int64(10) {
				all = append(all, "http://"+h.Other(n*10+i)+"/")
			}
			return all
		}, nil)},
		{Name: "trap-fresh-domains", What: "a domain for every page, each with new text of the topic", HTTP: of(func(h *Host, _ *http.Request, n int64) (all []string) {
			for i := range int64(50) {
				all = append(all, "http://"+h.Other(n*50+i)+"/typhoon-landfall-storm-surge")
			}
			return all
		}, fresh)},
		{Name: "trap-mirror", What: "the same tree on every subdomain", HTTP: of(func(h *Host, r *http.Request, n int64) []string {
			return []string{"/a" + r.URL.Path, "/b" + r.URL.Path, fmt.Sprintf("http://mirror%d.%s%s", n, h.domain(), r.URL.Path)}
		}, nil)},
		{Name: "trap-neighbour-copy", What: "copies of its neighbour's pages on many domains", Hosts: 8, HTTP: handle(func(h *Host, w http.ResponseWriter, r *http.Request) { serveNeighbour(w, r) })},
		{Name: "trap-neighbour-text", What: "the neighbour's text at addresses without end", HTTP: handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			n := h.Count.Add(1)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, neighbourPage(int(n%neighbourPages)))
			for i := range int64(10) {
				fmt.Fprint(w, link(fmt.Sprintf("/x/%d", n*10+i)))
			}
		})},
		{Name: "trap-soft-404", What: "every address is the same page of the topic, with relative links", HTTP: of(func(_ *Host, _ *http.Request, n int64) []string { return []string{"a/", "b/", fmt.Sprintf("c%d/", n)} }, nil)},
		{Name: "trap-search", What: "search results for every question, each with further questions", HTTP: of(on("/search?q=typhoon+%d&page=2", 12), func(*Host, int64) string {
			return `<form action=/search role=search><input type=search name=q></form>`
		})},
		{Name: "trap-fresh", What: "new text of the topic without end", HTTP: of(on("/news/%d", 10), fresh)},
		{Name: "trap-fresh-patterns", What: "new text of the topic, under a new pattern of URLs each time", HTTP: of(func(_ *Host, _ *http.Request, n int64) (all []string) {
			for i := range int64(10) {
				k := n*10 + i
				all = append(all, fmt.Sprintf("/%s/%s-%d/%s?%s=%d", letters(k), letters(k*7), k, letters(k*13), letters(k*3), k))
			}
			return all
		}, fresh)},
		{Name: "trap-deep", What: "one folder deeper each time", HTTP: of(func(_ *Host, r *http.Request, n int64) []string {
			return []string{fmt.Sprintf("%s/storm%d", strings.TrimSuffix(r.URL.Path, "/"), n%10), "typhoon/", "../"}
		}, nil)},
		{Name: "trap-facets", What: "a shop's filters in every order", HTTP: of(func(_ *Host, _ *http.Request, n int64) (all []string) {
			for i := range 30 {
				all = append(all, fmt.Sprintf("/shop?colour=%d&size=%d&sort=%d&page=%d", int(n)*i%97, i, n%5, n))
			}
			return all
		}, nil)},
		{Name: "trap-languages", What: "every page in a hundred languages", HTTP: of(func(_ *Host, r *http.Request, n int64) (all []string) {
			for i := range 100 {
				all = append(all, fmt.Sprintf("/%c%c%s?p=%d", 'a'+i%26, 'a'+i/26, r.URL.Path, n))
			}
			return all
		}, nil)},
		{Name: "trap-bait", What: "a thousand links with the best words of the topic on every page, all dead", HTTP: handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/dead/") {
				http.NotFound(w, r)
				return
			}
			html(w, link(fmt.Sprintf("/%d", h.Count.Add(1))))
			for i := range 1000 {
				fmt.Fprint(w, link(fmt.Sprintf("/dead/typhoon-%d-%d", h.Count.Load(), i)))
			}
		})},
		{Name: "trap-dead-domains", What: "thousands of domains that have no address", Short: true, HTTP: of(func(_ *Host, _ *http.Request, n int64) (all []string) {
			for i := range 500 {
				all = append(all, fmt.Sprintf("http://typhoon-%d-%d-nowhere.example/landfall", n, i))
			}
			return all
		}, nil)},
		{Name: "trap-one-address", What: "thousands of domains at one address", HTTP: of(func(h *Host, _ *http.Request, n int64) (all []string) {
			for i := range 100 {
				all = append(all, fmt.Sprintf("http://vh%d-%d-of-%s.example/", n, i, h.Name))
			}
			return all
		}, fresh), DNS: func(h *Host, q Query) []record { return plain(h.address(h.domain()), q) }},
		{Name: "trap-farm", What: "sixteen domains of the topic that link to each other's new pages", Hosts: 16, HTTP: of(func(h *Host, _ *http.Request, n int64) (all []string) {
			for i, name := range h.names() {
				all = append(all, fmt.Sprintf("http://%s/typhoon/%d-%d", name, n, i))
			}
			return all
		}, fresh)},
	}
}

// letters writes a number in letters.
func letters(n int64) string {
	var b strings.Builder
	for n = n*2654435761%4294967296 + 1; n > 0; n /= 26 {
		b.WriteByte(byte('a' + n%26))
	}
	return b.String()
}
