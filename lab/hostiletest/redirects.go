package hostiletest

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// private are ways to write addresses that are not public, and other schemes. The
// crawler may ask none of them.
func private(name string) []string {
	path := "/secret/" + name
	return []string{
		"http://127.0.0.1" + path, "http://localhost" + path, "http://[::1]" + path, "http://[::ffff:127.0.0.1]" + path, "http://2130706433" + path, "http://0x7f000001" + path,
		"http://0177.0.0.1" + path, "http://127.1" + path, "http://0" + path, "http://0.0.0.0" + path, "http://169.254.169.254" + path, "http://10.9.9.9" + path,
		"http://192.168.1.1" + path, "http://127.0.0.1.nip.example" + path, "http://user:word@127.0.0.1:80" + path, "http://127.0.0.1:443" + path, "http://[::ffff:a09:909]" + path,
		"http://[64:ff9b::7f00:1]" + path, "http://１２７.０.０.１" + path, "http://127。0。0。1" + path, "file:///etc/passwd", "gopher://127.0.0.1:80/_GET" + path,
		"ftp://127.0.0.1" + path, "data:text/html,<h1>typhoon</h1>", "javascript:location='" + path + "'", "about:blank", "jar:http://127.0.0.1" + path + "!/", "view-source:http://127.0.0.1" + path,
		"//127.0.0.1" + path, "http:\\\\127.0.0.1" + path, "http:/127.0.0.1" + path, "http://neighbour@127.0.0.1#@x" + path,
	}
}

// redirects send the crawler elsewhere.
func redirects() []Site {
	to := func(status int, where func(h *Host, r *http.Request, n int64) string) func(*Host) http.Handler {
		return handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", where(h, r, h.Count.Add(1)))
			w.WriteHeader(status)
		})
	}
	paths := func(n int) (all []string) {
		for i := range n {
			all = append(all, fmt.Sprintf("/%d", i))
		}
		return all
	}
	return []Site{
		{Name: "to-itself", What: "every page redirects to itself", Seeds: paths(4), HTTP: to(302, func(_ *Host, r *http.Request, _ int64) string { return r.URL.Path })},
		{Name: "to-longer-query", What: "to itself with a longer query each time", HTTP: to(302, func(_ *Host, r *http.Request, _ int64) string {
			return "/?" + r.URL.RawQuery + strings.Repeat("s", 2000)
		})},
		{Name: "ping-pong", What: "two hosts that redirect to each other", HTTP: to(307, func(h *Host, r *http.Request, _ int64) string {
			if r.Host == h.domain() {
				return "http://" + h.Other("pong") + "/"
			}
			return "http://" + h.domain() + "/"
		})},
		{Name: "host-chain", What: "each host redirects to a new one, on many chains", Seeds: paths(8), HTTP: to(301, func(h *Host, _ *http.Request, n int64) string {
			return "http://" + h.Other(n) + "/"
		})},
		{Name: "to-private", What: "to addresses that are not public, and to other schemes", Seeds: paths(len(private(""))), HTTP: to(302, func(h *Host, r *http.Request, _ int64) string {
			n, _ := strconv.Atoi(strings.Trim(r.URL.Path, "/")) //nolint:errcheck // 0 is one of them
			return private(h.Name)[n%len(private(""))]
		})},
		{Name: "robots-to-private", What: "robots.txt redirects to addresses that are not public", Hosts: 20, Robots: true, HTTP: to(302, func(h *Host, _ *http.Request, n int64) string {
			return private(h.Name)[int(n)%20]
		})},
		{Name: "meta-circle", What: "pages that refresh to each other by meta at once", HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			html(w, fmt.Sprintf(`<meta http-equiv="refresh" content="0;url=/%d">`, h.Count.Add(1)))
		})},
		{Name: "meta-to-private", What: "pages that refresh to addresses that are not public", HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			for _, u := range private(h.Name) {
				html(w, `<meta http-equiv=refresh content="0; url='`, u, `'">`, link(u))
			}
		})},
		{Name: "refresh-circle", What: "the Refresh header, a circle", HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Refresh", fmt.Sprintf("0; url=/%d", h.Count.Add(1)))
			html(w)
		})},
		{Name: "odd-redirects", What: "300, 304, 305, 306, 310 and 399 with a Location", Seeds: paths(6), HTTP: handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			n, _ := strconv.Atoi(strings.Trim(r.URL.Path, "/")) //nolint:errcheck // 0 is one of them
			w.Header().Set("Location", fmt.Sprintf("/%d", n+6))
			w.WriteHeader([]int{300, 304, 305, 306, 310, 399}[n%6])
		})},
		{Name: "redirect-body", What: "redirects with bodies without end", Seeds: paths(4), Short: true, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", fmt.Sprintf("/%d", h.Count.Add(1)+10))
			w.WriteHeader(302)
			pour(w, story, -1)
		})},
		{Name: "bad-locations", What: "no Location, an empty one, one that is no URL, one of 800 kB", Seeds: paths(8), HTTP: to(302, func(_ *Host, r *http.Request, n int64) string {
			return []string{"", " ", "http://", "http://%zz/", "http://[::1", ":", "http://" + strings.Repeat("a.", 100000) + "example/", "/" + strings.Repeat("%20", 250000)}[n%8]
		})},
		{Name: "to-neighbour", What: "a hundred pages that all redirect to its neighbour's", HTTP: handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/" {
				html(w)
				for i := range 100 {
					io.WriteString(w, link(fmt.Sprintf("/r/%d", i))) //nolint:errcheck // the client may have gone
				}
				return
			}
			http.Redirect(w, r, fmt.Sprintf("http://%s/typhoon/%d", h.Neighbour, h.Count.Add(1)%neighbourPages), http.StatusMovedPermanently)
		})},
		{Name: "neighbour-decoy", What: "redirects to pages that its neighbour does not have", HTTP: handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/" {
				html(w)
				for i := range 1000 {
					io.WriteString(w, link(fmt.Sprintf("/r/%d", i))) //nolint:errcheck // the client may have gone
				}
				return
			}
			http.Redirect(w, r, "http://"+h.Neighbour+"/none/"+strings.TrimPrefix(r.URL.Path, "/r/"), http.StatusFound)
		})},
		{Name: "fragment-loop", What: "to itself with another fragment each time", HTTP: to(308, func(_ *Host, _ *http.Request, n int64) string { return fmt.Sprintf("/#%d", n) })},
		{Name: "case-loop", What: "between spellings of one URL", HTTP: to(301, func(h *Host, r *http.Request, n int64) string {
			return []string{"/%41", "/A", "http://" + strings.ToUpper(h.domain()) + ":80/A", "/./a/../A", "//" + h.domain() + "./A"}[n%5]
		})},
		{Name: "slow-chain", What: "redirects that each take nine seconds", Hosts: many, HTTP: handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			h.World.sleep(9e9)
			http.Redirect(w, r, fmt.Sprintf("/%d", h.Count.Add(1)), http.StatusFound)
		})},
	}
}
