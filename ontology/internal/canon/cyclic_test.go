package canon

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"pgregory.net/rapid"
)

// both returns the triples of a graph whose edges go both ways.
func both(edges ...[2]int) string {
	var doc strings.Builder
	for _, e := range edges {
		fmt.Fprintf(&doc, "_:n%d :p _:n%d . _:n%d :p _:n%d .\n", e[0], e[1], e[1], e[0])
	}
	return doc.String()
}

// ring returns the edges of a circle of n nodes from the given one on.
func ring(from, n int) (edges [][2]int) {
	for i := range n {
		edges = append(edges, [2]int{from + i, from + (i+1)%n})
	}
	return edges
}

// alike are graphs whose nodes cannot be told apart by their neighbours, nor
// the neighbours by theirs, and so on.
func alike() map[string]string {
	var complete, grid, petersen, bipartite [][2]int
	for i := range 7 {
		for j := range i {
			complete = append(complete, [2]int{i, j})
		}
	}
	for i := range 4 { // the rook's graph: same row or same column
		for j := range 4 {
			for k := j + 1; k < 4; k++ {
				grid = append(grid, [2]int{4*i + j, 4*i + k}, [2]int{4*j + i, 4*k + i})
			}
		}
	}
	var shrikhande [][2]int // as regular as the rook's graph, and another
	for i := range 4 {
		for j := range 4 {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}} {
				shrikhande = append(shrikhande, [2]int{4*i + j, 4*((i+d[0])%4) + (j+d[1])%4})
			}
		}
	}
	petersen = append(petersen, ring(0, 5)...)
	for i := range 5 {
		petersen = append(petersen, [2]int{i, 5 + i}, [2]int{5 + i, 5 + (i+2)%5})
	}
	for i := range 6 {
		for j := range 6 {
			bipartite = append(bipartite, [2]int{i, 6 + j})
		}
	}
	joined := func(a, b [][2]int) [][2]int { return append(append([][2]int{}, a...), b...) }
	star := ""
	for i := range 300 {
		star += fmt.Sprintf("_:s%d :p _:hub ; :q _:rim .\n", i)
	}
	return map[string]string{
		"hexagon":       both(ring(0, 6)...),
		"two triangles": both(joined(ring(0, 3), ring(3, 3))...),
		"ring of 50":    both(ring(0, 50)...),
		"one way round": "_:a :p _:b . _:b :p _:c . _:c :p _:a .",
		"K7":            both(complete...), "rook": both(grid...), "Shrikhande": both(shrikhande...),
		"rook and Shrikhande": both(joined(grid, renumbered(shrikhande, 16))...),
		"Petersen":            both(petersen...), "K6,6": both(bipartite...),
		"star of twins": star,
	}
}

func renumbered(edges [][2]int, by int) (out [][2]int) {
	for _, e := range edges {
		out = append(out, [2]int{e[0] + by, e[1] + by})
	}
	return out
}

// Graphs that are alike everywhere have one form each, whatever the order and
// the names, and different graphs have different forms.
func TestAlike(t *testing.T) {
	forms := make(map[string]string)
	for name, doc := range alike() {
		t.Run(name, func(t *testing.T) {
			triples := parse(t, doc)
			once := Triples(triples)
			want := inNTriples(t, once)
			if len(once) != len(triples) {
				t.Fatalf("%d triples became %d", len(triples), len(once))
			}
			if len(triples) < 100 && !rdfiotest.Isomorphic(triples, once) {
				t.Errorf("other triples:\n%s", want)
			}
			rapid.Check(t, func(rt *rapid.T) {
				if got := inNTriples(t, Triples(shuffled(rt, triples))); got != want {
					rt.Fatalf("(-want +got):\n%s", cmp.Diff(want, got))
				}
			})
			if other := forms[want]; other != "" {
				t.Errorf("has the form of %s", other)
			}
			forms[want] = name
		})
	}
}

// Large groups end soon, canonical or not: a crystal, and a ring with a mark,
// in which each node differs from all others by how far the mark is.
func TestLargeGroups(t *testing.T) {
	const side = 40
	var crystal strings.Builder
	for i := range side {
		for j := range side {
			fmt.Fprintf(&crystal, "_:c%d_%d :p _:c%d_%d , _:c%d_%d .\n", i, j, (i+1)%side, j, i, (j+1)%side)
		}
	}
	var marked strings.Builder
	const around = 20_000
	for i := range around {
		fmt.Fprintf(&marked, "_:r%d :p _:r%d .\n", i, (i+1)%around)
	}
	marked.WriteString("_:r7 :q 1 .")
	for name, doc := range map[string]string{"crystal": crystal.String(), "marked ring": marked.String()} {
		triples := parse(t, doc)
		once := Triples(triples)
		if len(once) != len(triples) {
			t.Errorf("%s: %d triples became %d", name, len(triples), len(once))
		}
		if again := Triples(once); inNTriples(t, again) != inNTriples(t, once) {
			t.Errorf("%s: another form the second time", name)
		}
	}
}

// Where the search is given up, nothing is lost.
func TestGivenUp(t *testing.T) {
	triples := parse(t, alike()["rook"])
	g := newGraph(triples)
	down, up := g.links()
	cyclics := groups(down, up)
	if len(cyclics) != 1 || isTree(cyclics[0], up) {
		t.Fatal("not one cyclic component")
	}
	x := newCyclic(cyclics[0], down, up)
	x.steps = mostSteps
	colours := make([]digest, len(g.blanks))
	x.name(colours, map[digest]uint64{})
	seen := map[digest]bool{}
	for _, c := range colours {
		seen[c] = true
	}
	if len(seen) != 16 {
		t.Errorf("%d nodes have %d names", len(colours), len(seen))
	}
}
