package export

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Part is what is written of a graph.
type Part struct {
	g     *ontology.Graph
	opt   Options
	nodes []ontology.ID // by IRI
	edges []ontology.Edge
}

// Select chooses the part of g that opt asks for.
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

// Concepts is the number of concepts in the part.
func (p *Part) Concepts() int { return len(p.nodes) }

// Relations is the number of relations in the part.
func (p *Part) Relations() int { return len(p.edges) }

// Unrelated is the number of concepts in the part without a relation in it, which
// CSV does not show.
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

// reach returns the concepts within the radius, or nil for all: a walk by
// breadth in which a whole group of synonyms is reached at once.
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

// group is what is reached together with id: its synonyms, unless the Synonym
// relation is not asked for.
func (p *Part) group(id ontology.ID) []ontology.ID {
	if p.wanted(ontology.Synonym) {
		return p.g.Synonyms(id)
	}
	return []ontology.ID{id}
}

// sort puts concepts and relations in an order that does not depend on where
// they stood in a file.
func (p *Part) sort() {
	slices.SortFunc(p.nodes, func(a, b ontology.ID) int { return cmp.Compare(p.iri(a), p.iri(b)) })
	for i, e := range p.edges {
		// Either end of a Synonym may have been named first.
		if e.Rel == ontology.Synonym && p.iri(e.From) > p.iri(e.To) {
			p.edges[i].From, p.edges[i].To = e.To, e.From
		}
	}
	slices.SortFunc(p.edges, func(a, b ontology.Edge) int {
		return cmp.Or(
			cmp.Compare(p.iri(a.From), p.iri(b.From)),
			cmp.Compare(order(a.Rel), order(b.Rel)),
			cmp.Compare(p.iri(a.To), p.iri(b.To)),
			cmp.Compare(a.Property, b.Property),
		)
	})
	p.edges = slices.Compact(p.edges) // a Synonym may be stated both ways
}

// order puts the hierarchy first and what has no weight last.
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

// weight is the weight of a concept as it is written, if there are weights.
func (p *Part) weight(id ontology.ID) (string, bool) {
	if p.opt.Weights == nil {
		return "", false
	}
	return number(p.opt.Weights[id]), true
}

// relation is what an edge is called: its property, by its label, if one says
// it, else the relation.
func (p *Part) relation(e ontology.Edge) string {
	if e.Property != "" {
		return p.g.PropertyName(e.Property, p.lang())
	}
	return e.Rel.String()
}
