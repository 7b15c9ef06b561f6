package serve

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/loopback"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
)

// Timeouts of the server. Streams of events set their own.
const (
	readTimeout  = 10 * time.Second
	writeTimeout = 30 * time.Second
	idleTimeout  = time.Minute
	stopTimeout  = 2 * time.Second
)

// DefaultAddr is loopback: other machines cannot reach it.
const DefaultAddr = "127.0.0.1:7474"

// Options of a Server. The zero value serves on loopback and takes no orders.
type Options struct {
	Addr    string // "" means DefaultAddr
	Auth    Auth
	Control api.Control
	Search  api.Search
	Now     func() time.Time // nil means time.Now
	Log     *slog.Logger     // nil means none
}

// Server serves the page and the API.
type Server struct {
	http http.Server
	addr net.Addr
	tls  bool
	stop chan struct{}
	once sync.Once
	done chan error
}

// Start listens and serves s until Close. If Auth does not suit the address, the error
// says what is missing; it may wrap [ErrOpen].
func Start(s api.Source, opt Options) (*Server, error) {
	opt.Addr = cmp.Or(opt.Addr, DefaultAddr)
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	secure, err := opt.Auth.tls()
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	l, err := net.Listen("tcp", opt.Addr)
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	if err := opt.Auth.check(l.Addr()); err != nil {
		l.Close()
		return nil, fmt.Errorf("serve: %w", err)
	}
	if opt.Auth.Token != "" && secure == nil && !loopback.Loopback(l.Addr()) {
		opt.Log.Warn("the token and all that is shown go over the network in the clear; a certificate and its key mend that", "address", l.Addr().String())
	}
	srv := &Server{addr: l.Addr(), tls: secure != nil, stop: make(chan struct{}), done: make(chan error, 1)}
	srv.http = http.Server{
		Handler:     handler(s, opt, l.Addr(), srv.tls, srv.stop),
		ErrorLog:    slog.NewLogLogger(opt.Log.Handler(), slog.LevelDebug),
		ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: 16 << 10,
	}
	go func() {
		if secure == nil {
			srv.done <- srv.http.Serve(l)
			return
		}
		srv.http.TLSConfig = secure
		srv.done <- srv.http.ServeTLS(l, "", "")
	}()
	return srv, nil
}

// handler returns the page and the API, with authentication.
func handler(s api.Source, opt Options, addr net.Addr, secure bool, stop <-chan struct{}) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(api.Prefix+"/", api.New(s, api.Options{Control: opt.Control, Search: opt.Search, Now: opt.Now, Stop: stop}))
	mux.Handle("/", assets())
	var h http.Handler = mux
	if opt.Auth.Token != "" {
		open := http.NewServeMux() // the style of the log-in needs no token
		open.Handle("/login.css", assets())
		open.Handle("/", newLock(opt.Auth, secure, opt.Now).before(mux))
		h = open
	}
	// No page of another site may give orders or log in: a browser says where a request
	// comes from (Fetch Metadata, Origin).
	h = http.NewCrossOriginProtection().Handler(h)
	if loopback.Loopback(addr) {
		h = loopback.OwnName(h)
	}
	return guard(h)
}

// Addr returns the address of the server.
func (srv *Server) Addr() string { return srv.addr.String() }

// URL returns the URL of the page.
func (srv *Server) URL() string {
	if srv.tls {
		return "https://" + srv.Addr() + "/"
	}
	return "http://" + srv.Addr() + "/"
}

// Close stops the server: streams end, other answers have two seconds.
func (srv *Server) Close() error {
	srv.once.Do(func() { close(srv.stop) })
	return loopback.Stop(&srv.http, srv.done, stopTimeout)
}

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
