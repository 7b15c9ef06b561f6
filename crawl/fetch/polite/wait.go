package polite

import (
	"context"
	"net/netip"
	"strings"
	"time"
)

// Answer is how a request ended, as far as politeness is concerned.
type Answer struct {
	Status     int           // 0: no answer came
	Latency    time.Duration // until the headers came, or the request failed
	RetryAfter time.Duration // negative: the answer has none
	Addr       netip.Addr    // that answered; the zero Addr if it is unknown
}

// Wait returns when a request to the host at addr may start; addr may be unknown.
// The caller must call done with the answer. done returns for how long the site is
// left alone because it refused.
func (l *Limiter) Wait(ctx context.Context, name string, addr netip.Addr) (done func(Answer) (pause time.Duration), err error) {
	l.mu.Lock()
	h := l.host(name)
	h.users++
	l.setAddress(h, addr)
	site, shared := h.site, h.addr
	l.mu.Unlock()
	end := func() {
		l.mu.Lock()
		h.users--
		l.mu.Unlock()
	}
	// The site comes first, because it may want a long time: a request that holds
	// the address waits for the usual delay at most.
	leave, err := l.waitSite(ctx, h)
	if err != nil {
		end()
		return nil, err
	}
	free := func() {}
	if shared != nil {
		if free, err = l.waitAddress(ctx, shared); err != nil {
			leave()
			end()
			return nil, err
		}
	}
	return func(a Answer) time.Duration {
		pause := l.answered(h, site, shared, a)
		free()
		leave()
		end()
		return pause
	}, nil
}

// waitAddress waits for the address of b, here and in other processes.
func (l *Limiter) waitAddress(ctx context.Context, b *bucket) (free func(), err error) {
	if err := l.waitBucket(ctx, b, func() time.Time { return l.ready(b, l.delay) }); err != nil {
		return nil, err
	}
	if l.others == nil {
		return func() { <-b.slots }, nil
	}
	answered, err := l.others.Take(ctx, strings.TrimPrefix(b.key, addressKey))
	if err != nil {
		<-b.slots
		return nil, err
	}
	return func() { answered(); <-b.slots }, nil
}

// waitSite waits until h's site may be asked. Whether the request must be alone may
// change while it waits.
func (l *Limiter) waitSite(ctx context.Context, h *host) (leave func(), err error) {
	site, alone := h.site, false
	leave = func() {
		<-site.slots
		if alone {
			<-site.exclusive
		}
	}
	for {
		err := l.waitBucket(ctx, site, func() time.Time { return later(l.ready(site, l.paceOf(site)), h.last.Add(h.delay)) })
		if err != nil {
			if alone {
				<-site.exclusive
			}
			return nil, err
		}
		l.mu.Lock()
		single := l.single(h)
		l.mu.Unlock()
		if alone && !single {
			<-site.exclusive
			alone = false
		}
		if alone == single {
			return leave, nil
		}
		leave() // while it waits to be alone, others of the site may go
		select {
		case site.exclusive <- struct{}{}:
			alone = true
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// waitBucket takes a slot of b and waits until next, which is called with mu held.
func (l *Limiter) waitBucket(ctx context.Context, b *bucket, next func() time.Time) error {
	select {
	case b.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	for {
		l.mu.Lock()
		d := time.Until(next())
		l.mu.Unlock()
		if d <= 0 {
			return nil
		}
		timer := time.NewTimer(d)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			<-b.slots
			return ctx.Err()
		}
	}
}

// answered records how a request ended and returns for how long its site is left
// alone. The new state is on disk before the next request to the site: the slot is
// still taken.
func (l *Limiter) answered(h *host, site, shared *bucket, a Answer) (pause time.Duration) {
	pause, r, changed := l.learn(h, site, shared, a)
	if changed && l.state != nil {
		l.state.save(r)
	}
	return pause
}

// learn is answered without the disk; changed reports that r is to be saved.
func (l *Limiter) learn(h *host, site, shared *bucket, a Answer) (pause time.Duration, r record, changed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	refused := site.refused
	pause = l.note(site, a)
	h.last, site.last, site.hold = now, now, later(site.hold, now.Add(pause))
	if shared != nil {
		shared.last = now
	}
	l.setAddress(h, a.Addr)
	if h.addr != nil {
		h.addr.last = now
	}
	if pause == 0 && site.refused == refused && !l.paceChanged(site) {
		return pause, r, false
	}
	return pause, l.record(site), true
}

// SetCrawlDelay sets the Crawl-delay of a host. It counts from the host's last
// answer.
func (l *Limiter) SetCrawlDelay(name string, delay time.Duration) {
	delay = min(delay, l.maxDelay)
	l.mu.Lock()
	h := l.host(name)
	changed := h.delay != delay
	h.delay = delay
	l.mu.Unlock()
	if changed && l.state != nil {
		l.state.save(record{Host: name, Delay: delay})
	}
}
