package fetch

import (
	"io"
	"net/http"
	"sync"
	"time"
)

// abandonGrace is how long net/http has to return after its context has ended and its
// connection was closed.
const abandonGrace = 5 * time.Second

// transport is an http.Transport that is replaced when it no longer returns. A server
// can bring that about: when it raises the window of a stream too far (RFC 9113,
// 6.9.1), the goroutine that reads its connection waits for a lock that it holds
// itself, and so does, from then on, whoever asks the connection, or the pool that
// asks it. No closing of connections helps. What waits there is lost; the next
// request begins anew.
type transport struct {
	mu sync.Mutex
	*http.Transport
	renew func(*http.Transport) *http.Transport
}

// current is the transport for the next request.
func (t *transport) current() *http.Transport {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Transport
}

// replace puts another in the place of stuck, unless somebody has done so. The idle
// connections of stuck end by their own time: to close them could hold those in use.
func (t *transport) replace(stuck *http.Transport) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.Transport == stuck {
		t.Transport = t.renew(stuck)
	}
}

// CloseIdleConnections closes the idle connections of the current transport.
func (t *transport) CloseIdleConnections() { t.current().CloseIdleConnections() }

// sent holds what net/http returns.
type sent struct {
	*http.Response
	err error
}

// send is RoundTrip, but it returns when the time of h is over.
func (t *transport) send(h *hop, req *http.Request) (*http.Response, error) {
	current := t.current()
	r, ok := await(h, func() sent {
		r, err := current.RoundTrip(req)
		return sent{r, err}
	}, func(r sent) {
		if r.err == nil {
			r.Body.Close() //nolint:errcheck // nobody wants it any more
		}
	})
	if !ok {
		t.replace(current)
		return nil, errTimeout
	}
	if r.err == nil && r.ProtoMajor == 2 {
		r.Body = &body{ReadCloser: r.Body, hop: h, lost: func() { t.replace(current) }}
	}
	return r.Response, r.err
}

// await returns the result of do. If that has not come by the end of h and abandonGrace
// more, ok is false, and late gets the result if it comes.
func await[T any](h *hop, do func() T, late func(T)) (result T, ok bool) {
	results, abandoned := make(chan T), make(chan struct{})
	go func() {
		x := do()
		select {
		case results <- x:
		case <-abandoned:
			late(x)
		}
	}()
	select {
	case x := <-results:
		return x, true
	case <-h.ctx.Done():
	}
	timer := time.NewTimer(abandonGrace)
	defer timer.Stop()
	select {
	case x := <-results:
		return x, true
	case <-timer.C:
		close(abandoned)
		return result, false
	}
}

// body is the body of an answer over HTTP/2, whose methods return when the time of
// its hop is over.
type body struct {
	io.ReadCloser
	hop  *hop
	lost func()
	gone bool   // a call was abandoned
	buf  []byte // what is read goes here first: p belongs to the caller
}

// part holds what a call of a body returns.
type part struct {
	n   int
	err error
}

// call runs do. After the first call that does not return nothing is run any more.
func (b *body) call(do func() part) part {
	if b.gone {
		return part{err: errTimeout}
	}
	x, ok := await(b.hop, do, func(part) {})
	if !ok {
		b.gone = true
		b.lost()
		return part{err: errTimeout}
	}
	return x
}

func (b *body) Read(p []byte) (int, error) {
	if b.buf == nil {
		b.buf = make([]byte, 32<<10)
	}
	buf := b.buf[:min(len(p), len(b.buf))]
	x := b.call(func() part {
		n, err := b.ReadCloser.Read(buf)
		return part{n, err}
	})
	return copy(p, buf[:x.n]), x.err
}

func (b *body) Close() error {
	return b.call(func() part { return part{err: b.ReadCloser.Close()} }).err
}
