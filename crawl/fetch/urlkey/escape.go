package urlkey

import (
	"strconv"
	"strings"
)

const upperHex = "0123456789ABCDEF"

// clean prepares a raw URL for net/url as browsers do (WHATWG URL 4.4), and
// normalises its percent-encoding:
//   - the fragment, tabs and line breaks are removed
//   - "\" before the query becomes "/"
//   - escapes of unreserved characters are decoded (RFC 3986 6.2.2.2)
//   - other escapes have upper-case digits
//   - characters that a URL may not hold are escaped as UTF-8
//   - a "%" that starts no escape becomes "%25", as servers read it
func clean(raw string) string {
	raw = strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	if i := strings.IndexByte(raw, '#'); i >= 0 {
		raw = raw[:i]
	}
	if isClean(raw) {
		return raw
	}
	out := make([]byte, 0, len(raw)+16)
	query := false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '\t' || c == '\n' || c == '\r':
		case c == '\\' && !query:
			out = append(out, '/')
		case c == '\\':
			out = append(out, "%5C"...)
		case c == '%':
			var n int
			out, n = appendEscape(out, raw[i:])
			i += n - 1
		case mustEscape(c):
			out = append(out, '%', upperHex[c>>4], upperHex[c&15])
		default:
			query = query || c == '?'
			out = append(out, c)
		}
	}
	return string(out)
}

// appendEscape appends the normal form of the escape at the start of s, and
// reports how many bytes of s it took.
func appendEscape(out []byte, s string) ([]byte, int) {
	c, ok := escaped(s)
	if !ok {
		return append(out, "%25"...), 1
	}
	if unreserved(c) {
		return append(out, c), 3
	}
	return append(out, '%', upperHex[c>>4], upperHex[c&15]), 3
}

// escaped is the octet of the escape at the start of s.
func escaped(s string) (c byte, ok bool) {
	if len(s) < 3 {
		return 0, false
	}
	n, err := strconv.ParseUint(s[1:3], 16, 8)
	return byte(n), err == nil
}

// isClean reports whether clean has nothing to do.
func isClean(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c == '%' || c == '\\' || mustEscape(c) {
			return false
		}
	}
	return true
}

// mustEscape: controls, space, bytes of other scripts, and the characters of
// the path and query percent-encode sets of the WHATWG standard, with the few
// more that RFC 3986 excludes. The same set serves path and query, so that a
// key does not depend on where an escape stands.
func mustEscape(c byte) bool {
	switch c {
	case '"', '<', '>', '`', '{', '}', '|', '^', 0x7f:
		return true
	}
	return c <= ' ' || c >= 0x80
}

// unreserved is RFC 3986 2.3.
func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}
