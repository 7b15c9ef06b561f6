package report

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// Relations is a set of relations. The zero value means Is-a and Includes. Synonyms are
// always one concept, whether or not Synonym is in the set.
type Relations uint8

// Of returns the set of rels.
func Of(rels ...ontology.Relation) Relations {
	var s Relations
	for _, r := range rels {
		s |= 1 << r
	}
	return s
}

// has reports whether edges of relation r may be walked.
func (s Relations) has(r ontology.Relation) bool {
	if s == 0 {
		s = Of(ontology.IsA, ontology.Includes)
	}
	return r != ontology.Synonym && s&(1<<r) != 0
}

// Link is an edge from one synonym group to another.
type Link struct {
	From, To ontology.ID // the concepts as walked; of the edge's groups, not their heads
	Rel      ontology.Relation
	Property string
	Forward  bool // the ontology says it of From; else of To
}

// stronger sorts by strength, the stronger relation first, as the papers weigh them.
func stronger(a, b Link) int { return cmp.Compare(strength(b.Rel), strength(a.Rel)) }

func strength(r ontology.Relation) int {
	switch r {
	case ontology.Synonym:
		return 3
	case ontology.IsA:
		return 2
	case ontology.Includes:
		return 1
	}
	return 0
}

// links returns the edges from the synonym group of id to other groups: first the edges
// of its head, then of the other members, in the order of addition.
func links(g *ontology.Graph, id ontology.ID, rels Relations) []Link {
	head := g.Canon(id)
	var all []Link
	for _, m := range g.Synonyms(id) {
		for _, a := range g.Arcs(m) {
			if rels.has(a.Rel) && g.Canon(a.To) != head {
				all = append(all, Link{m, a.To, a.Rel, a.Property, a.Forward})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Link) int { return cmp.Compare(order(a.From, head), order(b.From, head)) })
	return all
}

func order(id, head ontology.ID) int {
	if id == head {
		return 0
	}
	return 1
}
