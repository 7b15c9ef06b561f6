package engine_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/state"
)

// polite is a web whose hosts answer one request per Delay; a second one waits
// inside Fetch, as in crawl/fetch.
type polite struct {
	web
	Delay time.Duration

	gate    sync.Mutex
	next    map[string]time.Time
	waiting map[string]int
	queued  int // requests that had to wait at their host
}

func (p *polite) Busy(host string) bool {
	p.gate.Lock()
	defer p.gate.Unlock()
	return p.waiting[host] > 0 || time.Now().Before(p.next[host])
}

func (p *polite) Fetch(ctx context.Context, url string) (*crawl.Response, error) {
	host := url[len("http://") : len("http://")+len("h0.example")]
	p.gate.Lock()
	if p.next == nil {
		p.next, p.waiting = make(map[string]time.Time), make(map[string]int)
	}
	wait := time.Until(p.next[host])
	if wait > 0 {
		p.queued++
	}
	p.waiting[host]++
	p.next[host] = time.Now().Add(max(wait, 0) + p.Delay)
	p.gate.Unlock()
	defer func() {
		p.gate.Lock()
		p.waiting[host]--
		p.gate.Unlock()
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(wait):
	}
	return p.web.Fetch(ctx, url)
}

// TestGate: with eight hosts and eight workers few requests wait at their
// host's door, because the strategy is asked for others; blindly chosen (by the
// deterministic mode, which asks no gate) most do.
func TestGate(t *testing.T) {
	queued := func(blind bool) int {
		p, st := &polite{web: web{Size: 4000, Hosts: 8}, Delay: 20 * time.Millisecond}, new(state.Memory)
		e := newEngine(&p.web, st, engine.Options{Workers: 8, MaxPages: 60, Deterministic: blind})
		e.Fetcher = p
		if res, err := e.Run(t.Context(), p.seeds(1, 2, 3)); err != nil || res.Pages != 60 {
			t.Fatalf("Run = %+v, %v", res, err)
		}
		return p.queued
	}
	with, without := queued(false), queued(true)
	t.Logf("requests that waited: %d with the gate, %d without", with, without)
	if 2*with > without {
		t.Errorf("%d requests waited at their host with the gate, %d without", with, without)
	}
}

// TestGateOneHost: a single host that is always busy is waited for, not given
// up.
func TestGateOneHost(t *testing.T) {
	p, st := &polite{web: web{Size: 100, Hosts: 1}, Delay: 2 * time.Millisecond}, new(state.Memory)
	e := newEngine(&p.web, st, engine.Options{Workers: 4, MaxPages: 25})
	e.Fetcher = p
	if res, err := e.Run(t.Context(), p.seeds(1)); err != nil || res.Pages != 25 {
		t.Errorf("Run = %+v, %v, want 25 pages", res, err)
	}
}

// stuck is a gate that calls every host busy for ever.
type stuck struct{ *web }

func (stuck) Busy(string) bool { return true }

func TestGateStuck(t *testing.T) {
	w := &web{Size: 100, Hosts: 3}
	e := newEngine(w, new(state.Memory), engine.Options{Workers: 4, MaxPages: 10})
	e.Fetcher = stuck{w}
	if res, err := e.Run(t.Context(), w.seeds(1, 2, 3)); err != nil || res.Pages != 10 {
		t.Errorf("Run = %+v, %v, want 10 pages", res, err)
	}
}
