// Package memory is a [broker.Broker] inside one process: for parts that share a process,
// and for tests. It keeps every promise but that of outliving the process.
//
//	memory.go     Server and its Brokers; broadcast
//	log.go        logs
//	table.go      the table
package memory

import (
	"bytes"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker/internal/follow"
)

// Server holds what its Brokers share. The zero value is empty and ready.
type Server struct {
	mu     sync.Mutex
	logs   map[string]*log
	values map[string]*value
	rev    uint64 // the last one
	wakes  follow.Wakes
	hear   map[string]map[*listener]bool
}

// Open returns a Broker: what one process of a cluster has.
func (s *Server) Open() *Broker { return &Broker{s: s, life: follow.NewLife(0)} }

// Broker is a broker.Broker in memory.
type Broker struct {
	s    *Server
	life *follow.Life
}

var _ broker.Broker = (*Broker)(nil)

// Close implements broker.Broker. What was appended and written stays in the Server.
func (b *Broker) Close() error { b.life.Close(); return nil }

// Wakes of logs and of the table.
const (
	ofLog   = "log "
	ofTable = "table"
)

// waiting is how much a listener may be behind before it misses something.
const waiting = 256

type listener struct{ heard chan []byte }

// Tell implements broker.Broadcast.
func (b *Broker) Tell(subject string, data []byte) error {
	if b.life.Closed() {
		return broker.ErrClosed
	}
	if err := broker.CheckLog(subject); err != nil {
		return err
	}
	if err := broker.CheckSize(data, broker.MaxData); err != nil {
		return err
	}
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	for l := range b.s.hear[subject] {
		select {
		case l.heard <- bytes.Clone(data):
		default:
		}
	}
	return nil
}

// Listen implements broker.Broadcast.
func (b *Broker) Listen(subject string, f func([]byte)) (stop func(), err error) {
	if b.life.Closed() {
		return nil, broker.ErrClosed
	}
	if err := broker.CheckLog(subject); err != nil {
		return nil, err
	}
	l := &listener{heard: make(chan []byte, waiting)}
	b.s.listen(subject, l)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		defer b.s.leave(subject, l)
		for {
			select {
			case <-end:
				return
			case <-b.life.Done():
				return
			case data := <-l.heard:
				f(data)
			}
		}
	}()
	return sync.OnceFunc(func() { close(end); <-ended }), nil
}

func (s *Server) listen(subject string, l *listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hear == nil {
		s.hear = map[string]map[*listener]bool{}
	}
	if s.hear[subject] == nil {
		s.hear[subject] = map[*listener]bool{}
	}
	s.hear[subject][l] = true
}

func (s *Server) leave(subject string, l *listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.hear[subject], l)
}
