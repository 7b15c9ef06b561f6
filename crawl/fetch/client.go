package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/page"
)

// What a zero field of [Options] means.
const (
	DefaultDelay         = time.Second
	DefaultMaxCrawlDelay = 30 * time.Second
	DefaultMaxRetryAfter = 10 * time.Minute
	DefaultTimeout       = time.Minute
	DefaultMaxBody       = 8 << 20
	DefaultMaxRedirects  = 10
)

// Limits that nobody has needed to change.
const (
	connectTimeout = 5 * time.Second
	tlsTimeout     = 5 * time.Second
	headerTimeout  = 10 * time.Second
	maxHeaderBytes = 256 << 10
)

// ErrTimeout is the error of a fetch that took longer than Options.Timeout, or
// that came in slower than 1 kB/s.
var ErrTimeout = errors.New("fetch: timeout")

// Options of a [Client]. The zero value is polite and safe.
type Options struct {
	Version string // of this program, for the User-Agent header
	Contact string // http(s) URL or mailto: address by which its user can be reached

	Delay         time.Duration // between requests to one host; negative: none
	MaxCrawlDelay time.Duration // the longest Crawl-delay of a robots.txt that is obeyed in full
	MaxRetryAfter time.Duration // the longest Retry-After that is obeyed in full
	// Resume says that an earlier process has asked hosts already: none is
	// asked until Delay has passed since New. A longer Crawl-delay is in force
	// again once robots.txt has been read again.
	Resume bool

	Timeout      time.Duration // of a fetch with its redirects; robots.txt and waiting for turns not included
	MaxBody      int64         // bytes of a decoded body; what is longer is cut
	MaxRedirects int           // negative: none

	// Accept, if not empty, is sent as the Accept header by a client that is not
	// after pages: a body of any Content-Type is read then.
	Accept string

	// AllowPrivate permits addresses that are not public: an intranet.
	AllowPrivate bool
	// Proxy, if not nil, chooses a proxy, for example http.ProxyFromEnvironment.
	// Names are then resolved by the proxy, beyond the reach of the address
	// check; only addresses that stand in a URL are still refused.
	Proxy func(*http.Request) (*url.URL, error)
	// DialContext, if not nil, makes the connections. Whoever sets it answers
	// for the addresses.
	DialContext func(ctx context.Context, network, address string) (net.Conn, error)
	// Resolver, if not nil, looks up names. It is not used by DialContext.
	Resolver *net.Resolver
}

func (o Options) withDefaults() Options {
	o.Delay = max(cmp.Or(o.Delay, DefaultDelay), 0)
	o.MaxCrawlDelay = max(cmp.Or(o.MaxCrawlDelay, DefaultMaxCrawlDelay), 0)
	o.MaxRetryAfter = max(cmp.Or(o.MaxRetryAfter, DefaultMaxRetryAfter), 0)
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.MaxBody = cmp.Or(o.MaxBody, DefaultMaxBody)
	o.MaxRedirects = max(cmp.Or(o.MaxRedirects, DefaultMaxRedirects), 0)
	return o
}

// Client is a polite HTTP client. Its methods may be called concurrently.
type Client struct {
	opt       Options
	agent     string
	transport *http.Transport
	turns     *turns
	rules     *rules
}

var (
	_ crawl.Fetcher = (*Client)(nil)
	_ crawl.Gate    = (*Client)(nil)
)

// New returns a client, or an error that names the option at fault.
func New(opt Options) (*Client, error) {
	agent, err := userAgent(opt.Version, opt.Contact)
	if err != nil {
		return nil, err
	}
	opt = opt.withDefaults()
	if opt.Timeout < 0 || opt.MaxBody < 0 {
		return nil, fmt.Errorf("fetch: timeout %v and body limit %d must not be negative", opt.Timeout, opt.MaxBody)
	}
	c := &Client{opt: opt, agent: agent, transport: newTransport(opt)}
	c.turns = &turns{delay: opt.Delay, hosts: map[string]*place{}}
	if opt.Resume {
		c.turns.hold = time.Now().Add(opt.Delay)
	}
	c.rules = &rules{client: c, origins: map[string]*origin{}}
	return c, nil
}

func newTransport(opt Options) *http.Transport {
	dial := opt.DialContext
	if dial == nil {
		d := &net.Dialer{Timeout: connectTimeout, Resolver: opt.Resolver}
		if !opt.AllowPrivate && opt.Proxy == nil {
			d.ControlContext = guard
		}
		dial = d.DialContext
	}
	return &http.Transport{
		DialContext:            dial,
		Proxy:                  opt.Proxy,
		TLSHandshakeTimeout:    tlsTimeout,
		ResponseHeaderTimeout:  headerTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true, // body.go decodes, within limits
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        30 * time.Second,
	}
}

// Close closes idle connections. The client may still be used.
func (c *Client) Close() error {
	c.transport.CloseIdleConnections()
	return nil
}

// Busy reports whether a request to host, as in [crawl.Link], would have to
// wait now.
func (c *Client) Busy(host string) bool { return c.turns.busy(host) }

// Fetch asks for rawurl when robots.txt allows it and its host's turn has
// come, follows redirects, and returns the answer. Only a 2xx answer has a
// Body. The error wraps crawl.ErrDisallowed, ErrPrivate, ErrRedirects,
// ErrContentType or ErrTooLarge, [ErrTimeout], the error of ctx, or that of
// the network.
func (c *Client) Fetch(ctx context.Context, rawurl string) (*crawl.Response, error) {
	r, err := c.fetch(ctx, rawurl)
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", rawurl, err)
	}
	return r, nil
}

func (c *Client) fetch(ctx context.Context, rawurl string) (*crawl.Response, error) {
	asked, err := page.Canonical(rawurl)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(asked)
	if err != nil {
		return nil, err
	}
	left := c.opt.Timeout
	seen := map[string]bool{}
	for range c.opt.MaxRedirects + 1 {
		if seen[u.String()] {
			return nil, fmt.Errorf("%w: %s again", crawl.ErrRedirects, u)
		}
		seen[u.String()] = true
		if err := c.mayAsk(ctx, u); err != nil {
			return nil, err
		}
		h, err := c.ask(ctx, u, &left)
		if err != nil {
			return nil, err
		}
		next, err := h.redirect(u)
		if err != nil || next == nil {
			return c.finish(h, asked, u, err)
		}
		h.close()
		u = next
	}
	return nil, fmt.Errorf("%w: %d", crawl.ErrRedirects, c.opt.MaxRedirects)
}

// mayAsk checks a URL before its host hears of it.
func (c *Client) mayAsk(ctx context.Context, u *url.URL) error {
	if err := c.checkLiteral(u); err != nil {
		return err
	}
	return c.rules.check(ctx, u)
}

// finish reads what is not a redirect.
func (c *Client) finish(h *hop, asked string, u *url.URL, err error) (*crawl.Response, error) {
	defer h.close()
	if err != nil {
		return nil, err
	}
	final, err := page.Canonical(u.String())
	if err != nil {
		return nil, err
	}
	r := &crawl.Response{
		URL: asked, Final: final, Status: h.StatusCode, ContentType: h.Header.Get("Content-Type"),
		RobotsTag: strings.Join(h.Header.Values("X-Robots-Tag"), ", "),
	}
	if h.StatusCode/100 == 2 {
		if r.Body, r.Truncated, err = readPage(h.Response, c.opt.MaxBody, c.opt.Accept != ""); err != nil {
			return nil, h.explain(err)
		}
	} else {
		drain(h.Response) // so that the connection can be used again
	}
	r.FetchedAt, r.Took = time.Now().UTC(), h.took()
	return r, nil
}
