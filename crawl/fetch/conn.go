package fetch

import (
	"context"
	"crypto/tls"
	"net"
	"sync/atomic"
	"time"
)

// The wall clock of an exchange. net/http ends most exchanges with their context, but
// not all: of a connection that has changed its protocol (101) it reads on, and one
// write that a server does not read stops all streams of an HTTP/2 connection. So when
// the context of a hop ends, its connection is closed.

// streamGrace is how long HTTP/2 has to end a stream before its connection is closed.
const streamGrace = time.Second

// conn is a connection that knows for which hop it works. A connection of HTTP/1 may
// have gone to another hop when it is to be closed.
type conn struct {
	net.Conn
	hop atomic.Pointer[hop]
}

// watched wraps what dial connects to.
func watched(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &conn{Conn: c}, nil
	}
}

// watchedConn is the conn below c; nil if there is none. shared reports that other
// exchanges use it too.
func watchedConn(c net.Conn) (w *conn, shared bool) {
	for {
		switch x := c.(type) {
		case *conn:
			return x, shared
		case *recorder:
			c = x.Conn
		case *tls.Conn:
			shared = shared || x.ConnectionState().NegotiatedProtocol == "h2"
			c = x.NetConn()
		default:
			return nil, false
		}
	}
}

// watch ends the exchange with its context, until h is closed.
func (h *hop) watch() {
	h.ended = make(chan struct{})
	h.unwatch = context.AfterFunc(h.ctx, h.cut)
}

// cut closes the connection of h.
func (h *hop) cut() {
	c, shared := h.trace.watched()
	if c == nil {
		return // net/http waits for a connection, which it gives up with the context
	}
	if shared {
		timer := time.NewTimer(streamGrace)
		defer timer.Stop()
		select {
		case <-h.ended:
			return
		case <-timer.C:
		}
	} else if c.hop.Load() != h {
		return
	}
	c.Conn.Close() //nolint:errcheck // whoever reads or writes hears of it
}

// got notes the connection of h, before anything is sent. A connection too many ends
// the exchange.
func (h *hop) got(c net.Conn) {
	w, shared := watchedConn(c)
	if !h.trace.next() {
		h.cancel()
		if w != nil && !shared {
			w.Conn.Close() //nolint:errcheck // so that nothing can be sent
		}
		return
	}
	if w == nil {
		return
	}
	if !shared {
		w.hop.Store(h)
	}
	h.trace.setWatched(w, shared)
	if h.ctx.Err() != nil {
		go h.cut()
	}
}

// end stops the watch.
func (h *hop) end() {
	h.unwatch()
	close(h.ended)
}
