package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/page"
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
}

// ask requests u when its host's turn has come. left is what the fetch may
// still take; closing the hop lessens it.
func (c *Client) ask(ctx context.Context, u *url.URL, left *time.Duration) (*hop, error) {
	done, err := c.turns.wait(ctx, hostKey(u))
	if err != nil {
		return nil, err
	}
	pause := time.Duration(0)
	defer func() { done(pause) }()
	h := &hop{parent: ctx, start: time.Now(), limit: c.opt.Timeout, left: left}
	h.ctx, h.cancel = context.WithTimeout(ctx, max(*left, 0))
	req, err := http.NewRequestWithContext(h.ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		h.cancel()
		return nil, err
	}
	req.Header.Set("User-Agent", c.agent)
	req.Header.Set("Accept", cmp.Or(c.opt.Accept, "text/html,application/xhtml+xml,text/plain;q=0.8"))
	req.Header.Set("Accept-Encoding", "gzip, deflate")
	h.Response, err = c.transport.RoundTrip(req)
	if err != nil {
		defer h.cancel()
		return nil, h.explain(err)
	}
	pause = c.pause(h.Response)
	return h, nil
}

func (h *hop) close() {
	h.Body.Close() //nolint:errcheck // nothing was written
	h.cancel()
	*h.left -= time.Since(h.start)
}

// took is the time of the fetch so far, waiting for turns not counted.
func (h *hop) took() time.Duration { return h.limit - *h.left + time.Since(h.start) }

// explain tells the caller's own cancellation, which it must recognise, from
// our deadline, which it must not take for it.
func (h *hop) explain(err error) error {
	if cause := h.parent.Err(); cause != nil {
		return cause
	}
	if h.ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w after %v", ErrTimeout, h.took().Round(time.Millisecond))
	}
	return err
}

// hostKey is the host of u as in [crawl.Link].
func hostKey(u *url.URL) string {
	if key, err := page.Canonical(u.Scheme + "://" + u.Host + "/"); err == nil {
		return page.Host(key)
	}
	return strings.ToLower(u.Host)
}

// pause is how long a host that is overburdened (429, 503) wants to be left
// alone: its Retry-After, in seconds or as a date (RFC 9110, 10.2.3), or else
// ten times the usual delay.
func (c *Client) pause(r *http.Response) time.Duration {
	if r.StatusCode != http.StatusTooManyRequests && r.StatusCode != http.StatusServiceUnavailable {
		return 0
	}
	value := strings.TrimSpace(r.Header.Get("Retry-After"))
	wait := 10 * c.opt.Delay
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil && seconds >= 0 {
		wait = c.opt.MaxRetryAfter
		if seconds < int64(wait/time.Second) {
			wait = time.Duration(seconds) * time.Second
		}
	} else if at, err := http.ParseTime(value); err == nil {
		wait = max(time.Until(at), 0)
	}
	return min(wait, c.opt.MaxRetryAfter)
}

// redirect is where h sends the client, or nil if it is an answer.
func (h *hop) redirect(from *url.URL) (*url.URL, error) {
	switch h.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return nil, nil
	}
	location := h.Header.Get("Location")
	if location == "" {
		return nil, nil
	}
	next, err := resolve(from, location)
	if err != nil {
		return nil, fmt.Errorf("redirect: %w", err)
	}
	return next, nil
}

// resolve gives the URL to ask for next. Scheme and host are canonical; path
// and query are what the server wrote: a session id that a canonical key
// leaves out may be all in which the target differs from where we are.
func resolve(from *url.URL, location string) (*url.URL, error) {
	key, err := page.Resolve(from, location)
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

// checkLiteral refuses a URL whose host is an address that is not public. It is
// for proxies: without one, guard sees every address there is.
func (c *Client) checkLiteral(u *url.URL) error {
	if c.opt.Proxy == nil || c.opt.AllowPrivate {
		return nil
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !Public(a) {
		return fmt.Errorf("%s: %w", a, crawl.ErrPrivate)
	}
	return nil
}
