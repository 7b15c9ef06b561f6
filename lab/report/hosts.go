package report

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// hostView is a host with its pages and the addresses on it that brought none.
type hostView struct {
	Name string
	rated
	Failures int
}

// failureView is a kind of failure, with the first that happened.
type failureView struct {
	Kind       string
	Count      int
	URL, Error string
}

// hosts counts by host.
type hosts map[string]*hostView

func (h hosts) of(rawurl string) *hostView {
	name := hostOf(rawurl)
	if h[name] == nil {
		h[name] = &hostView{Name: name}
	}
	return h[name]
}

// hostOf is the host of a URL with its port; "" if it has none.
func hostOf(rawurl string) string {
	u, err := url.Parse(rawurl)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

// sorted returns the hosts, first those with most relevant pages.
func (h hosts) sorted() (rows []hostView) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		rows = append(rows, *h[name])
	}
	sorts.Stable(rows, func(a, b hostView) int {
		return cmp.Or(mostRelevant(a.rated, b.rated), cmp.Compare(b.Failures, a.Failures))
	})
	return rows
}

// failures counts the failures of the run in dir by kind and by host. A run without a file of failures has
// the failures of its summary.
func (t *tally) failures(dir string, sum map[string]int) (rows []failureView, err error) {
	kinds := map[string]*failureView{}
	for f, err := range rundir.Failures(dir) {
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, english.Errorf("lab/report: %w", err)
		}
		kind := cmp.Or(f.Kind, "other")
		if kinds[kind] == nil {
			kinds[kind] = &failureView{Kind: kind, URL: f.URL, Error: f.Error}
		}
		kinds[kind].Count++
		t.hosts.of(f.URL).Failures++
	}
	if len(kinds) == 0 {
		for kind, n := range sum {
			kinds[kind] = &failureView{Kind: kind, Count: n}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		rows = append(rows, *kinds[kind])
	}
	sorts.Stable(rows, func(a, b failureView) int { return cmp.Compare(b.Count, a.Count) })
	return rows, nil
}
