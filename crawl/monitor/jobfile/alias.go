package jobfile

import (
	"math"

	"go.yaml.in/yaml/v3"
)

// maxValues bounds the values of a file with each alias in full: a thousand jobs have less
// than a tenth of it. Without the bound, a few lines of aliases of aliases are read for hours.
const maxValues = 1 << 20

// bounded reports whether n has at most maxValues values, its aliases in full.
func bounded(n *yaml.Node) bool { return valuesOf(n, map[*yaml.Node]int{}) <= maxValues }

// valuesOf counts the values of n. known are those of nodes that were counted, math.MaxInt
// while one is: then it stands in itself.
func valuesOf(n *yaml.Node, known map[*yaml.Node]int) int {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if count, ok := known[n]; ok {
		return count
	}
	if len(n.Content) == 0 {
		return 1
	}
	known[n] = math.MaxInt
	sum := 1
	for _, c := range n.Content {
		if count := valuesOf(c, known); count > maxValues-sum {
			return math.MaxInt // and so it stays known
		} else {
			sum += count
		}
	}
	known[n] = sum
	return sum
}
