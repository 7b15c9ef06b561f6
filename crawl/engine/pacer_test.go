package engine_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// polite is a web whose hosts answer one request per Delay; a second one waits
// inside Fetch, as in crawl/fetch. It is its own Pacer.
type polite struct {
	web
	Delay time.Duration

	lock    sync.Mutex
	next    map[string]time.Time
	waiting map[string]int
	queued  int // requests that had to wait at their host
}

func (p *polite) Site(host string) string { return host }

func (p *polite) ReadyAt(host string) time.Time {
	p.lock.Lock()
	defer p.lock.Unlock()
	at := p.next[host]
	if p.waiting[host] > 0 {
		at = time.Now().Add(p.Delay)
	}
	return at
}

func (p *polite) Turn(host string) (string, time.Time) { return host, p.ReadyAt(host) }

// Reserve counts as a waiting request until its Fetch has ended.
func (p *polite) Reserve(host string) (release func()) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.open()
	p.waiting[host]++
	return func() {
		p.lock.Lock()
		defer p.lock.Unlock()
		p.waiting[host]--
	}
}

func (p *polite) open() {
	if p.next == nil {
		p.next, p.waiting = make(map[string]time.Time), make(map[string]int)
	}
}

func (p *polite) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	host := req.URL[len("http://") : len("http://")+len("h0.example")]
	p.lock.Lock()
	p.open()
	wait := time.Until(p.next[host])
	if wait > 0 {
		p.queued++
	}
	p.next[host] = time.Now().Add(max(wait, 0) + p.Delay)
	p.lock.Unlock()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(wait):
	}
	return p.web.Fetch(ctx, req)
}

// TestPacer: with eight hosts and eight workers few requests wait for their host,
// because the strategy is asked for others. In deterministic mode, which asks no
// Pacer, most requests wait.
func TestPacer(t *testing.T) {
	queued := func(blind bool) int {
		p, st := &polite{web: web{Size: 4000, Hosts: 8}, Delay: 20 * time.Millisecond}, new(state.Memory)
		e := newEngine(&p.web, st, engine.Options{Workers: 8, MaxPages: 60, Deterministic: blind})
		e.Fetcher, e.Pacer = p, p
		if res, err := e.Run(t.Context(), p.seeds(1, 2, 3)); err != nil || res.Pages != 60 {
			t.Fatalf("Run = %+v, %v", res, err)
		}
		return p.queued
	}
	with, without := queued(false), queued(true)
	t.Logf("requests that waited: %d with the Pacer, %d without", with, without)
	if 2*with > without {
		t.Errorf("%d requests waited at their host with the Pacer, %d without", with, without)
	}
}

// TestPacerOneHost: a single host that is always busy is waited for, not given
// up.
func TestPacerOneHost(t *testing.T) {
	p, st := &polite{web: web{Size: 100, Hosts: 1}, Delay: 2 * time.Millisecond}, new(state.Memory)
	e := newEngine(&p.web, st, engine.Options{Workers: 4, MaxPages: 25})
	e.Fetcher, e.Pacer = p, p
	if res, err := e.Run(t.Context(), p.seeds(1)); err != nil || res.Pages != 25 {
		t.Errorf("Run = %+v, %v, want 25 pages", res, err)
	}
}

// stuck is a Pacer by which no host is ever ready.
type stuck struct{}

func (stuck) Site(host string) string           { return host }
func (stuck) ReadyAt(string) time.Time          { return time.Now().Add(time.Hour) }
func (stuck) Turn(h string) (string, time.Time) { return h, time.Now().Add(time.Hour) }
func (stuck) Reserve(string) (end func())       { return func() {} }

func TestPacerStuck(t *testing.T) {
	w := &web{Size: 100, Hosts: 3}
	e := newEngine(w, new(state.Memory), engine.Options{Workers: 4, MaxPages: 10})
	e.Pacer = stuck{}
	if res, err := e.Run(t.Context(), w.seeds(1, 2, 3)); err != nil || res.Pages != 10 {
		t.Errorf("Run = %+v, %v, want 10 pages", res, err)
	}
}
