package crawltest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

var _ crawl.Fetcher = (*Web)(nil)

// Fetch answers without HTTP, for tests of parts that need a web but no
// network. It follows redirects. FetchedAt is the same for every answer, so
// that two runs can be compared.
func (w *Web) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	final := req.URL
	for range 10 {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("crawltest: %s: %w", req.URL, err)
		}
		u, err := url.Parse(final)
		if err != nil {
			return nil, fmt.Errorf("crawltest: %w", err)
		}
		name := strings.ToLower(u.Hostname())
		if w.byName[strings.TrimPrefix(name, "www.")] == nil {
			return nil, fmt.Errorf("crawltest: %s: %w", req.URL, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true})
		}
		a := w.answer(name, u.EscapedPath(), u.RawQuery)
		if a.location == "" {
			return w.response(req.URL, final, a)
		}
		final = a.location
	}
	return nil, fmt.Errorf("crawltest: %s: %w", req.URL, crawl.ErrRedirects)
}

func (w *Web) response(rawurl, final string, a answer) (*crawl.Response, error) {
	r := &crawl.Response{
		URL: rawurl, Final: final, Status: a.status, ContentType: a.kind,
		FetchedAt: time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	if a.status != http.StatusOK {
		return r, nil
	}
	if !strings.HasPrefix(a.kind, "text/") {
		return nil, fmt.Errorf("crawltest: %s: %w: %s", rawurl, crawl.ErrContentType, a.kind)
	}
	r.Body = w.bytes(a)
	return r, nil
}
