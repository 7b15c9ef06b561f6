package owl

import (
	"cmp"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// mapAll adds the user's mapping. A key is an IRI, an IRI shortened by a declared prefix,
// a local name or a label. Full IRIs take precedence over shortened ones, and these over
// names.
func (p *properties) mapAll(mapping map[string]Meaning, prefixes map[string]string) {
	keys := sortedKeys(mapping)
	for _, key := range keys {
		p.set(key, key, mapping[key])
	}
	for _, key := range keys {
		if name, local, ok := strings.Cut(key, ":"); ok && prefixes[name] != "" {
			p.set(prefixes[name]+local, key, mapping[key])
		}
	}
	for _, key := range keys {
		p.set(plain(key), key, mapping[key])
	}
}

// prefixed reports whether a key of the mapping may be a shortened IRI, so that prefixes
// are needed.
func prefixed(mapping map[string]Meaning) bool {
	for key := range mapping {
		if strings.Contains(key, ":") && !strings.Contains(key, "://") {
			return true
		}
	}
	return false
}

// nearest returns up to n names with a spelling or a beginning similar to text, the most
// similar first.
func nearest(text string, names []string, n int) []string {
	type near struct {
		name string
		far  int
	}
	var all []near
	const most = 64 // characters compared: names are short, and a file may make them long
	want := []rune(plain(text))
	for _, name := range names {
		have := []rune(plain(name))
		far := levenshtein.ComputeDistance(string(want[:min(most, len(want))]), string(have[:min(most, len(have))]))
		part := len(want) > 1 && len(have) > 1 && (strings.Contains(string(have), string(want)) || strings.Contains(string(want), string(have)))
		if part {
			far = min(far, 1)
		}
		if far <= max(len(want), len(have))/3 || part {
			all = append(all, near{name, far})
		}
	}
	sorts.Func(all, func(a, b near) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.name, b.name)) })
	var found []string
	for _, x := range all[:min(n, len(all))] {
		found = append(found, x.name)
	}
	return found
}
