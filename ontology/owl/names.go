package owl

import (
	"maps"
	"net/url"
	"slices"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// unescaped is a local name without percent-encoding.
func unescaped(s string) string {
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// escaped is a file name as a part of an IRI.
func escaped(s string) string { return url.PathEscape(s) }
