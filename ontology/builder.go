package ontology

import (
	"fmt"
	"strings"
)

// Builder collects concepts and relations in any order. The zero value is
// ready. It is not safe for concurrent use.
type Builder struct {
	concepts []Concept
	byIRI    map[string]ID
	edges    []Edge
	seen     map[Edge]bool
}

// Concept returns the ID of the concept with that IRI, adding it if new.
func (b *Builder) Concept(iri string) ID {
	if id, ok := b.byIRI[iri]; ok {
		return id
	}
	if b.byIRI == nil {
		b.byIRI = make(map[string]ID)
	}
	id := ID(len(b.concepts))
	b.concepts = append(b.concepts, Concept{ID: id, IRI: iri})
	b.byIRI[iri] = id
	return id
}

// Has reports whether a concept with that IRI was added.
func (b *Builder) Has(iri string) bool { _, ok := b.byIRI[iri]; return ok }

// Label gives concept id a label. White space is collapsed; an empty text and
// a text it already has in that language are ignored (the better kind stays).
func (b *Builder) Label(id ID, l Label) {
	l.Text = strings.Join(strings.Fields(l.Text), " ")
	if l.Text == "" {
		return
	}
	c := &b.concepts[id]
	for i, have := range c.Labels {
		if have.Text == l.Text && strings.EqualFold(have.Lang, l.Lang) {
			c.Labels[i].Kind = min(have.Kind, l.Kind)
			return
		}
	}
	c.Labels = append(c.Labels, l)
}

// Define gives concept id a definition.
func (b *Builder) Define(id ID, d Label) {
	if d.Text = strings.TrimSpace(d.Text); d.Text != "" {
		b.concepts[id].Definitions = append(b.concepts[id].Definitions, d)
	}
}

// Core marks concept id as a core concept.
func (b *Builder) Core(id ID) { b.concepts[id].Core = true }

// Individual marks concept id as a named individual.
func (b *Builder) Individual(id ID) { b.concepts[id].Individual = true }

// Relate adds an edge. An edge of a concept to itself and an edge already
// there are ignored.
func (b *Builder) Relate(from, to ID, rel Relation, property string) {
	e := Edge{from, to, rel, property}
	if from == to || b.seen[e] {
		return
	}
	if b.seen == nil {
		b.seen = make(map[Edge]bool)
	}
	b.seen[e] = true
	b.edges = append(b.edges, e)
}

// CycleError says that Is-a runs in a circle.
type CycleError struct {
	Path []string // IRIs; the first is repeated at the end
}

func (e *CycleError) Error() string {
	names := make([]string, len(e.Path))
	for i, iri := range e.Path {
		names[i] = LocalName(iri)
	}
	return fmt.Sprintf("ontology: Is-a runs in a circle: %s", strings.Join(names, " -> "))
}

// Build freezes what was collected. It fails with a [*CycleError] when Is-a
// runs in a circle (synonyms folded); b can be used on afterwards.
func (b *Builder) Build() (*Graph, error) {
	g := &Graph{
		concepts: append([]Concept(nil), b.concepts...),
		edges:    append([]Edge(nil), b.edges...),
		byIRI:    make(map[string]ID, len(b.byIRI)),
	}
	for iri, id := range b.byIRI {
		g.byIRI[iri] = id
	}
	g.fold()
	g.link()
	if path := g.cycle(); path != nil {
		return nil, &CycleError{Path: path}
	}
	g.rank()
	return g, nil
}
