package robots

import (
	"strconv"
	"strings"
)

// rule is one Allow or Disallow line.
type rule struct {
	allow  bool
	length int      // octets of the pattern: how specific it is
	parts  []string // between the wildcards
	end    bool     // the pattern ends with $
}

func compile(allow bool, pattern string) rule {
	r := rule{allow: allow}
	pattern, r.end = strings.CutSuffix(pattern, "$")
	pattern = normalize(pattern, true)
	r.length = len(pattern)
	if r.end {
		r.length++
	}
	r.parts = strings.Split(pattern, "*")
	return r
}

// match looks for the parts from left to right, each as early as possible. Because *
// is the only wildcard, that finds a match if there is one, in linear time for every
// part.
func (r *rule) match(target string) bool {
	rest, ok := strings.CutPrefix(target, r.parts[0])
	if !ok {
		return false
	}
	if len(r.parts) == 1 {
		return !r.end || rest == ""
	}
	middle, last := r.parts[1:len(r.parts)-1], r.parts[len(r.parts)-1]
	for _, part := range middle {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	if r.end {
		return strings.HasSuffix(rest, last)
	}
	return strings.Contains(rest, last)
}

const upperHex = "0123456789ABCDEF"

// normalize gives all spellings of a path one form (RFC 9309, 2.2.2, and RFC 3986,
// 6.2.2.2):
//   - An octet outside ASCII, and one that a URL may not hold, is escaped.
//   - An escape of an unreserved octet is decoded. Digits are upper case.
//   - A percent sign that begins no escape is a character.
//   - In a pattern * is a wildcard and %2A the character; in a target the character
//     is always escaped.
//
// So /暴雨 is /%E6%9A%B4%E9%9B%A8 and %7Ea is ~a, but %2F is not a slash.
func normalize(s string, pattern bool) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) {
			if octet, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				i += 2
				if unreserved(byte(octet)) {
					b.WriteByte(byte(octet))
				} else {
					escape(&b, byte(octet))
				}
				continue
			}
		}
		if unreserved(c) || c == '*' && pattern || c != '*' && c != '$' && strings.IndexByte(":/?#[]@!&'()+,;=", c) >= 0 {
			b.WriteByte(c)
		} else {
			escape(&b, c)
		}
	}
	return b.String()
}

func escape(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(upperHex[c>>4])
	b.WriteByte(upperHex[c&15])
}

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}
