package hostiletest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// types lie about what a page is and which page it is.
func types() []Site {
	three := []string{"/1", "/2", "/3"}
	site := func(name, what, contentType, first, middle string, times int) Site {
		return Site{Name: name, What: what, Seeds: three, HTTP: repeat(contentType, first, middle, times, "")}
	}
	linked := func(serve func(h *Host, w http.ResponseWriter, r *http.Request, n int64) bool) func(*Host) http.Handler {
		return handle(func(h *Host, w http.ResponseWriter, r *http.Request) {
			n := h.Count.Add(1)
			if serve(h, w, r, n) {
				return
			}
			html(w, link("/"), link("/1"), link("/2"), link(fmt.Sprintf("/%d", n)))
		})
	}
	return []Site{
		site("html-as-image", "HTML named a picture", "image/png", begin, story, 100),
		site("image-as-html", "a picture named HTML", "text/html", "\x89PNG\r\n\x1a\n", noise(1<<16), 100),
		site("pdf", "a PDF without end", "application/pdf", "%PDF-1.7\n", "1 0 obj << /Type /Page /Parent 1 0 R >> endobj\n", -1),
		site("octets", "an octet stream without end", "application/octet-stream", "", noise(1<<16), -1),
		site("video", "a film without end", "video/mp4", "\x00\x00\x00\x18ftypmp42", noise(1<<16), -1),
		site("multipart", "a page that replaces itself without end", "multipart/x-mixed-replace; boundary=s", "", "--s\r\nContent-Type: text/html\r\n\r\n"+begin+"\r\n", -1),
		site("text-endless", "plain text without end", "text/plain", "", story+"\n", -1),
		site("json", "JSON without end", "application/json", "", "[", -1),
		site("xml", "XHTML of nested elements with entities", "application/xhtml+xml", `<?xml version="1.0"?>`+laughs+`<html xmlns="http://www.w3.org/1999/xhtml"><body>&g;`, "<p>&g;", 200_000),
		site("docx", "a zip of zips named a document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK\x03\x04", noise(1<<16), 50),
		site("empty", "pages of no byte", "text/html", "", "", 0),
		{Name: "events", What: "an event stream, an event a second", Hosts: many, HTTP: handle(func(h *Host, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for h.World.sleep(time.Second) {
				if _, err := io.WriteString(w, "data: storm\n\n"); err != nil {
					return
				}
				w.(http.Flusher).Flush()
			}
		})},
		{Name: "type-changes", What: "another type for the same page each time", HTTP: linked(func(_ *Host, w http.ResponseWriter, _ *http.Request, n int64) bool {
			w.Header().Set("Content-Type", []string{"text/html", "image/gif", "application/rss+xml", "text/plain", "application/pdf"}[n%5])
			io.WriteString(w, begin+link("/1")+link(fmt.Sprintf("/%d", n))) //nolint:errcheck // the client may have gone
			return true
		})},
		{Name: "another-page", What: "another text for the same page each time", HTTP: linked(func(_ *Host, w http.ResponseWriter, _ *http.Request, n int64) bool {
			html(w, fmt.Sprintf("<p>%s %d</p>", strings.Repeat(letters(n)+" ", 200), n), link("/"), link(fmt.Sprintf("/%d", n%7)))
			return true
		})},
		{Name: "etag-lies", What: "ETags of 400 kB, weak, unquoted, the same for all pages", HTTP: linked(func(_ *Host, w http.ResponseWriter, _ *http.Request, n int64) bool {
			w.Header().Set("ETag", []string{`"` + strings.Repeat("e", 400_000) + `"`, `W/"x`, `x"y"z`, `"same"`}[n%4])
			w.Header().Set("Vary", "*")
			return false
		})},
		{Name: "304-unasked", What: "304 to those who have nothing", Seeds: three, HTTP: linked(func(_ *Host, w http.ResponseWriter, _ *http.Request, n int64) bool {
			if n%2 == 0 {
				w.WriteHeader(304)
			}
			return n%2 == 0
		})},
		{Name: "206-unasked", What: "206 with a range nobody asked for", Seeds: three, HTTP: linked(func(_ *Host, w http.ResponseWriter, _ *http.Request, _ int64) bool {
			w.Header().Set("Content-Range", "bytes 0-1/99999999999999999999")
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(206)
			io.WriteString(w, begin) //nolint:errcheck // the client may have gone
			return true
		})},
		{Name: "cloak", What: "a page for browsers, a trap for this crawler", HTTP: linked(func(h *Host, w http.ResponseWriter, r *http.Request, n int64) bool {
			if strings.Contains(r.UserAgent(), "Mozilla") && !strings.Contains(r.UserAgent(), "ontocrawl") {
				return false
			}
			html(w, "<!-- "+strings.Repeat(r.UserAgent(), 1000)+" -->")
			for i := range 50 {
				io.WriteString(w, link(fmt.Sprintf("/trap/%d/%d", n, i))) //nolint:errcheck // the client may have gone
			}
			return true
		})},
		{Name: "auth", What: "401 and 407 with challenges of 500 kB", Seeds: three, HTTP: linked(func(_ *Host, w http.ResponseWriter, _ *http.Request, n int64) bool {
			w.Header().Set("WWW-Authenticate", "Basic realm=\""+strings.Repeat("s", 500_000)+"\"")
			w.Header().Set("Proxy-Authenticate", "NTLM")
			w.WriteHeader([]int{401, 407}[n%2])
			return true
		})},
		{Name: "alt-svc", What: "Alt-Svc, HSTS, Clear-Site-Data, Onion-Location: go elsewhere", HTTP: linked(func(h *Host, w http.ResponseWriter, _ *http.Request, _ int64) bool {
			w.Header().Set("Alt-Svc", `h2="127.0.0.1:443"; ma=99999999; persist=1`)
			w.Header().Set("Strict-Transport-Security", "max-age=99999999999999999999; includeSubDomains")
			w.Header().Set("Onion-Location", "http://127.0.0.1/"+h.Name)
			w.Header().Set("Content-Location", "http://127.0.0.1/"+h.Name)
			w.Header().Set("SourceMap", "http://127.0.0.1/"+h.Name)
			return false
		})},
	}
}
