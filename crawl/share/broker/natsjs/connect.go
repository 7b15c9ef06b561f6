package natsjs

import (
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Serve says how a process runs one of the servers of a cluster (crawl/share/host).
type Serve struct {
	Cluster string // name of the cluster
	Dir     string // of the node; the server keeps its data in engine/ in it
	// Join are the addresses, host:port, at which the servers of the cluster hear each other,
	// 1, 3 or 5; this process runs the one of them that is Listen.
	Join   []string
	Listen string      // one of Join; "": the one that is of this machine
	Client string      // host:port for clients; "": port 4222 at the host of Listen
	TLS    *tls.Config // nil: on loopback addresses only
	Log    *slog.Logger
}

// DefaultPort is the usual port of NATS for clients.
const DefaultPort = "4222"

// Broker is a broker with what has to be closed with it.
type Access struct {
	broker.Broker
	URL string // for clients

	conn  *nats.Conn
	Inner io.Closer // closed last, such as a server inside the process; may be nil
}

// Close closes the connection, and Inner.
func (b *Access) Close() error {
	err := b.Broker.Close()
	b.conn.Close()
	if b.Inner != nil {
		err = errors.Join(err, b.Inner.Close())
	}
	return err
}

// Replicas is how many servers keep each entry, of so many.
func Replicas(servers int) int {
	switch {
	case servers >= 5:
		return 5
	case servers >= 3:
		return 3
	}
	return 1
}

// Open connects a node to servers, URLs or host:port between commas. What is not there yet it makes, of so many
// replicas, and of more if the servers tell of more of them.
func Open(servers, cluster string, replicas int, t *tls.Config) (*Access, error) {
	return open(servers, cluster, replicas, t)
}

// OpenInside connects a node to the server in its own process, without a port: what it says to itself is on no network.
func OpenInside(s nats.InProcessConnProvider, url, cluster string, replicas int, t *tls.Config) (*Access, error) {
	conn, err := Dial(url, t, nats.InProcessServer(s))
	if err != nil {
		return nil, english.Errorf("no broker answers at %s: %w", url, err)
	}
	return access(conn, url, cluster, replicas)
}

// Dial connects to servers of a cluster, host:port or nats://host:port, between commas, to look on or give orders:
// what the nodes have not made it does not make, since it may know of fewer servers than they do.
func DialBroker(servers, cluster string, t *tls.Config) (*Access, error) {
	return open(servers, cluster, 0, t)
}

// ErrPlain: an address that is not of this machine, without TLS.
var ErrPlain = errors.New("without certificates only a broker on this machine is spoken to: give cluster-ca, cluster-cert and cluster-key")

// open connects. Where there is no table yet it makes one of so many replicas, and more if the servers tell of more of
// them; of 0 it makes none.
func open(servers, cluster string, least int, t *tls.Config) (*Access, error) {
	urls := withScheme(servers)
	for u := range strings.SplitSeq(urls, ",") {
		parsed, err := url.Parse(u)
		if err != nil || parsed.Host == "" {
			return nil, english.Errorf("%.100q is no address of a broker, such as nats://n1:4222", u)
		}
		if t == nil && !loopback(parsed.Hostname()) {
			return nil, english.Errorf("%s: %w", u, ErrPlain)
		}
	}
	conn, err := Dial(urls, t, nats.Timeout(5*time.Second))
	if err != nil {
		return nil, english.Errorf("no broker answers at %s: %w", urls, err)
	}
	return access(conn, urls, cluster, least)
}

func access(conn *nats.Conn, urls, cluster string, least int) (*Access, error) {
	if least > 0 {
		least = max(least, Replicas(len(conn.Servers())))
	}
	b, err := New(conn, Options{Name: cluster, Replicas: least})
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &Access{Broker: b, URL: urls, conn: conn}, nil
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
