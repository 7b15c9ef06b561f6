package brokertest

import (
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/internal/follow"
)

// Server holds what its Brokers share. The zero value is empty and ready.
type MemoryServer struct {
	mu     sync.Mutex
	logs   map[string]*log
	values map[string]*value
	rev    uint64 // the last one
	wakes  follow.Wakes
	hear   follow.Hearing
}

// Open returns a Broker: what one process of a cluster has.
func (s *MemoryServer) Open() *Memory { return &Memory{s: s, life: follow.NewLife(0)} }

// Broker is a broker.Broker in memory.
type Memory struct {
	s    *MemoryServer
	life *follow.Life
}

var _ broker.Broker = (*Memory)(nil)

// Close implements broker.Broker. What was appended and written stays in the Server.
func (b *Memory) Close() error { b.life.Close(); return nil }

// Wakes of logs and of the table.
const (
	ofLog   = "log "
	ofTable = "table"
)

// Tell implements broker.Broadcast.
func (b *Memory) Tell(subject string, data []byte) error {
	if b.life.Closed() {
		return broker.ErrClosed
	}
	if err := broker.CheckLog(subject); err != nil {
		return err
	}
	if err := broker.CheckSize(data, broker.MaxData); err != nil {
		return err
	}
	b.s.hear.Heard(subject, data)
	return nil
}

// Listen implements broker.Broadcast.
func (b *Memory) Listen(subject string, f func([]byte)) (stop func(), err error) {
	if b.life.Closed() {
		return nil, broker.ErrClosed
	}
	if err := broker.CheckLog(subject); err != nil {
		return nil, err
	}
	return b.s.hear.Listen(subject, b.life.Done(), f), nil
}
