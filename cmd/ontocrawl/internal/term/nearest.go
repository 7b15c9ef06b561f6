package term

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the n names nearest to a mistyped one, by edits; a part
// of a name is near to it.
func Nearest(name string, known []string, n int) []string {
	name = strings.ToLower(name)
	type near struct {
		name string
		far  int
	}
	var all []near
	for _, k := range known {
		far := levenshtein.ComputeDistance(name, strings.ToLower(k))
		if name != "" && strings.Contains(strings.ToLower(k), name) {
			far = min(far, 1)
		}
		all = append(all, near{k, far})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	var out []string
	for _, x := range all[:min(n, len(all))] {
		out = append(out, x.name)
	}
	return out
}
