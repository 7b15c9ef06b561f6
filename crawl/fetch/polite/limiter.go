package polite

import (
	"cmp"
	"context"
	"net/netip"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// What a zero field of [Options] means.
const (
	defaultDelay         = time.Second
	defaultMaxCrawlDelay = 30 * time.Second
	defaultMaxRetryAfter = 10 * time.Minute
)

// Options of a [Limiter]. The zero value is polite.
type Options struct {
	// Delay is kept between two requests to one site, and to one address;
	// negative: none. A slow site gets a longer delay.
	Delay time.Duration
	// Parallel is how many requests may be in flight to a host, site and address
	// without a delay: Delay is negative, the host has no Crawl-delay, and the
	// site did not refuse the request before. 0 means 1. With a Delay it is 1.
	Parallel      int
	MaxCrawlDelay time.Duration // limit of a Crawl-delay, and of the delay of a slow site
	MaxRetryAfter time.Duration // limit of a Retry-After, and of the pause after 429 and 503
	// Resume makes every host wait for Delay at the start: an earlier process may
	// have asked it just now.
	Resume bool
	// State, if not nil, keeps what servers asked for. The caller closes it after
	// the last request.
	State *State
	// Addresses, if not nil, are shared with other processes. Without a Delay they are not.
	Addresses Addresses
}

// Addresses are those that several processes ask. The delay between two requests to one of
// them holds over all processes, which take turns.
type Addresses interface {
	// Take returns when a request to an address may start, as far as other processes are
	// concerned: the one before has been answered Delay ago. answered is called when this
	// one is.
	Take(ctx context.Context, address string) (answered func(), err error)
}

// Limiter is a rate limiter by host, site and address. Its methods may be called
// concurrently.
//
// A request may start when the previous one of its bucket has been answered (its
// headers came, or it failed) and the bucket's delay has passed since then. So a
// slow server gets the time that it needs, and a server that measures the time
// between requests never sees less than the delay.
//
// There is a bucket for the site of a host (see [Site]) and one for its address,
// once that is known: neither a hundred names of one owner nor a hundred owners
// on one machine are asked a hundred times as often. In addition a host has its
// own Crawl-delay.
//
// Without a delay, for servers of the user, several requests may be in flight in a
// bucket. A host with a Crawl-delay, and a site that refused, still gets one
// request at a time.
//
// A bucket has no goroutine and no timer.
type Limiter struct {
	delay    time.Duration // between requests of a bucket
	parallel int           // requests in flight in a bucket, if delay is 0
	maxDelay time.Duration
	maxPause time.Duration
	hold     time.Time // no request before
	state    *State    // nil: nothing outlives the process
	others   Addresses // nil: addresses are this process's own

	mu      sync.Mutex
	hosts   map[string]*host
	buckets map[string]*bucket // by site, and by address
	sweep   int                // number of hosts at which forget starts to work
}

var _ crawl.Pacer = (*Limiter)(nil)

// New returns a limiter that has seen no request, but knows the state of opt.
func New(opt Options) *Limiter {
	l := &Limiter{
		delay:    max(cmp.Or(opt.Delay, defaultDelay), 0),
		parallel: opt.Parallel,
		maxDelay: max(cmp.Or(opt.MaxCrawlDelay, defaultMaxCrawlDelay), 0),
		maxPause: max(cmp.Or(opt.MaxRetryAfter, defaultMaxRetryAfter), 0),
		state:    opt.State,
		hosts:    map[string]*host{}, buckets: map[string]*bucket{},
	}
	if l.delay > 0 {
		l.others = opt.Addresses
	}
	if opt.Resume {
		l.hold = time.Now().Add(l.delay)
	}
	if l.state != nil {
		l.restore()
	}
	return l
}

// maxHosts bounds the memory of a crawl over very many hosts: one takes a kilobyte. So many hosts
// are asked in some minutes.
const maxHosts = 2_048

// host is a name with its port, as in crawl.Link.
type host struct {
	site  *bucket
	addr  *bucket       // of the address that answered last; nil if unknown or this machine
	users int           // calls of Begin, Reserve and Wait that have not ended
	delay time.Duration // Crawl-delay
	last  time.Time     // of the last answer
	leads *bucket       // of the site that the last redirect led to; nil: it led to none
	led   int           // redirects in a row that led there
}

// bucket holds what the hosts of a site, or of an address, share.
type bucket struct {
	pace
	key       string
	slots     chan struct{} // holds a token for each request that waits for its time or its answer
	exclusive chan struct{} // holds the token of the request that must be alone
	hosts     int           // that refer to it
	fetches   int           // calls of Begin that have not ended
	reserved  int           // reservations that have not ended
	unclaimed int           // of reservations, the ones whose fetch has not begun
	last      time.Time     // of the last answer
	hold      time.Time     // no request before: 429 or 503
	saved     time.Duration // the delay as the State knows it
}

// host finds or makes the entry of a host. It must be called with mu held.
func (l *Limiter) host(name string) *host {
	h := l.hosts[name]
	if h == nil {
		l.forget()
		h = &host{site: l.bucket(Site(name))}
		l.hosts[name] = h
	}
	return h
}

// bucket finds or makes a bucket for one more host. It must be called with mu
// held.
func (l *Limiter) bucket(key string) *bucket {
	b := l.buckets[key]
	if b == nil {
		b = &bucket{key: key, saved: l.delay, slots: make(chan struct{}, l.width()), exclusive: make(chan struct{}, 1)}
		l.buckets[key] = b
	}
	b.hosts++
	return b
}

// width is how many requests may be in flight in a bucket.
func (l *Limiter) width() int {
	if l.delay > 0 {
		return 1
	}
	return max(l.parallel, 1)
}

// single reports whether h gets one request at a time though more are allowed. It
// must be called with mu held.
func (l *Limiter) single(h *host) bool {
	return l.width() > 1 && (h.delay > 0 || h.site.refused > 0)
}

// addressKey begins the keys of buckets of addresses.
const addressKey = "address "

// setAddress records that a is the address of h. It must be called with mu held.
func (l *Limiter) setAddress(h *host, a netip.Addr) {
	if !a.IsValid() || a.IsLoopback() {
		return // unknown, or this machine, whose owner runs all its servers
	}
	key := addressKey + a.Unmap().String() // a host with this name has a site bucket, too
	if h.addr == l.buckets[key] && h.addr != nil {
		return
	}
	l.release(h.addr)
	h.addr = l.bucket(key)
}

// release records that one host fewer refers to b, which may be nil. It must be
// called with mu held.
func (l *Limiter) release(b *bucket) {
	if b == nil {
		return
	}
	if b.hosts--; b.hosts == 0 {
		delete(l.buckets, b.key)
	}
}

// forget drops idle hosts once there are many. A host is idle if it may be asked now, asked for
// nothing special, is not slow, and led nowhere. It must be called with mu held.
func (l *Limiter) forget() {
	if len(l.hosts) < max(l.sweep, maxHosts) {
		return
	}
	now := time.Now()
	for name, h := range l.hosts {
		if h.users > 0 || h.delay > 0 || h.site.refused > 0 || h.leads != nil || l.paceOf(h.site) > l.delay || now.Before(l.next(h)) {
			continue
		}
		l.release(h.site)
		l.release(h.addr)
		delete(l.hosts, name)
	}
	l.sweep = 2 * len(l.hosts) // keeps the cost per host low
}
