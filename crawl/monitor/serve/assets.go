package serve

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed page
var parts embed.FS

// policy lets the page's own parts run and nothing else, reach nothing but its
// own server, and be framed by nobody (W3C Content Security Policy, level 3).
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard sets what every answer to a browser bears.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// assets serves the parts of the page. They are asked for anew each time: a new
// version of the program must not meet an old script.
func assets() http.Handler {
	dir, err := fs.Sub(parts, "page")
	if err != nil {
		panic(err) // the name stands above
	}
	files := http.FileServerFS(dir)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		files.ServeHTTP(w, r)
	})
}
