package filter

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
)

// Sites allows the sites of some seeds (see polite.Site). Ports do not matter here:
// an address with another port is the same site.
type Sites struct {
	names map[string]bool
	// The host asked for last, and whether it was one of theirs: most links lead
	// to the host before.
	host string
	ours bool
}

// NewSites returns the filter for the sites of seeds. Without seeds it allows
// nothing.
func NewSites(seeds []crawl.Link) *Sites {
	s := &Sites{names: map[string]bool{}}
	for _, seed := range seeds {
		if host, _, _ := parts(seed.URL); host != "" {
			s.names[site(host)] = true
		}
	}
	return s
}

// Allow implements crawl.Filter.
func (s *Sites) Allow(l *crawl.Link, _ *crawl.Page) (reason string) {
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
