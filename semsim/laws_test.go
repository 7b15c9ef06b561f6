package semsim

import (
	"math"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"pgregory.net/rapid"
)

// anyParams draws parameters: whole percents, so that they add up.
func anyParams(t *rapid.T) Params {
	left := 100
	draw := func(name string) float64 {
		x := rapid.IntRange(0, left).Draw(t, name)
		left -= x
		return float64(x) / 100
	}
	p := Params{Tau: rapid.Float64Range(.01, 100).Draw(t, "tau")}
	p.Weights = Weights{Den: draw("beta"), Dep: draw("gamma"), Coi: draw("delta"), Rel: draw("epsilon")}
	p.Weights.Dis = float64(left) / 100
	v := rapid.SampledFrom([]float64{0, .2, .6, .8, 1})
	p.V = RelationWeights{v.Draw(t, "Synonym"), v.Draw(t, "IsA"), v.Draw(t, "Includes")}
	return p
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := ontologytest.Random(t, 24)
		m, err := New(g, anyParams(t))
		if err != nil {
			t.Fatal(err)
		}
		pairs := newPairIndex(m, 1<<20)
		var row []float64
		for i := range g.Len() {
			a := ontology.ID(i)
			row = m.Topic(a, row)
			for j, sim := range row {
				b := ontology.ID(j)
				switch {
				case sim != m.Sim(a, b) || sim != m.Sim(b, a):
					t.Fatalf("Sim(%d,%d): %v in the row, %v and %v alone", a, b, sim, m.Sim(a, b), m.Sim(b, a))
				case sim != pairs.sim(m, a, b):
					t.Fatalf("Sim(%d,%d): %v in the row, %v by pieces", a, b, sim, pairs.sim(m, a, b))
				case !(sim >= 0 && sim <= 1):
					t.Fatalf("Sim(%d,%d) = %v is out of range", a, b, sim)
				case g.Canon(a) == g.Canon(b) && sim != 1:
					t.Fatalf("Sim(%d,%d) = %v of one concept", a, b, sim)
				}
				checkExplanation(t, m, a, b, sim)
			}
		}
	})
}

func checkExplanation(t *rapid.T, m *Measure, a, b ontology.ID, sim float64) {
	e, back := m.Explain(a, b), m.Explain(b, a)
	sum := 0.0
	for i, f := range e.Factors {
		if !(f.Value >= 0 && f.Value <= 1) {
			t.Fatalf("%s(%d,%d) = %v is out of range", f.Name, a, b, f.Value)
		}
		if f != back.Factors[i] {
			t.Fatalf("%s(%d,%d) = %v, but %v the other way", f.Name, a, b, f, back.Factors[i])
		}
		sum += f.Contribution
	}
	if math.Abs(sum-sim) > 1e-9 || e.Sim != sim {
		t.Fatalf("contributions of (%d,%d) add up to %v, Sim is %v, explained %v", a, b, sum, sim, e.Sim)
	}
	checkPath(t, e, back)
}

func checkPath(t *rapid.T, e, back Explanation) {
	dis, weight := 0, 0.0
	for i, s := range e.Path {
		if i > 0 && s.From != e.Path[i-1].To {
			t.Fatalf("path breaks at step %d: %+v", i, e.Path)
		}
		if s.Relation != "Synonym" {
			dis++
		}
		weight += s.Weight
	}
	if len(e.Path) != len(back.Path) {
		t.Fatalf("%d steps, %d back", len(e.Path), len(back.Path))
	}
	if e.Synonym || !e.Connected {
		return
	}
	if rel := e.Factors[4].Value; dis != e.Distance || math.Abs(rel-weight/float64(len(e.Path))) > 1e-9 {
		t.Fatalf("path %+v does not have Dis %d and IFRel %v", e.Path, e.Distance, rel)
	}
	slices.Reverse(back.Path)
	for i, s := range e.Path {
		if o := back.Path[i]; s.From != o.To || s.To != o.From {
			t.Fatalf("path %+v, back %+v", e.Path, back.Path)
		}
	}
}

// TestAgainstDefinition compares with the definition of doc.go, followed word
// by word: all shortest paths, all common ancestors.
func TestAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := ontologytest.Random(t, 9)
		m, err := New(g, anyParams(t))
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Len() {
			for j := range g.Len() {
				a, b := ontology.ID(i), ontology.ID(j)
				if got, want := m.Sim(a, b), slowSim(g, m.Params(), a, b); math.Abs(got-want) > 1e-8 {
					t.Fatalf("Sim(%d,%d) = %v, by the definition %v", a, b, got, want)
				}
			}
		}
	})
}

func slowSim(g *ontology.Graph, p Params, a, b ontology.ID) float64 {
	a, b = g.Canon(a), g.Canon(b)
	if a == b {
		return 1
	}
	dis, rel := slowPath(g, p, a, b)
	den, dep, coi := slowKin(g, a, b)
	w := p.Weights
	return w.Dis*dis + w.Den*den + w.Dep*dep + w.Coi*coi + w.Rel*rel
}

// slowPath tries all simple paths, by length.
func slowPath(g *ontology.Graph, p Params, a, b ontology.ID) (ifdis, ifrel float64) {
	v := map[ontology.Relation]float64{ontology.Synonym: p.V.Synonym, ontology.IsA: p.V.IsA, ontology.Includes: p.V.Includes}
	type way struct {
		at        ontology.ID
		seen      []ontology.ID
		sum       float64
		l, isSame int
	}
	for ways := []way{{at: a, seen: []ontology.ID{a}}}; len(ways) > 0; {
		var next []way
		var best *way
		for _, w := range ways {
			for _, arc := range g.Arcs(w.at) {
				weight, ok := v[arc.Rel]
				if !ok || slices.Contains(w.seen, arc.To) {
					continue
				}
				n := way{arc.To, append(slices.Clone(w.seen), arc.To), w.sum + weight, w.l + 1, w.isSame}
				if arc.Rel == ontology.Synonym {
					n.isSame++
				}
				next = append(next, n)
				if n.at == b && (best == nil || n.sum > best.sum+1e-9 ||
					math.Abs(n.sum-best.sum) <= 1e-9 && n.isSame > best.isSame) {
					best = &n
				}
			}
		}
		if best != nil {
			return p.Tau / (p.Tau + float64(best.l-best.isSame)), best.sum / float64(best.l)
		}
		ways = next
	}
	return 0, 0
}

func slowKin(g *ontology.Graph, a, b ontology.ID) (ifden, ifdep, ifcoi float64) {
	above, other := g.Ancestors(a), g.Ancestors(b)
	var common, lowest []ontology.ID
	for _, x := range above {
		if slices.Contains(other, x) {
			common = append(common, x)
		}
	}
	if len(common) == 0 {
		return 0, 0, 0
	}
	for _, x := range common {
		if !slices.ContainsFunc(common, func(y ontology.ID) bool {
			return x != y && slices.Contains(g.Ancestors(y), x)
		}) {
			lowest = append(lowest, x)
		}
	}
	depth, children, most := 0, 0, 0
	for _, x := range lowest {
		d, n := g.Depth(x), len(g.Children(x))
		if d > depth || d == depth && n > children {
			depth, children = d, n
		}
	}
	for i := range g.Len() {
		most = max(most, len(g.Children(ontology.ID(i))))
	}
	da, db := g.Depth(a), g.Depth(b)
	return float64(children) / float64(most),
		2 * float64(min(depth, da, db)) / float64(da+db),
		float64(len(common)) / float64(len(above)+len(other)-len(common))
}
