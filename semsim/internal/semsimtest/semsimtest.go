// Package semsimtest is the conformance suite of a [semsim.Comparer].
package semsimtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Test checks the Comparer that open returns, over the hazards of ontologytest,
// random graphs, random trees, and a graph of some thousand concepts: what
// every Comparer promises, and laws.
func Test(t *testing.T, laws semsim.Laws, open func(g *ontology.Graph) (semsim.Comparer, error)) {
	t.Run("empty", func(t *testing.T) {
		if _, err := open(&ontology.Graph{}); err != nil {
			t.Error(err)
		}
	})
	t.Run("hazards", func(t *testing.T) { examine(t, laws, ontologytest.Hazards(), open) })
	t.Run("graphs", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { examine(t, laws, ontologytest.Random(t, 16), open) })
	})
	t.Run("trees", func(t *testing.T) {
		laws := laws
		laws.Monotone = laws.Monotone || laws.MonotoneInTrees
		rapid.Check(t, func(t *rapid.T) { examine(t, laws, tree(t, 16), open) })
	})
	t.Run("large", func(t *testing.T) { large(t, open) })
}

// tree draws a graph in which no concept has several parents.
func tree(t *rapid.T, most int) *ontology.Graph {
	var b ontology.Builder
	b.Concept("x:0")
	for i := range rapid.IntRange(0, most-1).Draw(t, "n") {
		c := b.Concept(fmt.Sprint("x:", i+1))
		if p := rapid.IntRange(-1, i).Draw(t, "parent"); p >= 0 {
			b.Relate(c, ontology.ID(p), ontology.IsA, "")
		}
	}
	g := b.Build()
	return g
}

// tb is the common part of testing.T and rapid.T.
type tb interface {
	Helper()
	Fatalf(format string, args ...any)
	Fatal(args ...any)
}

func examine(t tb, laws semsim.Laws, g *ontology.Graph, open func(g *ontology.Graph) (semsim.Comparer, error)) {
	t.Helper()
	c, err := open(g)
	if err != nil {
		t.Fatal(err)
	}
	var row []float64
	for i := range g.Len() {
		a := ontology.ID(i)
		row = c.Topic(a, row)
		if len(row) != g.Len() {
			t.Fatalf("Topic(%d) has %d values for %d concepts", a, len(row), g.Len())
		}
		for j, sim := range row {
			pair(t, laws, g, c, a, ontology.ID(j), sim)
		}
		if laws.Monotone {
			monotone(t, g, c, a)
		}
	}
}

// pair checks the Comparer's answers for a and b, where sim is from a's row.
func pair(t tb, laws semsim.Laws, g *ontology.Graph, c semsim.Comparer, a, b ontology.ID, sim float64) {
	t.Helper()
	switch {
	case !(sim >= 0 && sim <= 1):
		t.Fatalf("Sim(%d,%d) = %v is out of range", a, b, sim)
	case sim != c.Sim(a, b):
		t.Fatalf("Sim(%d,%d) = %v, but %v in the row", a, b, c.Sim(a, b), sim)
	case sim != c.Sim(b, a):
		t.Fatalf("Sim(%d,%d) = %v, but Sim(%[2]d,%[1]d) = %[4]v", a, b, sim, c.Sim(b, a))
	case sim != c.Sim(g.Canon(a), b):
		t.Fatalf("Sim(%d,%d) = %v, but %v of a synonym", a, b, sim, c.Sim(g.Canon(a), b))
	case laws.Identity && g.Canon(a) == g.Canon(b) && sim != 1:
		t.Fatalf("Sim(%d,%d) = %v of one concept", a, b, sim)
	}
	explained(t, g, a, b, sim, c.Explain(a, b))
}

func explained(t tb, g *ontology.Graph, a, b ontology.ID, sim float64, e semsim.Explanation) {
	t.Helper()
	if e.Sim != sim || e.A.ID != a || e.B.ID != b || e.Synonym != (g.Canon(a) == g.Canon(b)) {
		t.Fatalf("Sim(%d,%d) = %v, explained %+v", a, b, sim, e)
	}
	up, other := g.Ancestors(a), g.Ancestors(b)
	shared := 0
	for _, id := range up {
		if slices.Contains(other, id) {
			shared++
		}
	}
	if e.Shared != shared || e.Ancestors != len(up)+len(other)-shared || (e.Ancestor != nil) != (shared > 0) {
		t.Fatalf("(%d,%d) have %d ancestors in common, explained %+v", a, b, shared, e)
	}
	if e.Ancestor != nil && !(slices.Contains(up, e.Ancestor.ID) && slices.Contains(other, e.Ancestor.ID)) {
		t.Fatalf("(%d,%d): %+v is no common ancestor", a, b, e.Ancestor)
	}
	for _, term := range e.Terms {
		if math.IsNaN(term.Value) || math.IsInf(term.Value, 0) {
			t.Fatalf("(%d,%d): term %+v", a, b, term)
		}
	}
	at := g.Canon(a)
	for i, s := range e.Path {
		if g.Canon(s.From.ID) != g.Canon(at) || s.Relation == "" {
			t.Fatalf("(%d,%d): the path breaks at step %d: %+v", a, b, i, e.Path)
		}
		at = s.To.ID
	}
	if len(e.Path) > 0 && g.Canon(at) != g.Canon(b) {
		t.Fatalf("(%d,%d): the path ends elsewhere: %+v", a, b, e.Path)
	}
}

// monotone checks that similarity with the ancestors of a does not grow on the
// way up.
func monotone(t tb, g *ontology.Graph, c semsim.Comparer, a ontology.ID) {
	t.Helper()
	const slack = 1e-12 // for rounding
	for _, y := range g.Ancestors(a) {
		for _, x := range g.Ancestors(y) {
			if near, more := c.Sim(a, y), c.Sim(a, x); more > near+slack {
				t.Fatalf("similarity of %d with its ancestor %d is %v, with %d above that %v", a, y, near, x, more)
			}
		}
	}
}

// large compares rows with pairs, which a Comparer may compute differently,
// from several goroutines at once.
func large(t *testing.T, open func(g *ontology.Graph) (semsim.Comparer, error)) {
	g := randomGraph(2500)
	c, err := open(g)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(w)))
			var row []float64
			for range 12 {
				a := ontology.ID(r.IntN(g.Len()))
				row = c.Topic(a, row)
				for range 100 {
					b := ontology.ID(r.IntN(g.Len()))
					if sim, back := c.Sim(a, b), c.Sim(b, a); sim != row[b] || back != row[b] {
						t.Errorf("Sim(%d,%d) = %v, the other way %v, in the row %v", a, b, sim, back, row[b])
						return
					}
				}
			}
		})
	}
	wait.Wait()
}

// randomGraph is a graph of n concepts: one in four has a second parent, some
// are included by others, some have synonyms.
func randomGraph(n int) *ontology.Graph {
	r := rand.New(rand.NewPCG(9, 9))
	var b ontology.Builder
	for i := range n {
		c := b.Concept(fmt.Sprint("x:", i))
		if i == 0 {
			continue
		}
		b.Relate(c, ontology.ID(r.IntN(i)), ontology.IsA, "")
		switch r.IntN(12) {
		case 0, 1, 2:
			b.Relate(c, ontology.ID(r.IntN(i)), ontology.IsA, "")
		case 3:
			b.Relate(ontology.ID(r.IntN(i)), c, ontology.Includes, "")
		case 4:
			b.Relate(c, b.Concept(fmt.Sprint("x:also ", i)), ontology.Synonym, "")
		}
	}
	g := b.Build()
	return g
}
