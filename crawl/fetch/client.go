package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// What a zero field of [Options] means.
const (
	defaultTimeout      = time.Minute
	DefaultMaxBody      = 8 << 20
	DefaultMaxRedirects = 10
)

// Fixed limits.
const (
	connectTimeout = 5 * time.Second
	tlsTimeout     = 5 * time.Second
	headerTimeout  = 10 * time.Second
	maxHeaderBytes = 256 << 10
	maxIdle        = 1024             // connections kept: one for each of a thousand hosts
	manyOrigins    = 256              // known: from then on none is kept of a host of which nothing else waits
	connsPerHost   = 6                // as browsers have
	idleTimeout    = 30 * time.Second // longer than a usual Crawl-delay
	streamBuffer   = 128 << 10        // of HTTP/2: what a server may send before it is read; net/http's own is 4 MiB
)

// RedirectError is the error of a fetch that was sent to an address that may not be
// asked for.
type RedirectError struct {
	To  string // that address
	Err error
}

// Error returns the text of Err.
func (e *RedirectError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *RedirectError) Unwrap() error { return e.Err }

// errTimeout is the error of a fetch that took longer than Options.Timeout, or was
// slower than 1 kB/s. Its Timeout method returns true, as in package net.
var errTimeout error = timeoutError{}

type timeoutError struct{}

func (timeoutError) Error() string { return "fetch: timeout" }
func (timeoutError) Timeout() bool { return true }

// Options of a [Client]. The zero value is polite and safe.
type Options struct {
	Version string // of this program, for the User-Agent header
	Contact string // http(s) URL or mailto: address by which its user can be reached

	Polite polite.Options // the delay between requests to a site

	Timeout      time.Duration // of a fetch with its redirects, without robots.txt and waiting
	MaxBody      int64         // bytes of a decoded body; a longer one is cut
	Documents    bool          // take PDF, DOCX and ODT, too (crawl/read/document)
	MaxRedirects int           // negative: none

	// NoChainCookies sends no cookies that earlier answers of a chain of redirects have set.
	NoChainCookies bool

	// Accept, if not empty, is the Accept header of a client for other things than
	// pages. It then reads a body of any Content-Type.
	Accept string

	// Memory is the budget for the answers in flight, which several clients may share.
	// nil: the client has one of its own, of defaultMemory.
	Memory *Memory

	// KeepExchanges fills Response.Exchanges, for an archive. It costs the memory of
	// the bodies as sent, in addition to the decoded ones.
	KeepExchanges bool

	// Refused, if not nil, reports a host of which nothing is fetched: not even its
	// robots.txt, when a redirect leads there. The error wraps [ErrRefused].
	Refused func(host string) bool

	// Credentials, if not nil, say who the client is at some hosts.
	Credentials Credentials

	// AllowPrivate permits addresses that are not public: an intranet.
	AllowPrivate bool
	// Proxy, if not nil, chooses a proxy, for example http.ProxyFromEnvironment.
	// The proxy then resolves names, so only URLs that hold a private address are
	// refused.
	Proxy func(*http.Request) (*url.URL, error)
	// DialContext, if not nil, makes the connections. It checks the addresses
	// itself.
	DialContext func(ctx context.Context, network, address string) (net.Conn, error)
	// Resolver, if not nil, looks up names. It is not used by DialContext.
	Resolver *net.Resolver
}

// ErrRefused is wrapped by the error of a fetch from a host of Options.Refused.
var ErrRefused error = &crawl.KindError{Kind: crawl.FailMoved, Err: errors.New("the host was refused by a person")}

func (o Options) withDefaults() Options {
	o.Timeout = cmp.Or(o.Timeout, defaultTimeout)
	o.MaxBody = cmp.Or(o.MaxBody, DefaultMaxBody)
	if o.Memory == nil {
		o.Memory = NewMemory(defaultMemory)
	}
	o.MaxRedirects = max(cmp.Or(o.MaxRedirects, DefaultMaxRedirects), 0)
	return o
}

// Client is a polite HTTP client. Its methods may be called concurrently.
type Client struct {
	opt       Options
	agent     string
	transport *transport
	dns       *dnsCache // nil if others look names up
	limiter   *polite.Limiter
	robots    *robotsCache
	reuse     reuse
}

var _ crawl.Fetcher = (*Client)(nil)

// New returns a client, or an error that names the option at fault.
func New(opt Options) (*Client, error) {
	agent, err := userAgent(opt.Version, opt.Contact)
	if err != nil {
		return nil, err
	}
	opt = opt.withDefaults()
	if opt.Timeout < 0 || opt.MaxBody < 0 {
		return nil, english.Errorf("fetch: timeout %v and body limit %d must not be negative", opt.Timeout, opt.MaxBody)
	}
	c := &Client{opt: opt, agent: agent}
	if opt.DialContext == nil && opt.Proxy == nil {
		c.dns = newDNSCache(opt.Resolver)
	}
	c.transport = &transport{Transport: c.newTransport(), renew: func(stuck *http.Transport) *http.Transport {
		t := c.newTransport()
		t.TLSClientConfig = stuck.TLSClientConfig.Clone()
		return t
	}}
	c.limiter = polite.New(opt.Polite)
	c.robots = &robotsCache{client: c, origins: newCache[origin](maxOrigins)}
	return c, nil
}

// Close closes idle connections. The client may still be used.
func (c *Client) Close() error {
	c.transport.CloseIdleConnections()
	return nil
}

// Pacer tells when the hosts of c may be asked.
func (c *Client) Pacer() crawl.Pacer { return c.limiter }

// Fetch requests a URL once robots.txt allows it and its host may be asked, follows
// redirects, and returns the answer. Only a 2xx answer has a Body. The error wraps
// crawl.ErrDisallowed, ErrRobots, ErrPrivate, ErrRedirects, ErrContentType, ErrEncoding
// or ErrTooLarge, [errTimeout], the error of ctx, or the network's error.
//
// If req has both validators both are sent, and the server obeys If-None-Match
// first (RFC 9110, 13.2.2). A validator that no header can hold is left out.
func (c *Client) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	extra := http.Header{}
	for field, value := range map[string]string{"If-None-Match": req.ETag, "If-Modified-Since": req.LastModified} {
		if value != "" && httpguts.ValidHeaderFieldValue(value) {
			extra.Set(field, value)
		}
	}
	s := c.opt.Memory.share()
	r, err := c.fetch(ctx, req, s, extra)
	if err != nil || !req.Hold {
		s.release()
	}
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", req.URL, err)
	}
	if req.Hold {
		r.OnRelease = s.release
	}
	return r, nil
}

func (c *Client) fetch(ctx context.Context, req crawl.Request, s *share, extra http.Header) (*crawl.Response, error) {
	asked, err := urlkey.Canonical(req.URL)
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(asked)
	if err != nil {
		return nil, err
	}
	// It counts as in flight while its name is looked up and robots.txt is read.
	defer c.limiter.Begin(hostKey(u))()
	r := &crawl.Response{URL: asked}
	left := c.opt.Timeout
	var cookies *chain
	if !c.opt.NoChainCookies {
		cookies = new(chain)
	}
	seen := map[string]bool{}
	for range c.opt.MaxRedirects + 1 {
		at := cookies.at(u)
		if seen[at] {
			return nil, withRobots(r, english.Errorf("%w: %s again", crawl.ErrRedirects, u))
		}
		seen[at] = true
		renewed := false
		if r.Sitemaps, renewed, err = c.mayAsk(ctx, u, &r.Robots); err != nil {
			if len(seen) > 1 {
				err = &RedirectError{To: u.String(), Err: err}
			}
			return nil, withRobots(r, err)
		}
		if renewed && req.NoWait && len(seen) == 1 {
			if at := c.limiter.Due(hostKey(u)); time.Until(at) > worthDeferring {
				return nil, withRobots(r, &crawl.WaitError{Until: at})
			}
		}
		next, err := c.step(ctx, r, u, &left, s, outgoing{fields: extra, chain: cookies, last: req.Last && len(seen) == 1 && c.robots.origins.len() > manyOrigins})
		if err != nil {
			return nil, withRobots(r, err)
		}
		if next == nil {
			c.limiter.Led(hostKey(u), hostKey(u))
			return r, nil
		}
		c.limiter.Led(hostKey(u), hostKey(next))
		if req.Leave != nil && req.Leave(hostKey(next)) {
			return nil, withRobots(r, leaving(next))
		}
		if err := known(req.Known, next); err != nil {
			return nil, withRobots(r, err)
		}
		s.release() // the next host may have to be waited for
		u = next
	}
	return nil, withRobots(r, english.Errorf("%w: %d", crawl.ErrRedirects, c.opt.MaxRedirects))
}

// known is the error of a redirect to an address that is known.
func known(is func(url string) bool, to *url.URL) error {
	if is == nil {
		return nil
	}
	if key, err := urlkey.Canonical(to.String()); err != nil || !is(key) {
		return nil
	}
	return leaving(to)
}

// leaving is the error of a redirect that is not followed.
func leaving(to *url.URL) error {
	key, err := urlkey.Canonical(to.String())
	if err != nil {
		return fmt.Errorf("redirect: %w", err)
	}
	return &crawl.KindError{Kind: crawl.FailMoved, Err: &crawl.MovedError{To: key, Host: hostKey(to)}}
}

// withRobots adds the exchanges for robots.txt to an error.
func withRobots(r *crawl.Response, err error) error {
	if len(r.Robots) == 0 {
		return err
	}
	return &crawl.ExchangeError{Robots: r.Robots, Err: err}
}

// worthDeferring is the wait after robots.txt from which on a request is given back.
const worthDeferring = 20 * time.Millisecond

// mayAsk checks a URL before the first request to its host. It returns the sitemaps
// that robots.txt names, and whether that was asked for now. Exchanges for robots.txt, if
// they are kept, are added to exchanges.
func (c *Client) mayAsk(ctx context.Context, u *url.URL, exchanges *[]crawl.Exchange) (sitemaps []string, renewed bool, err error) {
	if err := c.checkLiteral(u); err != nil {
		return nil, false, err
	}
	if c.opt.Refused != nil && c.opt.Refused(hostKey(u)) {
		return nil, false, ErrRefused
	}
	return c.robots.check(ctx, u, exchanges)
}

// step requests u. It returns the target of a redirect, or nil when r is complete.
func (c *Client) step(ctx context.Context, r *crawl.Response, u *url.URL, left *time.Duration, s *share, out outgoing) (*url.URL, error) {
	h, err := c.ask(ctx, u, left, s, out)
	if err != nil {
		return nil, err
	}
	defer h.close()
	next, err := h.redirect(u)
	if err != nil {
		return nil, err
	}
	if next == nil {
		return nil, c.finish(r, h, u, s)
	}
	raw, cut := drain(h.Response)
	c.keep(r, h, u, raw, cut)
	return next, nil
}

// keep adds an exchange to r, if exchanges are kept.
func (c *Client) keep(r *crawl.Response, h *hop, u *url.URL, raw []byte, cut string) {
	if c.opt.KeepExchanges {
		r.Exchanges = append(r.Exchanges, c.exchange(h, u, raw, cut))
	}
}

// finish reads the last answer into r.
func (c *Client) finish(r *crawl.Response, h *hop, u *url.URL, s *share) (err error) {
	if r.Final, err = urlkey.Canonical(u.String()); err != nil {
		return err
	}
	SetHead(r, h.StatusCode, h.Header)
	r.RetryAfter = h.pause
	if h.StatusCode/100 == 2 {
		b, err := c.readPage(h, s)
		if err != nil {
			return h.explain(err)
		}
		r.Body, r.Truncated = b.body, b.cut
		c.keep(r, h, u, b.raw, truncated(b.cut))
	} else {
		raw, cut := drain(h.Response)
		c.keep(r, h, u, raw, cut)
	}
	r.FetchedAt, r.Took = time.Now().UTC(), h.took()
	return nil
}

func truncated(cut bool) string {
	if cut {
		return "length"
	}
	return ""
}
