package natsjs

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// errNoTable: nobody has made the table yet, and this Broker may not.
var errNoTable = errors.New("the cluster has no table yet")

// ensure makes a stream unless it is there. One with other settings is taken as it is, but for its replicas: who
// came first may have known fewer servers.
func (b *Broker) ensure(ctx context.Context, c jetstream.StreamConfig) error {
	b.mu.Lock()
	there := b.there[c.Name] || time.Now().Before(b.fewer[c.Name])
	b.mu.Unlock()
	if there {
		return nil
	}
	var err error
	if c.Replicas, err = b.replicas(ctx); err != nil {
		return err
	}
	if b.o.Replicas > 0 || c.Name != b.stream("table") {
		err = b.create(ctx, c)
	}
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		var refused *jetstream.APIError
		if err = b.raise(ctx, c); errors.As(err, &refused) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.fewer[c.Name] = time.Now().Add(raiseEvery) // a server is away, say: the stream is used as it is
			return nil
		}
	}
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.there[c.Name] = true
	return nil
}

// raiseEvery is how often a stream that has too few replicas is looked at again.
const raiseEvery = 2 * time.Second

// create makes a stream. While not all servers are there that shall keep it, most of them do, and no call waits for the
// rest; ensure gives it the others when they are there.
func (b *Broker) create(ctx context.Context, c jetstream.StreamConfig) error {
	make := func(ctx context.Context) error {
		_, err := b.js.CreateStream(ctx, c)
		return err
	}
	err := b.again(ctx, make)
	var refused *jetstream.APIError
	if most := c.Replicas/2 + 1; errors.As(err, &refused) && refused.ErrorCode == noPeers && c.Replicas > 1 {
		c.Replicas = most
		if err = b.again(ctx, make); err == nil {
			err = jetstream.ErrStreamNameAlreadyInUse // to be raised
		}
	}
	return err
}

// replicas returns how many replicas a stream gets that is made now.
func (b *Broker) replicas(ctx context.Context) (int, error) {
	b.mu.Lock()
	table := b.table
	b.mu.Unlock()
	if table == 0 {
		c, err := b.settings(ctx, b.stream("table"))
		switch {
		case errors.Is(err, jetstream.ErrStreamNotFound) && b.o.Replicas > 0:
			return b.o.Replicas, nil
		case errors.Is(err, jetstream.ErrStreamNotFound):
			return 0, errNoTable
		case err != nil:
			return 0, err
		}
		table = c.Replicas
		b.mu.Lock()
		b.table = table
		b.mu.Unlock()
	}
	return max(b.o.Replicas, table), nil
}

// raise gives a stream as many replicas as c has, if it has fewer.
func (b *Broker) raise(ctx context.Context, c jetstream.StreamConfig) error {
	is, err := b.settings(ctx, c.Name)
	if err != nil || is.Replicas >= c.Replicas {
		return err
	}
	is.Replicas = c.Replicas
	return b.again(ctx, func(ctx context.Context) error {
		_, err := b.js.UpdateStream(ctx, is)
		return err
	})
}

// settings are those that a stream has.
func (b *Broker) settings(ctx context.Context, name string) (c jetstream.StreamConfig, err error) {
	err = b.again(ctx, func(ctx context.Context) error {
		s, err := b.js.Stream(ctx, name)
		if err == nil {
			c = s.CachedInfo().Config
		}
		return err
	})
	return c, err
}

// forget lets the next call make the stream anew, if it has gone.
func (b *Broker) forget(stream string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.there, stream)
	delete(b.fewer, stream)
}
