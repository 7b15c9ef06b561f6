// Package filter decides what may be fetched at all: a [Chain] of small
// filters, each with a reason for the log. crawl/choose/internal/linkrank scores links,
// crawl/fetch obeys robots.txt.
//
//	filter.go     Chain; the sites of the seeds; patterns of the user
//	url.go        schemes, credentials, length, file types
//	coredomain.go domain names with the cores of the seeds', with a topic stage
//	trap.go       crawler traps: paths and queries that servers generate without end
package filter

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Chain asks filters one after the other; the first reason counts. An empty
// chain allows everything.
type Chain []crawl.Filter

var _ crawl.Filter = Chain(nil)

// Allow implements crawl.Filter.
func (c Chain) Allow(l *crawl.Link, from *crawl.Page) (reason string) {
	for _, f := range c {
		if reason := f.Allow(l, from); reason != "" {
			return reason
		}
	}
	return ""
}

// Tally returns the counts of the chain's domain-name filter, nil if it has
// none.
func (c Chain) Tally() *Tally {
	for _, f := range c {
		if core, ok := f.(*CoreDomains); ok {
			return &core.Tally
		}
	}
	return nil
}

// Options are the options of the filters of a crawl of the open web.
type Options struct {
	SameSite bool         // stay on the sites of Seeds
	Seeds    []crawl.Link // with canonical URLs

	Include, Exclude *regexp.Regexp // see Patterns
	Core             *CoreDomains   // nil: any domain

	Documents bool // see fileTypes
}

// New returns the filters as a chain, the cheapest first.
func New(opt Options) Chain {
	c := Chain{address{}}
	if opt.SameSite {
		c = append(c, newSites(opt.Seeds))
	}
	c = append(c, fileTypes{opt.Documents}, traps{})
	if opt.Include != nil || opt.Exclude != nil {
		c = append(c, patterns{opt.Include, opt.Exclude})
	}
	if opt.Core != nil {
		c = append(c, opt.Core) // last, so that it counts links to pages only
	}
	return c
}

// sites allows the sites of some seeds (see polite.Site). Ports do not matter here:
// an address with another port is the same site.
type sites struct {
	names map[string]bool
	// The host asked for last, and whether it was one of theirs: most links lead
	// to the host before.
	host string
	ours bool
}

// newSites returns the filter for the sites of seeds. Without seeds it allows
// nothing.
func newSites(seeds []crawl.Link) *sites {
	s := &sites{names: map[string]bool{}}
	for _, seed := range seeds {
		if host, _, _ := parts(seed.URL); host != "" {
			s.names[site(host)] = true
		}
	}
	return s
}

// Allow implements crawl.Filter.
func (s *sites) Allow(l *crawl.Link, _ *crawl.Page) (reason string) {
	host, _, _ := parts(l.URL)
	if host != s.host || host == "" {
		s.host, s.ours = host, s.names[site(host)]
	}
	if !s.ours {
		return "off-site"
	}
	return ""
}

// site is the site of a host, whatever its port.
func site(host string) string { return polite.Site(hostName(host)) }

// hostName is a host without its port, in lower case.
func hostName(host string) string {
	host = strings.ToLower(host)
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		host = host[:i]
	}
	return strings.TrimSuffix(host, ".")
}

// maxPattern bounds a user's pattern, in bytes. Patterns are RE2's, so matching
// takes linear time; but a long pattern costs much at every step.
const maxPattern = 1000

// Pattern compiles a user's pattern; "" gives nil, which matches nothing.
func Pattern(s string) (*regexp.Regexp, error) {
	if s == "" {
		return nil, nil
	}
	if len(s) > maxPattern {
		return nil, english.Errorf("filter: a pattern of %d bytes; %d are allowed", len(s), maxPattern)
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return nil, fmt.Errorf("filter: %w", err)
	}
	return re, nil
}

// patterns allows the addresses that Include matches and Exclude does not. Each
// is matched as its key and as readers see it: /台风/ matches
// /%E5%8F%B0%E9%A3%8E/. A nil pattern is ignored. Sitemaps and feeds need not
// match Include; their links must.
type patterns struct {
	Include, Exclude *regexp.Regexp
}

// Allow implements crawl.Filter.
func (p patterns) Allow(l *crawl.Link, _ *crawl.Page) (reason string) {
	switch {
	case p.Exclude != nil && matches(p.Exclude, l.URL):
		return "excluded"
	case p.Include != nil && l.Kind == crawl.LinkPage && !matches(p.Include, l.URL):
		return "not included"
	}
	return ""
}

func matches(re *regexp.Regexp, key string) bool {
	if re.MatchString(key) {
		return true
	}
	s, err := url.PathUnescape(key)
	return err == nil && s != key && utf8.ValidString(s) && re.MatchString(s)
}
