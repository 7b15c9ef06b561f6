package metrics

import (
	"context"
	"errors"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Fetcher returns f, counted. What f can do beyond fetching (crawl.Refetcher,
// crawl.Gate, crawl.Timetable, crawl.Booker, crawl.Sites), if it can do all
// of it, the result can too.
func (s *Set) Fetcher(f crawl.Fetcher) crawl.Fetcher {
	if n, ok := f.(network); ok {
		return &netFetcher{&fetcher{s, f, true}, n}
	}
	return &fetcher{set: s, f: f}
}

// network is a Fetcher that asks real servers: it is polite, and obeys
// robots.txt.
type network interface {
	crawl.Fetcher
	crawl.Refetcher
	crawl.Gate
	crawl.Timetable
	crawl.Sites
	crawl.Booker
}

type fetcher struct {
	set    *Set
	f      crawl.Fetcher
	robots bool
}

func (f *fetcher) Fetch(ctx context.Context, url string) (*crawl.Response, error) {
	return f.count(ctx, func() (*crawl.Response, error) { return f.f.Fetch(ctx, url) })
}

type netFetcher struct {
	counted *fetcher
	network
}

func (f *netFetcher) Fetch(ctx context.Context, url string) (*crawl.Response, error) {
	return f.counted.Fetch(ctx, url)
}

func (f *netFetcher) FetchAgain(ctx context.Context, url, etag, lastModified string) (*crawl.Response, error) {
	return f.counted.count(ctx, func() (*crawl.Response, error) { return f.network.FetchAgain(ctx, url, etag, lastModified) })
}

func (f *fetcher) count(ctx context.Context, fetch func() (*crawl.Response, error)) (*crawl.Response, error) {
	s := f.set
	s.inFlight.Inc()
	defer s.inFlight.Dec()
	start := time.Now()
	r, err := fetch()
	if err != nil && ctx.Err() != nil {
		return r, err // the crawl ends; this says nothing of the URL
	}
	if f.robots {
		if outcome := said(err); outcome != "" {
			s.robots.WithLabelValues(outcome).Inc()
		}
	}
	if err != nil || r == nil {
		s.fetches.WithLabelValues(crawl.KindOf(err).String()).Inc()
		return r, err
	}
	s.fetches.WithLabelValues(statusClass(r.Status)).Inc()
	s.took.Observe(r.Took.Seconds())
	s.waited.Observe(max(0, time.Since(start)-r.Took).Seconds())
	s.bytes.Add(float64(len(r.Body)))
	return r, nil
}

func statusClass(status int) string {
	switch status / 100 {
	case 2:
		return "2xx"
	case 3:
		return "3xx"
	case 4:
		return "4xx"
	case 5:
		return "5xx"
	}
	return "other"
}

// said is what robots.txt said to an attempt that ended with err, "" if it was
// not asked.
func said(err error) string {
	switch {
	case err == nil:
		return "allowed"
	case errors.Is(err, crawl.ErrRobots):
		return "unavailable"
	case errors.Is(err, crawl.ErrDisallowed):
		return "disallowed"
	case errors.Is(err, crawl.ErrPrivate):
		return ""
	}
	return "allowed"
}
