package urlpattern

import (
	"slices"
	"strings"
)

// Guarded is the pattern of a URL of a site (registrable domain) in which whatever a
// server makes up addresses with is gone: subdomains, numbers, names of last segments,
// session ids, folders that are repeated or in another order, and all of the query but
// that there is one. Pages that a site makes without end have few such patterns.
// Checkpoints hold hashes of them.
func Guarded(site, canonical string) string {
	p := Split(canonical)
	segments := strings.Split(strings.Trim(p.Path, "/"), "/")
	last := len(segments) - 1
	folders := make([]string, 0, last)
	for _, s := range segments[:last] {
		s, _, _ = strings.Cut(s, ";") // ;jsessionid=
		if f := folderPattern(s); !isSession(s) && !slices.Contains(folders, f) {
			folders = append(folders, f)
		}
	}
	slices.Sort(folders)
	name, _, _ := strings.Cut(segments[last], ";")
	pattern := site + "/" + strings.Join(append(folders, namePattern(name)), "/")
	if p.Query != "" {
		pattern += "?"
	}
	return pattern
}

// isSession reports a segment that is an id rather than a name: eight letters and digits
// or more with both, or 24 letters, and no hyphen or other sign.
func isSession(s string) bool {
	digits, letters := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			digits++
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			letters++
		case c == '(' || c == ')': // (S(...)) of ASP.NET
		default:
			return false
		}
	}
	return digits > 0 && letters > 0 && digits+letters >= 8 || letters >= 24
}
