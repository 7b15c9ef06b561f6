package polite

import (
	"cmp"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"
)

// Site implements crawl.Pacer.
func (l *Limiter) Site(host string) string { return Site(host) }

// minFlight is the least time that an answer is supposed to take, so that callers
// do not ask for it all the time.
const minFlight = 5 * time.Millisecond

// ReadyAt implements crawl.Pacer.
func (l *Limiter) ReadyAt(host string) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.readyAt(l.known(host))
}

// readyAt is ReadyAt of h. It must be called with mu held.
func (l *Limiter) readyAt(h *host) time.Time {
	at := l.next(h)
	if l.full(h) {
		// The time of the answer is unknown; the delay follows it.
		at = later(at, time.Now().Add(max(l.delay, minFlight)))
	}
	return later(at, l.leadAt(h))
}

// Turn implements crawl.Pacer. The turn belongs to the site to which the host leads if that makes it wait longest, else
// to the host if its Crawl-delay makes it wait, else to its address if that makes it wait longer than its site, or as
// long and more hosts have it, else to its site.
func (l *Limiter) Turn(name string) (turn string, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.known(name)
	at = l.readyAt(h)
	site := l.ready(h.site, l.paceOf(h.site))
	turn = cmp.Or(h.site.key, name)
	if h.addr != nil {
		if addr := l.ready(h.addr, l.delay); addr.After(site) || addr.Equal(site) && h.addr.hosts > h.site.hosts {
			turn, site = h.addr.key, addr
		}
	}
	if own := h.last.Add(h.delay); !h.last.IsZero() && own.After(site) {
		turn, site = "host "+name, own
	}
	if lead := l.leadAt(h); lead.After(site) {
		turn = h.leads.key
	}
	return turn, at
}

// Due is when a request to host may start, as far as those before have been answered.
func (l *Limiter) Due(host string) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.next(l.known(host))
}

// Reserve implements crawl.Pacer. The next call of Begin for the site of host claims
// the reservation. So a reservation that lasts longer than its request, as for a
// rendered page, keeps no other request away.
func (l *Limiter) Reserve(host string) (release func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.host(host)
	site := h.site
	h.users++
	site.reserved++
	site.unclaimed++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		h.users--
		site.reserved--
		site.unclaimed = min(site.unclaimed, site.reserved)
	}
}

// Begin announces a fetch from a host before its first request, until end is
// called. It claims a reservation if there is one.
func (l *Limiter) Begin(host string) (end func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.host(host)
	site := h.site
	h.users++
	site.fetches++
	site.unclaimed = max(0, site.unclaimed-1)
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		h.users--
		site.fetches--
	}
}

// known returns the entry of a host, or a temporary one with the bucket of its
// site. It must be called with mu held.
func (l *Limiter) known(name string) *host {
	if h, ok := l.hosts[name]; ok {
		return h
	}
	if b := l.buckets[Site(name)]; b != nil {
		return &host{site: b}
	}
	return &host{site: &bucket{}}
}

// next is when h may be asked if no request is in flight. It must be called with mu
// held.
func (l *Limiter) next(h *host) time.Time {
	at := l.ready(h.site, l.paceOf(h.site))
	if !h.last.IsZero() {
		at = later(at, h.last.Add(h.delay))
	}
	if h.addr != nil {
		at = later(at, l.ready(h.addr, l.delay))
	}
	return at
}

// ready is when b may be asked if no request is in flight. It must be called with
// mu held.
func (l *Limiter) ready(b *bucket, delay time.Duration) time.Time {
	at := later(b.hold, l.hold)
	if b.last.IsZero() {
		return at
	}
	return later(at, b.last.Add(delay))
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// full reports whether no more requests to h may be in flight. It must be called
// with mu held.
func (l *Limiter) full(h *host) bool {
	if (l.width() == 1 || l.single(h)) && (len(h.site.slots) > 0 || h.site.fetches > 0 || h.site.unclaimed > 0) {
		return true
	}
	return h.site.full() || h.addr != nil && h.addr.full()
}

// full is false for the zero bucket, which has no request. Most fetches have taken
// a slot, or will.
func (b *bucket) full() bool {
	return cap(b.slots) > 0 && b.unclaimed+max(len(b.slots), b.fetches) >= cap(b.slots)
}

// Site returns the site of a host: its registrable domain by the Public Suffix
// List, without the port. www.example.com.cn and m.example.com.cn:8080 are of the
// site example.com.cn, while two users of github.io have two sites.
//   - A name that is itself a public suffix is a site of its own.
//   - An address is one site with all of its ports.
//   - An address of this machine, and a name without a dot such as localhost, is a site
//     of its own with each of its ports: one owner runs all of its servers.
//
// The host has the form of crawl.Link.Host.
func Site(host string) string {
	name := (&url.URL{Host: host}).Hostname()
	if !strings.ContainsAny(name, ".:") {
		return host
	}
	if a, err := netip.ParseAddr(name); err == nil && !a.IsLoopback() {
		return strings.TrimSuffix(host, ":"+(&url.URL{Host: host}).Port())
	} else if err == nil {
		return host
	}
	if site, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(name, ".")); err == nil {
		return site
	}
	return name
}
