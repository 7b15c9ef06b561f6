package ontology_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	. "github.com/ontocrawl/ontocrawl/ontology"
)

// drawn is a random graph: few concepts and many edges, so that circles,
// groups of synonyms and several parents all come up.
func drawn(t *rapid.T) *Graph {
	var b Builder
	n := rapid.IntRange(0, 9).Draw(t, "n")
	for i := range n {
		b.Concept(fmt.Sprint("ex:", i))
	}
	for range rapid.IntRange(0, 2*n).Draw(t, "edges") {
		from := ID(rapid.IntRange(0, n-1).Draw(t, "from"))
		to := ID(rapid.IntRange(0, n-1).Draw(t, "to"))
		rel := rapid.SampledFrom([]Relation{Other, Synonym, IsA, IsA, Includes, Includes, Includes}).Draw(t, "rel")
		b.Relate(from, to, rel, "")
	}
	g := b.Build()
	circles, total := g.Circles()
	if total != len(circles) {
		t.Fatalf("%d circles told of %d", len(circles), total)
	}
	for _, c := range circles {
		checkCircle(t, g, c)
	}
	return g
}

// checkCircle: a circle goes along edges, and all on it are synonyms.
func checkCircle(t *rapid.T, g *Graph, c *Circle) {
	n := len(c.Path)
	if n < 3 || len(c.Names) != n || len(c.Rels) != n-1 || c.Path[0] != c.Path[n-1] {
		t.Fatalf("not a circle: %+v", c)
	}
	first, _ := g.ByIRI(c.Path[0])
	for i, rel := range c.Rels {
		from, _ := g.ByIRI(c.Path[i])
		to, _ := g.ByIRI(c.Path[i+1])
		if g.Canon(from) != g.Canon(first) {
			t.Fatalf("%s and %s of %+v are no synonyms", c.Path[0], c.Path[i], c)
		}
		if rel == IsA && !slices.Contains(g.Edges(), Edge{from, to, IsA, ""}) {
			t.Fatalf("no edge for step %d of %+v", i, c)
		}
	}
	if !slices.Contains(c.Rels, IsA) {
		t.Fatalf("no Is-a in %+v", c)
	}
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawn(t)
		isa := map[ID]map[ID]bool{}
		including := map[ID]map[ID]bool{}
		for i := range g.Len() {
			isa[ID(i)], including[ID(i)] = map[ID]bool{}, map[ID]bool{}
		}
		for _, e := range g.Edges() {
			from, to := g.Canon(e.From), g.Canon(e.To)
			switch {
			case e.Rel == Synonym && from != to:
				t.Fatalf("synonyms %d and %d are not folded", e.From, e.To)
			case from == to:
			case e.Rel == IsA:
				isa[from][to] = true
			case e.Rel == Includes:
				including[to][from] = true
			}
		}
		for i := range g.Len() {
			checkPlace(t, g, ID(i), isa, including)
		}
		for _, r := range g.Roots() {
			if len(g.Parents(r)) != 0 || g.Depth(r) != 1 {
				t.Fatalf("root %d has parents %v, depth %d", r, g.Parents(r), g.Depth(r))
			}
		}
	})
}

// checkPlace checks what must hold of every concept.
func checkPlace(t *rapid.T, g *Graph, id ID, isa, including map[ID]map[ID]bool) {
	c := g.Canon(id)
	if g.Canon(c) != c || !slices.Contains(g.Synonyms(id), id) || g.Depth(id) != g.Depth(c) {
		t.Fatalf("%d is not of one mind with its head %d", id, c)
	}
	parents := g.Parents(id)
	if !slices.IsSorted(parents) || len(slices.Compact(slices.Clone(parents))) != len(parents) {
		t.Fatalf("parents of %d: %v", id, parents)
	}
	least := 1 << 30
	for _, p := range parents {
		if !isa[c][p] && (len(isa[c]) > 0 || !including[c][p]) {
			t.Fatalf("%d hangs under %d without an edge that says so", c, p)
		}
		if !slices.Contains(g.Children(p), c) {
			t.Fatalf("%d is no child of its parent %d", c, p)
		}
		if slices.Contains(g.Ancestors(p), c) {
			t.Fatalf("%d is above itself by %d", c, p)
		}
		least = min(least, g.Depth(p))
	}
	if len(parents) == 0 {
		least = 0
		if !slices.Contains(g.Roots(), c) {
			t.Fatalf("%d has no parents and is no root", c)
		}
	}
	if len(isa[c]) > 0 && len(parents) != len(isa[c]) {
		t.Fatalf("%d has %d Is-a parents, of which %v count", c, len(isa[c]), parents)
	}
	if g.Depth(c) != least+1 {
		t.Fatalf("depth of %d is %d, the least of its parents' %d", c, g.Depth(c), least)
	}
	if len(isa[c]) == 0 && len(parents) == 0 && len(including[c]) > 0 {
		// Only a circle leaves a concept that others include without parents.
		above := map[ID]bool{}
		rise(c, isa, including, above)
		if !above[c] {
			t.Fatalf("%d is included by %v, in no circle, and yet a root", c, including[c])
		}
	}
}

// rise collects what is above c by Is-a or, failing that, by Includes.
func rise(c ID, isa, including map[ID]map[ID]bool, seen map[ID]bool) {
	up := isa[c]
	if len(up) == 0 {
		up = including[c]
	}
	for p := range up {
		if !seen[p] {
			seen[p] = true
			rise(p, isa, including, seen)
		}
	}
}

func TestSameOrderSameGraph(t *testing.T) {
	edges := "D isa C\n D isa B\n C = E\n A inc B\n B inc F\n F inc B"
	g1 := build(t, edges)
	for range 20 {
		if g2 := build(t, edges); shape(g1) != shape(g2) {
			t.Fatalf("two builds differ:\n%s\n%s", shape(g1), shape(g2))
		}
	}
}
