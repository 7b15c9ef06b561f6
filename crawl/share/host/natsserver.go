package host

import (
	"context"
	"crypto/tls"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ErrPlain: an address that others can reach, without TLS.
var ErrPlain = errors.New("without TLS only loopback addresses are served")

// Options of a Server.
type ServerOptions struct {
	// Name of this server, another one for each server of the cluster, and for ever the same.
	Name string
	// Dir is the folder of what is stored. It is this server's own.
	Dir string
	// Client is the address for clients, host:port; port 0 takes one that is free. Empty:
	// only this process is served, by Connect; not in a cluster.
	Client string
	// Cluster is the name of the cluster of servers. Empty: this server is alone, and the
	// next two mean nothing.
	Cluster string
	// Listen is the address for the other servers, host:port.
	Listen string
	// Routes are the addresses of the servers of the cluster; its own may be among them.
	Routes []string
	// TLS is used for clients and servers, both ways: who connects must have a certificate
	// that ClientCAs has signed. nil is for loopback addresses.
	TLS *tls.Config
	// SyncEvery is how often what was stored is forced to the disk. 0: before it is
	// confirmed, each time. Otherwise what was confirmed since may be lost when all machines
	// lose power.
	SyncEvery time.Duration
	Log       *slog.Logger // nil: silent
}

// Server is a server that runs.
type Server struct {
	s     *server.Server
	o     ServerOptions
	fresh bool // nothing was in its folder
}

// StartServer starts a server. It returns when clients can connect; JetStream may need the other
// servers of the cluster first ([Server.Ready]).
func StartServer(o ServerOptions) (*Server, error) {
	_, err := os.Stat(o.stored())
	s := &Server{o: o, fresh: errors.Is(err, fs.ErrNotExist)}
	return s, s.start(o)
}

// stored is where the server keeps what it stores (nats-server, Options.StoreDir).
func (o ServerOptions) stored() string { return filepath.Join(o.Dir, "jetstream") }

func (s *Server) start(o ServerOptions) error {
	so, err := o.server()
	if err != nil {
		return err
	}
	if s.s, err = server.NewServer(so); err != nil {
		return english.Errorf("nats server %s: %w", o.Name, err)
	}
	l := &toLog{log: o.Log}
	s.s.SetLoggerV2(l, false, false, false)
	s.s.Start()
	for until := time.Now().Add(startIn); !s.s.ReadyForConnections(50 * time.Millisecond); {
		if l.isFatal() || time.Now().After(until) {
			break
		}
	}
	if l.isFatal() || !s.s.ReadyForConnections(time.Millisecond) || !s.s.JetStreamEnabled() {
		s.s.Shutdown()
		s.s.WaitForShutdown()
		return english.Errorf("nats server %s did not start: %w", o.Name, l.why())
	}
	return nil
}

// startIn is how long a server may take to read its folder and to listen.
const startIn = time.Minute

// server returns the options as NATS has them.
func (o ServerOptions) server() (*server.Options, error) {
	so := &server.Options{
		ServerName: o.Name, StoreDir: o.Dir, JetStream: true, SyncAlways: o.SyncEvery <= 0, SyncInterval: o.SyncEvery,
		NoSigs: true, DontListen: o.Client == "", Host: "127.0.0.1", Port: server.RANDOM_PORT, DisableJetStreamBanner: true,
	}
	if o.Name == "" || o.Dir == "" {
		return nil, errors.New("a nats server needs a name and a folder")
	}
	var err error
	if o.Client != "" {
		if so.Host, so.Port, err = o.address(o.Client); err != nil {
			return nil, err
		}
		so.TLSConfig, so.TLSVerify, so.TLS = o.mutual(), o.TLS != nil, o.TLS != nil
	}
	if o.Cluster == "" {
		return so, nil
	}
	if o.Client == "" { // the server would not begin to talk to the others
		return nil, errors.New("a nats server of a cluster needs an address for clients")
	}
	so.Cluster.Name = o.Cluster
	if so.Cluster.Host, so.Cluster.Port, err = o.address(o.Listen); err != nil {
		return nil, err
	}
	so.Cluster.TLSConfig = o.mutual()
	for _, r := range o.Routes {
		so.Routes = append(so.Routes, &url.URL{Scheme: "nats-route", Host: r})
	}
	return so, nil
}

// mutual returns a TLS configuration that wants a certificate of the other side.
func (o ServerOptions) mutual() *tls.Config {
	if o.TLS == nil {
		return nil
	}
	c := o.TLS.Clone()
	c.ClientAuth = tls.RequireAndVerifyClientCert
	return c
}

// address splits host:port, and refuses what others can reach without TLS.
func (o ServerOptions) address(at string) (host string, port int, err error) {
	host, p, err := net.SplitHostPort(at)
	if err != nil {
		return "", 0, english.Errorf("nats server: %w", err)
	}
	if port, err = strconv.Atoi(p); err != nil || port < 0 || port > 65535 {
		return "", 0, english.Errorf("nats server: address %q has no port", at)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if ip, err := netip.ParseAddr(host); o.TLS == nil && (err != nil || !ip.IsLoopback()) {
		return "", 0, english.Errorf("nats server: address %q: %w (127.0.0.0/8, ::1)", at, ErrPlain)
	}
	return host, port, nil
}

// Ready waits until JetStream answers: alone at once, in a cluster when most servers are there.
func (s *Server) Ready(ctx context.Context) error {
	for began := time.Now(); ; {
		h := s.s.Healthz(&server.HealthzOptions{JSServerOnly: true})
		leader := !s.s.JetStreamIsClustered() || s.s.JetStreamIsCurrent()
		if h.StatusCode == 200 && leader {
			return nil
		}
		if s.fresh && time.Since(began) > foundAfter {
			if err := s.found(ctx); err != nil {
				return err
			}
			began = time.Now()
		}
		select {
		case <-ctx.Done():
			return english.Errorf("nats server %s is not ready (%s): %w", s.s.Name(), h.Error, context.Cause(ctx))
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// foundAfter is how long a new server waits for all others.
const foundAfter = 15 * time.Second

// found begins a new cluster of the servers that are there, if they are most of all. Servers that have stored nothing elect
// a leader only when all are there that were named (nats-server raft.go: votes of empty logs), because one of them could
// have lost its disk; so those that are not there are not named. They join when they come: each names all, and one that
// has not joined has no majority. Most of all must see each other, so there are never two clusters.
func (s *Server) found(ctx context.Context) error {
	var there, away []string
	for _, r := range s.o.Routes {
		dial := net.Dialer{Timeout: time.Second}
		if c, err := dial.DialContext(ctx, "tcp", r); err == nil {
			c.Close() //nolint:errcheck // nothing was said
			there = append(there, r)
		} else {
			away = append(away, r)
		}
	}
	if s.o.Log != nil && len(away) > 0 {
		s.o.Log.Error("servers of the broker are not there; it begins without them if most are", "away", strings.Join(away, " "), "there", len(there))
	}
	if len(away) == 0 || len(there) <= len(s.o.Routes)/2 || ctx.Err() != nil || s.s.JetStreamIsCurrent() {
		return nil
	}
	s.s.Shutdown()
	s.s.WaitForShutdown()
	if err := os.RemoveAll(s.o.stored()); err != nil { // it was made by this process, and has no leader
		return english.Errorf("nats server %s: %w", s.o.Name, err)
	}
	o := s.o
	o.Routes = there
	return s.start(o)
}

// URL returns the address for clients.
func (s *Server) URL() string { return s.s.ClientURL() }

// Connect connects to the server inside the process, without a port.
func (s *Server) Connect(o ...nats.Option) (*nats.Conn, error) {
	return nats.Connect("", append([]nats.Option{nats.InProcessServer(s.s)}, o...)...)
}

// Close stops the server and returns when all is on disk.
func (s *Server) Close() error {
	s.s.Shutdown()
	s.s.WaitForShutdown()
	return nil
}
