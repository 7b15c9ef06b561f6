package report

import (
	"github.com/ontocrawl/ontocrawl/ontology"
)

// This part follows the edges of a concept graph: down from a concept as a tree, and between two
// concepts along shortest simple paths.
//
// A synonym group is one concept. Both walks are bounded: a tree shows each concept's children once,
// and paths examine a limited number of edges. Both are deterministic.

// MainRoot is the root with the most concepts below it, of equal ones the
// first.
func MainRoot(g *ontology.Graph) ontology.ID {
	best, most := ontology.None, -1
	for _, r := range g.Roots() {
		seen := map[ontology.ID]bool{r: true}
		for queue := []ontology.ID{r}; len(queue) > 0; queue = queue[1:] {
			for _, c := range g.Children(queue[0]) {
				if !seen[c] {
					seen[c] = true
					queue = append(queue, c)
				}
			}
		}
		if len(seen) > most {
			best, most = r, len(seen)
		}
	}
	return best
}
