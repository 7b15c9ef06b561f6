package diff

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// Diff holds all differences between two graphs. Its lists are sorted by IRI.
type Diff struct {
	Added       []Concept        `json:"added"`
	Removed     []Concept        `json:"removed"`
	Renamed     []Rename         `json:"renamed"`     // the same concept under another IRI
	Properties  []PropertyRename `json:"properties"`  // the same property under another IRI
	Moved       []Move           `json:"moved"`       // kept, but of other kinds
	Labels      []TextChange     `json:"labels"`      // of kept concepts
	Definitions []TextChange     `json:"definitions"` // of kept concepts
	Relations   []RelationChange `json:"relations"`   // between kept concepts, including those in Moved
	Marks       []MarkChange     `json:"marks"`       // of kept concepts
}

// Empty reports whether the graphs are equal.
func (d *Diff) Empty() bool {
	return len(d.Added)+len(d.Removed)+len(d.Renamed)+len(d.Properties)+len(d.Moved)+
		len(d.Labels)+len(d.Definitions)+len(d.Relations)+len(d.Marks) == 0
}

// Ref names a concept.
type Ref struct {
	IRI string `json:"iri"`
	Zh  string `json:"zh"` // name for a reader of Chinese
	En  string `json:"en"` // name for a reader of English
}

func refOf(g *ontology.Graph, id ontology.ID) Ref {
	c := g.Concept(id)
	return Ref{c.IRI, c.Name("zh"), c.Name("en")}
}

// Concept is a concept of only one graph, with its texts and relations.
type Concept struct {
	Ref
	Labels      []Text `json:"labels"`
	Definitions []Text `json:"definitions"`
	Core        bool   `json:"core"`
	Individual  bool   `json:"individual"`
	// Relations are the edges of the concept. An edge between two such concepts is listed
	// with its source.
	Relations []Edge `json:"relations"`
}

// Edge is a relation between two concepts.
type Edge struct {
	From     Ref    `json:"from"`
	To       Ref    `json:"to"`
	Relation string `json:"relation"` // Is-a, Includes, Synonym or Other
	Property string `json:"property,omitempty"`
}

// Rename is a concept whose IRI changed.
type Rename struct {
	Old Ref    `json:"old"`
	New Ref    `json:"new"`
	Why Reason `json:"why"`
}

// Reason says how a renamed concept was recognised.
type Reason string

// The reasons, the most certain first.
const (
	SameLabels    Reason = "labels"     // all labels are the same
	SharedName    Reason = "name"       // a name that no other concept in question has
	SameLocalName Reason = "local name" // the namespace was changed
	sameRelations Reason = "place"      // the same relations to the same concepts
)

// PropertyRename is a property whose namespace changed.
type PropertyRename struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// Move is a concept whose direct Is-a parents changed.
type Move struct {
	Concept Ref   `json:"concept"` // as it is named now
	Before  []Ref `json:"before"`
	After   []Ref `json:"after"`
}

// RelationChange is a relation added or removed.
type RelationChange struct {
	Added bool `json:"added"`
	Edge
}

// MarkChange is a concept that became, or no longer is, a core concept or an individual.
type MarkChange struct {
	Concept Ref    `json:"concept"` // as it is named now
	Mark    string `json:"mark"`    // "core" or "individual"
	Set     bool   `json:"set"`
}

// Compare returns how new differs from old.
func Compare(old, new *ontology.Graph) *Diff {
	m := match(old, new)
	d := &Diff{Renamed: m.renamed, Properties: m.properties}
	for i := range m.old.g.Len() {
		if id := ontology.ID(i); m.old.match[id] == ontology.None {
			d.Removed = append(d.Removed, concept(&m.old, id))
		}
	}
	for i := range m.new.g.Len() {
		id := ontology.ID(i)
		before := m.new.match[id]
		if before == ontology.None {
			d.Added = append(d.Added, concept(&m.new, id))
			continue
		}
		d.texts(m, before, id)
		d.marks(m, before, id)
		d.move(m, before, id)
	}
	d.relations(m)
	d.sort()
	return d
}

func concept(s *side, id ontology.ID) Concept {
	c := s.g.Concept(id)
	k := Concept{Ref: refOf(s.g, id), Core: c.Core, Individual: c.Individual,
		Labels: texts(c.Labels), Definitions: texts(c.Definitions)}
	for _, a := range s.g.Arcs(id) {
		if !a.Forward && s.match[a.To] == ontology.None {
			continue // stands with the other
		}
		k.Relations = append(k.Relations, s.edge(id, a))
	}
	sorts.Func(k.Relations, byEdge)
	return k
}

// edge describes an arc in the direction in which it was written.
func (s *side) edge(at ontology.ID, a ontology.Arc) Edge {
	from, to := at, a.To
	if !a.Forward {
		from, to = to, from
	}
	return Edge{refOf(s.g, from), refOf(s.g, to), a.Rel.String(), a.Property}
}

func (d *Diff) marks(m *matching, before, now ontology.ID) {
	o, n := m.old.g.Concept(before), m.new.g.Concept(now)
	if o.Core != n.Core {
		d.Marks = append(d.Marks, MarkChange{refOf(m.new.g, now), "core", n.Core})
	}
	if o.Individual != n.Individual {
		d.Marks = append(d.Marks, MarkChange{refOf(m.new.g, now), "individual", n.Individual})
	}
}

func (d *Diff) move(m *matching, before, now ontology.ID) {
	o, n := m.old.kinds(before), m.new.kinds(now)
	if slices.EqualFunc(o, n, func(a, b named) bool { return a.key == b.key }) {
		return
	}
	d.Moved = append(d.Moved, Move{refOf(m.new.g, now), refs(m.old.g, o), refs(m.new.g, n)})
}

// named is a concept with its common key on both sides.
type named struct {
	key string
	id  ontology.ID
}

// kinds returns the direct Is-a parents of id.
func (s *side) kinds(id ontology.ID) []named {
	var up []named
	for _, a := range s.g.Arcs(id) {
		if a.Rel == ontology.IsA && a.Forward {
			up = append(up, named{s.key(a.To), a.To})
		}
	}
	sorts.Func(up, func(a, b named) int { return cmp.Compare(a.key, b.key) })
	return slices.CompactFunc(up, func(a, b named) bool { return a.key == b.key })
}

func refs(g *ontology.Graph, list []named) []Ref {
	out := make([]Ref, len(list))
	for i, n := range list {
		out[i] = refOf(g, n.id)
	}
	sorts.Func(out, byRef)
	return out
}

// edgeKey identifies an edge on both sides.
type edgeKey struct {
	from, to, property string
	rel                ontology.Relation
}

func (s *side) edgeKey(e ontology.Edge) edgeKey {
	k := edgeKey{s.key(e.From), s.key(e.To), s.property(e.Property), e.Rel}
	if e.Rel == ontology.Synonym && k.from > k.to { // it has no direction
		k.from, k.to = k.to, k.from
	}
	return k
}

// kept returns the edges between concepts of both sides.
func (s *side) kept() map[edgeKey]ontology.Edge {
	all := make(map[edgeKey]ontology.Edge)
	for _, e := range s.g.Edges() {
		if s.match[e.From] == ontology.None || s.match[e.To] == ontology.None {
			continue
		}
		if k := s.edgeKey(e); !has(all, k) {
			all[k] = e
		}
	}
	return all
}

func has[K comparable, V any](m map[K]V, k K) bool { _, ok := m[k]; return ok }

func (d *Diff) relations(m *matching) {
	before, after := m.old.kept(), m.new.kept()
	add := func(s *side, have, other map[edgeKey]ontology.Edge, added bool) {
		for k, e := range have { // sorted afterwards
			if !has(other, k) {
				d.Relations = append(d.Relations, RelationChange{added,
					Edge{refOf(s.g, e.From), refOf(s.g, e.To), e.Rel.String(), e.Property}})
			}
		}
	}
	add(&m.old, before, after, false)
	add(&m.new, after, before, true)
}

// sort sorts all lists by IRI, so that file order has no influence.
func (d *Diff) sort() {
	sorts.Func(d.Added, func(a, b Concept) int { return byRef(a.Ref, b.Ref) })
	sorts.Func(d.Removed, func(a, b Concept) int { return byRef(a.Ref, b.Ref) })
	sorts.Func(d.Renamed, func(a, b Rename) int { return byRef(a.New, b.New) })
	sorts.Func(d.Properties, func(a, b PropertyRename) int { return cmp.Compare(a.New, b.New) })
	sorts.Func(d.Moved, func(a, b Move) int { return byRef(a.Concept, b.Concept) })
	sorts.Func(d.Labels, byText)
	sorts.Func(d.Definitions, byText)
	sorts.Func(d.Relations, func(a, b RelationChange) int {
		return cmp.Or(byEdge(a.Edge, b.Edge), compareBool(a.Added, b.Added))
	})
	sorts.Func(d.Marks, func(a, b MarkChange) int {
		return cmp.Or(byRef(a.Concept, b.Concept), cmp.Compare(a.Mark, b.Mark))
	})
}

func byRef(a, b Ref) int { return cmp.Compare(a.IRI, b.IRI) }

func byEdge(a, b Edge) int {
	return cmp.Or(byRef(a.From, b.From), byRef(a.To, b.To),
		cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.Property, b.Property))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
