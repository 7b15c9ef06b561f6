package export

import (
	"fmt"
	"io"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// tree is a graph of n concepts, each with two names, nine below each, with a
// relation across to every fifth.
func tree(b *testing.B, n int) *ontology.Graph {
	b.Helper()
	var g ontology.Builder
	for i := range n {
		id := g.Concept(fmt.Sprintf("http://example.org/tree#C%06d", i))
		g.Label(id, ontology.Label{Text: fmt.Sprintf("concept %d", i), Lang: "en"})
		g.Label(id, ontology.Label{Text: fmt.Sprintf("概念%d", i), Lang: "zh"})
		if i > 0 {
			g.Relate(id, ontology.ID((i-1)/9), ontology.IsA, "")
		}
		if i%5 == 0 && i > 5 {
			g.Relate(id, ontology.ID(i-5), ontology.Includes, "http://example.org/tree#causes")
		}
	}
	graph := g.Build()
	return graph
}

// 7,000 concepts are as many as ENVO has.
func BenchmarkWrite(b *testing.B) {
	g := tree(b, 7000)
	w := weights(g)
	for _, f := range formats() {
		b.Run(string(f), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := Write(io.Discard, g, f, Options{Weights: w}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
