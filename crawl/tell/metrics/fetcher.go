package metrics

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Fetcher returns f, counted. obeysRobots says that f reads robots.txt, so what that
// said is counted, too.
func (s *Set) Fetcher(f crawl.Fetcher, obeysRobots bool) crawl.Fetcher {
	return &fetcher{set: s, Fetcher: f, robots: obeysRobots}
}

type fetcher struct {
	set *Set
	crawl.Fetcher
	robots bool
}

// Fetch implements crawl.Fetcher.
func (f *fetcher) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	s := f.set
	s.inFlight.Inc()
	defer s.inFlight.Dec()
	start := time.Now()
	r, err := f.Fetcher.Fetch(ctx, req)
	if err != nil && ctx.Err() != nil {
		return r, err // the crawl ends; this says nothing of the URL
	}
	var wait *crawl.WaitError
	if errors.As(err, &wait) {
		return r, err // it was not made yet
	}
	if f.robots {
		if outcome := robotsOutcome(err); outcome != "" {
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
	if c := status / 100; c >= 2 && c <= 5 {
		return fmt.Sprintf("%dxx", c)
	}
	return "other"
}

// robotsOutcome returns what robots.txt said to an attempt that ended with err, "" if
// it was not asked.
func robotsOutcome(err error) string {
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
