package notify

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// A ping is asked at once; its error shows no secret; while the daemon is not well, nothing
// is asked.
func TestPing(t *testing.T) {
	t.Parallel()
	asked, status := make(chan string, 9), new(atomic.Int32)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(int(status.Load()))
		asked <- r.Method + " " + r.URL.Path
	}))
	defer srv.Close()
	status.Store(200)
	env := map[string]string{"PING": srv.URL + "/hush-uuid", "DEAD": "http://127.0.0.1:1/hush-uuid", "WRONG": "hush-uuid"}
	alive, looked := new(atomic.Bool), new(atomic.Int32)
	alive.Store(true)
	p := NewPinger(func() bool { defer looked.Add(1); return alive.Load() }, Options{Hosts: []string{"127.0.0.1"}, Secret: func(name string) (string, bool) { v, ok := env[name]; return v, ok }})
	p.Use(Ping{From: redact.Secret{Env: "PING"}, Every: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	if got := <-asked; got != "GET /hush-uuid" {
		t.Errorf("asked %s", got)
	}
	for at, _ := p.Last(); at.IsZero(); at, _ = p.Last() { // the answer arrives after the question
		time.Sleep(time.Millisecond)
	}
	// A daemon that is not well, as when it has just started, is looked at again soon, and asked for at once when it is.
	alive.Store(false)
	before := looked.Load()
	p.Use(Ping{From: redact.Secret{Env: "PING"}, Every: time.Hour})
	for looked.Load() == before {
		time.Sleep(time.Millisecond)
	}
	if len(asked) != 0 {
		t.Error("asked while the daemon was not well")
	}
	alive.Store(true)
	<-asked
	cancel()
	<-done
	status.Store(404)
	for name, want := range map[string]string{"PING": "HTTP status 404", "DEAD": "127.0.0.1:1: dial", "WRONG": "no http or https URL", "UNSET": "UNSET"} {
		err := p.ask(t.Context(), &Ping{From: redact.Secret{Env: name}})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	p.opt.Client.CloseIdleConnections()
}
