package fetch

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Times for which look-ups are kept. The resolver does not give the TTL of a record;
// most are between one and five minutes.
const (
	dnsLasts         = 5 * time.Minute
	dnsNegativeLasts = time.Minute      // of a name that does not exist
	dnsFailureLasts  = time.Second      // of a name server that does not answer
	dnsStaleLasts    = time.Hour        // old addresses are used so long while name servers do not answer
	lookupTimeout    = 10 * time.Second // of one look-up
	maxDNSEntries    = 4_096
	maxAddrs         = 4 // tried of one name
)

// dnsCache is the DNS cache. It does not decide which addresses may be connected
// to: guard checks the address that is dialled.
type dnsCache struct {
	lookup func(ctx context.Context, network, name string) ([]netip.Addr, error)
	known  *cache[addresses]
}

// addresses of one name.
type addresses struct {
	addrs []netip.Addr // never changed, only replaced
	err   error        // if there are none
	until time.Time
	stale time.Time // the end of addrs if they cannot be renewed
}

func newDNSCache(r *net.Resolver) *dnsCache {
	return &dnsCache{lookup: cmp.Or(r, net.DefaultResolver).LookupNetIP, known: newCache[addresses](maxDNSEntries)}
}

// addresses returns the addresses of a name, which may be an address itself, in
// the order in which they are to be tried. The caller must not change them.
func (d *dnsCache) addresses(ctx context.Context, name string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(name); err == nil {
		return []netip.Addr{a}, nil
	}
	a, release, err := d.known.hold(ctx, name)
	if err != nil {
		return nil, err
	}
	defer release()
	if !time.Now().Before(a.until) {
		if err := d.renew(ctx, name, a); err != nil {
			return nil, err
		}
	}
	return a.addrs, a.err
}

// renew looks name up. It returns the error of ctx; any other is kept in a.
func (d *dnsCache) renew(ctx context.Context, name string, a *addresses) error {
	bounded, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	addrs, err := d.lookup(bounded, "ip", name)
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
		a.addrs, a.err, a.until, a.stale = addrs[:min(len(addrs), maxAddrs)], nil, now.Add(dnsLasts), now.Add(dnsStaleLasts)
	case err == nil, errors.As(err, &dns) && dns.IsNotFound:
		if err == nil {
			err = &net.DNSError{Err: "no address", Name: name, IsNotFound: true}
		}
		a.addrs, a.err, a.until = nil, err, now.Add(dnsNegativeLasts)
	default:
		a.until = now.Add(dnsFailureLasts)
		if now.After(a.stale) {
			a.addrs, a.err = nil, err
		}
	}
	return nil
}

// prefer moves an address to the front, where it is tried first: a name with an
// address that does not work costs time only once.
func (d *dnsCache) prefer(name string, addr netip.Addr) {
	a, release, _ := d.known.hold(context.Background(), name)
	defer release()
	if i := slices.Index(a.addrs, addr); i > 0 {
		a.addrs = slices.Concat([]netip.Addr{addr}, a.addrs[:i], a.addrs[i+1:])
	}
}

// dialer connects to names through the DNS cache.
type dialer struct {
	net.Dialer
	dns  *dnsCache
	full func() // is called when there are too many open files
}

// DialContext tries the addresses of a name one after the other.
func (d *dialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	name, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	addrs, err := d.dns.addresses(ctx, name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*connectTimeout) // for all of them
	defer cancel()
	var first error
	for i, a := range addrs {
		conn, err := d.dial(ctx, network, net.JoinHostPort(a.String(), port))
		if err == nil {
			if i > 0 {
				d.dns.prefer(name, a)
			}
			return conn, nil
		}
		first = cmp.Or(first, err)
		if ctx.Err() != nil {
			return nil, err
		}
	}
	d.dns.known.drop(name) // none of its addresses works: look it up again
	return nil, cmp.Or(first, english.Errorf("fetch: no address of %s", name))
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
