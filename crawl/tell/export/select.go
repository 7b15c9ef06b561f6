package export

import (
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// Filter selects pages. The zero Filter selects all.
type Filter struct {
	Relevant bool      // only relevant ones
	Min      float64   // only pages of at least this relevance
	Hosts    []string  // only pages of these hosts and their subdomains: "example.org" selects "www.example.org"
	Langs    []string  // only those in these languages: "zh" selects "zh-Hant"
	Since    time.Time // only those fetched then or later
}

// Allow reports whether p is selected.
func (f *Filter) Allow(p *rundir.Page) bool {
	switch {
	case f.Relevant && !p.Relevant, float64(p.Relevance) < f.Min, !f.Since.IsZero() && p.FetchedAt.Before(f.Since):
		return false
	case len(f.Hosts) > 0 && !slices.ContainsFunc(f.Hosts, func(want string) bool { return below(hostOf(p.URL), want) }):
		return false
	}
	return len(f.Langs) == 0 || slices.ContainsFunc(f.Langs, func(want string) bool { return inLang(p.Lang, want) })
}

// Select yields the selected pages. An error ends it.
func (f *Filter) Select(pages iter.Seq2[rundir.Page, error]) iter.Seq2[rundir.Page, error] {
	return func(yield func(rundir.Page, error) bool) {
		for p, err := range pages {
			if err != nil {
				yield(p, fmt.Errorf("crawl/tell/export: %w", err))
				return
			}
			if f.Allow(&p) && !yield(p, nil) {
				return
			}
		}
	}
}

// below reports whether host is name or ends in it, label by label. A port is
// compared only if name has one.
func below(host, name string) bool {
	name = strings.ToLower(strings.TrimPrefix(name, "."))
	if !strings.Contains(name, ":") {
		host, _, _ = strings.Cut(host, ":")
	}
	return host == name || strings.HasSuffix(host, "."+name)
}

func hostOf(rawurl string) string {
	u, err := url.Parse(rawurl)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

// inLang is basic filtering of RFC 4647, section 3.3.1.
func inLang(lang, want string) bool {
	lang, want = strings.ToLower(lang), strings.ToLower(want)
	return lang == want || strings.HasPrefix(lang, want+"-")
}
