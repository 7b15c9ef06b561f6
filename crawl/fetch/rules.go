package fetch

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/robots"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
	"github.com/ontocrawl/ontocrawl/crawl/urlkey"
)

const (
	rulesLast       = 24 * time.Hour   // RFC 9309, 2.4
	refusalLasts    = 30 * time.Second // until a robots.txt that was refused (5xx, 429) is asked for again; it doubles
	silenceLasts    = time.Second      // the same where nothing answers at all
	failureLasts    = 10 * time.Minute // the longest of both
	maxOrigins      = 10_000           // in memory at a time
	robotsRedirects = 5                // RFC 9309, 2.3.1.2
)

// rules keeps the robots.txt of every origin (scheme, host and port).
type rules struct {
	client  *Client
	mu      sync.Mutex
	origins map[string]*origin
}

// origin is the rules of one robots.txt. The token in taken is held by who
// reads or renews it, so that it is fetched once however many wait.
type origin struct {
	taken chan struct{}
	good  *robots.Rules // of the last answer that told them; nil if there was none
	maps  []string      // the sitemaps it named; never changed, only replaced
	err   error         // why nothing may be fetched, if good is nil
	until time.Time
	fails int  // times in a row that it could not be had
	mute  bool // the last time nothing answered at all
}

// origin finds or makes the entry of an origin. When there are too many, some
// are forgotten; their files are fetched again should they be needed.
func (r *rules) origin(name string) *origin {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := r.origins[name]
	if o == nil {
		for old, p := range r.origins {
			if len(r.origins) < maxOrigins {
				break
			}
			if len(p.taken) == 0 {
				delete(r.origins, old)
			}
		}
		o = &origin{taken: make(chan struct{}, 1)}
		r.origins[name] = o
	}
	return o
}

// check reports by its error that u must not be fetched: crawl.ErrDisallowed,
// or the error for which robots.txt could not be had. It returns the sitemaps
// that robots.txt names. Exchanges, if they are kept, are added to said.
func (r *rules) check(ctx context.Context, u *url.URL, said *[]crawl.Exchange) (sitemaps []string, err error) {
	o := r.origin(u.Scheme + "://" + u.Host)
	select {
	case o.taken <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-o.taken }()
	if !time.Now().Before(o.until) {
		if err := r.renew(ctx, o, u, said); err != nil {
			return nil, err
		}
	}
	if o.good == nil {
		return nil, o.failure()
	}
	target := u.EscapedPath()
	if u.RawQuery != "" {
		target += "?" + u.RawQuery
	}
	if !o.good.Allowed(target) {
		return nil, crawl.ErrDisallowed
	}
	return o.maps, nil
}

// failure is why nothing may be fetched. A server that answers may have rules in
// a while; of one that does not answer that is not for us to say.
func (o *origin) failure() error {
	if o.mute {
		return o.err
	}
	return &crawl.RetryError{After: max(time.Until(o.until), 0), Err: o.err}
}

// renew fetches the robots.txt of u's origin. A file that is not there (4xx)
// allows everything; one that cannot be had (5xx, 429, no connection) forbids
// everything until the next try, unless there is an older copy, which is kept
// (RFC 9309, 2.3.1 and 2.4). The error is that of ctx.
func (r *rules) renew(ctx context.Context, o *origin, u *url.URL, said *[]crawl.Exchange) error {
	file, status, err := r.fetch(ctx, &url.URL{Scheme: u.Scheme, Host: u.Host, Path: "/robots.txt"}, said)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	refused := status >= 500 || status == http.StatusTooManyRequests
	switch {
	case err != nil:
		// It may be our own network that is down: that must not shut out a host for
		// long, nor must a host that is gone be tried for each of its links.
		o.fail(silenceLasts, &crawl.KindError{Kind: crawl.KindOf(err), Err: fmt.Errorf("%w: %w", crawl.ErrRobots, err)})
		o.mute = true
		return nil
	case refused:
		o.fail(refusalLasts, fmt.Errorf("%w: status %d: %w", crawl.ErrRobots, status, crawl.ErrDisallowed))
		o.mute = false
		return nil
	}
	o.fails = 0
	o.until = time.Now().Add(rulesLast)
	parsed := robots.Parse(file)
	o.good, o.maps = parsed.For(Product), sitemaps(parsed)
	r.client.limiter.SetCrawlDelay(hostKey(u), o.good.Delay())
	return nil
}

// fail remembers err for a while, longer each time in a row.
func (o *origin) fail(first time.Duration, err error) {
	o.until = time.Now().Add(polite.Double(first, o.fails, failureLasts))
	o.fails++
	o.err = err
}

// fetch follows up to five redirects. One too many, or one to nowhere, is as
// if there were no file (RFC 9309, 2.3.1.2).
func (r *rules) fetch(ctx context.Context, u *url.URL, said *[]crawl.Exchange) (file []byte, status int, err error) {
	left := r.client.opt.Timeout
	for range robotsRedirects + 1 {
		if err := r.client.checkLiteral(u); err != nil {
			return nil, 0, err
		}
		h, err := r.client.ask(ctx, u, &left, nil)
		if err != nil {
			return nil, 0, err
		}
		next, wrong := h.redirect(u)
		file, heard, err := r.read(h)
		h.close()
		if err != nil {
			return nil, 0, err
		}
		if r.client.opt.KeepExchanges {
			*said = append(*said, r.client.exchange(h, u, heard.raw, heard.why))
		}
		switch {
		case wrong != nil, next == nil && h.StatusCode/100 == 3:
			return nil, http.StatusNotFound, nil
		case next == nil:
			return file, h.StatusCode, nil
		}
		u = next
	}
	return nil, http.StatusNotFound, nil
}

// wire is a body as it was sent, and why it is not whole.
type wire struct {
	raw []byte
	why string
}

// read reads the file, or the little that another answer says.
func (r *rules) read(h *hop) (file []byte, heard wire, err error) {
	if h.StatusCode/100 != 2 {
		heard.raw, heard.why = drain(h.Response)
		return nil, heard, nil
	}
	// One byte more, so that the parser sees that the file is cut.
	c, err := r.client.reuse.readBody(h.Response, robots.MaxSize+1, r.client.opt.KeepExchanges, false)
	if err != nil {
		return nil, heard, h.explain(err)
	}
	return c.body, wire{c.raw, truncated(c.cut)}, nil
}

// maxSitemaps is how many sitemaps of a robots.txt are told of.
const maxSitemaps = 100

// sitemaps are the canonical keys of those that f names. They may stand on any
// host: robots.txt vouches for them (sitemaps.org, "Cross submits").
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
