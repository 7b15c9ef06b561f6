package fetch

import (
	"context"
	"sync"
	"time"
)

// turns keeps requests to one host apart: a request may start when the one
// before has been answered (its headers are here, or it failed) and the
// host's delay has passed since. That is a little more than the delay between
// starts: a slow host is given the time it needs, and a server that measures
// the gap between requests never sees less than the delay.
//
// A host is a name with its port. Hosts behind one registrable domain or one
// address are not told from others.
type turns struct {
	delay time.Duration
	hold  time.Time // no host is asked before

	mu    sync.Mutex
	hosts map[string]*place
}

// maxPlaces bounds the memory of a crawl over very many hosts.
const maxPlaces = 50_000

type place struct {
	users int           // calls of wait that have not ended
	taken chan struct{} // holds one token while a request waits for its turn or its answer
	delay time.Duration
	last  time.Time // of the last answer
	hold  time.Time // after Retry-After
}

// place must be called with mu held.
func (t *turns) place(host string) *place {
	p := t.hosts[host]
	if p == nil {
		t.forget()
		p = &place{taken: make(chan struct{}, 1), delay: t.delay, hold: t.hold}
		t.hosts[host] = p
	}
	return p
}

// forget drops hosts of which nothing need be known any more, once there are
// many. It must be called with mu held.
func (t *turns) forget() {
	if len(t.hosts) < maxPlaces {
		return
	}
	now := time.Now()
	for host, p := range t.hosts {
		if p.users == 0 && p.delay == t.delay && now.After(p.next()) {
			delete(t.hosts, host)
		}
	}
}

// next must be called with mu held.
func (p *place) next() time.Time {
	if p.last.IsZero() {
		return p.hold
	}
	if at := p.last.Add(p.delay); at.After(p.hold) {
		return at
	}
	return p.hold
}

// wait returns when it is the caller's turn to ask host. The caller must call
// done once the host has answered, with a time for which the host wants to be
// left alone.
func (t *turns) wait(ctx context.Context, host string) (done func(pause time.Duration), err error) {
	t.mu.Lock()
	p := t.place(host)
	p.users++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		p.users--
		t.mu.Unlock()
	}
	if err := t.stand(ctx, p); err != nil {
		leave()
		return nil, err
	}
	return func(pause time.Duration) {
		t.mu.Lock()
		p.last = time.Now()
		p.hold = p.last.Add(pause)
		t.mu.Unlock()
		<-p.taken
		leave()
	}, nil
}

// stand waits until the request before is answered, and then for its time.
func (t *turns) stand(ctx context.Context, p *place) error {
	select {
	case p.taken <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	for {
		t.mu.Lock()
		d := time.Until(p.next())
		t.mu.Unlock()
		if d <= 0 {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			<-p.taken
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// slow sets the delay of host, from its last answer on.
func (t *turns) slow(host string, delay time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.place(host).delay = max(t.delay, delay)
}

// busy reports whether a request to host would have to wait.
func (t *turns) busy(host string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.hosts[host]
	if p == nil {
		return time.Now().Before(t.hold)
	}
	return len(p.taken) > 0 || time.Now().Before(p.next())
}
