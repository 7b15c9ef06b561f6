package semsim_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/internal/semsimtest"
)

func TestMethods(t *testing.T) {
	for _, m := range semsim.Measures() {
		t.Run(m.Name, func(t *testing.T) {
			semsimtest.Test(t, m.Laws, func(g *ontology.Graph) (semsim.Comparer, error) {
				return m.New(g, semsim.Options{})
			})
		})
		if !m.UsesIC {
			continue
		}
		for name, content := range contents {
			t.Run(m.Name+" "+name, func(t *testing.T) {
				semsimtest.Test(t, m.Laws, func(g *ontology.Graph) (semsim.Comparer, error) {
					ic, err := content(g)
					if err != nil {
						return nil, err
					}
					return m.New(g, semsim.Options{IC: ic})
				})
			})
		}
	}
}

var contents = map[string]func(g *ontology.Graph) (*semsim.IC, error){
	"sanchez": func(g *ontology.Graph) (*semsim.IC, error) { return semsim.SanchezIC(g) },
	"corpus": func(g *ontology.Graph) (*semsim.IC, error) {
		counts := make([]float64, g.Len())
		for i := range counts {
			counts[i] = float64(i * i % 7)
		}
		return semsim.CorpusIC(g, counts)
	},
}

// metals is the ontology in figure 1 of Couto and Silva, "Disjunctive shared
// information between ontology concepts" (J. Biomed. Semantics 2:5, 2011), on
// which nxontology publishes its values.
//
//	         metal
//	    ┌──────┴───────┐
//	precious        coinage
//	┌───┼─────┬────────┼────┐
//	pt  pd  gold ──────┤    │
//	        silver ────┘  copper
func metals(t *testing.T) (*ontology.Graph, map[string]ontology.ID) {
	t.Helper()
	var b ontology.Builder
	ids := map[string]ontology.ID{}
	for _, edge := range []string{
		"precious metal", "coinage metal", "platinum precious", "palladium precious",
		"gold precious", "silver precious", "gold coinage", "silver coinage", "copper coinage",
	} {
		child, parent, _ := strings.Cut(edge, " ")
		for _, name := range []string{parent, child} {
			ids[name] = b.Concept("x:" + name)
		}
		b.Relate(ids[child], ids[parent], ontology.IsA, "")
	}
	g := b.Build()
	return g, ids
}

// The content of metals by hand. Seco, N = 8: precious has 4 below it, coinage
// 3. Sánchez, 5 leaves: precious has 4 leaves and 2 subsumers, coinage 3 and 2,
// copper 1 and 3, gold 1 and 4. Corpus: gold counted 3 times, silver once, and
// each of the 8 once more, 12 in all: precious 9, coinage 8, gold 4, silver 2.
func TestContentByHand(t *testing.T) {
	g, ids := metals(t)
	counts := make([]float64, g.Len())
	counts[ids["gold"]], counts[ids["silver"]] = 3, 1
	seco, err := semsim.SecoIC(g)
	check(t, err)
	sanchez, err := semsim.SanchezIC(g)
	check(t, err)
	corpus, err := semsim.CorpusIC(g, counts)
	check(t, err)
	ln := math.Log
	for name, want := range map[string][3]float64{
		"metal":    {0, 0, 0},
		"precious": {1 - ln(5)/ln(8), 1 - ln(3)/ln(6), ln(12./9) / ln(12)},
		"coinage":  {1 - ln(4)/ln(8), 1 - ln(2.5)/ln(6), ln(12./8) / ln(12)},
		"copper":   {1, 1 - ln(4./3)/ln(6), 1},
		"gold":     {1, 1 - ln(5./4)/ln(6), ln(12./4) / ln(12)},
		"silver":   {1, 1 - ln(5./4)/ln(6), ln(12./2) / ln(12)},
	} {
		for i, ic := range []*semsim.IC{seco, sanchez, corpus} {
			if got := ic.Values[ids[name]]; math.Abs(got-want[i]) > 1e-12 {
				t.Errorf("%s: IC(%s) = %v, want %v", ic.Name, name, got, want[i])
			}
		}
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The similarities of metals. Those with Sánchez's content are the ones that
// nxontology publishes: of gold and silver in its README (lin, jiang_seco, and
// batet, which is Jaccard's index), the others to three places. The rest
// follows from the content above.
func TestMetals(t *testing.T) {
	g, ids := metals(t)
	sanchez, err := semsim.SanchezIC(g)
	check(t, err)
	tests := []struct {
		method string
		ic     *semsim.IC
		a, b   string
		want   float64
		places float64
	}{
		{"lin", sanchez, "gold", "silver", 0.5581154235118403, 1e-12},
		{"jiang-conrath", sanchez, "gold", "silver", 0.6131471927654584, 1e-12},
		{"lin", sanchez, "copper", "gold", 0.570, 5e-4},
		{"lin", sanchez, "palladium", "platinum", 0.461, 5e-4},
		{"lin", sanchez, "coinage", "copper", 0.736, 5e-4},
		{"jiang-conrath", sanchez, "copper", "gold", 0.631, 5e-4},
		{"jiang-conrath", sanchez, "precious", "coinage", 0.562, 5e-4},
		{"jiang-conrath", sanchez, "copper", "palladium", 0.161, 5e-4},
		{"resnik", sanchez, "gold", "silver", 0.489, 5e-4},
		{"resnik", sanchez, "gold", "gold", 0.875, 5e-4},
		// Seco.
		{"resnik", nil, "gold", "silver", 1. / 3, 1e-12},
		{"resnik", nil, "gold", "palladium", 0.226, 5e-4},
		{"resnik", nil, "metal", "metal", 0, 0},
		{"lin", nil, "gold", "silver", 1. / 3, 1e-12},
		{"lin", nil, "gold", "precious", 0.369, 5e-4},
		{"lin", nil, "copper", "palladium", 0, 0},
		{"lin", nil, "metal", "metal", 1, 0},
		{"jiang-conrath", nil, "coinage", "copper", 2. / 3, 1e-12},
		{"jiang-conrath", nil, "precious", "coinage", 0.720, 5e-4},
		{"jiang-conrath", nil, "copper", "palladium", 0, 1e-12},
		// Shape.
		{"jaccard", nil, "gold", "silver", 3. / 5, 1e-12},
		{"jaccard", nil, "copper", "palladium", 1. / 5, 1e-12},
		{"jaccard", nil, "coinage", "copper", 2. / 3, 1e-12},
		// 0 + 1/3 + (1 - ln5/ln8) of the common ones, and 1 each of the two.
		{"simgic", nil, "gold", "silver", 0.559357 / 2.559357, 1e-6},
		{"simgic", nil, "copper", "palladium", 0, 0},
		{"wu-palmer", nil, "gold", "silver", 4. / 6, 1e-12},
		{"wu-palmer", nil, "copper", "palladium", 2. / 6, 1e-12},
		{"wu-palmer", nil, "metal", "gold", 2. / 4, 1e-12},
		{"path", nil, "gold", "silver", 1. / 3, 1e-12},
		{"path", nil, "copper", "palladium", 1. / 5, 1e-12},
		{"leacock-chodorow", nil, "gold", "silver", 1 - math.Log(3)/math.Log(6), 1e-12},
		{"leacock-chodorow", nil, "copper", "palladium", 1 - math.Log(5)/math.Log(6), 1e-12},
	}
	for _, tt := range tests {
		m, err := semsim.LookUp(tt.method)
		check(t, err)
		c, err := m.New(g, semsim.Options{IC: tt.ic})
		check(t, err)
		if got := c.Sim(ids[tt.a], ids[tt.b]); math.Abs(got-tt.want) > tt.places {
			t.Errorf("%s(%s, %s) = %v, want %v", tt.method, tt.a, tt.b, got, tt.want)
		}
	}
}

// In the hazards the hierarchy also has Includes edges and two names of one
// concept: StormSurge is below Typhoon, which Hurricane is.
func TestHazardsByHand(t *testing.T) {
	g := ontologytest.Hazards()
	id := func(name string) ontology.ID { return ontologytest.ID(t, g, name) }
	// The longest path from a root: WeatherHazard, TropicalCyclone, Typhoon,
	// StormSurge: D = 4.
	for _, tt := range []struct {
		method, a, b string
		want         float64
	}{
		{"wu-palmer", "StormSurge", "Hurricane", 6. / 7},
		{"wu-palmer", "StormSurge", "FlashFlood", 2. / 8},
		{"path", "StormSurge", "Hurricane", 1. / 2},
		{"path", "ThunderstormGale", "SevereConvection", 1. / 2},
		{"path", "StormSurge", "FlashFlood", 1. / 7},
		{"leacock-chodorow", "StormSurge", "FlashFlood", 1 - math.Log(7)/math.Log(8)},
		{"jaccard", "ThunderstormGale", "Gale", 2. / 4},
		// 11 concepts; Rainstorm has Flood, FlashFlood, Landslide below it.
		{"lin", "Flood", "Landslide", 2 * (1 - math.Log(4)/math.Log(11)) / (2 - math.Log(2)/math.Log(11))},
	} {
		m, err := semsim.LookUp(tt.method)
		check(t, err)
		c, err := m.New(g, semsim.Options{})
		check(t, err)
		if got := c.Sim(id(tt.a), id(tt.b)); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s(%s, %s) = %v, want %v", tt.method, tt.a, tt.b, got, tt.want)
		}
	}
}

// Wu and Palmer count the ways over the common ancestor, worked out by hand where concepts have several parents.
func TestWuPalmerOfSeveralParents(t *testing.T) {
	for _, tt := range []struct {
		name, edges, a, b string
		want              float64
	}{
		// top > mid > deep > a1 > a and deep > b1 > b, and both directly below top: N1 = N2 = 2, N3 = 3.
		{"a shortcut to the root does not count", "mid top, deep mid, a1 deep, a a1, b1 deep, b b1, a top, b top", "a", "b", 6. / 10},
		{"nor for an ancestor", "mid top, deep mid, a1 deep, a a1, a top", "a", "deep", 6. / 8},
		// deep has a shortcut: its depth is 2, as mid's. It is nearer: N1 = N2 = 1.
		{"of equally deep ones the nearest", "mid top, deep mid, deep top, a deep, b deep", "a", "b", 4. / 6},
		{"of equally deep ones the nearest, other order", "m1 top, m2 top, x m1, a x, b m1, a m2, b m2", "a", "b", 4. / 6},
		// N1 is the shorter of the two ways from a to mid.
		{"the shortest way up", "mid top, a1 mid, a a1, a mid, b mid", "a", "b", 4. / 6},
		{"two roots", "m r1, a m, a r2, b r2", "a", "b", 2. / 4},
	} {
		var b ontology.Builder
		for edge := range strings.SplitSeq(tt.edges, ", ") {
			child, parent, _ := strings.Cut(edge, " ")
			p := b.Concept("x:" + parent)
			b.Relate(b.Concept("x:"+child), p, ontology.IsA, "")
		}
		g := b.Build()
		m, err := semsim.LookUp("wu-palmer")
		check(t, err)
		c, err := m.New(g, semsim.Options{})
		check(t, err)
		x, _ := g.ByIRI("x:" + tt.a)
		y, _ := g.ByIRI("x:" + tt.b)
		for way, got := range map[string]float64{"a pair": c.Sim(x, y), "turned": c.Sim(y, x), "a row": c.Topic(x, nil)[y], "explained": c.Explain(x, y).Sim} {
			if math.Abs(got-tt.want) > 1e-12 {
				t.Errorf("%s, %s: %v, want %v", tt.name, way, got, tt.want)
			}
		}
	}
}

func TestExplainMethods(t *testing.T) {
	g := ontologytest.Hazards()
	id := func(name string) ontology.ID { return ontologytest.ID(t, g, name) }
	m, err := semsim.LookUp("lin")
	check(t, err)
	c, err := m.New(g, semsim.Options{})
	check(t, err)
	e := c.Explain(id("StormSurge"), id("FlashFlood"))
	var way []string
	for _, s := range e.Path {
		arrow := "<-" + s.Relation + "-"
		if s.Forward {
			arrow = "-" + s.Relation + "->"
		}
		way = append(way, s.From.En+" "+arrow+" "+s.To.En)
	}
	want := []string{
		"storm surge <-Includes- typhoon", "typhoon -Is-a-> tropical cyclone", "tropical cyclone -Is-a-> weather hazard",
		"weather hazard <-Is-a- rainstorm", "rainstorm -Includes-> flood", "flood <-Is-a- flash flood",
	}
	if strings.Join(way, "\n") != strings.Join(want, "\n") {
		t.Errorf("path %q\nwant %q", way, want)
	}
	if e.Measure != "lin" || e.IC != "seco" || len(e.Common) != 1 || e.Ancestor.En != "weather hazard" || len(e.Terms) != 3 || e.Factors != nil {
		t.Errorf("%+v", e)
	}
	if e := c.Explain(id("Typhoon"), id("Hurricane")); !e.Synonym || e.Sim != 1 || len(e.Path) != 0 || len(e.Common) != 3 {
		t.Errorf("synonyms: %+v", e)
	}
}

// path shows the shortest path over a common ancestor, lin that over the most
// informative one, which can be longer.
func TestPathOfExplanation(t *testing.T) {
	var b ontology.Builder
	for _, edge := range []string{"mid top", "deep mid", "a1 deep", "a a1", "b1 deep", "b b1", "a top", "b top"} {
		child, parent, _ := strings.Cut(edge, " ")
		p := b.Concept("x:" + parent)
		b.Relate(b.Concept("x:"+child), p, ontology.IsA, "")
	}
	g := b.Build()
	x, _ := g.ByIRI("x:a")
	y, _ := g.ByIRI("x:b")
	for name, want := range map[string]string{"path": "x:top 2", "leacock-chodorow": "x:top 2", "lin": "x:deep 4", "jaccard": "x:deep 4"} {
		m, err := semsim.LookUp(name)
		check(t, err)
		c, err := m.New(g, semsim.Options{})
		check(t, err)
		e := c.Explain(x, y)
		if got := e.Ancestor.IRI + " " + string(rune('0'+e.Distance)); got != want {
			t.Errorf("%s: over %s, want %s", name, got, want)
		}
	}
}

func TestUnknownMethod(t *testing.T) {
	if _, err := semsim.LookUp("cosine"); err == nil || !strings.Contains(err.Error(), "jiang-conrath") {
		t.Errorf("error %v", err)
	}
}

func TestBadContent(t *testing.T) {
	g, _ := metals(t)
	if _, err := semsim.CorpusIC(g, make([]float64, 3)); err == nil {
		t.Error("three counts for eight concepts: no error")
	}
	counts := make([]float64, g.Len())
	counts[4] = -1
	if _, err := semsim.CorpusIC(g, counts); err == nil || !strings.Contains(err.Error(), g.Concept(4).IRI) {
		t.Errorf("a negative count: error %v", err)
	}
	m, err := semsim.LookUp("lin")
	check(t, err)
	for _, ic := range []*semsim.IC{{Name: "short", Values: []float64{1}}, {Name: "large", Values: []float64{0, 0, 0, 2, 0, 0, 0, 0}}} {
		if _, err := m.New(g, semsim.Options{IC: ic}); err == nil {
			t.Errorf("%s: no error", ic.Name)
		}
	}
}
