package replay

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// ContentType is the type of made pages.
const BeyondType = "text/html; charset=utf-8"

// Web fetches from a stored web, and from made hosts what lies outside of it. Its
// methods may be called concurrently.
type BeyondWeb struct {
	Stored *Web
	// Sleep waits for a slow host; nil waits as long as it takes.
	Sleep func(ctx context.Context, d time.Duration) error
}

var _ crawl.Fetcher = (*BeyondWeb)(nil)

// Fetch implements [crawl.Fetcher].
func (w *BeyondWeb) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	key, err := urlkey.Canonical(req.URL)
	if err != nil {
		return nil, fmt.Errorf("beyond %s: %w", req.URL, err)
	}
	if w.Stored.HasHost(urlkey.Host(key)) {
		return w.Stored.Fetch(ctx, req)
	}
	start := time.Now()
	a := BeyondFor(key)
	sleep := w.Sleep
	if sleep == nil {
		sleep = pause
	}
	if err := sleep(ctx, a.Wait); err != nil {
		return nil, fmt.Errorf("beyond %s: %w", key, err)
	}
	if a.Err != nil {
		return nil, a.Err
	}
	r := &crawl.Response{URL: key, Final: key, Status: a.Status}
	if a.Status == http.StatusOK {
		r.ContentType, r.Body = BeyondType, BeyondPage(key)
	}
	r.Took = time.Since(start)
	w.Stored.Answered(r)
	return r, nil
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
