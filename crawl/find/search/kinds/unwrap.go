package kinds

import (
	"encoding/base64"
	"net/url"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// maxUnwrap bounds the wrappings around an address.
const maxUnwrap = 3

// unwrap returns the address behind a tracking redirect, an AMP page or a copy in a cache
// or archive. ok is false for a wrapping whose address it does not show.
func unwrap(u *url.URL) (inner *url.URL, ok bool) {
	for range maxUnwrap {
		next, wrapped := unwrapOnce(u)
		if !wrapped {
			return u, true
		}
		if next == "" {
			return nil, false
		}
		v, err := url.Parse(next)
		if err != nil || v.Scheme != "http" && v.Scheme != "https" || v.Host == "" {
			return nil, false
		}
		u = v
	}
	return u, true
}

// unwrapOnce takes one wrapping off. The address is "" if it cannot be seen.
func unwrapOnce(u *url.URL) (address string, wrapped bool) {
	host, q := strings.ToLower(u.Hostname()), u.Query()
	switch {
	case u.Path == "/l/" && q.Get("uddg") != "": // DuckDuckGo
		return q.Get("uddg"), true
	case u.Path == "/url" && isGoogle(host): // Google
		if s := q.Get("q"); s != "" {
			return s, true
		}
		return q.Get("url"), true
	case strings.HasPrefix(u.Path, "/ck/a") && under(host, "bing.com"): // Bing: "a1" and base64
		b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(strings.TrimPrefix(q.Get("u"), "a1"), "="))
		if err != nil {
			return "", true
		}
		return string(b), true
	case under(host, "search.yahoo.com") && strings.Contains(u.EscapedPath(), "/RU="):
		_, rest, _ := strings.Cut(u.EscapedPath(), "/RU=")
		rest, _, _ = strings.Cut(rest, "/")
		s, _ := url.QueryUnescape(rest)
		return s, true
	case u.Path == "/link" && under(host, "baidu.com"), u.Path == "/link" && under(host, "sogou.com"), host == "cc.bingj.com":
		return "", true // the address is known to the engine only
	}
	return unwrapCopy(u, host, q)
}

// waybackPath is the path of a copy in the Internet Archive.
var waybackPath = lazyre.Compile(`^/web/[0-9]{1,14}[a-z_]*/`)

// unwrapCopy takes off an AMP viewer, a cache, or an archive.
func unwrapCopy(u *url.URL, host string, q url.Values) (address string, wrapped bool) {
	rest := u.EscapedPath()
	switch {
	case under(host, "cdn.ampproject.org"): // /c/s/host/path; s: https
		for _, prefix := range []string{"/c/", "/v/"} {
			rest = strings.TrimPrefix(rest, prefix)
		}
		return overHTTP(rest), true
	case isGoogle(host) && strings.HasPrefix(rest, "/amp/"):
		return overHTTP(strings.TrimPrefix(rest, "/amp/")), true
	case host == "webcache.googleusercontent.com": // q=cache:ID:URL, without ID or scheme sometimes
		s := strings.TrimPrefix(q.Get("q"), "cache:")
		s, _, _ = strings.Cut(s, " ")
		if i := strings.Index(s, "://"); i < 0 {
			if _, after, ok := strings.Cut(s, ":"); ok {
				s = after
			}
			return overHTTP(s), true
		} else if j := strings.LastIndexByte(s[:i], ':'); j >= 0 {
			s = s[j+1:]
		}
		return s, true
	case host == "web.archive.org" && waybackPath().MatchString(rest):
		s := rest[len(waybackPath().FindString(rest)):]
		if u.RawQuery != "" {
			s += "?" + u.RawQuery
		}
		return withScheme(s), true
	}
	return "", false
}

// overHTTP is the address "s/host/path" or "host/path" of an AMP viewer.
func overHTTP(rest string) string {
	if after, ok := strings.CutPrefix(rest, "s/"); ok {
		return "https://" + after
	}
	if rest == "" {
		return ""
	}
	return "http://" + rest
}

// withScheme repairs "http:/host", which servers make of "http://host".
func withScheme(s string) string {
	for _, scheme := range []string{"https:", "http:"} {
		if after, ok := strings.CutPrefix(s, scheme); ok {
			return scheme + "//" + strings.TrimLeft(after, "/")
		}
	}
	return "http://" + s
}

// isGoogle reports a host of a Google search: www.google.com, www.google.co.uk.
func isGoogle(host string) bool {
	return strings.HasPrefix(strings.TrimPrefix(host, "www."), "google.")
}

func under(host, domain string) bool { return host == domain || strings.HasSuffix(host, "."+domain) }
