package fetch

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"syscall"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// special are the networks without public hosts: the special-purpose registries of
// IANA (RFC 6890 and its updates). Of IPv6 only 2000::/3 is allocated, so all other
// addresses are refused without a list.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network, RFC 791
	netip.MustParsePrefix("10.0.0.0/8"),      // private, RFC 1918
	netip.MustParsePrefix("100.64.0.0/10"),   // shared by carriers, RFC 6598; cloud metadata too
	netip.MustParsePrefix("127.0.0.0/8"),     // loopback
	netip.MustParsePrefix("169.254.0.0/16"),  // link-local and cloud metadata, RFC 3927
	netip.MustParsePrefix("172.16.0.0/12"),   // private, RFC 1918
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments, RFC 6890
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation, RFC 5737
	netip.MustParsePrefix("192.88.99.0/24"),  // 6to4 relays, RFC 7526
	netip.MustParsePrefix("192.168.0.0/16"),  // private, RFC 1918
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks, RFC 2544
	netip.MustParsePrefix("198.51.100.0/24"), // documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation
	netip.MustParsePrefix("224.0.0.0/4"),     // multicast
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, and broadcast
	netip.MustParsePrefix("2001::/23"),       // protocol assignments, Teredo among them, RFC 2928
	netip.MustParsePrefix("2001:db8::/32"),   // documentation, RFC 3849
	netip.MustParsePrefix("2002::/16"),       // 6to4, RFC 3056: hides an IPv4 address
	netip.MustParsePrefix("3fff::/20"),       // documentation, RFC 9637
}

var (
	global6 = netip.MustParsePrefix("2000::/3")
	nat64   = netip.MustParsePrefix("64:ff9b::/96") // RFC 6052
)

// Public reports whether a is an address of a host on the public internet. An
// IPv4 address inside an IPv6 one (mapped, or behind NAT64) is judged itself.
func Public(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	if nat64.Contains(a) {
		b := a.As16()
		a = netip.AddrFrom4([4]byte(b[12:]))
	}
	if a.Is6() && !global6.Contains(a) {
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(a) })
}

// PublicHost reports whether a host of a URL may be public: it is an address that is, or a name with a dot that is
// not of this machine. Only looking it up says more.
func PublicHost(name string) bool {
	if a, err := netip.ParseAddr(name); err == nil {
		return Public(a)
	}
	return name != "localhost" && !strings.HasSuffix(name, ".localhost") && strings.Contains(name, ".")
}

// PublicOnly is a [net.Dialer]'s ControlContext. It checks the address of the connection,
// after name resolution, so a name that changes its address between two look-ups
// (DNS rebinding) gains nothing. Its error wraps [crawl.ErrPrivate].
func PublicOnly(_ context.Context, network, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("fetch: %s %q: %w", network, address, crawl.ErrPrivate)
	}
	if !Public(ap.Addr()) {
		return fmt.Errorf("fetch: %s: %w", ap.Addr(), crawl.ErrPrivate)
	}
	return nil
}
