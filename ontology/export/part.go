package export

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Part is the selected part of a graph.
type Part struct {
	g     *ontology.Graph
	opt   Options
	nodes []ontology.ID // by IRI
	edges []ontology.Edge
}

// Select returns the part of g that opt selects.
func Select(g *ontology.Graph, opt Options) (*Part, error) {
	if err := opt.check(g); err != nil {
		return nil, err
	}
	p := &Part{g: g, opt: opt}
	in := p.reach()
	for i := range g.Len() {
		if id := ontology.ID(i); in == nil || in[id] {
			p.nodes = append(p.nodes, id)
		}
	}
	for _, e := range g.Edges() {
		if p.wanted(e.Rel) && (in == nil || in[e.From] && in[e.To]) {
			p.edges = append(p.edges, e)
		}
	}
	p.sort()
	return p, nil
}

func (p *Part) Concepts() int { return len(p.nodes) }

func (p *Part) Relations() int { return len(p.edges) }

// Unrelated returns the number of concepts without a relation in the part. CSV does not
// show them.
func (p *Part) Unrelated() int {
	met := make(map[ontology.ID]bool)
	for _, e := range p.edges {
		met[e.From], met[e.To] = true, true
	}
	return len(p.nodes) - len(met)
}

func (p *Part) wanted(r ontology.Relation) bool {
	return len(p.opt.Relations) == 0 || slices.Contains(p.opt.Relations, r)
}

// reach returns the concepts within the radius, or nil for all: a breadth-first search in
// which a synonym group is reached at once.
func (p *Part) reach() map[ontology.ID]bool {
	if len(p.opt.Around) == 0 {
		return nil
	}
	in := make(map[ontology.ID]bool)
	var front []ontology.ID
	enter := func(id ontology.ID) {
		for _, s := range p.group(id) {
			if !in[s] {
				in[s] = true
				front = append(front, s)
			}
		}
	}
	for _, id := range p.opt.Around {
		enter(id)
	}
	for range p.opt.Radius {
		if len(front) == 0 {
			break
		}
		last := front
		front = nil
		for _, id := range last {
			for _, arc := range p.g.Arcs(id) {
				if p.wanted(arc.Rel) {
					enter(arc.To)
				}
			}
		}
	}
	return in
}

// group returns id and its synonyms, or id alone if the Synonym relation is not selected.
func (p *Part) group(id ontology.ID) []ontology.ID {
	if p.wanted(ontology.Synonym) {
		return p.g.Synonyms(id)
	}
	return []ontology.ID{id}
}

// sort makes the order of concepts and relations independent of the file.
func (p *Part) sort() {
	slices.SortFunc(p.nodes, func(a, b ontology.ID) int { return cmp.Compare(p.iri(a), p.iri(b)) })
	for i, e := range p.edges {
		// Either end of a Synonym may come first in the file.
		if e.Rel == ontology.Synonym && p.iri(e.From) > p.iri(e.To) {
			p.edges[i].From, p.edges[i].To = e.To, e.From
		}
	}
	sorts.Func(p.edges, func(a, b ontology.Edge) int {
		return cmp.Or(
			cmp.Compare(p.iri(a.From), p.iri(b.From)),
			cmp.Compare(order(a.Rel), order(b.Rel)),
			cmp.Compare(p.iri(a.To), p.iri(b.To)),
			cmp.Compare(a.Property, b.Property),
		)
	})
	p.edges = slices.Compact(p.edges) // a Synonym may be stated both ways
}

// order ranks the hierarchy first, and relations without weight last.
func order(r ontology.Relation) int {
	switch r {
	case ontology.IsA:
		return 0
	case ontology.Synonym:
		return 1
	case ontology.Includes:
		return 2
	}
	return 3
}

func (p *Part) iri(id ontology.ID) string { return p.g.Concept(id).IRI }

func (p *Part) name(id ontology.ID) string { return p.g.Concept(id).Name(p.lang()) }

func (p *Part) lang() string { return cmp.Or(p.opt.Lang, "en") }

// weight formats the weight of a concept; it is not ok without weights.
func (p *Part) weight(id ontology.ID) (string, bool) {
	if p.opt.Weights == nil {
		return "", false
	}
	return number(p.opt.Weights[id]), true
}

// relation names an edge: by the label of its property if it has one, else by its
// relation.
func (p *Part) relation(e ontology.Edge) string {
	if e.Property != "" {
		return p.g.PropertyName(e.Property, p.lang())
	}
	return e.Rel.String()
}
