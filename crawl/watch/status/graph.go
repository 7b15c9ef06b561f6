package status

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// ConceptGraph returns the concepts of t with the relations between them.
func ConceptGraph(t *topic.Topic) api.Graph {
	g := api.Graph{Concepts: make([]api.Node, len(t.Vector.Entries))}
	index := map[string]int{}
	for i, e := range t.Vector.Entries {
		g.Concepts[i] = api.Node{IRI: e.IRI, Zh: e.Zh, En: e.En, Weight: e.Weight}
		index[e.IRI] = i
	}
	for _, s := range t.Sources {
		o := s.Graph()
		for i := range o.Len() {
			id := ontology.ID(i)
			if at, ok := index[o.Concept(id).IRI]; ok {
				g.Concepts[at].Depth = o.Depth(o.Canon(id))
			}
		}
		for _, e := range o.Edges() {
			from, ok := index[o.Concept(o.Canon(e.From)).IRI]
			to, ok2 := index[o.Concept(o.Canon(e.To)).IRI]
			kind := drawnRelations[e.Rel]
			if edge := (api.Edge{From: from, To: to, Kind: kind}); ok && ok2 && from != to && kind != "" && !slices.Contains(g.Edges, edge) {
				g.Edges = append(g.Edges, edge)
			}
		}
	}
	return g
}

// drawnRelations are the relations that the page draws, with their names there.
var drawnRelations = map[ontology.Relation]string{ontology.IsA: "isa", ontology.Includes: "includes"}
