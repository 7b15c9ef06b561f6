package hostiletest

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// A World serves sites and their neighbours on the addresses of this network
// namespace: ports 80 and 443 for the web, 53 of 127.0.0.1 for names. It needs a
// namespace made by [Enter].
type World struct {
	Authority *authority // signs the sites' certificates

	hosts   []*Host
	byName  map[string]*Host
	plain   *queue // connections for the HTTP server
	server  *http.Server
	closers []io.Closer
	gone    chan struct{} // closed by Close
	running sync.WaitGroup
}

// newWorld begins to serve the sites.
func newWorld(sites []Site) (*World, error) {
	authority, err := newAuthority()
	if err != nil {
		return nil, err
	}
	w := &World{Authority: authority, byName: map[string]*Host{}, gone: make(chan struct{}), plain: newQueue()}
	if len(sites) > most {
		return nil, fmt.Errorf("hostiletest: %d sites, at most %d have addresses", len(sites), most)
	}
	for i := range sites {
		h := &Host{Site: &sites[i], World: w, Index: i, Neighbour: "neighbour-" + sites[i].Name + ".example"}
		if h.HTTP != nil {
			h.handler = h.HTTP(h)
		}
		w.hosts = append(w.hosts, h)
		w.byName[h.Name] = h
	}
	w.server = &http.Server{Handler: http.HandlerFunc(w.serve), ErrorLog: log.New(io.Discard, "", 0), MaxHeaderBytes: 4 << 20,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, localKey{}, c.LocalAddr())
		}}
	w.running.Go(func() { w.server.Serve(w.plain) }) //nolint:errcheck // ends with Close
	for _, port := range []struct {
		number string
		serve  func(net.Conn)
	}{{"80", w.open}, {"443", w.openTLS}} {
		l, err := net.Listen("tcp", ":"+port.number)
		if err != nil {
			w.Close()
			return nil, err
		}
		w.closers = append(w.closers, l)
		w.running.Go(func() { w.accept(l, port.serve) })
	}
	if err := w.serveNames(); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// Hosts are the sites of the world, in order.
func (w *World) Hosts() []*Host { return w.hosts }

// Close ends all connections.
func (w *World) Close() {
	close(w.gone)
	for _, c := range w.closers {
		c.Close() //nolint:errcheck // it ends anyway
	}
	w.plain.Close()  //nolint:errcheck // never fails
	w.server.Close() //nolint:errcheck // it ends anyway
}

func (w *World) accept(l net.Listener, serve func(net.Conn)) {
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // no file left, for now
			time.Sleep(10 * time.Millisecond)
			continue
		}
		go serve(c)
	}
}

type localKey struct{}

// at is the site at a local address; neighbour says that it is its neighbour's. A
// nil host is an address that is not public.
func (w *World) at(local net.Addr) (h *Host, neighbour bool) {
	tcp, ok := local.(*net.TCPAddr)
	if !ok {
		return nil, false
	}
	ip := tcp.IP.To4()
	if ip == nil || ip[0] != first {
		return nil, false
	}
	i := 2*(int(ip[1])-firstSite) + int(ip[2]>>7)
	if ip[1] < firstSite {
		i, neighbour = (int(ip[1])-1)<<8+int(ip[2]), true
	}
	if i < 0 || i >= len(w.hosts) {
		return nil, false
	}
	return w.hosts[i], neighbour
}

// open serves a connection to port 80.
func (w *World) open(c net.Conn) {
	h, neighbour := w.at(c.LocalAddr())
	if h == nil || neighbour || h.Conn == nil {
		w.plain.put(c)
		return
	}
	defer c.Close()
	h.Conn(h, c)
}

// openTLS serves a connection to port 443.
func (w *World) openTLS(c net.Conn) {
	h, neighbour := w.at(c.LocalAddr())
	if h != nil && !neighbour && h.TLS != nil {
		defer c.Close()
		h.TLS(h, c)
		return
	}
	if h != nil && !neighbour && h.H2 != nil {
		defer c.Close()
		tc := tls.Server(c, w.Authority.Config("h2"))
		if tc.Handshake() != nil {
			return
		}
		if f := newH2(tc); f != nil {
			h.H2(h, f)
		}
		return
	}
	w.plain.put(tls.Server(c, w.Authority.Config("http/1.1")))
}

// serve answers what speaks HTTP.
func (w *World) serve(rw http.ResponseWriter, r *http.Request) {
	local, _ := r.Context().Value(localKey{}).(net.Addr)
	h, neighbour := w.at(local)
	switch {
	case h == nil:
		// Nobody may come here: the attack names itself in the path or the host.
		for _, h := range w.hosts {
			if strings.Contains(r.Host+r.URL.Path, h.Name) {
				h.Forbidden.Add(1)
			}
		}
		http.Error(rw, "secret", http.StatusOK)
	case neighbour:
		serveNeighbour(rw, r)
	case h.handler == nil, r.URL.Path == "/robots.txt" && !h.Robots:
		h.count(r.Host)
		http.NotFound(rw, r)
	default:
		h.count(r.Host)
		h.handler.ServeHTTP(rw, r)
	}
}

// sleep waits, but not longer than the world lasts; it reports whether that was so.
func (w *World) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-w.gone:
		return false
	}
}

// queue is a listener whose connections come from elsewhere.
type queue struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func newQueue() *queue { return &queue{conns: make(chan net.Conn), done: make(chan struct{})} }

func (q *queue) put(c net.Conn) {
	select {
	case q.conns <- c:
	case <-q.done:
		c.Close() //nolint:errcheck // it ends anyway
	}
}

func (q *queue) Accept() (net.Conn, error) {
	select {
	case c := <-q.conns:
		return c, nil
	case <-q.done:
		return nil, net.ErrClosed
	}
}

func (q *queue) Close() error {
	q.once.Do(func() { close(q.done) })
	return nil
}

func (q *queue) Addr() net.Addr { return &net.TCPAddr{} }
