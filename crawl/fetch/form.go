package fetch

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Form is a form that is filled in, or a page that is asked for by a person's own order.
type Form struct {
	URL    string
	Values url.Values // sent by POST as application/x-www-form-urlencoded; nil: the page is asked for by GET
}

// Answer is a server's answer to a [Form].
type Answer struct {
	URL    string // that answered, after redirects
	Status int
	Body   []byte // decoded, at most Options.MaxBody; empty unless the status is 2xx
}

// formType is the media type of a form (HTML, section 4.10.21.7).
const formType = "application/x-www-form-urlencoded"

// Submit sends a form and follows redirects, as a browser does: a redirect is asked for
// by GET. It keeps to delays, limits and public addresses as Fetch does. It does not ask
// robots.txt, which is for addresses that a program finds (RFC 9309, section 1); this one
// was named by a person. Nothing of it is kept for an archive.
func (c *Client) Submit(ctx context.Context, f Form) (*Answer, error) {
	u, err := url.Parse(f.URL)
	if err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	s := c.opt.Memory.share()
	defer s.release()
	left := c.opt.Timeout
	var out outgoing
	if f.Values != nil {
		out = outgoing{fields: http.Header{"Content-Type": {formType}}, post: true, form: f.Values.Encode()}
	}
	for range c.opt.MaxRedirects + 1 {
		a, next, err := c.submit(ctx, u, &left, s, out)
		if err != nil {
			return nil, fmt.Errorf("fetch %s: %w", u.Redacted(), err)
		}
		if next == nil {
			return a, nil
		}
		s.release()
		u, out = next, outgoing{}
	}
	return nil, english.Errorf("fetch %s: %w: %d", u.Redacted(), crawl.ErrRedirects, c.opt.MaxRedirects)
}

// submit is one step of Submit: an answer, or the target of a redirect.
func (c *Client) submit(ctx context.Context, u *url.URL, left *time.Duration, s *share, out outgoing) (*Answer, *url.URL, error) {
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, nil, &crawl.KindError{Kind: crawl.FailURL, Err: english.Errorf("%s is no web address", u.Redacted())}
	}
	if err := c.checkLiteral(u); err != nil {
		return nil, nil, err
	}
	h, err := c.ask(ctx, u, left, s, out)
	if err != nil {
		return nil, nil, err
	}
	defer h.close()
	next, err := h.redirect(u)
	if err != nil || next != nil {
		drain(h.Response)
		return nil, next, err
	}
	a := &Answer{URL: u.String(), Status: h.StatusCode}
	if h.StatusCode/100 != 2 {
		drain(h.Response)
		return a, nil, nil
	}
	b, err := c.reuse.readBody(h.ctx, h.Response, s, bounds{limit: c.opt.MaxBody})
	if err != nil {
		return nil, nil, h.explain(err)
	}
	a.Body = b.body
	return a, nil, nil
}
