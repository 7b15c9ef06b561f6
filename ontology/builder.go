package ontology

import (
	"maps"
	"slices"
	"strings"
)

// Builder collects concepts and relations in any order. The zero value is
// ready. It is not safe for concurrent use. Its methods take the IDs that its
// Concept gave, and panic on others as a slice does.
type Builder struct {
	concepts []Concept
	byIRI    map[string]ID
	said     map[string][]Label
	saidOnce map[saidKey]bool        // what said holds
	labels   map[ID]map[labelKey]int // where in Concept.Labels, for those with many
	edges    []Edge
	seen     map[Edge]bool
}

type saidKey struct {
	iri   string
	label Label
}

type labelKey struct{ lang, text string }

func keyOf(l Label) labelKey { return labelKey{strings.ToLower(l.Lang), l.Text} }

// Grow makes room for so many more concepts and relations.
func (b *Builder) Grow(concepts, relations int) {
	b.concepts = slices.Grow(b.concepts, concepts)
	b.edges = slices.Grow(b.edges, relations)
	if b.byIRI == nil {
		b.byIRI = make(map[string]ID, concepts)
	}
	if b.seen == nil {
		b.seen = make(map[Edge]bool, relations)
	}
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

// Len is the number of concepts added so far.
func (b *Builder) Len() int { return len(b.concepts) }

// Relations is the number of edges added so far.
func (b *Builder) Relations() int { return len(b.edges) }

// Label gives concept id a label. White space is collapsed; an empty text and
// a text it already has in that language are ignored (the better kind stays).
func (b *Builder) Label(id ID, l Label) {
	l.Text = Collapse(l.Text)
	if l.Text == "" {
		return
	}
	c := &b.concepts[id]
	if i := b.labelled(c, l); i >= 0 {
		c.Labels[i].Kind = min(c.Labels[i].Kind, l.Kind)
		return
	}
	c.Labels = append(c.Labels, l)
}

// Collapse returns s with single spaces between its words and none around them.
func Collapse(s string) string {
	if isCollapsed(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// isCollapsed reports whether s certainly has no white space to collapse. Most
// labels have none, and need not be split.
func isCollapsed(s string) bool {
	last := byte(' ')
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x80 || c < ' ' || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return last != ' '
}

// labelled returns where c has that label already, or -1. A concept with many
// labels gets a table of them: a file may give one concept 100,000.
func (b *Builder) labelled(c *Concept, l Label) int {
	const many = 32
	if len(c.Labels) < many {
		return slices.IndexFunc(c.Labels, func(have Label) bool {
			return have.Text == l.Text && strings.EqualFold(have.Lang, l.Lang)
		})
	}
	table := b.labels[c.ID]
	if table == nil {
		table = make(map[labelKey]int, 2*many)
		for i, have := range c.Labels {
			table[keyOf(have)] = i
		}
		if b.labels == nil {
			b.labels = make(map[ID]map[labelKey]int)
		}
		b.labels[c.ID] = table
	}
	if i, ok := table[keyOf(l)]; ok {
		return i
	}
	table[keyOf(l)] = len(c.Labels)
	return -1
}

// Define gives concept id a definition.
func (b *Builder) Define(id ID, d Label) {
	if d.Text = strings.TrimSpace(d.Text); d.Text != "" {
		b.concepts[id].Definitions = append(b.concepts[id].Definitions, d)
	}
}

// LabelProperty gives the property with that IRI a label. White space is
// collapsed; an empty text and a label it already has are ignored.
func (b *Builder) LabelProperty(iri string, l Label) {
	l.Text = strings.Join(strings.Fields(l.Text), " ")
	if k := (saidKey{iri, l}); l.Text == "" || b.saidOnce[k] {
		return
	} else if b.said == nil {
		b.said, b.saidOnce = make(map[string][]Label), map[saidKey]bool{k: true}
	} else {
		b.saidOnce[k] = true
	}
	b.said[iri] = append(b.said[iri], l)
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

// Drop takes out the edges for which f is true, and returns their number.
func (b *Builder) Drop(f func(Edge) bool) int {
	before := len(b.edges)
	b.edges = slices.DeleteFunc(b.edges, func(e Edge) bool {
		out := f(e)
		if out {
			delete(b.seen, e)
		}
		return out
	})
	return before - len(b.edges)
}

// Build freezes what was collected; b can be used on afterwards. Where Is-a runs in a
// circle (synonyms folded), the concepts of the circle are synonyms: see [Graph.Circles].
func (b *Builder) Build() *Graph {
	g := &Graph{
		concepts: slices.Clone(b.concepts),
		edges:    slices.Clone(b.edges),
		byIRI:    maps.Clone(b.byIRI),
		said:     make(map[string][]Label, len(b.said)),
	}
	for iri, labels := range b.said {
		g.said[iri] = slices.Clone(labels)
	}
	g.pack()
	g.fold(nil)
	g.link()
	g.foldCircles()
	g.rank()
	return g
}

// pack copies the labels and definitions of all concepts into one array: they are many and small, and never change again.
func (g *Graph) pack() {
	labels, definitions := 0, 0
	for i := range g.concepts {
		labels += len(g.concepts[i].Labels)
		definitions += len(g.concepts[i].Definitions)
	}
	room := make([]Label, 0, labels+definitions)
	copied := func(l []Label) []Label {
		if len(l) == 0 {
			return nil
		}
		from := len(room)
		room = append(room, l...)
		return room[from:len(room):len(room)]
	}
	for i := range g.concepts {
		c := &g.concepts[i]
		c.Labels, c.Definitions = copied(c.Labels), copied(c.Definitions)
	}
}
