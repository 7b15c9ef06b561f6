package searchtest

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Server answers as an API does: some paths with what a source reads before it asks, and
// all others with the answer.
type Server struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

// Seen returns the requests so far.
func (s *Server) Seen() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*http.Request(nil), s.seen...)
}

// NewServer starts a server that ends with the test. setup makes, from the address of the
// server, what lies at some paths; it may be nil.
func NewServer(t testing.TB, setup func(base string) map[string]string, answer http.Handler) *Server {
	return newServer(t, setup, answer, false)
}

func newServer(t testing.TB, setup func(base string) map[string]string, answer http.Handler, tls bool) *Server {
	s := &Server{}
	var before map[string]string
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen = append(s.seen, r)
		s.mu.Unlock()
		if body, ok := before[r.URL.Path]; ok {
			w.Write([]byte(body)) //nolint:errcheck // the client may be gone
			return
		}
		answer.ServeHTTP(w, r)
	})
	s.Server = httptest.NewUnstartedServer(handler)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	if tls {
		s.StartTLS()
	} else {
		s.Start()
	}
	if setup != nil {
		before = setup(s.URL)
	}
	t.Cleanup(s.Close)
	return s
}

// Body answers with a body of that type.
func Body(contentType, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Write([]byte(body)) //nolint:errcheck // the client may be gone
	})
}
