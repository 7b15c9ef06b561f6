package ontology

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Circle says that Is-a runs in a circle: Path[0] is a Path[1], which is a Path[2] and
// so on, back to Path[0]. Where Rels says Synonym instead, the way goes over from a
// concept to its synonym.
type Circle struct {
	Path  []string   // IRIs; the first is repeated at the end
	Names []string   // a label of each, or its local name
	Rels  []Relation // Rels[i] leads from Path[i] to Path[i+1]: IsA or Synonym
}

// String names the whole path, by label and local name. Of a path of more than a dozen
// concepts it names the ends.
func (c *Circle) String() string { return "Is-a runs in a circle: " + c.Way() }

// Way is the path alone, in no language.
func (c *Circle) Way() string {
	const most = 12
	var s strings.Builder
	for i := range c.Path {
		if skip := len(c.Path) - most; skip > 0 && i == most/2 {
			fmt.Fprintf(&s, " -> ... (+%d)", skip)
		}
		if len(c.Path) > most && i >= most/2 && i < len(c.Path)-most/2 {
			continue
		}
		if i > 0 {
			s.WriteString(arrow(c.Rels[i-1]))
		}
		s.WriteString(c.name(i))
	}
	return s.String()
}

func arrow(r Relation) string {
	if r == Synonym {
		return " = "
	}
	return " -> "
}

func (c *Circle) name(i int) string {
	local := LocalName(c.Path[i])
	if c.Names[i] == local {
		return printable(local)
	}
	return printable(c.Names[i]) + " (" + printable(local) + ")"
}

// printable is s as it is, or quoted if it holds what a terminal would obey.
func printable(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// foldCircles makes synonyms of canonical concepts that are a kind of each other, and
// links the graph again. OWL says that such classes are equivalent: each is a subclass
// of all others (OWL 2 Structural Specification, section 9.1.2).
func (g *Graph) foldCircles() {
	var same [][]ID
	isa := func(c ID) []ID { return g.isa[c] }
	g.components(isa, func(component []ID) {
		if len(component) > 1 {
			c := slices.Clone(component)
			slices.Sort(c)
			same = append(same, c)
		}
	})
	if same == nil {
		return
	}
	slices.SortFunc(same, func(a, b []ID) int { return int(a[0]) - int(b[0]) })
	const told = 20 // of a generated file nobody reads more
	written := g.writtenIsA()
	for _, c := range same[:min(len(same), told)] {
		g.circles = append(g.circles, g.circle(g.shortest(c), written))
	}
	g.circular = len(same)
	g.fold(same)
	g.link()
}

// shortest returns a shortest circle through the first concept of a component: breadth
// first, until the way is back.
func (g *Graph) shortest(component []ID) []ID {
	start := component[0]
	from := map[ID]ID{}
	for todo := []ID{start}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		for _, p := range g.isa[at] {
			if p == start {
				path := []ID{at}
				for path[len(path)-1] != start {
					path = append(path, from[path[len(path)-1]])
				}
				slices.Reverse(path)
				return path
			}
			if _, in := slices.BinarySearch(component, p); !in {
				continue
			}
			if _, seen := from[p]; !seen {
				from[p] = at
				todo = append(todo, p)
			}
		}
	}
	return component // there is a way back: this is not reached
}

// writtenIsA are the Is-a edges by the canonical concepts at their ends; of several the
// first.
func (g *Graph) writtenIsA() map[[2]ID]Edge {
	written := map[[2]ID]Edge{}
	for _, e := range slices.Backward(g.edges) {
		if e.Rel == IsA {
			written[[2]ID{g.canon[e.From], g.canon[e.To]}] = e
		}
	}
	return written
}

// circle words a circle of canonical concepts by the edges that were written.
func (g *Graph) circle(path []ID, written map[[2]ID]Edge) *Circle {
	c := &Circle{}
	first, at := None, None // at: the end of the edge before
	for i, id := range path {
		edge := written[[2]ID{id, path[(i+1)%len(path)]}]
		if i == 0 {
			first = edge.From
		} else if edge.From != at {
			c.add(g, at, Synonym)
		}
		c.add(g, edge.From, IsA)
		at = edge.To
	}
	if at != first {
		c.add(g, at, Synonym)
	}
	c.add(g, first, IsA)
	c.Rels = c.Rels[:len(c.Path)-1]
	return c
}

// add appends a concept and the relation that leads on from it.
func (c *Circle) add(g *Graph, id ID, next Relation) {
	c.Path = append(c.Path, g.concepts[id].IRI)
	c.Names = append(c.Names, g.concepts[id].Name("zh"))
	c.Rels = append(c.Rels, next)
}
