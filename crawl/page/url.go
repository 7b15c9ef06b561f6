package page

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Errors of Canonical and Resolve.
var (
	ErrScheme = error(&crawl.KindError{Kind: crawl.FailURL, Err: errors.New("page: not an http or https URL")})
	ErrURL    = error(&crawl.KindError{Kind: crawl.FailURL, Err: errors.New("page: not a usable URL")})
)

// maxURL bounds a key. Browsers and servers agree on at least 8,000 octets
// (RFC 9110 4.1); what is longer is a trap or data.
const maxURL = 8192

// Canonical returns the one key of an absolute http or https URL: scheme and
// host in lower case, the host in punycode, no default port, no user, no
// fragment, dot segments resolved, one form of percent-encoding, "/" for an
// empty path, no empty query, no session id in the path and none of the
// parameters that only track where a reader came from. The order of a query
// is kept: servers may read it. Canonical(Canonical(u)) == Canonical(u).
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

// isKey reports whether rawurl is its own key, for most that are: what follows
// the host is a plain path.
func isKey(rawurl string) bool {
	rest, ok := strings.CutPrefix(rawurl, "http://")
	if !ok {
		if rest, ok = strings.CutPrefix(rawurl, "https://"); !ok {
			return false
		}
	}
	i := strings.IndexByte(rest, '/')
	if i <= 0 || i > 253 || !plainPath(rest[i:]) {
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
	return !strings.Contains(host, "xn--") // punycode has to be right
}

// plainPath reports whether href is a path from the root of the host that is
// canonical as it stands, as most links are: there is nothing to resolve. It
// holds no segment that begins with a dot, no parameter that might be a session,
// no query, and no escape that another spelling would have.
func plainPath(href string) bool {
	if len(href) == 0 || href[0] != '/' || len(href) > maxURL/2 {
		return false
	}
	for i := 0; i < len(href); i++ {
		switch c := href[i]; {
		case c == '/' && i == 1, c == '.' && href[i-1] == '/':
			return false
		case c == '%':
			if i+2 >= len(href) || !upperHexDigit(href[i+1]) || !upperHexDigit(href[i+2]) ||
				unreserved(byte(unhex(href[i+1])<<4|unhex(href[i+2]))) {
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

// Resolve returns the canonical key of href as it stands in a page whose base
// address is base. The error is ErrScheme for javascript:, mailto:, data: and
// their like, ErrURL for what is no address at all.
func Resolve(base *url.URL, href string) (string, error) {
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
		return nil, fmt.Errorf("%w: %d bytes long", ErrURL, len(href))
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
		return nil, fmt.Errorf("%w: %.40q", ErrScheme, href)
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, fmt.Errorf("%w: %.80q", ErrURL, href)
	}
	if base == nil && u.Scheme == "" {
		return nil, fmt.Errorf("%w: %.80q", ErrScheme, href)
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

// special gives what follows "http:" its two slashes. Browsers accept any
// number, and none at all means a relative reference if the base has the same
// scheme (WHATWG URL 4.4, "special relative or authority state").
func special(base *url.URL, scheme, rest string) string {
	if !strings.HasPrefix(rest, "//") && base != nil && base.Scheme == scheme {
		return rest
	}
	return scheme + "://" + strings.TrimLeft(rest, "/")
}

// key spells out an absolute, resolved URL.
func key(u *url.URL) (string, error) {
	if u.Scheme != "http" && u.Scheme != "https" || u.Opaque != "" {
		return "", fmt.Errorf("%w: %.80q", ErrScheme, u.String())
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
		return "", fmt.Errorf("%w: %d bytes long", ErrURL, n)
	}
	if query != "" {
		return u.Scheme + "://" + host + path + "?" + query, nil
	}
	return u.Scheme + "://" + host + path, nil
}

// names maps host names to ASCII as browsers do (UTS 46, not transitional),
// without refusing the underscores and hyphens that real hosts have.
var names = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.StrictDomainName(false), idna.CheckHyphens(false))

// asciiName maps a name. What comes out must map to itself: a byte that is no
// character, for one, becomes punycode of which browsers want to know nothing.
func asciiName(host string) (string, error) {
	if !utf8.ValidString(host) {
		return "", ErrURL
	}
	ascii, err := names.ToASCII(host)
	if err != nil {
		return "", err
	}
	again, err := names.ToASCII(ascii)
	if err == nil && again != ascii {
		err = ErrURL
	}
	return ascii, err
}

func hostKey(u *url.URL) (string, error) {
	host := u.Hostname()
	if strings.Contains(host, ":") {
		return literalKey(u, host)
	}
	if !isASCII(host) || indexFold(host, "xn--") >= 0 {
		ascii, err := asciiName(host)
		if err != nil {
			return "", fmt.Errorf("%w: host %.60q", ErrURL, host)
		}
		host = ascii
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "" || len(host) > 253 || !isHostName(host) {
		return "", fmt.Errorf("%w: host %.60q", ErrURL, host)
	}
	return withPort(host, u)
}

// literalKey is the key of an IPv6 literal, in its shortest form.
func literalKey(u *url.URL, host string) (string, error) {
	ip, err := netip.ParseAddr(host)
	if err != nil || ip.Zone() != "" {
		return "", fmt.Errorf("%w: host %.60q", ErrURL, host)
	}
	return withPort("["+ip.String()+"]", u)
}

func withPort(host string, u *url.URL) (string, error) {
	port := u.Port()
	if port == "" {
		return host, nil
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", fmt.Errorf("%w: port %.10q", ErrURL, port)
	}
	if u.Scheme == "http" && n == 80 || u.Scheme == "https" && n == 443 {
		return host, nil
	}
	return host + ":" + strconv.FormatUint(n, 10), nil
}

func isHostName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '.' && (i == 0 || i == len(s)-1 || s[i-1] == '.') {
			return false
		}
		if !unreserved(c) || c == '~' {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// cutSession takes Java's session id out of the path of a cleaned URL, before
// dot segments are resolved: a segment may be "..;jsessionid=1".
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

// tracking reports whether a query parameter only says where a reader came
// from: the campaign parameters of the large analytics and advertising
// services, and Alibaba's spm. The same page answers without it.
func tracking(param string) bool {
	name, _, _ := strings.Cut(param, "=")
	switch name = strings.ToLower(name); name {
	case "fbclid", "gclid", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "mc_cid", "mc_eid", "spm":
		return true
	}
	return strings.HasPrefix(name, "utm_")
}
