package semsim_test

import (
	"context"
	"math"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest"
	"github.com/ontocrawl/ontocrawl/semsim"
)

func TestAgree(t *testing.T) {
	for _, tt := range []struct {
		name                 string
		sims, scores         []float64
		wantPear, wantSpeare float64
	}{
		{"the same", []float64{1, 2, 3}, []float64{10, 20, 30}, 1, 1},
		{"turned round", []float64{1, 2, 3}, []float64{3, 2, 1}, -1, -1},
		{"a curve", []float64{1, 2, 3}, []float64{1, 2, 9}, 8 / math.Sqrt(2*38), 1}, // means 2 and 4: 8; 2; 38
		{"ties", []float64{1, 1, 2, 2}, []float64{1, 2, 3, 4}, 2 / math.Sqrt(5), 2 / math.Sqrt(5)},
		{"nothing to agree with", []float64{1, 1}, []float64{1, 2}, 0, 0},
	} {
		got := semsim.Agree(tt.sims, tt.scores)
		if math.Abs(got.Pearson-tt.wantPear) > 1e-12 || math.Abs(got.Spearman-tt.wantSpeare) > 1e-12 {
			t.Errorf("%s: %+v, want %v, %v", tt.name, got, tt.wantPear, tt.wantSpeare)
		}
	}
}

// Judgements that one factor makes are found again: its weights agree with them wholly, also where they were held back.
func TestFit(t *testing.T) {
	g := ontologytest.Hazards()
	want := semsim.Weights{Dis: .2, Den: 0, Dep: .5, Coi: .3, Rel: 0}
	m, err := semsim.New(g, semsim.Params{Weights: want})
	check(t, err)
	var all []semsim.Judgement
	for a := range g.Len() {
		for b := range a {
			x, y := ontology.ID(a), ontology.ID(b)
			all = append(all, semsim.Judgement{A: []ontology.ID{x}, B: []ontology.ID{y}, Score: 4 * m.Sim(x, y)})
		}
	}
	f, err := semsim.Fit(context.Background(), g, semsim.Params{}, all)
	check(t, err)
	if f.Pearson < .9999 || f.Held < .999 || f.Folds != 10 {
		t.Errorf("%+v", f)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := semsim.Fit(stopped, g, semsim.Params{}, all); err == nil {
		t.Error("it does not stop")
	}
}
