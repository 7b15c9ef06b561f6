package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"
)

// Times for which look-ups are remembered. The resolver does not tell the TTL of
// a record; most are between one and five minutes, and some servers give zero so
// that every connection is a look-up.
const (
	namesLast     = 5 * time.Minute
	noNameLasts   = time.Minute      // of a name that does not exist
	noAnswerLasts = time.Second      // of a name server that does not answer
	staleLasts    = time.Hour        // addresses are used so long while name servers do not answer
	lookupTimeout = 10 * time.Second // of one look-up
	maxNames      = 20_000           // remembered at a time
	maxAddrs      = 4                // tried of one name
)

// names remembers the addresses of names. What may be connected to is not for it
// to say: guard judges the address that is dialled.
type names struct {
	lookup func(ctx context.Context, network, name string) ([]netip.Addr, error)
	mu     sync.Mutex
	known  map[string]*addresses
}

// addresses of one name. The token in taken is held by who reads or renews them,
// so that a name is looked up once however many wait.
type addresses struct {
	taken chan struct{}
	addrs []netip.Addr
	err   error // if there are none
	until time.Time
	stale time.Time // the end of addrs if they cannot be renewed
}

func newNames(r *net.Resolver) *names {
	if r == nil {
		r = net.DefaultResolver
	}
	return &names{lookup: r.LookupNetIP, known: map[string]*addresses{}}
}

// entry finds or makes the entry of a name. When there are too many, some are
// forgotten.
func (n *names) entry(name string) *addresses {
	n.mu.Lock()
	defer n.mu.Unlock()
	a := n.known[name]
	if a == nil {
		for old, p := range n.known {
			if len(n.known) < maxNames {
				break
			}
			if len(p.taken) == 0 {
				delete(n.known, old)
			}
		}
		a = &addresses{taken: make(chan struct{}, 1)}
		n.known[name] = a
	}
	return a
}

// of returns the addresses of a name, which may be an address itself, in the
// order in which they are to be tried. The caller must not change them.
func (n *names) of(ctx context.Context, name string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(name); err == nil {
		return []netip.Addr{a}, nil
	}
	a := n.entry(name)
	select {
	case a.taken <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-a.taken }()
	if !time.Now().Before(a.until) {
		if err := n.renew(ctx, name, a); err != nil {
			return nil, err
		}
	}
	return a.addrs, a.err
}

// renew looks name up. The error is that of ctx; any other is remembered.
func (n *names) renew(ctx context.Context, name string, a *addresses) error {
	bounded, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	addrs, err := n.lookup(bounded, "ip", name)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	now := time.Now()
	var dns *net.DNSError
	switch {
	case err == nil && len(addrs) > 0:
		for i := range addrs {
			addrs[i] = addrs[i].Unmap()
		}
		a.addrs, a.err, a.until, a.stale = addrs[:min(len(addrs), maxAddrs)], nil, now.Add(namesLast), now.Add(staleLasts)
	case err == nil, errors.As(err, &dns) && dns.IsNotFound:
		if err == nil {
			err = &net.DNSError{Err: "no address", Name: name, IsNotFound: true}
		}
		a.addrs, a.err, a.until = nil, err, now.Add(noNameLasts)
	default:
		a.until = now.Add(noAnswerLasts)
		if now.After(a.stale) {
			a.addrs, a.err = nil, err
		}
	}
	return nil
}

// prefer moves an address to the front, where it is tried first: a name of which
// one address does not work costs time only once.
func (n *names) prefer(name string, addr netip.Addr) {
	n.mu.Lock()
	a := n.known[name]
	n.mu.Unlock()
	if a == nil {
		return
	}
	a.taken <- struct{}{}
	defer func() { <-a.taken }()
	for i, b := range a.addrs {
		if b == addr && i > 0 {
			// A new slice: others may be reading the old one.
			a.addrs = append(append([]netip.Addr{addr}, a.addrs[:i]...), a.addrs[i+1:]...)
		}
	}
}

// forget makes the next caller look name up again: none of its addresses works.
func (n *names) forget(name string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if a := n.known[name]; a != nil && len(a.taken) == 0 {
		delete(n.known, name)
	}
}

// dialer connects to names through the cache.
type dialer struct {
	net.Dialer
	names *names
	full  func() // is called when there are too many open files
}

func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	name, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	addrs, err := d.names.of(ctx, name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*connectTimeout) // however many there are
	defer cancel()
	var first error
	for i, a := range addrs {
		conn, err := d.dial(ctx, network, net.JoinHostPort(a.String(), port))
		if err == nil {
			if i > 0 {
				d.names.prefer(name, a)
			}
			return conn, nil
		}
		if first == nil {
			first = err
		}
		if ctx.Err() != nil {
			return nil, err
		}
	}
	d.names.forget(name)
	if first == nil {
		first = fmt.Errorf("fetch: no address of %s", name)
	}
	return nil, first
}

// dial tries once more when idle connections held the last open files.
func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := d.Dialer.DialContext(ctx, network, address)
	if err != nil && d.full != nil && (errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)) {
		d.full()
		return d.Dialer.DialContext(ctx, network, address)
	}
	return conn, err
}
