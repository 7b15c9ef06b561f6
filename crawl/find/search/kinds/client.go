package kinds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Fixed limits of a request.
const (
	maxBody        = 8 << 20 // bytes of an answer
	maxRedirects   = 3
	maxHeaderBytes = 256 << 10
	connectTimeout = 10 * time.Second
	defaultTimeout = 30 * time.Second // of a request; metasearch waits for slow engines
)

// Client asks one API. Its methods may be called concurrently.
type Client struct {
	env       search.Env
	home      *url.URL
	transport *http.Transport
	hide      hider
	keyHeader string

	Timeout time.Duration // 0 is 30 seconds
	// PrivateToo lets the Client connect to private addresses of all hosts, not only of
	// home.
	PrivateToo bool
}

// NewClient returns a client for the API at home. If keyHeader is not "", it takes the key.
func NewClient(home *url.URL, keyHeader string, env search.Env) *Client {
	c := &Client{env: env, home: home, keyHeader: keyHeader, hide: newHider(env.Key)}
	c.transport = &http.Transport{
		Proxy:                  c.proxy,
		DialContext:            c.dial,
		TLSHandshakeTimeout:    connectTimeout,
		ResponseHeaderTimeout:  defaultTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true, // fetch.Decode decodes, within limits
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        30 * time.Second,
	}
	return c
}

// Close closes idle connections.
func (c *Client) Close() error {
	c.transport.CloseIdleConnections()
	return nil
}

// Get requests an address, which may hold [search.KeyParameter]. accept is the Accept
// header. The answer has status 200; any other is an [*search.Error] that says what to
// do, unless the status is in also. Each request, redirects included, is counted before
// it is sent. No key is in the answer or in an error.
func (c *Client) Get(ctx context.Context, address, accept string, also ...int) (*crawl.Response, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, &search.Error{Kind: search.Refused, Err: errors.New("the address of the API cannot be made of its template")}
	}
	r := &crawl.Response{URL: u.String()}
	for range maxRedirects + 1 {
		next, err := c.step(ctx, r, u, accept)
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, c.hide.err(explain(err))
		case next != nil:
			u = next
			continue
		case r.Status != http.StatusOK && !slices.Contains(also, r.Status):
			return nil, c.hide.err(c.refusal(r))
		}
		c.hide.response(r)
		return r, nil
	}
	return nil, c.hide.err(&search.Error{Kind: search.Unusable, Err: english.Errorf("it redirects again and again, last to %s", clip(u.String()))})
}

// step sends one request. It returns the target of a redirect, or nil when r is complete.
func (c *Client) step(ctx context.Context, r *crawl.Response, u *url.URL, accept string) (*url.URL, error) {
	if c.env.Turn != nil {
		if err := c.env.Turn(ctx); err != nil {
			return nil, err
		}
	}
	limit, cancel := context.WithTimeout(ctx, cmp.Or(c.Timeout, defaultTimeout)) // without the wait for the turn
	defer cancel()
	req, err := c.request(limit, u, accept)
	if err != nil {
		return nil, err
	}
	at := time.Now()
	resp, err := c.roundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // nothing was written
	c.pause(resp.Header, resp.StatusCode)
	if to := fetch.Location(resp.StatusCode, resp.Header); to != "" {
		return c.redirect(u, to)
	}
	if err := c.read(r, resp); err != nil {
		return nil, err
	}
	r.Final, r.FetchedAt, r.Took = u.String(), time.Now().UTC(), time.Since(at)
	r.Exchanges = append(r.Exchanges, exchange(req, u, resp, at, r.Body))
	return nil, nil
}

func (c *Client) roundTrip(r *http.Request) (*http.Response, error) {
	if c.env.Transport != nil {
		return c.env.Transport.RoundTrip(r)
	}
	return c.transport.RoundTrip(r)
}

// request makes the request for u, with the key in its place.
func (c *Client) request(ctx context.Context, u *url.URL, accept string) (*http.Request, error) {
	key, sent := c.env.Key.Reveal(), *u
	sent.RawQuery = strings.ReplaceAll(sent.RawQuery, url.QueryEscape(search.KeyParameter), url.QueryEscape(key))
	sent.RawQuery = strings.ReplaceAll(sent.RawQuery, search.KeyParameter, url.QueryEscape(key))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, sent.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", c.env.UserAgent)
	req.Header.Set("Accept", accept)
	req.Header.Set("Accept-Encoding", "identity")
	if c.keyHeader != "" && key != "" {
		req.Header.Set(c.keyHeader, key)
	}
	return req, nil
}

// redirect returns the target of a redirect within the origin of the source. Beyond it
// nothing is sent: a login is no answer, and the key is for the source alone.
func (c *Client) redirect(from *url.URL, location string) (*url.URL, error) {
	to, err := from.Parse(strings.TrimSpace(location))
	if err == nil && to.Scheme == from.Scheme && strings.EqualFold(to.Host, from.Host) && to.User == nil {
		to.Fragment = ""
		return to, nil
	}
	where := "an address that is none"
	if err == nil {
		to.RawQuery, to.Fragment, to.User = "", "", nil
		where = clip(to.String())
	}
	return nil, &search.Error{Kind: search.Refused, Err: english.Errorf("it redirects to %s, which is not followed; if the API is there now, give that address as url", where)}
}

// read reads the body within its bounds.
func (c *Client) read(r *crawl.Response, resp *http.Response) error {
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	if err != nil && len(raw) == 0 {
		return err
	}
	cut := err != nil || len(raw) > maxBody
	body, more, err := fetch.Decode(resp.Header, raw[:min(len(raw), maxBody)], maxBody)
	switch {
	case err != nil && errors.Is(err, crawl.ErrTooLarge):
		return &search.Error{Kind: search.Unusable, Err: errors.New("its compressed answer grows without bound")}
	case err != nil && !cut:
		return &search.Error{Kind: search.Unusable, Err: english.Errorf("its answer cannot be unpacked: %w", err)}
	}
	fetch.SetHead(r, resp.StatusCode, resp.Header)
	r.Body, r.Truncated, r.RetryAfter = body, cut || more, max(0, fetch.RetryAfter(resp.Header, time.Now()))
	return nil
}

// exchange is the request and its answer for an archive: the key left out, the content
// coding undone, so that it can be searched for the key.
func exchange(req *http.Request, u *url.URL, resp *http.Response, at time.Time, body []byte) crawl.Exchange {
	var ask, head strings.Builder
	fmt.Fprintf(&ask, "GET %s HTTP/1.1\r\nHost: %s\r\n", u.RequestURI(), u.Host)
	shown := http.Header{}
	for _, name := range []string{"User-Agent", "Accept"} {
		shown.Set(name, req.Header.Get(name))
	}
	shown.Write(&ask) //nolint:errcheck // a strings.Builder
	ask.WriteString("\r\n")
	fmt.Fprintf(&head, "HTTP/1.1 %03d %s\r\n", resp.StatusCode, http.StatusText(resp.StatusCode))
	sent := resp.Header.Clone()
	for _, name := range []string{"Content-Encoding", "Content-Length", "Transfer-Encoding", "Set-Cookie"} {
		sent.Del(name)
	}
	sent.Write(&head) //nolint:errcheck // a strings.Builder
	head.WriteString("\r\n")
	return crawl.Exchange{URL: u.String(), At: at.UTC(), Request: []byte(ask.String()), Head: []byte(head.String()), Body: body}
}
