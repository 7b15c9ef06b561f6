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

	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/internal/loopback"
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
	Audit   *access.Audit // who did what, and who was refused; nil: none
	Control api.Control
	Search  api.Search
	Asker   api.Asker
	Told    api.Told
	Shifts  api.Shifts
	// Ontologies shows the ontologies of jobs; nil: the page has no such view.
	Ontologies api.Ontologies
	// Finds lists what was found, and Documents shows captured pages; nil: the page has no
	// such views.
	Finds     api.Finds
	Documents api.Documents
	JobsFile  api.JobsFile     // nil: the file of jobs is not edited here
	Teacher   api.Teacher      // nil: marks teach nothing here
	Cluster   api.Cluster      // nil: no cluster is shown
	Now       func() time.Time // nil means time.Now
	Log       *slog.Logger     // nil means none
}

// Server serves the page and the API.
type Server struct {
	http http.Server
	addr net.Addr
	tls  bool

	ownFile, own string // see Token

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
	gate, err := opt.Auth.gate(access.Options{Log: opt.Log})
	closed := gate != nil && gate.Closed()
	if err == nil {
		err = opt.Auth.check(l.Addr(), closed)
	}
	var file, own string
	if opt.Auth.guests = max(opt.Auth.guests, access.Read); closed || opt.Auth.ClientCA != "" {
		opt.Auth.guests = access.Nobody
	} else if err == nil && opt.Auth.Own != "" {
		file = opt.Auth.Own
		gate, own, err = opt.Auth.own(access.Options{Log: opt.Log})
	}
	if err != nil {
		l.Close()
		return nil, fmt.Errorf("serve: %w", err)
	}
	if closed && secure == nil && !loopback.Loopback(l.Addr()) {
		opt.Log.Warn("tokens and all that is shown go over the network in the clear; a certificate and its key mend that", "address", l.Addr().String())
	}
	srv := &Server{addr: l.Addr(), tls: secure != nil, ownFile: file, own: own, stop: make(chan struct{}), done: make(chan error, 1)}
	srv.http = http.Server{
		Handler:     handler(s, opt, gate, l.Addr(), srv.tls, srv.stop),
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
func handler(s api.Source, opt Options, gate *access.Gate, addr net.Addr, secure bool, stop <-chan struct{}) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(api.Prefix+"/", api.New(s, api.Options{
		Who:   func(r *http.Request) access.Person { return access.Of(r.Context()) },
		Audit: opt.Audit, Control: opt.Control, Search: opt.Search, Asker: opt.Asker, Told: opt.Told, Shifts: opt.Shifts, Ontologies: opt.Ontologies, Finds: opt.Finds, Documents: opt.Documents, JobsFile: opt.JobsFile, Teacher: opt.Teacher, Cluster: opt.Cluster, Now: opt.Now, Stop: stop,
	}))
	mux.Handle("/", least(access.Read, assets()))
	var h http.Handler
	var hosts []string
	if gate != nil && gate.Closed() {
		d := newDoor(gate, opt.Audit, secure, opt.Now)
		d.guests = opt.Auth.guests
		open := http.NewServeMux() // the style of the log-in needs no token
		open.Handle("/login.css", assets())
		open.Handle("/", d.before(mux))
		h, hosts = open, gate.Hosts()
	} else {
		h = openDoor(mux, opt.Auth.guests)
	}
	h = sameOrigin(h, opt.Audit, gate, hosts)
	if loopback.Loopback(addr) {
		h = loopback.OwnName(h, hosts...)
	}
	return guard(h)
}

// sameOrigin refuses orders and log-ins of pages of other sites: a browser says where a
// request comes from (Fetch Metadata, Origin). A proxy may pass another Host on than the
// browser's, so the public names are said.
func sameOrigin(next http.Handler, audit *access.Audit, gate *access.Gate, hosts []string) http.Handler {
	c := http.NewCrossOriginProtection()
	for _, host := range hosts {
		c.AddTrustedOrigin("https://" + host) //nolint:errcheck // names were checked when they were read
	}
	c.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var p access.Person
		if gate != nil {
			p.Address = gate.Client(r)
		}
		audit.Note(p, enter, "", access.Refused, "403 a page of another site asks for it")
		http.Error(w, "a page of another site asks for this", http.StatusForbidden)
	}))
	return c.Handler(next)
}

// least lets only those through to next who have a role.
func least(role access.Role, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := access.Of(r.Context()); !p.May(role) {
			http.Error(w, "you have no role here; ask who runs this server 您在此没有权限", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
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

// Token says where the token is by which a person may do more than look, if nobody gave one: the file
// of [Auth.Own], and its text if that file cannot be written and only this process knows it.
func (srv *Server) Token() (file, text string) { return srv.ownFile, srv.own }

// Close stops the server: streams end, other answers have two seconds.
func (srv *Server) Close() error {
	srv.once.Do(func() { close(srv.stop) })
	return loopback.Stop(&srv.http, srv.done, stopTimeout)
}

//go:embed page
var parts embed.FS

// policy allows the page's own parts to run and nothing else, to connect to its own
// server only, to frame its own answers only (archived pages, whose own policy is a
// sandbox), and to be framed by nobody (W3C Content Security Policy, level 3).
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; " +
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
