package ontologytest

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Random draws a graph of up to most concepts: Is-a points to smaller numbers,
// so that most have no circle; the rest runs anywhere.
func Random(t *rapid.T, most int) *ontology.Graph {
	var b ontology.Builder
	n := rapid.IntRange(1, most).Draw(t, "n")
	for i := range n {
		b.Concept(fmt.Sprint("x:", i))
	}
	end := rapid.IntRange(0, n-1)
	rel := rapid.SampledFrom([]ontology.Relation{
		ontology.IsA, ontology.IsA, ontology.IsA, ontology.Includes, ontology.Includes, ontology.Synonym, ontology.Other,
	})
	for range rapid.IntRange(0, 2*n).Draw(t, "edges") {
		from, to, rel := end.Draw(t, "from"), end.Draw(t, "to"), rel.Draw(t, "rel")
		if rel == ontology.IsA && from < to {
			from, to = to, from
		}
		b.Relate(ontology.ID(from), ontology.ID(to), rel, "")
	}
	g := b.Build()
	return g
}
