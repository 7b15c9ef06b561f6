package report

import (
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/export"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// longestPath is the number of steps that a reader may want to follow. ENVO has
// paths of over thirty.
const longestPath = 200

// ViewTopic explains the similarity of every concept to the topic id, for a page of
// ontology/export.
func ViewTopic(m *semsim.Measure, g *ontology.Graph, id ontology.ID) *export.PageTopic {
	t := &export.PageTopic{Concept: id, Similarity: make([]export.PageSimilarity, 0, g.Len())}
	for e := range m.ExplainAll(id, longestPath) {
		if e.B.ID == id {
			for _, f := range e.Factors {
				t.Factors = append(t.Factors, export.PageFactor{Name: f.Name, Weight: f.Weight})
			}
		}
		t.Similarity = append(t.Similarity, viewSimilarity(e))
	}
	return t
}

func viewSimilarity(e semsim.Explanation) export.PageSimilarity {
	l := export.PageSimilarity{Sim: e.Sim, Distance: e.Distance, Ancestor: ontology.None, Shared: e.Shared, Ancestors: e.Ancestors}
	for _, f := range e.Factors {
		l.Values = append(l.Values, f.Value)
	}
	if e.Ancestor != nil {
		l.Ancestor = e.Ancestor.ID
	}
	for _, s := range e.Path {
		rel, _ := ontology.ParseRelation(s.Relation)
		l.Path = append(l.Path, export.PageStep{From: s.From.ID, To: s.To.ID, Rel: rel, Property: s.Property, Forward: s.Forward})
	}
	return l
}
