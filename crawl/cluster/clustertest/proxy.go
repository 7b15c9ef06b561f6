package clustertest

import (
	"io"
	"net"
	"sync"
)

// Cut is how a Proxy is cut.
type Cut int

// The ways to cut.
const (
	None     Cut = iota
	Whole        // nothing gets through
	Up           // nothing gets to the server
	Down         // nothing gets to the client
	HalfOpen     // the server's side is closed, the client is not told, and nobody connects anew
)

func (c Cut) String() string { return [...]string{"none", "whole", "up", "down", "half-open"}[c] }

// Proxy carries TCP connections to a server, and can be cut. What was sent while it is cut
// is lost, as its connections are when it is mended: TCP would have given them up, or would send
// again what is lost here.
type Proxy struct {
	target string
	l      net.Listener
	all    sync.WaitGroup

	mu     sync.Mutex
	cut    Cut
	closed bool
	pairs  map[*pair]bool
}

// pair is a connection with that to the server.
type pair struct {
	client, server net.Conn // server may be nil
	torn           bool     // something was lost
}

// NewProxy listens on a free port of 127.0.0.1.
func NewProxy(target string) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{target: target, l: l, pairs: map[*pair]bool{}}
	p.all.Go(p.accept)
	return p, nil
}

// Addr is where the Proxy listens.
func (p *Proxy) Addr() string { return p.l.Addr().String() }

// Set cuts or mends.
func (p *Proxy) Set(c Cut) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = c
	for q := range p.pairs {
		switch {
		case c == None && q.torn:
			q.close()
		case c == HalfOpen && q.server != nil:
			q.server.Close() //nolint:errcheck // it is cut
			q.torn = true
		case c != None:
			q.torn = true
		}
	}
}

// Close ends all connections and waits for them.
func (p *Proxy) Close() {
	p.l.Close() //nolint:errcheck // it ends anyway
	p.mu.Lock()
	p.closed = true
	for q := range p.pairs {
		q.close()
	}
	p.mu.Unlock()
	p.all.Wait()
}

func (q *pair) close() {
	q.client.Close() //nolint:errcheck // it ends anyway
	if q.server != nil {
		q.server.Close() //nolint:errcheck // it ends anyway
	}
}

func (p *Proxy) accept() {
	for {
		client, err := p.l.Accept()
		if err != nil {
			return
		}
		p.all.Go(func() { p.carry(client) })
	}
}

// carry carries one connection until it ends.
func (p *Proxy) carry(client net.Conn) {
	q := &pair{client: client}
	if !p.join(q) {
		client.Close() //nolint:errcheck // the proxy is closed
		return
	}
	defer p.leave(q)
	if q.server == nil { // cut: the client waits for an answer
		io.Copy(io.Discard, client) //nolint:errcheck // until it ends
		return
	}
	var both sync.WaitGroup
	both.Go(func() { p.copy(q, q.server, client, Up) })
	both.Go(func() { p.copy(q, client, q.server, Down) })
	both.Wait()
}

// join connects to the server, unless that is cut; false: the proxy is closed.
func (p *Proxy) join(q *pair) bool {
	p.mu.Lock()
	cut := p.cut
	p.mu.Unlock()
	if cut == None || cut == Down {
		q.server, _ = net.Dial("tcp", p.target) //nolint:errcheck // then the client is not answered
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		if q.server != nil {
			q.server.Close() //nolint:errcheck // nobody uses it
		}
		return false
	}
	q.torn = p.cut != None || q.server == nil
	p.pairs[q] = true
	return true
}

func (p *Proxy) leave(q *pair) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q.close()
	delete(p.pairs, q)
}

// copy carries one direction, and loses what comes while it is cut. One side's end is told
// to the other one only if nothing is cut.
func (p *Proxy) copy(q *pair, to, from net.Conn, way Cut) {
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		p.mu.Lock()
		cut := p.cut
		lost := cut == Whole || cut == HalfOpen || cut == way
		p.mu.Unlock()
		if n > 0 && !lost {
			if _, err := to.Write(buf[:n]); err != nil && cut == None {
				from.Close() //nolint:errcheck // it ends anyway
				return
			}
		}
		if err != nil {
			if !lost {
				to.Close() //nolint:errcheck // it ends anyway
			}
			return
		}
	}
}
