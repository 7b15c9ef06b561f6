package semsim_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

var names = []string{"台风", "flood", "storm surge"}

func findName(name string) (ontology.ID, error) {
	if i := slices.Index(names, name); i >= 0 {
		return ontology.ID(i), nil
	}
	return ontology.None, fmt.Errorf("no concept is called %q", name)
}

func TestReadCounts(t *testing.T) {
	got, err := semsim.ReadCounts(strings.NewReader("\ufeff# seen in 2024\r\n台风\t12\r\n\n storm surge \t 2.5 \nflood\t0\n台风\t3"), "c.tsv", 3, findName)
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{15, 0, 2.5}; !slices.Equal(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
	for _, tt := range []struct{ text, want string }{
		{"flood 3", `c.tsv:1: "flood 3" has no tab`},
		{"flood\t3\n\nflood\tmany", `c.tsv:3: the count of "flood" is "many"`},
		{"flood\t-1", `c.tsv:1: the count of "flood" is "-1"`},
		{"flood\tNaN", `c.tsv:1`},
		{"flood\t1e999", `c.tsv:1`},
		{"\n\nhail\t3", `c.tsv:3: no concept is called "hail"`},
		{"flood\t1\n\xff\xfe\t1", `c.tsv:2: not UTF-8`},
		{"flood\t1\n" + strings.Repeat("x", 1<<17), `c.tsv:2: a line of more than`},
	} {
		_, err := semsim.ReadCounts(strings.NewReader(tt.text), "c.tsv", 3, findName)
		var ce *semsim.CountsError
		if !errors.As(err, &ce) || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%.20q: error %v, want %s", tt.text, err, tt.want)
		}
	}
}

func FuzzReadCounts(f *testing.F) {
	f.Add("flood\t3\n")
	f.Add("# x\n\n台风\t1e3\nstorm surge\t.5")
	f.Add("flood\t\t3")
	f.Add("\tflood\t-0")
	f.Fuzz(func(t *testing.T, text string) {
		counts, err := semsim.ReadCounts(strings.NewReader(text), "c", 3, findName)
		if err != nil {
			return
		}
		for _, n := range counts {
			if !(n >= 0) {
				t.Fatalf("counts %v", counts)
			}
		}
	})
}
