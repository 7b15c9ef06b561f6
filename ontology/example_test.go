package ontology_test

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// A Builder collects concepts and relations, and Build freezes them into a Graph.
func ExampleBuilder() {
	var b ontology.Builder
	storm := b.Concept("http://example.org/weather#Storm")
	typhoon := b.Concept("http://example.org/weather#Typhoon")
	b.Label(typhoon, ontology.Label{Text: "台风", Lang: "zh"})
	b.Relate(typhoon, storm, ontology.IsA, "")
	g := b.Build()
	for _, p := range g.Parents(typhoon) {
		fmt.Println(g.Concept(typhoon).Name("zh"), ontology.IsA, g.Concept(p).Name("en"))
	}
	fmt.Println("depth", g.Depth(typhoon))
	// Output:
	// 台风 Is-a Storm
	// depth 2
}
