package connect

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker/natsserver"
	"github.com/ontocrawl/ontocrawl/message"
)

// Options of a node's way to the broker: Join, or Engine.
type Options struct {
	Cluster string // name of the cluster
	Dir     string // of the node; the server keeps its data in engine/ in it
	// Join are the addresses, host:port, at which the servers of the cluster hear each other,
	// 1, 3 or 5; this process runs the one of them that is Listen.
	Join   []string
	Listen string // one of Join; "": the one that is of this machine
	Client string // host:port for clients; "": port 4222 at the host of Listen
	// Engine are URLs of NATS servers with JetStream that are there already, between commas.
	Engine string
	TLS    *tls.Config // nil: on loopback addresses only
	Log    *slog.Logger
}

// DefaultPort is the usual port of NATS for clients.
const DefaultPort = "4222"

// Broker is a broker with what has to be closed with it.
type Broker struct {
	broker.Broker
	URL string // for clients

	conn   *nats.Conn
	server *natsserver.Server
}

// Close closes the connection, and the server if there is one in the process.
func (b *Broker) Close() error {
	err := b.Broker.Close()
	b.conn.Close()
	if b.server != nil {
		err = errors.Join(err, b.server.Close())
	}
	return err
}

// Start starts the server of a node, if it has one, waits until most servers of the cluster
// are there, and connects.
func Start(ctx context.Context, o Options) (*Broker, error) {
	if o.Engine != "" {
		return open(o.Engine, o.Cluster, 1, o.TLS, nil)
	}
	so, err := serverOptions(o)
	if err != nil {
		return nil, err
	}
	s, err := natsserver.Start(so)
	if err != nil {
		return nil, err
	}
	if len(o.Join) > 1 && o.Log != nil {
		o.Log.Info("the broker begins when most of its servers are there", "this", so.Listen, "servers", len(o.Join))
	}
	if err := s.Ready(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	b, err := open(s.URL(), o.Cluster, replicas(len(o.Join)), o.TLS, s)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return b, nil
}

// serverOptions are those of the server in this process.
func serverOptions(o Options) (so natsserver.Options, err error) {
	if n := len(o.Join); n != 1 && n != 3 && n != 5 {
		return so, message.Errorf("a cluster has 1, 3 or 5 servers, not %d: half of them and one more must be there, so an even number gains nothing; further machines join with --engine", n)
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
		client = net.JoinHostPort(host, DefaultPort)
	}
	so = natsserver.Options{Name: listen, Dir: filepath.Join(o.Dir, "engine"), Client: client, TLS: o.TLS, Log: quieter(o.Log)}
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

// replicas is how many servers keep each entry, of so many.
func replicas(servers int) int {
	switch {
	case servers >= 5:
		return 5
	case servers >= 3:
		return 3
	}
	return 1
}

// Dial connects to servers of a cluster, host:port or nats://host:port, between commas, to look on or give orders:
// what the nodes have not made it does not make, since it may know of fewer servers than they do.
func Dial(servers, cluster string, t *tls.Config) (*Broker, error) {
	return open(servers, cluster, 0, t, nil)
}

// ErrPlain: an address that is not of this machine, without TLS.
var ErrPlain = errors.New("without certificates only a broker on this machine is spoken to: give cluster-ca, cluster-cert and cluster-key")

// open connects. Where there is no table yet it makes one of so many replicas, and more if the servers tell of more of
// them; of 0 it makes none.
func open(servers, cluster string, least int, t *tls.Config, s *natsserver.Server) (*Broker, error) {
	urls := withScheme(servers)
	for u := range strings.SplitSeq(urls, ",") {
		parsed, err := url.Parse(u)
		if err != nil || parsed.Host == "" {
			return nil, message.Errorf("%.100q is no address of a broker, such as nats://n1:4222", u)
		}
		if t == nil && !loopback(parsed.Hostname()) {
			return nil, message.Errorf("%s: %w", u, ErrPlain)
		}
	}
	conn, err := natsjs.Dial(urls, t, nats.Timeout(5*time.Second))
	if err != nil {
		return nil, message.Errorf("no broker answers at %s: %w", urls, err)
	}
	if least > 0 {
		least = max(least, replicas(len(conn.Servers())))
	}
	b, err := natsjs.New(conn, natsjs.Options{Name: cluster, Replicas: least})
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &Broker{Broker: b, URL: urls, conn: conn, server: s}, nil
}

// withScheme writes nats:// before addresses that have no scheme.
func withScheme(servers string) string {
	all := strings.Split(servers, ",")
	for i, s := range all {
		if !strings.Contains(s, "://") {
			all[i] = "nats://" + s
		}
	}
	return strings.Join(all, ",")
}

// loopback reports whether a host is surely this machine.
func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
