package warc

import (
	"bytes"
	"net/url"
	"path"
	"slices"
	"strings"
)

// SURT returns the key of an address in an index of archives (Sort-friendly URI
// Reordering Transform, with the canonicalisation of the Internet Archive's tools,
// which readers of such indexes apply too). The labels of the host are reversed. The
// key ignores case, www, the scheme, a trailing slash, the order of parameters and
// session IDs, except those of ASP.NET in a path.
func SURT(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return escaped(address)
	}
	key := surtHost(u)
	p := path.Clean("/" + unescaped(u.EscapedPath())) // no slash at its end
	key += ")" + strings.ToLower(escaped(p))
	if q := surtQuery(u.RawQuery); q != "" {
		key += "?" + q
	}
	return key
}

// surtHost returns the host with its labels reversed.
func surtHost(u *url.URL) string {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if rest, ok := strings.CutPrefix(host, "www"); ok {
		if rest = strings.TrimLeft(rest, "0123456789"); len(rest) > 1 && rest[0] == '.' {
			host = rest[1:]
		}
	}
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	host = strings.Join(labels, ",")
	if port := u.Port(); port != "" && (u.Scheme != "http" || port != "80") && (u.Scheme != "https" || port != "443") {
		host += ":" + port
	}
	return host
}

// surtQuery returns the query without session IDs, its parameters sorted.
func surtQuery(raw string) string {
	params := strings.Split(strings.ToLower(escaped(unescaped(raw))), "&")
	for i := 0; i < len(params); i++ {
		n := sessionParams(params[i:])
		if n == 0 {
			continue
		}
		params = slices.Delete(params, i, i+n)
		if i == len(params) && i > 0 {
			params = append(params, "") // the ampersand before it stays, as in those tools
		}
		break
	}
	slices.Sort(params)
	return strings.Join(params, "&")
}

// sessionParams returns how many leading parameters are a session ID.
func sessionParams(params []string) int {
	name, value, _ := strings.Cut(params[0], "=")
	switch {
	case (name == "jsessionid" || name == "phpsessid" || name == "sid") && len(value) == 32 && alphanumeric(value),
		strings.HasPrefix(name, "aspsessionid") && len(name) == 20 && len(value) == 24 && alphanumeric(value):
		return 1
	case name == "cfid" && value != "" && len(params) > 1 && strings.HasPrefix(params[1], "cftoken=") && params[1] != "cftoken=":
		return 2
	}
	return 0
}

func alphanumeric(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 'z' || r < '0' || '9' < r && r < 'A' || 'Z' < r && r < 'a' }) < 0
}

// unescaped undoes percent-encoding repeatedly until none is left.
func unescaped(s string) string {
	b := []byte(s)
	for bytes.IndexByte(b, '%') >= 0 {
		out := b[:0:0]
		changed := false
		for i := 0; i < len(b); i++ {
			if b[i] == '%' && i+2 < len(b) && isHex(b[i+1]) && isHex(b[i+2]) {
				out = append(out, unhex(b[i+1])<<4|unhex(b[i+2]))
				changed, i = true, i+2
				continue
			}
			out = append(out, b[i])
		}
		if b = out; !changed {
			break
		}
	}
	return string(b)
}

// escaped encodes characters that a line of an index cannot hold, and % and #.
func escaped(s string) string {
	const hex = "0123456789ABCDEF"
	var out []byte
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f || c == '#' || c == '%' {
			out = append(out, '%', hex[c>>4], hex[c&15])
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
