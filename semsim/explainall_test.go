package semsim

import (
	"reflect"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"pgregory.net/rapid"
)

// ExplainAll says what Explain says, of every concept once.
func TestExplainAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := ontologytest.Random(t, 24)
		m, err := New(g, anyParams(t))
		if err != nil {
			t.Fatal(err)
		}
		for a := range g.Len() {
			b := ontology.ID(0)
			for got := range m.ExplainAll(ontology.ID(a), g.Len()) {
				if want := m.Explain(ontology.ID(a), b); !reflect.DeepEqual(got, want) {
					t.Fatalf("of %d and %d:\n%+v\nwant\n%+v", a, b, got, want)
				}
				b++
			}
			if int(b) != g.Len() {
				t.Fatalf("%d explanations of %d concepts", b, g.Len())
			}
		}
	})
}

// Of equal paths ExplainAll takes the one that Explain takes, by the same
// property.
func TestExplainAllTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b ontology.Builder
		const wide, tall = 4, 4
		order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}).Draw(t, "order")
		for i := range wide * tall {
			b.Concept("x:" + string(rune('a'+i)))
		}
		property := rapid.SampledFrom([]string{"", "x:p", "x:q"})
		for row := 1; row < tall; row++ {
			for i := range wide {
				for range 3 {
					j := rapid.IntRange(0, wide-1).Draw(t, "above")
					b.Relate(ontology.ID(order[row*wide+i]), ontology.ID(order[(row-1)*wide+j]), ontology.IsA, property.Draw(t, "property"))
				}
			}
		}
		g := b.Build()
		m, err := New(g, Params{})
		if err != nil {
			t.Fatal(err)
		}
		for a := range g.Len() {
			for got := range m.ExplainAll(ontology.ID(a), g.Len()) {
				if want := m.Explain(ontology.ID(a), got.B.ID); !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v\nwant\n%+v", got.Path, want.Path)
				}
			}
		}
	})
}

// A path that is too long loses its steps only.
func TestExplainAllLongest(t *testing.T) {
	g := graph(t, hazards)
	m := measure(t, g, Params{})
	left := 0
	for got := range m.ExplainAll(0, 2) {
		want := m.Explain(0, got.B.ID)
		if len(want.Path) > 2 {
			want.Path = []Step{}
			left++
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v\nwant\n%+v", got, want)
		}
	}
	if left == 0 {
		t.Error("no path is longer than 2")
	}
}

// The iteration stops when the caller breaks.
func TestExplainAllStops(t *testing.T) {
	m := measure(t, graph(t, hazards), Params{})
	seen := 0
	for range m.ExplainAll(0, 100) {
		if seen++; seen == 3 {
			break
		}
	}
	if seen != 3 {
		t.Errorf("%d explanations, want 3", seen)
	}
}

func BenchmarkExplainAll7000(b *testing.B) {
	m := measure(b, chain(b, 7000), Params{})
	b.ReportAllocs()
	for b.Loop() {
		for range m.ExplainAll(0, 100) {
		}
	}
}
