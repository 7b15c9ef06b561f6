package semsim_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// By path: gold-silver 1/3, gold-copper 1/3, palladium-silver 1/3 and
// palladium-copper 1/5; so each finds 1/3 best, and the mean of all is 6/20.
func TestGroups(t *testing.T) {
	g, ids := metals(t)
	group := func(names string) []ontology.ID {
		var out []ontology.ID
		for name := range strings.FieldsSeq(names) {
			out = append(out, ids[name])
		}
		return out
	}
	seco := 1 - math.Log(5)/math.Log(8) // of precious
	for _, tt := range []struct {
		method  string
		a, b    string
		combine semsim.Combine
		want    float64
	}{
		{"path", "gold palladium", "silver copper", semsim.BestMatch, 1. / 3},
		{"path", "gold palladium", "silver copper", semsim.Average, (3*1./3 + 1./5) / 4},
		{"path", "gold palladium", "silver copper", semsim.Maximum, 1. / 3},
		// gold finds gold, silver finds gold at 1/3; gold finds gold.
		{"path", "gold silver gold", "gold", semsim.BestMatch, ((1+1./3)/2 + 1) / 2},
		{"path", "gold", "gold silver", semsim.BestMatch, ((1+1./3)/2 + 1) / 2},
		{"path", "gold", "", semsim.BestMatch, 0},
		// {gold, precious, coinage, metal, palladium} and {silver, precious,
		// coinage, metal, copper}: 3 of 7.
		{"jaccard", "gold palladium", "silver copper", semsim.Union, 3. / 7},
		{"simgic", "gold palladium", "silver copper", semsim.Union, (1./3 + seco) / (1./3 + seco + 4)},
		{"jaccard", "gold silver", "silver gold gold", semsim.Union, 1},
		{"jaccard", "gold silver", "", semsim.Union, 0},
	} {
		m, err := semsim.LookUp(tt.method)
		check(t, err)
		c, err := m.New(g, semsim.Options{})
		check(t, err)
		r, err := semsim.CompareGroups(g, c, group(tt.a), group(tt.b), tt.combine)
		if err != nil || math.Abs(r.Sim-tt.want) > 1e-12 {
			t.Errorf("%s by %s of {%s} and {%s}: %v %v, want %v", tt.combine, tt.method, tt.a, tt.b, r.Sim, err, tt.want)
		}
	}
	lin, err := semsim.LookUp("lin")
	check(t, err)
	c, err := lin.New(g, semsim.Options{})
	check(t, err)
	if _, err := semsim.CompareGroups(g, c, group("gold"), group("silver"), semsim.Union); err == nil || !strings.Contains(err.Error(), "simgic") {
		t.Errorf("union by lin: error %v", err)
	}
	if _, err := semsim.CompareGroups(g, c, group("gold"), group("silver"), "median"); err == nil || !strings.Contains(err.Error(), "best-match") {
		t.Errorf("median: error %v", err)
	}
}

func TestRows(t *testing.T) {
	g, _ := metals(t)
	m, err := semsim.New(g, semsim.Params{})
	check(t, err)
	var want []float64
	for a := range g.Len() {
		want = append(want, m.Topic(ontology.ID(a), nil)...)
	}
	for _, workers := range []int{0, 1, 2, 3, 20} {
		var got []float64
		next := ontology.ID(0)
		err := semsim.Rows(context.Background(), m, g.Len(), workers, func(a ontology.ID, row []float64) error {
			if a != next {
				t.Errorf("%d workers: row %d, want %d", workers, a, next)
			}
			next++
			got = append(got, row...)
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d workers: %v, other rows", workers, err)
		}
	}
}

func TestRowsStop(t *testing.T) {
	g, _ := metals(t)
	m, err := semsim.New(g, semsim.Params{})
	check(t, err)
	full := errors.New("disk full")
	for _, workers := range []int{1, 2, 4} {
		ctx, cancel := context.WithCancel(context.Background())
		rows := 0
		err := semsim.Rows(ctx, m, g.Len(), workers, func(ontology.ID, []float64) error {
			if rows++; rows == 3 {
				return full
			}
			return nil
		})
		if !errors.Is(err, full) || rows != 3 {
			t.Errorf("%d workers: %d rows, %v", workers, rows, err)
		}
		cancel()
		err = semsim.Rows(ctx, m, g.Len(), workers, func(ontology.ID, []float64) error { return nil })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: %v, want canceled", workers, err)
		}
	}
	if err := semsim.Rows(context.Background(), m, 0, 4, nil); err != nil {
		t.Errorf("no rows: %v", err)
	}
}
