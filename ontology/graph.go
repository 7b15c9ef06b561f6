package ontology

import (
	"cmp"
	"slices"
)

// Graph is an immutable concept graph. The zero value is an empty graph.
//
// Synonyms are folded: Canon maps the members of a synonym group to the one
// added first among those with the most Is-a edges, and Parents, Children,
// Depth, Ancestors and Roots speak of canonical concepts only.
//
// The hierarchy of a concept is made of its Is-a edges. A concept without any
// (a storm surge, which a typhoon Includes) hangs under the concepts that
// include it, as in the papers' figures; of several, under those nearest to a
// root.
type Graph struct {
	concepts []Concept
	edges    []Edge
	byIRI    map[string]ID
	canon    []ID
	group    [][]ID // members by canonical ID
	out      [][]Arc
	parents  [][]ID
	children [][]ID
	isa      [][]ID // Is-a parents, folded
	includes [][]ID // including concepts, folded
	depth    []int32
	roots    []ID
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
	seen := map[ID]bool{}
	stack := []ID{g.canon[id]}
	var all []ID
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[c] {
			continue
		}
		seen[c] = true
		all = append(all, c)
		stack = append(stack, g.parents[c]...)
	}
	slices.Sort(all)
	return all
}

// fold finds the synonym groups (union-find over Synonym edges).
func (g *Graph) fold() {
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
	hier := make([]int, n)
	for _, e := range g.edges {
		switch e.Rel {
		case Synonym:
			a, b := find(e.From), find(e.To)
			root[max(a, b)] = min(a, b)
		case IsA:
			hier[e.From]++
			hier[e.To]++
		}
	}
	members := make([][]ID, n)
	for i := range n {
		r := find(ID(i))
		members[r] = append(members[r], ID(i))
	}
	g.canon, g.group = make([]ID, n), make([][]ID, n)
	for _, m := range members {
		if len(m) == 0 {
			continue
		}
		head := slices.MaxFunc(m, func(a, b ID) int {
			return cmp.Or(cmp.Compare(hier[a], hier[b]), cmp.Compare(b, a))
		})
		g.group[head] = m
		for _, id := range m {
			g.canon[id] = head
		}
	}
}

// link builds the arcs and the folded Is-a and Includes tables.
func (g *Graph) link() {
	n := len(g.concepts)
	g.out = make([][]Arc, n)
	g.isa, g.includes = make([][]ID, n), make([][]ID, n)
	for _, e := range g.edges {
		g.out[e.From] = append(g.out[e.From], Arc{e.To, e.Rel, e.Property, true})
		g.out[e.To] = append(g.out[e.To], Arc{e.From, e.Rel, e.Property, false})
		from, to := g.canon[e.From], g.canon[e.To]
		switch {
		case from == to:
		case e.Rel == IsA:
			g.isa[from] = insert(g.isa[from], to)
		case e.Rel == Includes:
			g.includes[to] = insert(g.includes[to], from)
		}
	}
}

// insert adds id to a sorted set.
func insert(s []ID, id ID) []ID {
	i, found := slices.BinarySearch(s, id)
	if found {
		return s
	}
	return slices.Insert(s, i, id)
}

// cycle returns the IRIs of a circle of Is-a edges, or nil.
func (g *Graph) cycle() []string {
	const open, done = 1, 2
	state := make([]uint8, len(g.concepts))
	type frame struct {
		id   ID
		next int
	}
	for start := range g.concepts {
		if state[start] != 0 {
			continue
		}
		stack := []frame{{id: ID(start)}}
		state[start] = open
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.next == len(g.isa[f.id]) {
				state[f.id] = done
				stack = stack[:len(stack)-1]
				continue
			}
			p := g.isa[f.id][f.next]
			f.next++
			switch state[p] {
			case 0:
				state[p] = open
				stack = append(stack, frame{id: p})
			case open:
				i := slices.IndexFunc(stack, func(f frame) bool { return f.id == p })
				var path []string
				for _, f := range stack[i:] {
					path = append(path, g.concepts[f.id].IRI)
				}
				return append(path, g.concepts[p].IRI)
			}
		}
	}
	return nil
}

// rank walks down from the roots by breadth: Is-a first decides what a root
// is, then the concepts that only Includes reaches are hung under the nearest.
func (g *Graph) rank() {
	n := len(g.concepts)
	g.parents, g.children, g.depth = make([][]ID, n), make([][]ID, n), make([]int32, n)
	down := make([][]ID, n) // folded edges downwards that may make a parent
	var level []ID
	for c := range g.concepts {
		id := ID(c)
		if g.canon[id] != id {
			continue
		}
		up := g.isa[id]
		if len(up) == 0 {
			up = g.includes[id]
		} else {
			g.parents[id] = up
		}
		for _, p := range up {
			down[p] = append(down[p], id)
		}
		if len(up) == 0 {
			level = append(level, id)
		}
	}
	for d := int32(1); ; d++ {
		if len(level) == 0 {
			if level = g.unreached(); level == nil {
				break
			}
			d = 1
		}
		for _, id := range level {
			g.depth[id] = d
			if d == 1 {
				g.roots = append(g.roots, id)
			}
		}
		level = g.descend(level, down, d)
	}
	slices.Sort(g.roots)
	for c := range g.parents {
		for _, p := range g.parents[c] {
			g.children[p] = append(g.children[p], ID(c))
		}
	}
}

// descend returns the concepts below level that have no depth yet, and hangs
// those that only Includes reaches under their parents in level.
func (g *Graph) descend(level []ID, down [][]ID, d int32) []ID {
	var next []ID
	for _, p := range level {
		for _, c := range down[p] {
			if g.depth[c] != 0 && g.depth[c] != d+1 {
				continue
			}
			if g.depth[c] == 0 {
				g.depth[c] = d + 1
				next = append(next, c)
			}
			if len(g.isa[c]) == 0 {
				g.parents[c] = insert(g.parents[c], p)
			}
		}
	}
	slices.Sort(next)
	return next
}

// unreached returns the first concept that no root reaches (concepts that only
// include each other in a circle), or nil. It becomes a root.
func (g *Graph) unreached() []ID {
	for c := range g.concepts {
		if id := ID(c); g.canon[id] == id && g.depth[id] == 0 {
			g.parents[id] = nil
			return []ID{id}
		}
	}
	return nil
}
