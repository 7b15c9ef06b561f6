package ontology

import (
	"cmp"
	"slices"
)

// Graph is an immutable concept graph. The zero value is an empty graph.
//
// Synonyms, and concepts that are a kind of each other, are folded: Canon maps the members of a synonym group to the one
// added first among those with the most Is-a edges, and Parents, Children,
// Depth, Ancestors and Roots speak of canonical concepts only.
//
// The hierarchy of a concept is made of its Is-a edges. A concept without any
// (a storm surge, which a typhoon Includes) hangs under the concepts that
// include it, as in the papers' figures; of several, under those nearest to a
// root. The hierarchy has no circle: where Includes runs in one, the edge that
// would close it makes no parent (see hierarchy.go).
type Graph struct {
	concepts []Concept
	edges    []Edge
	byIRI    map[string]ID
	said     map[string][]Label // what properties are called, by IRI
	canon    []ID
	group    [][]ID // members by canonical ID
	out      [][]Arc
	parents  [][]ID
	children [][]ID
	isa      [][]ID // Is-a parents, folded
	includes [][]ID // including concepts, folded
	depth    []int32
	roots    []ID
	circles  []*Circle
	circular int
}

// Arc is an edge as seen from one of its ends.
type Arc struct {
	To       ID
	Rel      Relation
	Property string
	Forward  bool // the edge runs from here to To
}

// Len is the number of concepts, synonyms counted singly.
func (g *Graph) Len() int { return len(g.concepts) }

// Concept returns the concept with that ID, which must be of this graph. The
// caller must not change it.
func (g *Graph) Concept(id ID) *Concept { return &g.concepts[id] }

// ByIRI finds a concept by its full IRI.
func (g *Graph) ByIRI(iri string) (ID, bool) { id, ok := g.byIRI[iri]; return id, ok }

// PropertyLabels returns what the property of an edge is called, in file order;
// nil if nobody named it. The caller must not change them.
func (g *Graph) PropertyLabels(iri string) []Label { return g.said[iri] }

// PropertyName is the best name of a property for a reader of language lang, as
// [Concept.Name] chooses among the labels of a concept.
func (g *Graph) PropertyName(iri, lang string) string {
	c := Concept{IRI: iri, Labels: g.said[iri]}
	return c.Name(lang)
}

// Edges returns all edges in the order added. The caller must not change them.
func (g *Graph) Edges() []Edge { return g.edges }

// Arcs returns the edges at id, both directions, in the order added.
func (g *Graph) Arcs(id ID) []Arc { return g.out[id] }

// Canon is the concept that stands for id and all its synonyms.
func (g *Graph) Canon(id ID) ID { return g.canon[id] }

// Synonyms returns the synonym group of id, itself included, by ID.
func (g *Graph) Synonyms(id ID) []ID { return g.group[g.canon[id]] }

// Parents returns the canonical concepts above id in the hierarchy, by ID.
func (g *Graph) Parents(id ID) []ID { return g.parents[g.canon[id]] }

// Children returns the canonical concepts right below id, by ID.
func (g *Graph) Children(id ID) []ID { return g.children[g.canon[id]] }

// Depth is 1 for a root, else 1 more than the least depth of its parents.
func (g *Graph) Depth(id ID) int { return int(g.depth[g.canon[id]]) }

// Roots returns the canonical concepts without parents, by ID.
func (g *Graph) Roots() []ID { return g.roots }

// Ancestors returns the canonical ID of id and of all above it, sorted.
func (g *Graph) Ancestors(id ID) []ID {
	all := []ID{g.canon[id]}
	seen := map[ID]bool{all[0]: true}
	for i := 0; i < len(all); i++ {
		for _, p := range g.parents[all[i]] {
			if !seen[p] {
				seen[p] = true
				all = append(all, p)
			}
		}
	}
	slices.Sort(all)
	return all
}

// Circles returns where Is-a ran in a circle: one circle of each set of concepts that
// are therefore synonyms, of the first twenty sets. total is the number of sets. The
// caller must not change them.
func (g *Graph) Circles() (first []*Circle, total int) { return g.circles, g.circular }

// fold makes the synonym groups, chooses the head of each, and marks all of a
// group as core if one of it is. Each list of same is of one group, besides what the
// Synonym edges say.
func (g *Graph) fold(same [][]ID) {
	n := len(g.concepts)
	hier := make([]int, n)
	for _, e := range g.edges {
		if e.Rel == IsA {
			hier[e.From]++
			hier[e.To]++
		}
	}
	g.canon, g.group = make([]ID, n), make([][]ID, n)
	for _, m := range g.synonyms(same) {
		if len(m) == 0 {
			continue
		}
		head := slices.MaxFunc(m, func(a, b ID) int {
			return cmp.Or(cmp.Compare(hier[a], hier[b]), cmp.Compare(b, a))
		})
		g.group[head] = m
		core := slices.ContainsFunc(m, func(id ID) bool { return g.concepts[id].Core })
		for _, id := range m {
			g.canon[id] = head
			g.concepts[id].Core = core
		}
	}
}

// synonyms finds the synonym groups (union-find over Synonym edges and same), each in
// the place of its first member.
func (g *Graph) synonyms(same [][]ID) [][]ID {
	n := len(g.concepts)
	root := make([]ID, n)
	for i := range root {
		root[i] = ID(i)
	}
	find := func(x ID) ID {
		for root[x] != x {
			root[x] = root[root[x]]
			x = root[x]
		}
		return x
	}
	join := func(a, b ID) {
		a, b = find(a), find(b)
		root[max(a, b)] = min(a, b)
	}
	for _, e := range g.edges {
		if e.Rel == Synonym {
			join(e.From, e.To)
		}
	}
	for _, group := range same {
		for _, id := range group[1:] {
			join(group[0], id)
		}
	}
	members := make([][]ID, n)
	each := make([]ID, n) // backs the groups of one, which are nearly all
	for i := range n {
		id := ID(i)
		each[i] = id
		if r := find(id); r == id {
			members[r] = each[i : i+1 : i+1]
		} else {
			members[r] = append(members[r], id)
		}
	}
	return members
}

// link builds the arcs and the folded Is-a and Includes tables.
func (g *Graph) link() {
	n := len(g.concepts)
	arcs, isa, includes := make([]int32, n), make([]int32, n), make([]int32, n)
	g.folded(func(e Edge, from, to ID) {
		arcs[e.From]++
		arcs[e.To]++
		switch {
		case from == to:
		case e.Rel == IsA:
			isa[from]++
		case e.Rel == Includes:
			includes[to]++
		}
	})
	g.out, g.isa, g.includes = rows[Arc](arcs), rows[ID](isa), rows[ID](includes)
	g.folded(func(e Edge, from, to ID) {
		g.out[e.From] = append(g.out[e.From], Arc{e.To, e.Rel, e.Property, true})
		g.out[e.To] = append(g.out[e.To], Arc{e.From, e.Rel, e.Property, false})
		switch {
		case from == to:
		case e.Rel == IsA:
			g.isa[from] = append(g.isa[from], to)
		case e.Rel == Includes:
			g.includes[to] = append(g.includes[to], from)
		}
	})
	sets(g.isa)
	sets(g.includes)
}

// folded calls yield with each edge and the canonical concepts at its ends.
func (g *Graph) folded(yield func(e Edge, from, to ID)) {
	for _, e := range g.edges {
		yield(e, g.canon[e.From], g.canon[e.To])
	}
}

// rows cuts one array into empty rows that have room for so many each.
func rows[T any](room []int32) [][]T {
	all := 0
	for _, n := range room {
		all += int(n)
	}
	array, cut := make([]T, all), make([][]T, len(room))
	for i, n := range room {
		if n > 0 {
			cut[i], array = array[:0:n], array[n:]
		}
	}
	return cut
}

// sets makes each list a sorted set.
func sets(lists [][]ID) {
	for i, l := range lists {
		slices.Sort(l)
		lists[i] = slices.Compact(l)
	}
}

// Linked is a graph as far as [Kinds] and [MarksAgree] need it.
type Linked interface {
	Concept(ID) *Concept
	Canon(ID) ID
	Synonyms(ID) []ID
	Arcs(ID) []Arc
}

// Kinds returns the canonical ID of id and of all below it by Is-a, id first.
func Kinds(g Linked, id ID) []ID {
	all := []ID{g.Canon(id)}
	seen := map[ID]bool{all[0]: true}
	for i := 0; i < len(all); i++ {
		for _, s := range g.Synonyms(all[i]) {
			for _, a := range g.Arcs(s) {
				if to := g.Canon(a.To); a.Rel == IsA && !a.Forward && !seen[to] {
					seen[to] = true
					all = append(all, to)
				}
			}
		}
	}
	return all
}

// MarksAgree reports whether id and all its kinds are marked as core concepts: then the marks say of the topic id what
// holds without them, and the concepts that are marked beside them are other topics.
func MarksAgree(g Linked, id ID) bool {
	return !slices.ContainsFunc(Kinds(g, id), func(k ID) bool { return !marked(g, k) })
}

// marked reports whether id or a synonym of it is marked as a core concept.
func marked(g Linked, id ID) bool {
	return slices.ContainsFunc(g.Synonyms(id), func(s ID) bool { return g.Concept(s).Core })
}
