// Package ontologytest holds the small graph that examples and tests all over
// the project speak about, so that its values can be worked out by hand once.
//
//	hazards.go  Hazards: the graph
//	table.go    its concepts and relations
//	random.go   Random: graphs drawn at random
//	lines.go    Lines: all that a graph says, for comparison
package ontologytest

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Base is the beginning of the IRIs of [Hazards].
const Base = "http://example.org/hazards#"

// Hazards returns a graph of twelve weather hazards, labelled in Chinese and
// English. Lines going down are Is-a from below to above, dotted ones Includes
// from above to below; the root and the concepts marked * are core.
//
//	                     WeatherHazard* 天气灾害
//	      ┌──────────────────┼──────────────┬─────────────┐
//	TropicalCyclone      Rainstorm*       Gale      SevereConvection
//	   热带气旋             暴雨           大风         强对流天气
//	      │                ┊    ┊           └──────┬──────┘
//	  Typhoon*  =  Hurricane    ┊           ThunderstormGale
//	  台风  ┊     飓风  ┊       ┊                雷暴大风
//	        ┊           ┊       ┊
//	    StormSurge    Flood   Landslide
//	     风暴潮       洪水 ┊┄┄┄┄ 滑坡
//	                   │
//	               FlashFlood 山洪
//
// Hurricane is a synonym of Typhoon, so eleven concepts are left when folded.
// Typhoon Includes StormSurge; Rainstorm Includes Flood and Landslide, and
// Flood Includes Landslide too, which hangs under Rainstorm alone, the nearer
// to the root. ThunderstormGale has two parents. Two edges cross the tree:
// Typhoon Includes Rainstorm and Gale. One edge has no weight, as of a property
// that nobody mapped: Gale warnedWith SevereConvection.
func Hazards() *ontology.Graph {
	var b ontology.Builder
	for _, h := range hazards {
		id := b.Concept(Base + h.name)
		for _, l := range h.labels {
			b.Label(id, l)
		}
		b.Define(id, ontology.Label{Text: h.definition, Lang: "en"})
		if h.core {
			b.Core(id)
		}
	}
	for _, e := range edges {
		b.Relate(b.Concept(Base+e.from), b.Concept(Base+e.to), e.rel, e.property)
	}
	g := b.Build()
	return g
}

// ID returns the concept of g whose IRI is Base+name, for example "Typhoon".
func ID(tb testing.TB, g *ontology.Graph, name string) ontology.ID {
	tb.Helper()
	id, ok := g.ByIRI(Base + name)
	if !ok {
		tb.Fatalf("no concept %s%s", Base, name)
	}
	return id
}
