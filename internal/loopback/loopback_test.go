package loopback

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

func TestOwnName(t *testing.T) {
	h := OwnName(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for host, want := range map[string]int{
		"localhost": 200, "localhost:9090": 200, "127.0.0.1:9090": 200, "127.8.9.1": 200, "[::1]:9090": 200, "[::1]": 200,
		"evil.example": 403, "evil.example:9090": 403, "127.0.0.1.evil.example": 403, "10.0.0.1": 403, "": 403, "localhost.evil.example": 403,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%q: %d; want %d", host, w.Code, want)
		}
	}
}

func TestOwnNameOfAProxy(t *testing.T) {
	h := OwnName(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), "monitor.example.org")
	for host, want := range map[string]int{"Monitor.example.org": 200, "monitor.example.org:443": 200, "localhost": 200, "evil.example": 403, "x.monitor.example.org": 403} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%q: %d; want %d", host, w.Code, want)
		}
	}
}

func TestLoopback(t *testing.T) {
	for ip, want := range map[string]bool{"127.0.0.1": true, "::1": true, "0.0.0.0": false, "::": false, "10.0.0.1": false} {
		if got := Loopback(&net.TCPAddr{IP: net.ParseIP(ip)}); got != want {
			t.Errorf("%s: %v", ip, got)
		}
	}
	if Loopback(&net.UnixAddr{}) {
		t.Error("a unix socket is no address of the loopback")
	}
}

// TestStop stops a server while an answer hangs: after the grace it is cut.
func TestStop(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan struct{})
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		http.NewResponseController(w).Flush() //nolint:errcheck // the test sees it
		close(begun)
		<-r.Context().Done()
	})}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	cut := make(chan error)
	go func() {
		resp, err := http.Get("http://" + l.Addr().String())
		if err == nil {
			_, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		cut <- err
	}()
	<-begun
	if err := Stop(s, done, 50*time.Millisecond); err != nil {
		t.Errorf("stopped: %v", err)
	}
	select {
	case <-cut:
	case <-time.After(pacetest.Times(5 * time.Second)):
		t.Error("the answer hangs still")
	}
}
