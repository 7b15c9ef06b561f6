package fetch

import (
	"context"
	"net/netip"
	"sync"
	"time"
)

// turns keeps requests apart. A request may start when the one before at the
// same place has been answered (its headers are here, or it failed) and the
// place's delay has passed since. That is a little more than the delay between
// starts: a slow host is given the time it needs, and a server that measures
// the gap between requests never sees less than the delay.
//
// A place is the site of a host (see siteOf) and, once it is known, the address
// that answers for it, so that neither a hundred names of one owner nor a
// hundred owners on one machine are asked a hundred times as often. On top of
// that a host has its own Crawl-delay.
//
// Where no delay is wanted at all, because the server is the user's own, several
// requests may be in flight at a place; but one at a time is asked of a host with
// a Crawl-delay, and of a site that refuses.
//
// No goroutine and no timer belongs to a place: time passes for it when somebody
// looks.
type turns struct {
	delay    time.Duration // between requests to a place
	abreast  int           // requests in flight at a place, if delay is 0; 0 means 1
	longest  time.Duration // that a slow server or a Crawl-delay makes of it
	maxPause time.Duration // after 429 and 503
	hold     time.Time     // nobody is asked before
	kept     *Promises     // nil: nothing outlives the process

	mu     sync.Mutex
	hosts  map[string]*host
	places map[string]*place // by site, and by address
	sweep  int               // number of hosts at which the forgettable ones are looked for
}

// maxHosts bounds the memory of a crawl over very many hosts.
const maxHosts = 50_000

// host is a name with its port, as in crawl.Link.
type host struct {
	site  *place
	addr  *place        // that answered last; nil if it is unknown or nobody else's
	users int           // calls of wait that have not ended
	delay time.Duration // Crawl-delay
	last  time.Time     // of the last answer
}

// place is what hosts share.
type place struct {
	pace
	key    string
	taken  chan struct{} // holds a token for each request that waits for its time or its answer
	alone  chan struct{} // holds the token of the one that must be by itself
	hosts  int           // that refer to it
	guests int           // calls of expect that have not ended
	tokens int           // calls of book that have not ended
	booked int           // those of them for which nobody has set out
	last   time.Time     // of the last answer
	hold   time.Time     // after 429 and 503
	told   time.Duration // the delay as Promises know it
}

// host finds or makes the entry of a host. It must be called with mu held.
func (t *turns) host(name string) *host {
	h := t.hosts[name]
	if h == nil {
		t.forget()
		h = &host{site: t.place(siteOf(name))}
		t.hosts[name] = h
	}
	return h
}

// place finds or makes a place for one more host. It must be called with mu
// held.
func (t *turns) place(key string) *place {
	p := t.places[key]
	if p == nil {
		p = &place{key: key, told: t.delay, taken: make(chan struct{}, t.width()), alone: make(chan struct{}, 1)}
		t.places[key] = p
	}
	p.hosts++
	return p
}

// width is how many requests may be in flight at a place.
func (t *turns) width() int {
	if t.delay > 0 {
		return 1
	}
	return max(t.abreast, 1)
}

// single reports whether requests to h are made one at a time though more are
// allowed. It must be called with mu held.
func (t *turns) single(h *host) bool {
	return t.width() > 1 && (h.delay > 0 || h.site.refused > 0)
}

// move says that a is the address of h. It must be called with mu held.
func (t *turns) move(h *host, a netip.Addr) {
	if !a.IsValid() || a.IsLoopback() {
		return // unknown, or this machine: who runs many servers on it knows it
	}
	key := "address " + a.Unmap().String() // a host of that name has a place as a site too
	if h.addr == t.places[key] && h.addr != nil {
		return
	}
	t.leave(h.addr)
	h.addr = t.place(key)
}

// leave says that one host fewer refers to p, which may be nil. It must be
// called with mu held.
func (t *turns) leave(p *place) {
	if p == nil {
		return
	}
	if p.hosts--; p.hosts == 0 {
		delete(t.places, p.key)
	}
}

// forget drops hosts of which nothing need be known any more, once there are
// many, and their places with the last of them. It must be called with mu held.
func (t *turns) forget() {
	if len(t.hosts) < max(t.sweep, maxHosts) {
		return
	}
	now := time.Now()
	for name, h := range t.hosts {
		if h.users > 0 || h.delay > 0 || h.site.refused > 0 || now.Before(t.next(h)) {
			continue
		}
		t.leave(h.site)
		t.leave(h.addr)
		delete(t.hosts, name)
	}
	t.sweep = 2 * len(t.hosts) // so that looking costs little per host
}

// next is when h may be asked if nobody is asking. It must be called with mu
// held.
func (t *turns) next(h *host) time.Time {
	at := t.ready(h.site, t.paceOf(h.site))
	if !h.last.IsZero() {
		at = later(at, h.last.Add(h.delay))
	}
	if h.addr != nil {
		at = later(at, t.ready(h.addr, t.delay))
	}
	return at
}

// ready is when p may be asked if nobody is asking. It must be called with mu
// held.
func (t *turns) ready(p *place, delay time.Duration) time.Time {
	at := later(p.hold, t.hold)
	if p.last.IsZero() {
		return at
	}
	return later(at, p.last.Add(delay))
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// expect says that somebody is on the way to a host, until gone is called: where
// requests are made one at a time nobody else need set out.
func (t *turns) expect(name string) (gone func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.host(name)
	site := h.site
	h.users++
	site.guests++
	site.booked = max(0, site.booked-1)
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		h.users--
		site.guests--
	}
}

// book is expect for somebody who has not set out yet: the next who does for that
// site, by calling expect, is the one. So a booking that lasts longer than its
// request, as that of a page which is rendered, keeps nobody away.
func (t *turns) book(name string) (end func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.host(name)
	site := h.site
	h.users++
	site.tokens++
	site.booked++
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		h.users--
		site.tokens--
		site.booked = min(site.booked, site.tokens)
	}
}

// wait returns when it is the caller's turn to ask the host of that name at
// addr, which may be unknown. The caller must call done with the answer.
func (t *turns) wait(ctx context.Context, name string, addr netip.Addr) (done func(outcome) time.Duration, err error) {
	t.mu.Lock()
	h := t.host(name)
	h.users++
	t.move(h, addr)
	site, shared := h.site, h.addr
	t.mu.Unlock()
	end := func() {
		t.mu.Lock()
		h.users--
		t.mu.Unlock()
	}
	// First the site, which may want a long time, then the address: nobody who
	// holds the address waits for more than the usual delay.
	leave, err := t.enter(ctx, h)
	if err != nil {
		end()
		return nil, err
	}
	if shared != nil {
		if err := t.stand(ctx, shared, func() time.Time { return t.ready(shared, t.delay) }); err != nil {
			leave()
			end()
			return nil, err
		}
	}
	return func(a outcome) time.Duration {
		pause := t.answered(h, site, shared, a)
		if shared != nil {
			<-shared.taken
		}
		leave()
		end()
		return pause
	}, nil
}

// enter waits until h's site may be asked. Whether a request must be by itself
// may change while it waits.
func (t *turns) enter(ctx context.Context, h *host) (leave func(), err error) {
	site, alone := h.site, false
	leave = func() {
		<-site.taken
		if alone {
			<-site.alone
		}
	}
	for {
		err := t.stand(ctx, site, func() time.Time { return later(t.ready(site, t.paceOf(site)), h.last.Add(h.delay)) })
		if err != nil {
			if alone {
				<-site.alone
			}
			return nil, err
		}
		t.mu.Lock()
		single := t.single(h)
		t.mu.Unlock()
		if alone && !single {
			<-site.alone
			alone = false
		}
		if alone == single {
			return leave, nil
		}
		leave() // nobody who waits for the one keeps others out
		select {
		case site.alone <- struct{}{}:
			alone = true
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// answered notes when and how a request ended and returns for how long its site
// is left alone.
func (t *turns) answered(h *host, site, shared *place, a outcome) (pause time.Duration) {
	pause, owed, fresh := t.learn(h, site, shared, a)
	if fresh && t.kept != nil {
		t.kept.keep(owed) // the place is still taken: nobody asks there before this is durable
	}
	return pause
}

// learn is answered. What is owed to the site now is to be kept if it is fresh.
func (t *turns) learn(h *host, site, shared *place, a outcome) (pause time.Duration, owed promise, fresh bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	refused := site.refused
	pause = t.note(site, a)
	h.last, site.last, site.hold = now, now, later(site.hold, now.Add(pause))
	if shared != nil {
		shared.last = now
	}
	t.move(h, a.addr)
	if h.addr != nil {
		h.addr.last = now
	}
	if pause == 0 && site.refused == refused && !t.paced(site) {
		return pause, owed, false
	}
	return pause, t.promise(site), true
}

// stand waits until the request before is answered, and then until next, which
// is called with mu held.
func (t *turns) stand(ctx context.Context, p *place, next func() time.Time) error {
	select {
	case p.taken <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	for {
		t.mu.Lock()
		d := time.Until(next())
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

// slow sets the Crawl-delay of a host, from its last answer on.
func (t *turns) slow(name string, delay time.Duration) {
	delay = min(delay, t.longest)
	t.mu.Lock()
	h := t.host(name)
	changed := h.delay != delay
	h.delay = delay
	t.mu.Unlock()
	if changed && t.kept != nil {
		t.kept.keep(promise{Host: name, Delay: delay})
	}
}

// busy reports whether a request to the host would have to wait.
func (t *turns) busy(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	h, ok := t.known(name)
	return ok && t.full(h) || time.Now().Before(t.next(h))
}

// readyAt is the earliest time at which a request to the host may start, as far
// as is known.
func (t *turns) readyAt(name string) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	h, _ := t.known(name)
	at := t.next(h)
	if t.full(h) {
		// When the answer comes nobody knows; the delay follows it.
		at = later(at, time.Now().Add(max(t.delay, minFlight)))
	}
	return at
}

// minFlight is how long an answer is supposed to take at least, lest somebody
// look for it all the time.
const minFlight = 5 * time.Millisecond

// known returns the entry of a host without making one: that of a host never
// asked is what its site has come to. It must be called with mu held.
func (t *turns) known(name string) (h *host, ok bool) {
	if h, ok = t.hosts[name]; ok {
		return h, true
	}
	if p := t.places[siteOf(name)]; p != nil {
		return &host{site: p}, true
	}
	return &host{site: &place{}}, false
}

// full reports whether as many requests are in flight as may be. It must be
// called with mu held.
func (t *turns) full(h *host) bool {
	if (t.width() == 1 || t.single(h)) && (len(h.site.taken) > 0 || h.site.guests > 0 || h.site.booked > 0) {
		return true
	}
	return h.site.full() || h.addr != nil && h.addr.full()
}

// full is false of the zero place, at which nobody is. Most guests have taken a
// place, or will.
func (p *place) full() bool {
	return cap(p.taken) > 0 && p.booked+max(len(p.taken), p.guests) >= cap(p.taken)
}
