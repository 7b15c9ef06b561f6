package owl

import (
	"maps"
	"net/url"
	"slices"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// unescaped removes percent-encoding from a local name.
func unescaped(s string) string {
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// escaped returns a file name as a part of an IRI.
func escaped(s string) string { return url.PathEscape(s) }
