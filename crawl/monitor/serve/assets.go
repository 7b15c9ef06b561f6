package serve

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed page
var parts embed.FS

// policy allows the page's own parts to run and nothing else, to connect to its own
// server only, and forbids frames (W3C Content Security Policy, level 3).
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard sets the headers of every answer to a browser.
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

// assets serves the parts of the page. Browsers must not cache them: a new version of
// the program must not meet an old script.
func assets() http.Handler {
	dir, err := fs.Sub(parts, "page")
	if err != nil {
		panic(err) // the name is embedded above
	}
	files := http.FileServerFS(dir)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		files.ServeHTTP(w, r)
	})
}
