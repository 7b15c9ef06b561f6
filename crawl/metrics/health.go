package metrics

import (
	"log/slog"
	"net"
	"net/http"
)

// ServeHealth listens on addr and serves /healthz, and nothing else, until Close: 200 while
// health returns nil, else 503 with its error. health is called concurrently.
func ServeHealth(addr string, health func() error, log *slog.Logger) (*Server, error) {
	return serve(addr, log, func(net.Addr) http.Handler {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /healthz", healthz(health, func() []string { return nil }))
		return mux
	})
}
