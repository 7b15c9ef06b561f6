package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// hop is one request and its answer.
type hop struct {
	*http.Response
	parent context.Context // the caller's
	ctx    context.Context // with the deadline of the fetch
	cancel context.CancelFunc
	start  time.Time
	limit  time.Duration  // of the fetch
	left   *time.Duration // of it, when the hop began
	trace  trace
	pause  time.Duration // for which the server is left alone now
	known  bool          // the request had fields of Options.Credentials

	unwatch func() bool   // see conn.go
	ended   chan struct{} // closed at the end
}

// outgoing holds what a request has beside the fields of all requests.
type outgoing struct {
	fields http.Header
	post   bool   // by POST, with the body form
	form   string // encoded
	last   bool   // the connection is not kept
	chain  *chain // of redirects; nil if it has no cookies
}

// ask requests u once its host may be asked and s, the share of the answer, fits. left
// is the time that the fetch may still take; closing the hop reduces it. An answer that
// leaves HTTP (101) is an error.
func (c *Client) ask(ctx context.Context, u *url.URL, left *time.Duration, s *share, out outgoing) (*hop, error) {
	addr, err := c.address(ctx, u)
	if err != nil {
		return nil, err
	}
	done, err := c.limiter.Wait(ctx, hostKey(u), addr)
	if err != nil {
		return nil, err
	}
	end := polite.Answer{RetryAfter: -1}
	if err := s.grow(ctx, exchangeCost); err != nil {
		done(end)
		return nil, err
	}
	h := &hop{parent: ctx, start: time.Now(), limit: c.opt.Timeout, left: left}
	err = c.roundTrip(h, u, out)
	end.Latency, end.Addr = time.Since(h.start), h.addr(c)
	if err == nil {
		end.Status, end.RetryAfter = h.StatusCode, retryAfter(h.Header, time.Now())
	}
	h.pause = done(end)
	if err != nil {
		return nil, err
	}
	return h, nil
}

// roundTrip sends the request of h and reads the head of the answer.
func (c *Client) roundTrip(h *hop, u *url.URL, out outgoing) error {
	h.ctx, h.cancel = context.WithTimeout(h.parent, max(*h.left, 0))
	h.watch()
	req, err := c.request(h, u, out)
	if err == nil {
		h.Response, err = c.transport.send(h, req)
	}
	if err == nil && h.known {
		c.opt.Credentials.Answered(u, h.Header)
	} else if err == nil && out.chain != nil {
		out.chain.heard(u, h.Header)
	}
	if err == nil && h.StatusCode == http.StatusSwitchingProtocols {
		h.Body.Close() //nolint:errcheck // nothing was written
		err = &crawl.KindError{Kind: crawl.FailStatus, Err: errors.New("status 101: the server leaves HTTP, which nobody asked for")}
	}
	if err != nil {
		err = h.explain(err)
		h.end()
		h.cancel()
	}
	return err
}

// accept is the Accept header of a crawl.
func (c *Client) accept() string {
	const pages = "text/html,application/xhtml+xml,text/plain;q=0.8"
	if !c.opt.Documents {
		return pages
	}
	return pages + ",application/pdf;q=0.7,application/vnd.oasis.opendocument.text;q=0.7,application/vnd.openxmlformats-officedocument.wordprocessingml.document;q=0.7"
}

func (c *Client) request(h *hop, u *url.URL, out outgoing) (*http.Request, error) {
	ctx := httptrace.WithClientTrace(h.ctx, h.trace.hooks(c.opt.KeepExchanges, h.got))
	method, body := http.MethodGet, io.Reader(nil)
	if out.post {
		method, body = http.MethodPost, strings.NewReader(out.form)
	}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), body)
	if err != nil {
		return nil, err
	}
	req.Close = out.last
	maps.Copy(req.Header, out.fields)
	c.identify(h, u, req)
	if out.chain != nil {
		h.addCookies(req, out.chain.field(u))
	}
	req.Header.Set("User-Agent", c.agent)
	req.Header.Set("Accept", cmp.Or(c.opt.Accept, c.accept()))
	req.Header.Set("Accept-Encoding", acceptable)
	return req, nil
}

// address is the address of u's host, for the rate limiter. It is unknown behind a
// proxy, and with a DialContext of the user.
func (c *Client) address(ctx context.Context, u *url.URL) (netip.Addr, error) {
	if c.dns == nil {
		return netip.Addr{}, nil
	}
	addrs, err := c.dns.addresses(ctx, u.Hostname())
	if err != nil {
		return netip.Addr{}, err
	}
	return addrs[0], nil
}

// addr is the address that answered, the zero Addr behind a proxy.
func (h *hop) addr(c *Client) netip.Addr {
	if c.opt.Proxy != nil {
		return netip.Addr{}
	}
	return h.trace.addr()
}

// exchange is the request and its answer, with the body as sent.
func (c *Client) exchange(h *hop, u *url.URL, raw []byte, cut string) crawl.Exchange {
	e := h.trace.exchange(u, h.Response, c.opt.Proxy == nil)
	e.At, e.Body, e.Truncated = h.start.UTC(), raw, cut
	return e
}

func (h *hop) close() {
	h.Body.Close() //nolint:errcheck // nothing was written
	h.end()
	h.cancel()
	*h.left -= time.Since(h.start)
}

// took is the time of the fetch so far, without waiting.
func (h *hop) took() time.Duration { return h.limit - *h.left + time.Since(h.start) }

// explain returns the caller's cancellation as it is, errTimeout for our own
// deadline, and other errors with their kind. That memory was lacking all the time is
// no fault of the server's.
func (h *hop) explain(err error) error {
	if cause := h.parent.Err(); cause != nil {
		return cause
	}
	if crawl.KindOf(err) == crawl.FailResources {
		return err
	}
	if h.trace.tooMany() {
		return errConns
	}
	if h.ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return english.Errorf("%w after %v", errTimeout, h.took().Round(time.Millisecond))
	}
	return h.trace.explain(err)
}

// hostKey is the host of u as in [crawl.Link].
func hostKey(u *url.URL) string {
	if key, err := urlkey.Canonical(u.Scheme + "://" + u.Host + "/"); err == nil {
		return urlkey.Host(key)
	}
	return strings.ToLower(u.Host)
}

// retryAfter reads Retry-After, in seconds or as a date (RFC 9110, 10.2.3). A date
// counts from the server's Date header if there is one. The result is at most a
// year, and negative if the header is missing or cannot be read.
func retryAfter(h http.Header, now time.Time) time.Duration {
	const most = 365 * 24 * time.Hour
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return -1
	}
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
		if seconds < 0 {
			return -1
		}
		return time.Duration(min(seconds, int64(most/time.Second))) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return -1
	}
	if theirs, err := http.ParseTime(h.Get("Date")); err == nil {
		now = theirs
	}
	return min(max(at.Sub(now), 0), most)
}

// redirect is where h sends the client, or nil if it is an answer.
func (h *hop) redirect(from *url.URL) (*url.URL, error) {
	location := Location(h.StatusCode, h.Header)
	if location == "" {
		return nil, nil
	}
	next, err := resolve(from, location)
	if err != nil {
		return nil, fmt.Errorf("redirect: %w", err)
	}
	return next, nil
}

// resolve returns the URL to request next. Scheme and host are canonical; path and
// query are as sent, because they may differ only by a session id, which a key lacks.
func resolve(from *url.URL, location string) (*url.URL, error) {
	key, err := urlkey.Resolve(from, location)
	if err != nil {
		return nil, err
	}
	next, err := url.Parse(key)
	if err != nil {
		return nil, err
	}
	if raw, err := from.Parse(strings.TrimSpace(location)); err == nil && raw.Host != "" && raw.Opaque == "" {
		next.Path, next.RawPath = raw.Path, raw.RawPath
		if next.Path == "" {
			next.Path = "/"
		}
		if strings.IndexFunc(raw.RawQuery, func(r rune) bool { return r <= ' ' || r > '~' }) < 0 {
			next.RawQuery = raw.RawQuery
		}
	}
	return next, nil
}

// checkLiteral refuses a URL whose host is an address that is not public. Only
// proxies need it: without one, PublicOnly sees every address.
func (c *Client) checkLiteral(u *url.URL) error {
	if c.opt.Proxy == nil || c.opt.AllowPrivate {
		return nil
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !Public(a) {
		return fmt.Errorf("%s: %w", a, crawl.ErrPrivate)
	}
	return nil
}
