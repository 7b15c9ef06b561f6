package ontology

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// CycleError says that Is-a runs in a circle: Path[0] is a Path[1], which is a
// Path[2] and so on, back to Path[0]. Where Rels says Synonym instead, the way
// goes over from a concept to its synonym.
type CycleError struct {
	Path  []string   // IRIs; the first is repeated at the end
	Names []string   // a label of each, or its local name
	Rels  []Relation // Rels[i] leads from Path[i] to Path[i+1]: IsA or Synonym
}

// Error names the whole path, by label and local name. Of a path of more than
// a dozen concepts it names the ends.
func (e *CycleError) Error() string {
	const most = 12
	var s strings.Builder
	s.WriteString("Is-a runs in a circle: ")
	for i := range e.Path {
		if skip := len(e.Path) - most; skip > 0 && i == most/2 {
			fmt.Fprintf(&s, " -> ... (%d more)", skip)
		}
		if len(e.Path) > most && i >= most/2 && i < len(e.Path)-most/2 {
			continue
		}
		if i > 0 {
			s.WriteString(arrow(e.Rels[i-1]))
		}
		s.WriteString(e.name(i))
	}
	return s.String()
}

func arrow(r Relation) string {
	if r == Synonym {
		return " = "
	}
	return " -> "
}

func (e *CycleError) name(i int) string {
	local := LocalName(e.Path[i])
	if e.Names[i] == local {
		return printable(local)
	}
	return printable(e.Names[i]) + " (" + printable(local) + ")"
}

// printable is s as it is, or quoted if it holds what a terminal would obey.
func printable(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// cycle returns a [*CycleError] if there is a circle of Is-a edges, synonyms
// folded, or nil.
func (g *Graph) cycle() error {
	var found error
	g.circles(func(path []step) bool {
		found = g.circle(path)
		return false
	})
	return found
}

// circles searches the Is-a edges, synonyms folded, and calls yield with each
// circle it meets, as canonical concepts that are yield's only during the
// call. If yield returns true, the edge that closes the circle is taken out of
// the table of Is-a parents and the search goes on; else it ends.
func (g *Graph) circles(yield func(path []step) bool) {
	const open, done = 1, 2
	state := make([]uint8, len(g.concepts))
	var path []step
	for start := range g.concepts {
		if state[start] != 0 {
			continue
		}
		path = append(path, step{id: ID(start)})
		state[start] = open
		for len(path) > 0 {
			f := &path[len(path)-1]
			if f.next == len(g.isa[f.id]) {
				state[f.id] = done
				path = path[:len(path)-1]
				continue
			}
			p := g.isa[f.id][f.next]
			f.next++
			switch state[p] {
			case 0:
				state[p] = open
				path = append(path, step{id: p})
			case open:
				i := slices.IndexFunc(path, func(s step) bool { return s.id == p })
				if !yield(path[i:]) {
					return
				}
				f.next--
				g.isa[f.id] = slices.Delete(g.isa[f.id], f.next, f.next+1)
			}
		}
	}
}

// circle words a circle of canonical concepts by the edges that were written.
func (g *Graph) circle(path []step) *CycleError {
	written := map[[2]ID]Edge{}
	for _, e := range slices.Backward(g.edges) { // of several the first
		if e.Rel == IsA {
			written[[2]ID{g.canon[e.From], g.canon[e.To]}] = e
		}
	}
	e := &CycleError{}
	first, at := None, None // at: the end of the edge before
	for i, s := range path {
		edge := written[[2]ID{s.id, path[(i+1)%len(path)].id}]
		if i == 0 {
			first = edge.From
		} else if edge.From != at {
			e.add(g, at, Synonym)
		}
		e.add(g, edge.From, IsA)
		at = edge.To
	}
	if at != first {
		e.add(g, at, Synonym)
	}
	e.add(g, first, IsA)
	e.Rels = e.Rels[:len(e.Path)-1]
	return e
}

// add appends a concept and the relation that leads on from it.
func (e *CycleError) add(g *Graph, c ID, next Relation) {
	e.Path = append(e.Path, g.concepts[c].IRI)
	e.Names = append(e.Names, g.concepts[c].Name("zh"))
	e.Rels = append(e.Rels, next)
}
