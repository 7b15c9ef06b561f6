package kinds

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
)

// dial connects to the source wherever it is, and to other hosts at public addresses
// only: a description may name any host. A proxy may stand anywhere; it resolves the names
// itself.
func (c *Client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: connectTimeout}
	host, _, err := net.SplitHostPort(address)
	if home := err == nil && strings.EqualFold(host, c.home.Hostname()); !home && c.env.Proxy == nil && !c.PrivateToo {
		d.ControlContext = publicOnly
	}
	return d.DialContext(ctx, network, address)
}

// publicOnly checks the address after name resolution, as crawl/fetch does.
func publicOnly(_ context.Context, _, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil || !fetch.Public(ap.Addr()) {
		return fmt.Errorf("%.60s: %w", address, crawl.ErrPrivate)
	}
	return nil
}

// proxy chooses the proxy of a request; none for a source on this machine. Behind a proxy
// the address of another host is seen only if it stands in the URL.
func (c *Client) proxy(r *http.Request) (*url.URL, error) {
	host := r.URL.Hostname()
	addr, err := netip.ParseAddr(host)
	literal := err == nil
	switch {
	case c.env.Proxy == nil:
		return nil, nil
	case !strings.EqualFold(host, c.home.Hostname()) && !c.PrivateToo && (literal && !fetch.Public(addr) || strings.EqualFold(host, "localhost")):
		return nil, fmt.Errorf("%.60s: %w", host, crawl.ErrPrivate)
	case literal && addr.IsLoopback(), strings.EqualFold(host, "localhost"):
		return nil, nil
	}
	return c.env.Proxy(r)
}
