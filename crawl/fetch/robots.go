package fetch

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/internal/robots"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

const (
	robotsLasts     = 24 * time.Hour   // RFC 9309, 2.4
	firstRefused    = 30 * time.Second // until a refused robots.txt (5xx, 429) is asked for again; it doubles
	firstSilent     = time.Second      // the same if no server answered
	maxRobotsRetry  = 10 * time.Minute // the longest of both
	maxOrigins      = 10_000           // kept in memory
	robotsRedirects = 5                // RFC 9309, 2.3.1.2
	maxSitemaps     = 100              // of a robots.txt that are returned
)

// robotsCache keeps the robots.txt of every origin (scheme, host and port).
type robotsCache struct {
	client  *Client
	origins *cache[origin]
}

// origin holds what is known of one robots.txt.
type origin struct {
	rules    *robots.Rules // of the last file that could be read; nil if there was none
	sitemaps []string      // that it named; never changed, only replaced
	err      error         // why nothing may be fetched, if rules is nil
	until    time.Time
	fails    int  // times in a row that it could not be read
	silent   bool // the last time no server answered
}

// check reports by its error that u must not be fetched: crawl.ErrDisallowed, or
// the error for which robots.txt could not be read. It returns the sitemaps that
// robots.txt names, and whether that was asked for now. Exchanges, if they are kept, are
// added to exchanges.
func (r *robotsCache) check(ctx context.Context, u *url.URL, exchanges *[]crawl.Exchange) (sitemaps []string, renewed bool, err error) {
	o, release, err := r.origins.hold(ctx, u.Scheme+"://"+u.Host)
	if err != nil {
		return nil, false, err
	}
	defer release()
	if renewed = !time.Now().Before(o.until); renewed {
		if err := r.renew(ctx, o, u, exchanges); err != nil {
			return nil, true, err
		}
	}
	if o.rules == nil {
		return nil, renewed, o.failure()
	}
	target := u.EscapedPath()
	if u.RawQuery != "" {
		target += "?" + u.RawQuery
	}
	if !o.rules.Allowed(target) {
		return nil, renewed, crawl.ErrDisallowed
	}
	return o.sitemaps, renewed, nil
}

// failure is why nothing may be fetched. A server that refused may give its rules
// later. If no server answered, the engine decides about another attempt.
func (o *origin) failure() error {
	if o.silent {
		return o.err
	}
	return &crawl.RetryError{After: max(time.Until(o.until), 0), Err: o.err}
}

// renew fetches the robots.txt of u's origin. The error comes from ctx.
//   - A file that does not exist (4xx) allows everything.
//   - One that cannot be read (5xx, 429, no connection) forbids everything until
//     the next attempt, unless there is an older copy, which stays in force.
//
// See RFC 9309, 2.3.1 and 2.4.
func (r *robotsCache) renew(ctx context.Context, o *origin, u *url.URL, exchanges *[]crawl.Exchange) error {
	file, status, err := r.fetch(ctx, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"}, exchanges)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	o.silent = err != nil
	switch {
	case err != nil:
		// Our own network may be down, which must not shut out a host for long. If
		// the host is gone, it must not be tried for each of its links.
		o.fail(firstSilent, &crawl.KindError{Kind: crawl.KindOf(err), Err: english.Errorf("%w: %w", crawl.ErrRobots, err)})
		return nil
	case status >= 500 || status == http.StatusTooManyRequests:
		o.fail(firstRefused, english.Errorf("%w: status %d: %w", crawl.ErrRobots, status, crawl.ErrDisallowed))
		return nil
	}
	o.fails = 0
	o.until = time.Now().Add(robotsLasts)
	parsed := robots.Parse(file)
	o.rules, o.sitemaps = parsed.For(product), sitemaps(parsed)
	r.client.limiter.SetCrawlDelay(hostKey(u), o.rules.Delay())
	return nil
}

// fail keeps err for a while, longer each time in a row.
func (o *origin) fail(first time.Duration, err error) {
	o.until = time.Now().Add(polite.Double(first, o.fails, maxRobotsRetry))
	o.fails++
	o.err = err
}

// fetch follows up to five redirects. One more, or one to nowhere, counts as if
// there were no file (RFC 9309, 2.3.1.2).
func (r *robotsCache) fetch(ctx context.Context, u *url.URL, exchanges *[]crawl.Exchange) (file []byte, status int, err error) {
	left := r.client.opt.Timeout
	s := r.client.opt.Memory.share()
	defer s.release()
	for range robotsRedirects + 1 {
		if err := r.client.checkLiteral(u); err != nil {
			return nil, 0, err
		}
		h, err := r.client.ask(ctx, u, &left, s, outgoing{})
		if err != nil {
			return nil, 0, err
		}
		next, wrong := h.redirect(u)
		file, raw, cut, err := r.read(h, s)
		h.close()
		if err != nil {
			return nil, 0, err
		}
		if r.client.opt.KeepExchanges {
			*exchanges = append(*exchanges, r.client.exchange(h, u, raw, cut))
		}
		switch {
		case wrong != nil, next == nil && h.StatusCode/100 == 3:
			return nil, http.StatusNotFound, nil
		case next == nil:
			return file, h.StatusCode, nil
		}
		s.release() // the next host may have to be waited for
		u = next
	}
	return nil, http.StatusNotFound, nil
}

// read returns the file, its bytes as sent and why they are not complete. Of an
// answer without a file it reads little.
func (r *robotsCache) read(h *hop, s *share) (file, raw []byte, cut string, err error) {
	if h.StatusCode/100 != 2 {
		raw, cut = drain(h.Response)
		return nil, raw, cut, nil
	}
	// One byte more shows the parser that the file is cut.
	c, err := r.client.reuse.readBody(h.ctx, h.Response, s, bounds{limit: robots.MaxSize + 1, keep: r.client.opt.KeepExchanges})
	if err != nil {
		return nil, nil, "", h.explain(err)
	}
	return c.body, c.raw, truncated(c.cut), nil
}

// sitemaps are the canonical keys of the sitemaps in f. They may stand on any host:
// robots.txt vouches for them (sitemaps.org, "Cross submits").
func sitemaps(f *robots.File) []string {
	var keys []string
	for _, s := range f.Sitemaps() {
		key, err := urlkey.Canonical(s)
		if err == nil && len(keys) < maxSitemaps && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}
