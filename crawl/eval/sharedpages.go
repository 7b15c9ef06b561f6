package eval

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
)

// sharedPages serves the pages of a web that was read before. It costs next to
// nothing, so that the times of a run are those of the search.
type sharedPages struct{ web *Web }

var (
	_ crawl.Fetcher = sharedPages{}
	_ crawl.Reader  = sharedPages{}
)

// Fetch implements [crawl.Fetcher]. The response has no body.
func (s sharedPages) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := &crawl.Response{URL: req.URL, Final: req.URL, Status: http.StatusNotFound}
	final, _, ok := s.web.stored.Resolve(req.URL)
	if !ok {
		return r, nil
	}
	r.Status, r.Final = http.StatusOK, final
	return r, nil
}

// Read implements [crawl.Reader]. It copies the page and its list of links, which
// the engine filters in place. Everything else is shared.
func (s sharedPages) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	id, ok := s.web.Find(r.Final)
	if !ok {
		return nil, fmt.Errorf("%w: %s", crawl.ErrNotPage, r.Final)
	}
	if err := s.web.faults[id]; err != nil {
		return nil, err
	}
	p := *s.web.pages[id]
	p.URL, p.Final = r.URL, r.Final
	p.Links = slices.Clone(p.Links)
	return &p, nil
}

// siteNumber is the number of the site of host.
func siteNumber(numbers map[string]int32, host string) int32 {
	name := polite.Site(host)
	n, ok := numbers[name]
	if !ok {
		n = int32(len(numbers))
		numbers[name] = n
	}
	return n
}
