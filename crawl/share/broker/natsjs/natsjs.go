package natsjs

import (
	"context"
	"crypto/tls"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/internal/follow"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Options of a Broker.
type Options struct {
	// Name of the cluster, before the names of all streams and subjects: clusters of
	// different names can share a server. Required; as the name of a log, to 30 bytes.
	Name string
	// Replicas is how many servers keep each entry and value at least: 1, 3 or 5. A cluster whose table has more has
	// more. 0: as many as the table has; then the Broker makes none, so a key of a cluster that has none yet is
	// absent, and nothing can be written.
	Replicas int
	// Timeout is how long one call waits for an answer. 0: five seconds.
	Timeout time.Duration
}

// Broker is a broker.Broker by NATS JetStream.
type Broker struct {
	nc   *nats.Conn
	js   jetstream.JetStream
	o    Options
	life *follow.Life

	mu    sync.Mutex
	there map[string]bool      // streams that are known to be there
	fewer map[string]time.Time // streams that have fewer replicas than they shall: when that is looked at again
	table int                  // replicas of the table; 0: not known
}

var _ broker.Broker = (*Broker)(nil)

// mostCluster is the longest name of a cluster: a stream's name has 255 bytes.
const mostCluster = 30

// New returns a Broker over a connection, which Close does not close. The server need not
// answer yet.
func New(nc *nats.Conn, o Options) (*Broker, error) {
	if err := broker.CheckLog(o.Name); err != nil {
		return nil, english.Errorf("cluster name: %w", err)
	}
	if len(o.Name) > mostCluster {
		return nil, english.Errorf("%w: cluster name of %d bytes, %d are the most", broker.ErrRefused, len(o.Name), mostCluster)
	}
	if o.Timeout <= 0 {
		o.Timeout = 5 * time.Second
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	return &Broker{nc: nc, js: js, o: o, life: follow.NewLife(o.Timeout), there: map[string]bool{}, fewer: map[string]time.Time{}}, nil
}

// Dial connects to a server (several: with commas) and stays connected: it tries again
// for ever, and keeps nothing back to be sent later, since a call that has failed must not
// happen after all. With t it speaks TLS only.
func Dial(urls string, t *tls.Config, more ...nats.Option) (*nats.Conn, error) {
	o := []nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectBufSize(-1),
		nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2), nats.IgnoreAuthErrorAbort(),
		nats.SyncQueueLen(2 * mostMessages),
	}
	if t != nil {
		o = append(o, nats.Secure(t))
	}
	return nats.Connect(urls, append(o, more...)...)
}

// Close implements broker.Broker.
func (b *Broker) Close() error {
	b.life.Close()
	return nil
}

// failed says what an error of the server means. expected is the error of a wrong last
// number.
func (b *Broker) failed(ctx context.Context, err, expected error) error {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return b.life.Silent(ctx, err)
	}
	switch {
	case api.ErrorCode == wrongLast || api.ErrorCode == wrongLastNow:
		return english.Errorf("%w: %w", expected, err)
	case api.Code >= 500 || api.ErrorCode == stillAdding || api.ErrorCode == noPeers || api.ErrorCode == noStream:
		return english.Errorf("%w: %w", broker.ErrUnavailable, err)
	}
	return err
}

// Error codes of JetStream (server/errors.json).
const (
	noPeers      = 10005 // too few servers for the replicas, now
	noMessage    = 10037
	nameInUse    = 10058
	noStream     = 10059
	wrongLast    = 10071
	stillAdding  = 10158 // an append with the same id is under way
	wrongLastNow = 10164
)

// again asks until there is an answer or ctx ends, in fifths of the time-out: a server that
// has no leader, or no stream yet, does not answer. For what does no harm twice.
func (b *Broker) again(ctx context.Context, ask func(ctx context.Context) error) error {
	for {
		try, cancel := context.WithTimeout(ctx, b.o.Timeout/5)
		err := ask(try)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
			return err
		}
	}
}

// publish stores a message, once.
func (b *Broker) publish(ctx context.Context, c jetstream.StreamConfig, m *nats.Msg, expected error) (*jetstream.PubAck, error) {
	if err := b.life.Check(ctx); err != nil {
		return nil, err
	}
	try, cancel := b.life.Try(ctx)
	defer cancel()
	if err := b.ensure(try, c); err != nil {
		return nil, b.failed(ctx, err, expected)
	}
	ack, err := b.js.PublishMsg(try, m)
	if err != nil {
		b.forget(c.Name)
		return nil, b.failed(ctx, err, expected)
	}
	return ack, nil
}
