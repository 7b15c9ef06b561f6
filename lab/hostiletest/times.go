package hostiletest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// times attack with the clock.
func times() []Site {
	// linked answers with a page of links after serve, which says whether it has
	// answered already.
	linked := func(serve func(h *Host, w http.ResponseWriter, n int64) bool) func(*Host) http.Handler {
		return handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			n := h.Count.Add(1)
			if serve(h, w, n) {
				return
			}
			html(w)
			for i := range int64(20) {
				io.WriteString(w, link(fmt.Sprintf("/%d", n*20+i))) //nolint:errcheck // the client may have gone
			}
		})
	}
	after := func(d time.Duration) func(*Host) http.Handler {
		return linked(func(h *Host, _ http.ResponseWriter, _ int64) bool { return !h.World.sleep(d) })
	}
	again := func(status int, retryAfter string) func(*Host) http.Handler {
		return linked(func(_ *Host, w http.ResponseWriter, n int64) bool {
			if n == 1 {
				return false
			}
			w.Header().Set("Retry-After", retryAfter)
			w.WriteHeader(status)
			return true
		})
	}
	return []Site{
		{Name: "at-the-limit", What: "answers after 58 seconds", Hosts: many, HTTP: after(58 * time.Second)},
		{Name: "twenty-seconds", What: "answers after 20 seconds", Hosts: many, HTTP: after(20 * time.Second)},
		{Name: "three-seconds", What: "answers after 3 seconds, on many hosts", Hosts: 24, HTTP: after(3 * time.Second)},
		{Name: "slower-and-slower", What: "each answer takes a second longer", Hosts: many, HTTP: linked(func(h *Host, _ http.ResponseWriter, n int64) bool {
			return !h.World.sleep(time.Duration(n) * time.Second / many)
		})},
		{Name: "429-year", What: "429 with a Retry-After of a year", HTTP: again(429, "31536000")},
		{Name: "429-for-ever", What: "429 with a Retry-After of a second, for ever", Hosts: many, HTTP: again(429, "1")},
		{Name: "503-date", What: "503 until the year 9999", HTTP: again(503, "Fri, 31 Dec 9999 23:59:59 GMT")},
		{Name: "503-no-date", What: "503 with a Retry-After that is none", HTTP: again(503, "-1e999; soon 台风")},
		{Name: "503-zero", What: "503 with a Retry-After of 0, for ever", Hosts: many, HTTP: again(503, "0")},
		{Name: "flaps", What: "up and down at every other request", HTTP: linked(func(_ *Host, w http.ResponseWriter, n int64) bool {
			if n%2 == 0 {
				w.WriteHeader(500)
			}
			return n%2 == 0
		})},
		{Name: "503-200-503", What: "503, then a page, then 503 for ever", HTTP: linked(func(_ *Host, w http.ResponseWriter, n int64) bool {
			if n != 2 {
				w.WriteHeader(503)
			}
			return n != 2
		})},
		{Name: "503-endless", What: "503 with a body without end", Seeds: []string{"/1", "/2"}, HTTP: handle(func(_ *Host, w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(503)
			pour(w, story, -1)
		})},
		{Name: "404-endless", What: "404 with a body without end, for every page but the first", HTTP: linked(func(_ *Host, w http.ResponseWriter, n int64) bool {
			if n > 1 {
				w.WriteHeader(404)
				pour(w, story, -1)
			}
			return n > 1
		})},
		{Name: "each-status", What: "every status from 200 to 999", HTTP: linked(func(_ *Host, w http.ResponseWriter, n int64) bool {
			w.WriteHeader(200 + int(n*37%800))
			return n > 1
		})},
		{Name: "bursts", What: "nothing for two seconds, then a part of a page, twenty times", Hosts: many, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			html(w)
			for range 20 {
				io.WriteString(w, strings.Repeat(story, 100)) //nolint:errcheck // the client may have gone
				w.(http.Flusher).Flush()
				if !h.World.sleep(2 * time.Second) {
					return
				}
			}
		})},
	}
}
