// Package redact keeps passwords in URLs out of what is shown and stored.
//
// A URL may hold a user and a password before its host (RFC 3986, section 3.2.1, calls
// it userinfo, and section 7.5 warns of it). Nothing that this program writes needs it.
//
//	redact.go  passwords in URLs
//	secret.go  secrets by reference: a setting names the environment variable or the file that holds one
package redact

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Mark stands in place of what was left out.
const Mark = "***"

// authority finds "//" with the rest of the word: up to what no URL holds.
var authority = lazyre.Compile("//[^\\s\"<>`]*@")

// Text returns s with [Mark] in place of the user and password of every URL in it. A
// URL that cannot be parsed, because a password holds "/", "?" or "#" as they are, is
// covered as well.
func Text(s string) string {
	if !strings.Contains(s, "@") || !strings.Contains(s, "//") {
		return s
	}
	return authority().ReplaceAllStringFunc(s, func(word string) string {
		// A word may hold several URLs: a mirror's address in the query of another.
		parts := strings.Split(word, "//")
		for i := 1; i < len(parts); i++ {
			if end := userinfo(parts[i]); end > 0 {
				parts[i] = Mark + parts[i][end-1:]
			}
		}
		return strings.Join(parts, "//")
	})
}

// Strip returns url without user and password.
func Strip(url string) string {
	scheme, rest, ok := strings.Cut(url, "//")
	if !ok {
		return url
	}
	return scheme + "//" + rest[userinfo(rest):]
}

// Has reports whether url holds a user or a password.
func Has(url string) bool {
	_, rest, ok := strings.Cut(url, "//")
	return ok && userinfo(rest) > 0
}

// Value returns s, which should be a URL and perhaps lacks its scheme, without
// whatever stands before its last "@".
func Value(s string) string {
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		return Mark + s[i:]
	}
	return s
}

// userinfo returns how many bytes at the beginning of rest, which follows "//", are
// user and password with the "@".
func userinfo(rest string) int {
	end := strings.IndexAny(rest, `/?#\`)
	if end < 0 {
		end = len(rest)
	}
	if at := strings.LastIndexByte(rest[:end], '@'); at >= 0 {
		return at + 1
	}
	// What follows a colon here is the port. If it is no number, a password goes on
	// behind the "/".
	if _, port, ok := strings.Cut(rest[:end], ":"); ok && !strings.HasPrefix(rest, "[") && strings.Trim(port, "0123456789") != "" {
		return strings.LastIndexByte(rest, '@') + 1
	}
	return 0
}
