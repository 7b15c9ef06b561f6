package filter

import (
	"net/netip"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Sites allows the sites of some seeds. A site is a registrable domain by the
// Public Suffix List: weather.example.com.cn and www.example.com.cn are one
// site, and two users of github.io are two. An address, or a name that is
// itself a public suffix, is a site of its own.
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

// site is the registrable domain of a host.
func site(host string) string {
	n := hostName(host)
	if _, err := netip.ParseAddr(strings.Trim(n, "[]")); err == nil {
		return n
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(n); err == nil {
		return domain
	}
	return n
}

// hostName is a host without its port, in lower case.
func hostName(host string) string {
	host = strings.ToLower(host)
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		host = host[:i]
	}
	return strings.TrimSuffix(host, ".")
}
