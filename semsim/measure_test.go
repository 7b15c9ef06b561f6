package semsim

import (
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// The factors are fractions that can be checked by hand. Sim was added up from
// them apart from this program.
func TestSimByHand(t *testing.T) {
	g := graph(t, hazards)
	m := measure(t, g, Params{})
	tests := []struct {
		a, b                    string
		dis, den, dep, coi, rel float64
		sim                     float64
	}{
		{"Storm", "Storm", 1, 1, 1, 1, 1, 1},
		{"Hurricane", "Typhoon", 1, 1, 1, 1, 1, 1},
		{"Hazard", "Storm", 34. / 35, 2. / 3, 2. / 3, 1. / 2, .8, 0.914810},
		{"Typhoon", "Surge", 34. / 35, 1, 4. / 7, 2. / 5, .6, 0.905429},
		// Three edges: over Storm and Hazard.
		{"Hurricane", "Warning", 34. / 37, 2. / 3, 2. / 5, 1. / 4, 2.2 / 3, 0.844635},
		{"Surge", "FlashFlood", 34. / 36, 2. / 3, 3. / 4, 1. / 2, .8, 0.898222},
		// Three paths of three edges; the one over FlashFlood and Flood is Is-a
		// throughout and has the greatest weight.
		{"Squall", "Surge", 34. / 37, 1, 4. / 7, 2. / 5, .8, 0.877421},
		// FlashFlood has two parents: five ancestors, itself counted.
		{"Typhoon", "FlashFlood", 34. / 37, 1, 4. / 7, 1. / 3, .8, 0.875421},
		// The edge to Eye starts at Hurricane: L is 3, but Dis 2.
		{"Storm", "Eye", 34. / 36, 1, 2. / 3, 1. / 2, 2.4 / 3, 0.906556},
		// An unmapped edge carries no path.
		{"Hazard", "Bond", 0, 0, 0, 0, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.a+"-"+tt.b, func(t *testing.T) {
			a, b := id(t, g, tt.a), id(t, g, tt.b)
			if got := m.Sim(a, b); math.Abs(got-tt.sim) > 1e-6 {
				t.Errorf("Sim = %.6f, want %.6f", got, tt.sim)
			}
			want := []float64{tt.dis, tt.den, tt.dep, tt.coi, tt.rel}
			for i, f := range m.Explain(a, b).Factors {
				if math.Abs(f.Value-want[i]) > 1e-9 {
					t.Errorf("%s = %v, want %v", f.Name, f.Value, want[i])
				}
			}
		})
	}
}

// A concept can be nearer to a root than one of its ancestors. Without the cut
// IFDep of Leaf and Low would be 6/5.
func TestDepthOfShortcut(t *testing.T) {
	g := graph(t, []relation{
		{"High", ontology.IsA, "Root"}, {"Low", ontology.IsA, "High"},
		{"Leaf", ontology.IsA, "Low"}, {"Leaf", ontology.IsA, "Root"}, {"Leaflet", ontology.IsA, "Leaf"},
	})
	m := measure(t, g, Params{})
	e := m.Explain(id(t, g, "Leaf"), id(t, g, "Low"))
	if got, want := e.Factors[2].Value, 4./5; math.Abs(got-want) > 1e-12 {
		t.Errorf("IFDep = %v, want %v", got, want)
	}
	// Low is deeper than Leaf, but Leaf is below it.
	if e := m.Explain(id(t, g, "Leaf"), id(t, g, "Leaflet")); e.Ancestor.IRI != "x:Leaf" {
		t.Errorf("common ancestor is %s, want Leaf", e.Ancestor.IRI)
	}
}

// Two parents of equal depth: the one with more children is taken, whatever its
// number.
func TestAncestorTie(t *testing.T) {
	for _, order := range [][2]string{{"Thin", "Thick"}, {"Thick", "Thin"}} {
		var rows []relation
		for _, p := range order {
			rows = append(rows, relation{p, ontology.IsA, "Root"},
				relation{"A", ontology.IsA, p}, relation{"B", ontology.IsA, p})
		}
		rows = append(rows, relation{"C", ontology.IsA, "Thick"})
		g := graph(t, rows)
		if e := measure(t, g, Params{}).Explain(id(t, g, "A"), id(t, g, "B")); e.Ancestor.IRI != "x:Thick" {
			t.Errorf("order %v: common ancestor is %s, want Thick", order, e.Ancestor.IRI)
		}
	}
}

// One path is Is-a and Is-a, the other Synonym and Includes: V adds up to 1.6 on both.
// Dis is the second's from both ends.
func TestPathTie(t *testing.T) {
	g := graph(t, []relation{
		{"A", ontology.IsA, "M"}, {"M", ontology.IsA, "Z"}, {"A", ontology.IsA, "Top"}, // A stays the head of its group
		{"A", ontology.Synonym, "S"}, {"S", ontology.Includes, "Z"},
	})
	m := measure(t, g, Params{})
	a, z := id(t, g, "A"), id(t, g, "Z")
	for _, e := range []Explanation{m.Explain(a, z), m.Explain(z, a)} {
		if e.Distance != 1 || len(e.Path) != 2 {
			t.Errorf("Dis = %d over %d edges, want 1 over 2", e.Distance, len(e.Path))
		}
	}
}

func TestGoldenTables(t *testing.T) {
	for name, n := range map[string]int{"rainstorm": 46, "typhoon": 41} {
		t.Run(name, func(t *testing.T) {
			tab := readTable(t, goldentest.Path(t, "concepts/"+name+".tsv"))
			if tab.graph.Len() != n {
				t.Fatalf("%d concepts, want %d", tab.graph.Len(), n)
			}
			for i, got := range measure(t, tab.graph, Params{}).Topic(0, nil) {
				if math.Abs(got-tab.topic[i]) > 0.00005+1e-12 {
					t.Errorf("%s: T = %.6f, want %.4f", tab.graph.Concept(ontology.ID(i)).IRI, got, tab.topic[i])
				}
				if d := tab.graph.Depth(ontology.ID(i)); d != tab.depth[i] {
					t.Errorf("%s: depth %d, want %d", tab.graph.Concept(ontology.ID(i)).IRI, d, tab.depth[i])
				}
			}
		})
	}
}

func TestParams(t *testing.T) {
	g := graph(t, hazards)
	m := measure(t, g, Params{})
	if m.Params() != Defaults() {
		t.Errorf("Params() = %+v, want the defaults", m.Params())
	}
	w := Defaults().Weights
	w.Dis = .7
	_, err := New(g, Params{Weights: w})
	var sum *WeightsError
	if !errors.As(err, &sum) || math.Abs(sum.Sum-.9) > 1e-12 {
		t.Errorf("weights adding up to .9: error %v", err)
	} else if !strings.Contains(err.Error(), "0.9") {
		t.Errorf("error does not name the sum: %v", err)
	}
	for name, p := range map[string]Params{
		"tau":        {Tau: -1},
		"tau ":       {Tau: math.Inf(1)},
		"tau  ":      {Tau: math.NaN()},
		"beta":       {Weights: Weights{Dis: 1.5, Den: -.5}},
		"epsilon":    {Weights: Weights{Dis: 1, Rel: math.NaN()}},
		"V(Is-a)":    {V: RelationWeights{Synonym: 1, IsA: 1.1}},
		"V(Synonym)": {V: RelationWeights{Synonym: -1, IsA: 1}},
	} {
		_, err := New(g, p)
		var out *RangeError
		if !errors.As(err, &out) || out.Name != strings.TrimSpace(name) {
			t.Errorf("%+v: error %v, want one about %s", p, err, name)
		}
	}
	// Weights of one factor alone are valid, and then Sim is that factor.
	m = measure(t, g, Params{Tau: 2, Weights: Weights{Dis: 1}})
	if got := m.Sim(id(t, g, "Storm"), id(t, g, "Eye")); got != .5 {
		t.Errorf("Sim at distance tau = %v, want .5", got)
	}
}

func TestEmptyGraph(t *testing.T) {
	if _, err := New(&ontology.Graph{}, Params{}); err != nil {
		t.Error(err)
	}
}

// chain is a graph too large for all rows to be computed at once.
func chain(tb testing.TB, n int) *ontology.Graph {
	var b ontology.Builder
	for i := range n {
		c := b.Concept(string(rune('A'+i%26)) + strings.Repeat("'", i/26))
		if i > 0 {
			b.Relate(c, ontology.ID((i-1)/3), ontology.IsA, "")
		}
	}
	g := b.Build()
	return g
}

func TestRowsOnDemand(t *testing.T) {
	g := chain(t, eagerConcepts+200)
	m, fresh := measure(t, g, Params{}), measure(t, g, Params{})
	m.maxHeld = 3 // drop rows early
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			var row []float64
			for i := range 40 {
				c := ontology.ID((i*7 + w) % 50)
				row = m.Topic(c, row)
				if row[c] != 1 || m.Sim(c, 900) != row[900] {
					t.Errorf("concept %d: row is not its own", c)
				}
			}
		})
	}
	wg.Wait()
	held := 0
	for i := range m.rows {
		if m.rows[i].Load() != nil {
			held++
		}
	}
	if held != 3 || len(m.held) != 3 {
		t.Errorf("%d rows held, %d in the list, want 3", held, len(m.held))
	}
	for i := range 50 {
		if a, b := m.Sim(ontology.ID(i), 1000), fresh.Sim(1000, ontology.ID(i)); a != b {
			t.Errorf("Sim(%d, 1000) = %v one way, %v the other", i, a, b)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	g := chain(t, 46)
	m := measure(t, g, Params{})
	dst := make([]float64, 0, g.Len())
	if n := testing.AllocsPerRun(100, func() {
		dst = m.Topic(7, dst)
		dst[0] = m.Sim(3, 40)
	}); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
