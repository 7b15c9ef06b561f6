package access

import (
	"net/http"
	"net/netip"
	"strings"
)

// peer returns the address from which r came over the network.
func peer(r *http.Request) netip.Addr {
	a, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return a.Addr().Unmap().WithZone("")
}

// trusts reports whether a is an address of the proxy.
func (p *Proxy) trusts(a netip.Addr) bool {
	for _, f := range p.From {
		if f.Contains(a) {
			return true
		}
	}
	return false
}

// defaultAddress is the field in which most proxies note the client; each appends the
// address that it saw.
const defaultAddress = "X-Forwarded-For"

// Client returns the address of the client that sent r: the nearest one that is not the proxy's.
// What stands further to the left, anybody may have written.
func (p *Proxy) Client(r *http.Request) netip.Addr {
	at := peer(r)
	if !p.trusts(at) {
		return at
	}
	field := p.Address
	if field == "" {
		field = defaultAddress
	}
	hops := strings.Split(strings.Join(r.Header.Values(field), ","), ",")
	for i := len(hops) - 1; i >= 0 && p.trusts(at); i-- {
		next, ok := hop(strings.TrimSpace(hops[i]))
		if !ok {
			break // the last address that a proxy vouched for
		}
		at = next
	}
	return at
}

// hop reads an address with or without a port.
func hop(s string) (netip.Addr, bool) {
	if a, err := netip.ParseAddrPort(s); err == nil {
		return a.Addr().Unmap().WithZone(""), true
	}
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"))
	return a.Unmap().WithZone(""), err == nil
}
