package natsjs

import (
	"context"
	"sync"

	"github.com/nats-io/nats.go"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// Tell implements broker.Broadcast.
func (b *Broker) Tell(subject string, data []byte) error {
	if err := broker.CheckLog(subject); err != nil {
		return err
	}
	if err := broker.CheckSize(data, broker.MaxData); err != nil {
		return err
	}
	if b.life.Closed() {
		return broker.ErrClosed
	}
	if err := b.nc.Publish(b.subject("told", encode(subject)), data); err != nil {
		return b.life.Silent(context.Background(), err)
	}
	return nil
}

// Listen implements broker.Broadcast.
func (b *Broker) Listen(subject string, f func([]byte)) (stop func(), err error) {
	if err := broker.CheckLog(subject); err != nil {
		return nil, err
	}
	if b.life.Closed() {
		return nil, broker.ErrClosed
	}
	l := &listener{f: f}
	sub, err := b.nc.Subscribe(b.subject("told", encode(subject)), l.hear)
	if err != nil {
		return nil, b.life.Silent(context.Background(), err)
	}
	end := sync.OnceFunc(func() {
		_ = sub.Unsubscribe() // it fails if the connection has ended, and with it the subscription
		l.end()
	})
	context.AfterFunc(b.life.Context(), end)
	return end, nil
}

// listener calls f until it is ended.
type listener struct {
	mu sync.Mutex
	f  func([]byte)
}

func (l *listener) hear(m *nats.Msg) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f != nil {
		l.f(m.Data)
	}
}

func (l *listener) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.f = nil
}
