package kinds

import (
	"net/url"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// Path is crawl.Link.Path of results, with which a link ranker can learn of them.
const Path = "search result"

// maxURL bounds the address of a result; crawl/fetch/urlkey has the same bound.
const maxURL = 8192

// Result says what a source says about one address.
type Result struct {
	URL, Title, Snippet string
	Published           crawl.Date
}

// Results makes links of results: each address once, in the order in which they come.
type Results struct {
	// Home is the address of the source. Relative addresses are resolved by it, and its own
	// host is left out unless Own is set: an engine's own pages are no results.
	Home *url.URL
	Own  bool
	// AllowPrivate keeps addresses that are not public.
	AllowPrivate bool
	Max          int           // links; 0 is 100
	Since        time.Duration // results with an older date are left out; 0: none are

	links []crawl.Link
	seen  map[string]bool
}

const defaultMax = 100

// Links returns the links so far.
func (l *Results) Links() []crawl.Link { return l.links }

// full reports that no further link is taken.
func (l *Results) full() bool {
	if l.Max == 0 {
		return len(l.links) >= defaultMax
	}
	return len(l.links) >= l.Max
}

// Add adds a result, and reports whether it is a new link. It leaves out addresses other
// than http and https, addresses without a usable host, and the source's own.
func (l *Results) Add(r Result) bool {
	key, ok := l.key(r.URL)
	if !ok || l.full() || l.seen[key] || l.Since > 0 && !r.Published.IsZero() && time.Since(r.Published.Time) > l.Since {
		return false
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[key] = true
	published := r.Published
	if published.Year() < 1970 || time.Until(published.Time) > 24*time.Hour {
		published = crawl.Date{}
	}
	l.links = append(l.links, crawl.Link{
		URL: key, Host: urlkey.Host(key), Text: Plain(r.Title), Context: Plain(r.Snippet),
		Kind: crawl.LinkPage, Path: Path, List: 1, Published: published,
	})
	return true
}

// key is the canonical key of the page that an address leads to.
func (l *Results) key(address string) (string, bool) {
	address = strings.TrimSpace(address)
	if address == "" || len(address) > maxURL {
		return "", false
	}
	u, err := l.Home.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	if u, ok := unwrap(u); ok {
		key, err := urlkey.Canonical(u.String())
		return key, err == nil && l.allowed(key)
	}
	return "", false
}

// allowed leaves out the source itself, and addresses that are not public.
func (l *Results) allowed(key string) bool {
	host := urlkey.Host(key)
	if !l.Own && strings.EqualFold(host, l.home()) {
		return false
	}
	if l.AllowPrivate {
		return true
	}
	u, err := url.Parse(key)
	if err != nil {
		return false
	}
	return fetch.PublicHost(u.Hostname())
}

// home is the host of the source, as in a link.
func (l *Results) home() string {
	key, err := urlkey.Canonical(l.Home.Scheme + "://" + l.Home.Host + "/")
	if err != nil {
		return ""
	}
	return urlkey.Host(key)
}
