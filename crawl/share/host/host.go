// Package host runs the broker of a cluster inside the process: a NATS server, one of those
// that the first nodes have between them. Package crawl/share/broker/natsjs goes to one that is
// there already, and links no server.
//
//	host.go  Start
//	own.go   which of the addresses of a cluster is this machine's
//	log.go   what the server says, to a slog.Logger
//	natsserver.go Start: a server by its Options
package host

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Start starts the server of a node, waits until most servers of the cluster are there, and
// connects.
func Start(ctx context.Context, o natsjs.Serve) (*natsjs.Access, error) {
	so, err := serverOptions(o)
	if err != nil {
		return nil, err
	}
	s, err := StartServer(so)
	if err != nil {
		return nil, err
	}
	if len(o.Join) > 1 && o.Log != nil {
		o.Log.Info("the broker begins when most of its servers are there", "this", so.Listen, "servers", len(o.Join))
	}
	if err := s.Ready(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	b, err := natsjs.OpenInside(s.s, s.URL(), o.Cluster, natsjs.Replicas(len(o.Join)), o.TLS)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	b.Inner = s
	return b, nil
}

// serverOptions returns the options of the server in this process.
func serverOptions(o natsjs.Serve) (so ServerOptions, err error) {
	if n := len(o.Join); n != 1 && n != 3 && n != 5 {
		return so, english.Errorf("a cluster has 1, 3 or 5 servers, not %d: half of them and one more must be there, so an even number gains nothing; further machines join with --engine", n)
	}
	listen := o.Listen
	if listen == "" {
		if listen, err = own(o.Join); err != nil {
			return so, err
		}
	}
	client := o.Client
	if client == "" {
		host, _, err := net.SplitHostPort(listen)
		if err != nil {
			return so, err
		}
		client = net.JoinHostPort(host, natsjs.DefaultPort)
	}
	so = ServerOptions{Name: listen, Dir: filepath.Join(o.Dir, "engine"), Client: client, TLS: o.TLS, Log: quieter(o.Log)}
	if len(o.Join) > 1 {
		so.Cluster, so.Listen, so.Routes = o.Cluster, listen, o.Join
	}
	return so, nil
}

// quieter lets only what is wrong through. That another server cannot be reached is not,
// while it starts or is away: the node says what comes of it.
func quieter(log *slog.Logger) *slog.Logger {
	if log == nil {
		return nil
	}
	return slog.New(atLeast{log.Handler(), slog.LevelError})
}

// atLeast passes records of a level and above.
type atLeast struct {
	slog.Handler
	level slog.Level
}

// Handle implements slog.Handler.
func (h atLeast) Handle(ctx context.Context, r slog.Record) error {
	away := false
	r.Attrs(func(a slog.Attr) bool {
		away = strings.Contains(a.Value.String(), "trying to connect to route")
		return !away
	})
	if away && !h.Handler.Enabled(ctx, slog.LevelDebug) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// Enabled implements slog.Handler.
func (h atLeast) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= h.level && h.Handler.Enabled(ctx, l)
}
