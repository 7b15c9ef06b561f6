package metrics_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/tell/metrics"
)

func TestAsk(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			http.NotFound(w, r)
			return
		}
		w.WriteHeader(status)
		w.Write([]byte("the disk is full\n")) //nolint:errcheck // the client reads it
	}))
	defer s.Close()
	addr := s.Listener.Addr().String()
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []string{addr, ":" + port, "0.0.0.0:" + port} {
		if err := metrics.Ask(t.Context(), a); err != nil {
			t.Errorf("%s: %v", a, err)
		}
	}
	status = http.StatusServiceUnavailable
	if err := metrics.Ask(t.Context(), addr); !errors.Is(err, metrics.ErrUnhealthy) || !strings.Contains(err.Error(), "disk is full") {
		t.Error(err)
	}
	s.Close()
	if err := metrics.Ask(t.Context(), addr); err == nil || errors.Is(err, metrics.ErrUnhealthy) {
		t.Error(err)
	}
	for _, a := range []string{"", "localhost", "a b:1", "[::1"} {
		if err := metrics.Ask(t.Context(), a); err == nil {
			t.Errorf("%q: no error", a)
		}
	}
}
