package urlkey

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Errors of Canonical and Resolve.
var (
	errScheme error = &crawl.KindError{Kind: crawl.FailURL, Err: errors.New("urlkey: not an http or https URL")}
	ErrURL    error = &crawl.KindError{Kind: crawl.FailURL, Err: errors.New("urlkey: not a usable URL")}
)

// maxURL bounds a key. Browsers and servers agree on at least 8,000 octets
// (RFC 9110 4.1); what is longer is a trap or data.
const maxURL = 8192

// Canonical returns the canonical key of an absolute http or https URL:
//   - scheme and host are in lower case, the host is in punycode
//   - an IPv4 address has four decimal parts, however it is written (127.1, 0x7f000001)
//   - it has no default port, user, fragment or empty query
//   - dot segments are resolved, and an empty path is "/"
//   - percent-encoding has one form
//   - session ids in the path and tracking parameters are left out
//
// The order of the query stays: servers may depend on it. A key is its own key.
func Canonical(rawurl string) (string, error) {
	if isKey(rawurl) {
		return rawurl, nil
	}
	u, err := parse(nil, rawurl)
	if err != nil {
		return "", err
	}
	return key(new(url.URL).ResolveReference(u))
}

// isKey is a fast check: true means that rawurl is its own key. It recognises
// keys with a plain path only.
func isKey(rawurl string) bool {
	rest, ok := strings.CutPrefix(rawurl, "http://")
	if !ok {
		if rest, ok = strings.CutPrefix(rawurl, "https://"); !ok {
			return false
		}
	}
	i := strings.IndexByte(rest, '/')
	if i <= 0 || i > 253 || !IsPlainPath(rest[i:]) {
		return false
	}
	host := rest[:i]
	for j := range len(host) {
		c := host[j]
		if c == '.' && (j == 0 || j == len(host)-1 || host[j-1] == '.') {
			return false
		}
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.') {
			return false
		}
	}
	if last := host[strings.LastIndexByte(host, '.')+1:]; '0' <= last[0] && last[0] <= '9' {
		return false // an address has many spellings
	}
	return !strings.Contains(host, "xn--") // punycode has to be right
}

// IsPlainPath is a fast check: true means that href is an absolute path in
// canonical form, as most links are. Such a path has no segment that begins with
// a dot, no parameter, no query, and canonical escapes only.
func IsPlainPath(href string) bool {
	if len(href) == 0 || href[0] != '/' || len(href) > maxURL/2 {
		return false
	}
	for i := 0; i < len(href); i++ {
		switch c := href[i]; {
		case c == '/' && i == 1, c == '.' && href[i-1] == '/':
			return false
		case c == '%':
			if c, ok := escaped(href[i:]); !ok || unreserved(c) || !upperHexDigit(href[i+1]) || !upperHexDigit(href[i+2]) {
				return false
			}
		case c != '/' && !unreserved(c) && !plainMark(c):
			return false
		}
	}
	return true
}

func upperHexDigit(c byte) bool { return '0' <= c && c <= '9' || 'A' <= c && c <= 'F' }

// plainMark reports the marks that stand in paths for themselves (RFC 3986 3.3),
// without the semicolon.
func plainMark(c byte) bool {
	switch c {
	case '!', '$', '&', '\'', '(', ')', '*', '+', ',', '=', ':', '@':
		return true
	}
	return false
}

// Resolve returns the canonical key of href, a link in a page whose base URL is
// base. The error wraps errScheme for javascript:, mailto:, data: and similar
// links, and ErrURL for anything that is not a URL.
func Resolve(base *url.URL, href string) (string, error) {
	if isKey(href) {
		return strings.Clone(href), nil // it may be a part of a whole page
	}
	u, err := parse(base, href)
	if err != nil {
		return "", err
	}
	return key(base.ResolveReference(u))
}

// Host returns the host of a canonical key, with its port if it is not the
// scheme's default.
func Host(canonical string) string {
	_, rest, ok := strings.Cut(canonical, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// parse reads href as a browser would, base being nil or http(s).
func parse(base *url.URL, href string) (*url.URL, error) {
	if len(href) > 4*maxURL { // before cleaning, which may take white space out
		return nil, english.Errorf("%w: %d bytes long", ErrURL, len(href))
	}
	s := cutSession(clean(href))
	scheme, rest := cutScheme(s)
	switch scheme {
	case "http", "https":
		s = special(base, scheme, rest)
	case "":
		if strings.HasPrefix(s, "//") {
			s = "//" + strings.TrimLeft(s, "/")
		} else if i := strings.IndexAny(s, ":/?"); i >= 0 && s[i] == ':' {
			s = "./" + s // a colon in a relative name, e.g. "12:30.html"
		}
	default:
		return nil, english.Errorf("%w: %.40q", errScheme, href)
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, english.Errorf("%w: %.80q", ErrURL, href)
	}
	if base == nil && u.Scheme == "" {
		return nil, english.Errorf("%w: %.80q", errScheme, href)
	}
	return u, nil
}

// cutScheme splits off the scheme, in lower case; it is "" if there is none.
func cutScheme(s string) (scheme, rest string) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ':' && i > 0:
			return strings.ToLower(s[:i]), s[i+1:]
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return "", s
		}
	}
	return "", s
}

// special writes two slashes after "http:" or "https:". Browsers accept any
// number of slashes; no slash means a relative reference if the base has the
// same scheme (WHATWG URL 4.4, "special relative or authority state").
func special(base *url.URL, scheme, rest string) string {
	if !strings.HasPrefix(rest, "//") && base != nil && base.Scheme == scheme {
		return rest
	}
	return scheme + "://" + strings.TrimLeft(rest, "/")
}

// key spells out an absolute, resolved URL.
func key(u *url.URL) (string, error) {
	if u.Scheme != "http" && u.Scheme != "https" || u.Opaque != "" {
		return "", english.Errorf("%w: %.80q", errScheme, u.String())
	}
	host, err := hostKey(u)
	if err != nil {
		return "", err
	}
	path := u.EscapedPath()
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	query := queryKey(u.RawQuery)
	if n := len(host) + len(path) + len(query); n > maxURL-16 {
		return "", english.Errorf("%w: %d bytes long", ErrURL, n)
	}
	if query != "" {
		return u.Scheme + "://" + host + path + "?" + query, nil
	}
	return u.Scheme + "://" + host + path, nil
}

// cutSession removes Java's session id from the path of a cleaned URL. It must run
// before dot segments are resolved: a segment may be "..;jsessionid=1".
func cutSession(s string) string {
	const id = ";jsessionid="
	path, query := s, ""
	if i := strings.IndexByte(s, '?'); i >= 0 {
		path, query = s[:i], s[i:]
	}
	i := indexFold(path, id)
	if i < 0 {
		return s
	}
	for ; i >= 0; i = indexFold(path, id) {
		end := len(path)
		if j := strings.IndexAny(path[i+1:], "/;"); j >= 0 {
			end = i + 1 + j
		}
		path = path[:i] + path[end:]
	}
	return path + query
}

func indexFold(s, sub string) int {
	if strings.IndexByte(s, sub[0]) < 0 {
		return -1
	}
	return strings.Index(strings.ToLower(s), sub)
}

// queryKey drops tracking parameters and keeps the rest as it is.
func queryKey(q string) string {
	found := false
	for part := range strings.SplitSeq(q, "&") {
		found = found || tracking(part)
	}
	if !found {
		return q
	}
	return strings.Join(slices.DeleteFunc(strings.Split(q, "&"), tracking), "&")
}

// tracking reports whether a query parameter only tracks readers: the campaign
// parameters of the large analytics and advertising services, and Alibaba's spm.
// The server sends the same page without it.
func tracking(param string) bool {
	name, _, _ := strings.Cut(param, "=")
	switch name = strings.ToLower(name); name {
	case "fbclid", "gclid", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "mc_cid", "mc_eid", "spm":
		return true
	}
	return strings.HasPrefix(name, "utm_")
}
