package filter

import (
	"fmt"
	"net/url"
	"regexp"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// MaxPattern bounds a user's pattern, in bytes. Patterns are RE2's, so matching
// takes linear time; but a long pattern costs much at every step.
const MaxPattern = 1000

// Pattern compiles a user's pattern; "" gives nil, which matches nothing.
func Pattern(s string) (*regexp.Regexp, error) {
	if s == "" {
		return nil, nil
	}
	if len(s) > MaxPattern {
		return nil, fmt.Errorf("filter: a pattern of %d bytes; %d are allowed", len(s), MaxPattern)
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return nil, fmt.Errorf("filter: %w", err)
	}
	return re, nil
}

// Patterns allows the addresses that Include matches and Exclude does not. Each
// is matched as its key and as readers see it: /台风/ matches
// /%E5%8F%B0%E9%A3%8E/. A nil pattern is ignored. Sitemaps and feeds need not
// match Include; their links must.
type Patterns struct {
	Include, Exclude *regexp.Regexp
}

// Allow implements crawl.Filter.
func (p Patterns) Allow(l *crawl.Link, _ *crawl.Page) (reason string) {
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
