package kinds

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// explain returns the error of a request as a [*search.Error] of one line.
func explain(err error) error {
	var known *search.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, crawl.ErrPrivate):
		return &search.Error{Kind: search.Refused, Err: english.Errorf("it lies at a private address and is not the host of the setting url: %w", err)}
	case errors.Is(err, context.DeadlineExceeded):
		return &search.Error{Kind: search.Unavailable, Err: english.Errorf("no answer in time: %w", err)}
	}
	what := english.Word("the connection failed")
	if crawl.KindOf(err) == crawl.FailTLS {
		what = english.Word("the encrypted connection (TLS) failed")
	}
	return &search.Error{Kind: search.Unavailable, Err: english.Errorf("%s: %w", what, err)}
}

// refusal says what a status other than 200 means.
func (c *Client) refusal(r *crawl.Response) error {
	e := &search.Error{Kind: search.Unavailable}
	var why english.Phrase
	switch {
	case r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden || r.Status == http.StatusPaymentRequired:
		e.Kind = search.Refused
		why = english.Phrasef("it wants a key, another key or a contract")
		if c.env.Key.Reveal() == "" {
			why = english.Phrasef("it wants a key (key-env), or serves no programs")
		}
	case r.Status == http.StatusTooManyRequests:
		why = english.Phrasef("too many requests; a smaller per-minute or per-day helps")
	case r.Status == http.StatusNotFound || r.Status == http.StatusGone || r.Status == http.StatusMethodNotAllowed:
		e.Kind = search.Refused
		why = english.Phrasef("nothing is there; is the setting url right?")
	case r.Status == http.StatusBadRequest || r.Status == http.StatusUnprocessableEntity:
		e.Kind = search.Unusable
		why = english.Phrasef("it does not understand the question")
	case r.Status/100 == 5:
		why = english.Phrasef("it does not work now")
	default:
		e.Kind = search.Unusable
		why = english.Phrasef("a status that no answer has")
	}
	if r.RetryAfter > 0 {
		e.Until = time.Now().Add(r.RetryAfter)
		why = english.Phrasef("%v; it asks for a pause of %s", why, r.RetryAfter.Round(time.Second))
	}
	e.Err = english.Errorf("status %d: %v", r.Status, why)
	return e
}

// pause tells the quota what the header says of the next request: Retry-After, and
// X-RateLimit-Remaining with X-RateLimit-Reset in seconds, which are lists with a value
// for each limit (Brave).
func (c *Client) pause(h http.Header, status int) {
	if c.env.Hold == nil {
		return
	}
	now := time.Now()
	wait := time.Duration(-1)
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		wait = fetch.RetryAfter(h, now)
	}
	left, reset := strings.Split(h.Get("X-RateLimit-Remaining"), ","), strings.Split(h.Get("X-RateLimit-Reset"), ",")
	for i := range min(len(left), len(reset)) {
		n, err1 := strconv.Atoi(strings.TrimSpace(left[i]))
		seconds, err2 := strconv.Atoi(strings.TrimSpace(reset[i]))
		if err1 == nil && err2 == nil && n <= 0 && seconds > 0 && seconds <= maxReset {
			wait = max(wait, time.Duration(seconds)*time.Second)
		}
	}
	if wait > 0 {
		c.env.Hold(now.Add(wait))
	}
}

// maxReset is the longest pause in seconds that X-RateLimit-Reset can ask for: a longer
// one is a time by the calendar, as some APIs give it.
const maxReset = 32 * 24 * 3600

// clip cuts a text of the server for an error.
func clip(s string) string {
	const most = 120
	s = Plain(s)
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// NotJSON says why a body is not the JSON that was asked for.
func NotJSON(r *crawl.Response, err error) error {
	body := bytes.TrimLeft(r.Body, "\xef\xbb\xbf \t\r\n")
	var why error
	switch {
	case len(body) == 0:
		why = errors.New("an empty answer")
	case body[0] == '<':
		why = errors.New("an HTML page in place of JSON: a captcha, a login, or not the address of the API")
		if title := pageTitle(r); title != "" {
			why = english.Errorf("an HTML page (%s) in place of JSON: a captcha, a login, or not the address of the API", title)
		}
		if r.Final != r.URL {
			why = english.Errorf("%w (after a redirect)", why)
		}
	case r.Truncated:
		why = english.Errorf("the answer was cut off after %d bytes", len(r.Body))
	default:
		why = english.Errorf("no JSON, or JSON of another form: %s", clip(err.Error()))
	}
	return &search.Error{Kind: search.Unusable, Err: why}
}
