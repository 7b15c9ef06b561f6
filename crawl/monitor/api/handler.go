package api

import (
	_ "embed"
	"net/http"
	"strings"
	"time"
)

// Description is the OpenAPI description of the API.
//
//go:embed openapi.yaml
var Description []byte

// Prefix of all routes. A change that breaks clients gets another prefix.
const Prefix = "/api/v1"

// Handler serves the API.
type Handler struct {
	source Source
	opt    Options
	mux    http.ServeMux
}

// Options of a Handler. The zero value takes no orders.
type Options struct {
	Control Control          // nil: orders are refused
	Search  Search           // nil: there is none
	Now     func() time.Time // nil means time.Now
	Beat    time.Duration    // between two events; 0 means a second
	Stop    <-chan struct{}  // closed to end the streams of events
}

// New returns a Handler that answers from s.
func New(s Source, opt Options) *Handler {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Beat <= 0 {
		opt.Beat = time.Second
	}
	h := &Handler{source: s, opt: opt}
	routes := map[string]http.HandlerFunc{
		"GET /openapi.yaml":             describe,
		"GET /daemon":                   answer(h.daemon),
		"GET /runs":                     paged(s.Runs),
		"GET /stories":                  paged(s.Stories),
		"GET /notifications":            answer(h.notifications),
		"GET /events":                   h.events,
		"GET /jobs/{job}/runs":          paged(s.Runs),
		"GET /jobs/{job}/runs/{number}": answer(h.run),
		"GET /jobs/{job}/stories":       paged(s.Stories),
		"GET /jobs/{job}/notifications": answer(h.notifications),
		"GET /jobs/{job}/transitions":   answer(h.transitions),
		"GET /jobs/{job}/mentions":      answer(h.mentions),
		"GET /jobs/{job}/counts":        answer(h.counts),
		"GET /jobs/{job}/graph":         answer(h.graph),
		"GET /jobs/{job}/live":          answer(h.live),
		"POST /jobs/{job}/runs":         h.order(h.runNow),
		"POST /jobs/{job}/phase":        h.order(h.setPhase),
		"GET /search":                   answer(h.searchPages),
		"GET /index":                    answer(h.index),
		"POST /index":                   h.order(h.build),
	}
	for old, now := range deprecated {
		routes[old] = routes[now]
	}
	for pattern, f := range routes {
		method, path, _ := strings.Cut(pattern, " ")
		h.mux.HandleFunc(method+" "+Prefix+path, f)
	}
	h.mux.HandleFunc(Prefix+"/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "no such route; "+Prefix+"/openapi.yaml lists them")
	})
	return h
}

// deprecated are the routes of release 0.1; each is answered like its new name until
// the next release.
var deprecated = map[string]string{
	"GET /desk":               "GET /daemon",
	"GET /letters":            "GET /notifications",
	"GET /jobs/{job}/letters": "GET /jobs/{job}/notifications",
	"GET /jobs/{job}/turns":   "GET /jobs/{job}/transitions",
}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.mux.ServeHTTP(w, r) }

func describe(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Write(Description) //nolint:errcheck // the client is gone
}

func (h *Handler) daemon(r *http.Request) (Daemon, error) {
	d, err := h.source.Daemon(r.Context())
	d.Control, d.Search = h.opt.Control != nil, h.opt.Search != nil
	if d.Jobs == nil {
		d.Jobs = []Job{}
	}
	if d.Notices == nil {
		d.Notices = []Notice{}
	}
	return d, err
}
