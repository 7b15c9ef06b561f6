package notify

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// reach connects to receivers. Who may save the file of jobs at the page chooses their addresses, and
// sees what they answer, so they must be public, as addresses of pages must: see [fetch.PublicOnly].
// The operator lists the hosts that need not be.
type reach []string

// connectTimeout bounds the look-up of a receiver's name and its connection.
const connectTimeout = 10 * time.Second

func (r reach) lists(host string) bool {
	return slices.ContainsFunc(r, func(h string) bool { return strings.EqualFold(h, host) })
}

// dial connects to a receiver, or to the proxy of the environment, which may stand anywhere.
func (r reach) dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: connectTimeout}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if !r.lists(host) && !slices.Contains(proxies(), address) {
		d.ControlContext = fetch.PublicOnly
	}
	conn, err := d.DialContext(ctx, network, address)
	if errors.Is(err, crawl.ErrPrivate) {
		err = notPublic(host)
	}
	return conn, err
}

func notPublic(host string) error {
	return english.Errorf("%s has an address that is not public, and the setting receiver-hosts does not list it", host)
}

// proxy returns the proxy of the environment for a request. It resolves names itself, so only an
// address that stands in the URL can be refused.
func (r reach) proxy(req *http.Request) (*url.URL, error) {
	u, err := http.ProxyFromEnvironment(req)
	host := req.URL.Hostname()
	if a, bad := netip.ParseAddr(host); u != nil && !r.lists(host) && (host == "localhost" || bad == nil && !fetch.Public(a)) {
		return nil, notPublic(host)
	}
	return u, err
}

// proxies are the addresses of the proxies of the environment.
func proxies() (all []string) {
	for _, scheme := range []string{"http", "https"} {
		u, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: scheme, Host: "ontocrawl.invalid"}})
		if err != nil || u == nil {
			continue
		}
		port := u.Port()
		if port == "" {
			port = map[string]string{"https": "443", "socks5": "1080", "socks5h": "1080"}[u.Scheme]
		}
		if port == "" {
			port = "80"
		}
		all = append(all, net.JoinHostPort(u.Hostname(), port))
	}
	return all
}
