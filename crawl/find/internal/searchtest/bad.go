package searchtest

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// bad is a way in which a server misbehaves.
type bad struct {
	Name   string
	Answer http.Handler
	Kind   search.ErrorKind // what comes of it
	Says   string           // part of the line that a person sees
	Pause  time.Duration    // for which the source is left alone, about
}

// badServers are the ways in which servers misbehave.
func badServers() []bad {
	status := func(code int, header ...string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i+1 < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(code)
			fmt.Fprint(w, "<html><title>No</title>no</html>")
		})
	}
	html := func(title string) http.Handler {
		return Body("text/html; charset=utf-8", "<!doctype html><html><title>"+title+"</title><form>Are you a robot?</form></html>")
	}
	return []bad{
		{"401", status(401), search.Refused, "status 401", time.Minute},
		{"403", status(403), search.Refused, "status 403", time.Minute},
		{"429 with a pause", status(429, "Retry-After", "120"), search.Unavailable, "pause of 2m0s", 2 * time.Minute},
		{"429 without one", status(429), search.Unavailable, "too many requests", time.Minute},
		{"503 with a pause", status(503, "Retry-After", "3600"), search.Unavailable, "pause of 1h0m0s", time.Hour},
		{"503 without one", status(503), search.Unavailable, "status 503", time.Minute},
		{"502", status(502), search.Unavailable, "status 502", time.Minute},
		{"204", status(204), search.Unusable, "status 204", time.Minute},
		{"HTML", html("Search"), search.Unusable, "(Search)", time.Minute},
		{"a captcha", html("Verify &amp; wait\u202e\x1b[31m"), search.Unusable, "(Verify & wait[31m)", time.Minute},
		{"a login elsewhere", status(302, "Location", "https://login.example.org/?back=1"), search.Refused, "redirects to https://login.example.org/", time.Minute},
		{"a private address", status(302, "Location", "http://169.254.169.254/latest/meta-data/"), search.Refused, "redirects to http://169.254.169.254/", time.Minute},
		{"a redirect to itself", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.String(), http.StatusFound)
		}), search.Unusable, "again and again", time.Minute},
		{"a login here", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/login" {
				http.Redirect(w, r, "/login", http.StatusFound)
				return
			}
			html("Log in").ServeHTTP(w, r)
		}), search.Unusable, "login", time.Minute},
		{"a gzip bomb", http.HandlerFunc(bomb), search.Unusable, "grows without bound", time.Minute},
		{"100 MB", http.HandlerFunc(endless), search.Unusable, "", time.Minute},
		{"no HTTP", http.HandlerFunc(noHTTP), search.Unavailable, "connection failed", time.Minute},
		{"a closed connection", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), search.Unavailable, "connection failed", time.Minute},
	}
}

// noHTTP answers with what would control a terminal.
func noHTTP(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	fmt.Fprint(conn, "\x1b]52;c;x\x07\r\n\r\n")
	conn.Close() //nolint:errcheck // the client is gone
}

// bomb sends 64 MB in 64 kB.
func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	defer z.Close() //nolint:errcheck // the client is gone
	zeros := make([]byte, 1<<20)
	for range 64 {
		if _, err := z.Write(zeros); err != nil {
			return
		}
	}
}

// endless sends 100 MB of JSON.
func endless(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"results":[`)
	piece := []byte(strings.Repeat(`{"url":"https://a.example.org/","title":"x"},`, 1000))
	for sent := 0; sent < 100<<20; sent += len(piece) {
		if _, err := w.Write(piece); err != nil {
			return
		}
	}
	fmt.Fprint(w, `{}]}`)
}
