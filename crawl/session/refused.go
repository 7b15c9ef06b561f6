package session

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/filter"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// refusedHosts leaves out links to hosts that a person refused.
type refusedHosts func(host string) bool

// Allow implements [crawl.Filter].
func (r refusedHosts) Allow(l *crawl.Link, _ *crawl.Page) (reason string) {
	if r(l.Host) {
		return "refused"
	}
	return ""
}

// refusing adds the refused hosts of the Spec to a filter.
func (s *Session) refusing(f crawl.Filter) crawl.Filter {
	if s.spec.Refused == nil {
		return f
	}
	if chain, ok := f.(filter.Chain); ok {
		return append(filter.Chain{refusedHosts(s.spec.Refused)}, chain...)
	}
	return filter.Chain{refusedHosts(s.spec.Refused), f}
}

// guarded makes no request to refused hosts: links to them may wait since before they were
// refused.
func (s *Session) guarded(pages crawl.Fetcher) crawl.Fetcher {
	if s.spec.Refused == nil {
		return pages
	}
	return guard{pages, s.spec.Refused}
}

type guard struct {
	crawl.Fetcher
	refused func(host string) bool
}

// Fetch implements [crawl.Fetcher].
func (g guard) Fetch(ctx context.Context, r crawl.Request) (*crawl.Response, error) {
	if g.refused(urlkey.Host(r.URL)) {
		return nil, fetch.ErrRefused
	}
	return g.Fetcher.Fetch(ctx, r)
}
