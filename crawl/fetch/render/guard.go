package render

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Limits of one page.
const (
	maxRequests = 50
	maxBytes    = 32 << 20
)

// guard answers the requests of pages.
type guard struct {
	resources crawl.Fetcher
	cache     *cache
	quiet     time.Duration
	log       *slog.Logger
}

// visitor is one page and its requests.
type visitor struct {
	*guard
	page *crawl.Response

	mu       sync.Mutex
	frame    cdp.FrameID // in which the page itself was served; "" before that
	left     bool        // it tried to navigate away, so it may never load
	requests int
	bytes    int
	busy     int
	last     time.Time // when a request began or ended
}

func (g *guard) visitor(r *crawl.Response) *visitor {
	return &visitor{guard: g, page: r, last: time.Now()}
}

// wait returns when the page has loaded and is quiet, or with the error of ctx.
func (v *visitor) wait(ctx context.Context, loaded <-chan struct{}) error {
	tick := time.NewTicker(v.quiet / 10)
	defer tick.Stop()
	for {
		v.mu.Lock()
		done := (loaded == nil || v.left) && v.busy == 0 && time.Since(v.last) >= v.quiet
		v.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-loaded:
			loaded = nil
			v.note(0, 0)
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (v *visitor) note(busy, bytes int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.busy += busy
	v.bytes += bytes
	v.last = time.Now()
}

// answer answers a request of the page. A call fails only if the tab is gone.
func (v *visitor) answer(ctx context.Context, s cdp.Session, ev *fetch.EventRequestPaused) {
	code, kind, body, refused := v.respond(ctx, ev)
	if refused != "" {
		_, _ = cdp.Call(ctx, s, fetch.FailRequest, fetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: refused})
		return
	}
	headers := []*fetch.HeaderEntry{
		{Name: "Content-Type", Value: kind},
		// A page of another origin may read it: there are no cookies and nothing
		// private.
		{Name: "Access-Control-Allow-Origin", Value: "*"},
		{Name: "Access-Control-Allow-Headers", Value: "*"},
		// No workers, which would have their own network.
		{Name: "X-Content-Type-Options", Value: "nosniff"},
	}
	_, _ = cdp.Call(ctx, s, fetch.FulfillRequest, fetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: int64(code), ResponseHeaders: headers, Body: body})
}

// respond decides on a request. refused is not empty if the request fails.
func (v *visitor) respond(ctx context.Context, ev *fetch.EventRequestPaused) (code int, kind string, body []byte, refused network.ErrorReason) {
	const no = network.ErrorReasonBlockedByClient
	if ev.Request == nil {
		return 0, "", nil, no
	}
	if u, err := url.Parse(ev.Request.URL); err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return 0, "", nil, no
	}
	switch ev.ResourceType {
	case network.ResourceTypeDocument:
		if !v.first(ev.FrameID) { // a frame, or navigation
			return 0, "", nil, network.ErrorReasonAborted
		}
		return http.StatusOK, v.page.ContentType, v.page.Body, ""
	case network.ResourceTypeStylesheet: // scripts wait for them
		return http.StatusOK, "text/css", nil, ""
	case network.ResourceTypePreflight:
		return http.StatusNoContent, "text/plain", nil, ""
	case network.ResourceTypeScript, network.ResourceTypeXHR, network.ResourceTypeFetch:
	default:
		return 0, "", nil, no
	}
	switch {
	case ev.Request.Method == http.MethodOptions:
		return http.StatusNoContent, "text/plain", nil, ""
	case ev.Request.Method != http.MethodGet, !v.begin():
		return 0, "", nil, no
	}
	r, err := v.get(ctx, ev)
	if err != nil {
		v.note(-1, 0)
		v.log.Debug("a request of a page was not answered", "page", v.page.Final, "url", ev.Request.URL, "err", err)
		return 0, "", nil, network.ErrorReasonFailed
	}
	v.note(-1, len(r.Body))
	return r.Status, r.ContentType, r.Body, ""
}

func (v *visitor) get(ctx context.Context, ev *fetch.EventRequestPaused) (*crawl.Response, error) {
	ask := func() (*crawl.Response, error) { return v.resources.Fetch(ctx, crawl.Request{URL: ev.Request.URL}) }
	if ev.ResourceType == network.ResourceTypeScript {
		return v.cache.get(ctx, ev.Request.URL, ask)
	}
	return ask()
}

// first reports whether this is the first request of the page itself.
func (v *visitor) first(frame cdp.FrameID) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.frame == "" {
		v.frame = frame
		return true
	}
	v.left = v.left || v.frame == frame
	v.last = time.Now()
	return false
}

// begin counts a request; false if the page has reached its limits.
func (v *visitor) begin() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.requests >= maxRequests || v.bytes >= maxBytes {
		return false
	}
	v.requests++
	v.busy++
	v.last = time.Now()
	return true
}
