package metrics

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/ontocrawl/ontocrawl/internal/loopback"
)

// Server serves the metrics of a crawl.
type Server struct {
	http http.Server
	addr net.Addr
	done chan error
}

// Time limits of a server. The limit for writing bounds the profiles that pprof
// makes.
const (
	readTimeout  = 10 * time.Second
	writeTimeout = 2 * time.Minute
	idleTimeout  = time.Minute
	stopTimeout  = time.Second
)

// Numbers is the source of a Server: a [Set], or a [Daemon].
type Numbers interface {
	numbers() *prometheus.Registry
	// health returns what is wrong, nil if all is well.
	health() error
	// notes returns lines about what does not make it unhealthy.
	notes() []string
}

// Serve listens on addr and serves /metrics and /healthz until Close; on a loopback
// address also /debug/pprof/. There is no authentication: everybody who reaches the
// address can read the metrics.
func Serve(addr string, s Numbers, log *slog.Logger) (*Server, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	srv := &Server{addr: l.Addr(), done: make(chan error, 1)}
	srv.http = http.Server{
		Handler: handler(s, loopback.Loopback(l.Addr())), ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: 16 << 10,
	}
	go func() { srv.done <- srv.http.Serve(l) }()
	return srv, nil
}

// Addr is the address on which the server listens.
func (srv *Server) Addr() string { return srv.addr.String() }

// Close stops the server. Requests in progress get a second.
func (srv *Server) Close() error {
	return loopback.Stop(&srv.http, srv.done, stopTimeout)
}

func handler(s Numbers, ours bool) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.numbers(), promhttp.HandlerOpts{MaxRequestsInFlight: 4, EnableOpenMetrics: true}))
	mux.HandleFunc("GET /healthz", healthz(s))
	if !ours {
		return mux
	}
	// An import for side effects would add the handlers to http.DefaultServeMux, for
	// any listener.
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return loopback.OwnName(mux)
}

// healthz answers 200 if all is well, else 503 with the reason.
func healthz(s Numbers) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		said := "ok"
		if err := s.health(); err != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			said = err.Error()
		}
		for _, line := range append([]string{said}, s.notes()...) {
			fmt.Fprintln(w, line) //nolint:errcheck // the client has gone
		}
	}
}

func (s *Set) numbers() *prometheus.Registry { return s.registry }

func (s *Set) notes() []string { return nil }

func (s *Set) health() error {
	free, known := s.opt.free()
	if !known {
		free = -1
	}
	return s.opt.Meter.Health(free)
}
