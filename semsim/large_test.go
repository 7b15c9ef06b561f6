package semsim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// envo is the Environment Ontology: 6,448 terms that are not obsolete.
func envo(tb testing.TB) *ontology.Graph {
	tb.Helper()
	dir := goldentest.Dir(tb, "ontologies/real-ontologies")
	o, err := owl.Open(filepath.Join(dir, "envo", "envo.obo"), owl.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return o.Graph
}

// randomEnvo makes a hierarchy of n concepts of the shape of ENVO: one in five
// has a second parent, one in eight is included by a concept that is no parent
// of it, and both are as far from the first parent as measured there.
func randomEnvo(tb testing.TB, n int) *ontology.Graph {
	tb.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var b ontology.Builder
	parent, children := make([]int, n), make([][]int, n)
	// far is a concept some edges from p, up and down again, as in ENVO: 1 in
	// ten at a hundred, 2 in thirty, and so on.
	far := func(p int) int {
		d := 1
		for x := r.IntN(100); d < 10 && x >= [10]int{0, 10, 40, 60, 78, 88, 94, 97, 98, 99}[d]; d++ {
		}
		down := d / 2
		for range d - down {
			p = parent[p]
		}
		for range down {
			if c := children[p]; len(c) > 0 {
				p = c[r.IntN(len(c))]
			}
		}
		return p
	}
	for i := range n {
		c := b.Concept(fmt.Sprint("x:", i))
		if i == 0 {
			continue
		}
		p := r.IntN(i)
		b.Relate(c, ontology.ID(p), ontology.IsA, "")
		if x := r.IntN(40); x < 8 {
			b.Relate(c, ontology.ID(far(p)), ontology.IsA, "")
		} else if x < 13 {
			b.Relate(ontology.ID(far(p)), c, ontology.Includes, "")
		}
		parent[i], children[p] = p, append(children[p], i)
	}
	g := b.Build()
	return g
}

// Records and rows agree on ENVO and on a large random hierarchy.
func TestPairsOfLargeGraphs(t *testing.T) {
	graphs := map[string]*ontology.Graph{"forest": randomEnvo(t, 20_000)}
	if os.Getenv(goldentest.Env) != "" {
		graphs["envo"] = envo(t)
	}
	for name, g := range graphs {
		m := measure(t, g, Params{})
		m.indexPairs()
		if m.pairs.Load() == nil {
			t.Fatalf("%s: refused", name)
		}
		r := rand.New(rand.NewPCG(5, 6))
		var row []float64
		for range 10 {
			a := ontology.ID(r.IntN(g.Len()))
			row = m.Topic(a, row)
			for i, want := range row {
				if got := m.Sim(a, ontology.ID(i)); got != want {
					t.Fatalf("%s: Sim(%d,%d) = %v, in the row %v", name, a, i, got, want)
				}
			}
			for range 10 {
				b := ontology.ID(r.IntN(g.Len()))
				if e := m.Explain(a, b); e.Sim != row[b] {
					t.Fatalf("%s: Sim(%d,%d) = %v, explained %v", name, a, b, row[b], e.Sim)
				}
			}
		}
	}
}

// Questions about pairs are answered by rows at first, then by records, without
// allocation.
func TestSimLearns(t *testing.T) {
	g := randomEnvo(t, eagerConcepts+500)
	m := measure(t, g, Params{})
	want := measure(t, g, Params{})
	for i := range 2 * rowsBeforeIndex {
		a, b := ontology.ID(i*7%g.Len()), ontology.ID(i*131%g.Len())
		if got, want := m.Sim(a, b), want.Topic(a, nil)[b]; got != want {
			t.Fatalf("Sim(%d,%d) = %v, want %v", a, b, got, want)
		}
	}
	if m.pairs.Load() == nil {
		t.Error("no pieces after many questions")
	}
	if n := testing.AllocsPerRun(100, func() { m.Sim(3, 1400) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// Deep hierarchies and dense graphs cost time in proportion only: no pair index
// is made of them, and rows answer.
func TestHostileShapes(t *testing.T) {
	const n = 20_000
	deep := make([]relation, 0, n)
	for i := range n {
		deep = append(deep, relation{fmt.Sprint(i + 1), ontology.IsA, fmt.Sprint(i)})
	}
	dense := make([]relation, 0, 4*n)
	r := rand.New(rand.NewPCG(7, 8))
	for i := 1; i < n/4; i++ {
		for range 16 {
			dense = append(dense, relation{fmt.Sprint(i), ontology.Includes, fmt.Sprint(r.IntN(i))})
		}
	}
	for name, rows := range map[string][]relation{"deep": deep, "dense": dense} {
		m := measure(t, graph(t, rows), Params{})
		m.indexPairs()
		if m.pairs.Load() != nil {
			t.Errorf("%s: not refused", name)
		}
		row := m.Topic(100, nil)
		for b := range 50 {
			if got, e := m.Sim(ontology.ID(b), 100), m.Explain(100, ontology.ID(b)); got != row[b] || e.Sim != row[b] {
				t.Fatalf("%s: Sim(%d,100) = %v, %v in the row, %v explained", name, b, got, row[b], e.Sim)
			}
		}
	}
}

func BenchmarkTopicLarge(b *testing.B) {
	for name, g := range map[string]*ontology.Graph{"envo": envo(b), "forest": randomEnvo(b, 100_000)} {
		m := measure(b, g, Params{})
		row := make([]float64, g.Len())
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			w := start()
			for i := range b.N {
				row = m.Topic(ontology.ID(i*7919%g.Len()), row)
			}
			w.report(b, b.N*g.Len(), "cpu-ns/concept")
		})
	}
}

func BenchmarkSimLarge(b *testing.B) {
	for name, g := range map[string]*ontology.Graph{"envo": envo(b), "forest": randomEnvo(b, 100_000)} {
		m := measure(b, g, Params{})
		m.indexPairs()
		r := rand.New(rand.NewPCG(3, 4))
		pairs := make([]ontology.ID, 1<<21)
		for i := range pairs {
			pairs[i] = ontology.ID(r.IntN(g.Len()))
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			w := start()
			for i := range b.N {
				k := 2 * i & (1<<21 - 1)
				m.Sim(pairs[k], pairs[k+1])
			}
			w.report(b, b.N, "cpu-ns/pair")
		})
	}
}

func BenchmarkBind(b *testing.B) {
	for name, g := range map[string]*ontology.Graph{"envo": envo(b), "forest": randomEnvo(b, 100_000)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			w := start()
			for b.Loop() {
				measure(b, g, Params{}).indexPairs()
			}
			w.report(b, b.N, "cpu-ns/op")
		})
	}
}

// BenchmarkAllPairs counts the pairs of ENVO with a similarity of .7 or more,
// on two goroutines.
func BenchmarkAllPairs(b *testing.B) {
	g := envo(b)
	m := measure(b, g, Params{Tau: 2})
	b.ReportAllocs()
	w := start()
	for b.Loop() {
		similar := 0
		err := Rows(context.Background(), m, g.Len(), 2, func(a ontology.ID, row []float64) error {
			for _, sim := range row[a+1:] {
				if sim >= .7 {
					similar++
				}
			}
			return nil
		})
		if err != nil || similar == 0 {
			b.Fatal(similar, err)
		}
	}
	w.report(b, b.N, "cpu-ns/op")
}

func BenchmarkMethods(b *testing.B) {
	for name, g := range map[string]*ontology.Graph{"envo": envo(b), "forest": randomEnvo(b, 100_000)} {
		for _, method := range Measures()[1:] {
			c, err := method.New(g, Options{})
			if err != nil {
				b.Fatal(err)
			}
			r := rand.New(rand.NewPCG(3, 4))
			pairs := make([]ontology.ID, 1<<20)
			for i := range pairs {
				pairs[i] = ontology.ID(r.IntN(g.Len()))
			}
			c.Sim(0, 1)
			b.Run(name+"/"+method.Name+"/pair", func(b *testing.B) {
				b.ReportAllocs()
				w := start()
				for i := range b.N {
					k := 2 * i & (1<<20 - 1)
					c.Sim(pairs[k], pairs[k+1])
				}
				w.report(b, b.N, "cpu-ns/pair")
			})
			b.Run(name+"/"+method.Name+"/topic", func(b *testing.B) {
				row := make([]float64, g.Len())
				b.ReportAllocs()
				w := start()
				for i := range b.N {
					row = c.Topic(ontology.ID(i*7919%g.Len()), row)
				}
				w.report(b, b.N*g.Len(), "cpu-ns/concept")
			})
		}
	}
}

func BenchmarkContraction(b *testing.B) {
	for name, g := range map[string]*ontology.Graph{"envo": envo(b), "forest": randomEnvo(b, 100_000)} {
		m := measure(b, g, Params{})
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			w := start()
			for b.Loop() {
				newContractionHierarchy(m.paths, degreeForSweeps)
			}
			w.report(b, b.N, "cpu-ns/op")
		})
	}
}
