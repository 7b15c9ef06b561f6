package term

import (
	"cmp"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Nearest returns the n known names nearest to name by edit distance, the nearest
// first. A known name that contains name is near whatever the distance.
func Nearest(name string, known []string, n int) []string {
	name = strings.ToLower(name)
	type candidate struct {
		name     string
		distance int
	}
	var all []candidate
	for _, k := range known {
		d := levenshtein.ComputeDistance(name, strings.ToLower(k))
		if name != "" && strings.Contains(strings.ToLower(k), name) {
			d = min(d, 1)
		}
		all = append(all, candidate{k, d})
	}
	sorts.Stable(all, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var out []string
	for _, c := range all[:min(n, len(all))] {
		out = append(out, c.name)
	}
	return out
}
