package sorts

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type row struct {
	key, at int
	name    string
}

func byKey(a, b row) int { return cmp.Compare(a.key, b.key) }

// Each function agrees with its model in package slices, rows of equal keys included: who
// changes from one to the other gets the same bytes.
func TestAsSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.IntRange(0, rapid.IntRange(0, 500).Draw(t, "keys")), 0, 300).Draw(t, "rows")
		rows := make([]row, len(keys))
		for i, k := range keys {
			rows[i] = row{key: k, at: i, name: "n"}
		}
		for name, pair := range map[string][2]func([]row){
			"Func":   {func(s []row) { Func(s, byKey) }, func(s []row) { slices.SortFunc(s, byKey) }},
			"Stable": {func(s []row) { Stable(s, byKey) }, func(s []row) { slices.SortStableFunc(s, byKey) }},
		} {
			got, want := slices.Clone(rows), slices.Clone(rows)
			pair[0](got)
			pair[1](want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %v: got %v, want %v", name, keys, got, want)
			}
		}
		if got, want := Sorted(slices.Values(rows), byKey), slices.SortedFunc(slices.Values(rows), byKey); !slices.Equal(got, want) {
			t.Fatalf("Sorted of %v: got %v, want %v", keys, got, want)
		}
	})
}

func BenchmarkFunc(b *testing.B) {
	rows := make([]row, 1000)
	for i := range rows {
		rows[i] = row{key: i * 7919 % 1009, at: i}
	}
	for name, f := range map[string]func([]row){
		"sorts":  func(s []row) { Func(s, byKey) },
		"slices": func(s []row) { slices.SortFunc(s, byKey) },
	} {
		b.Run(name, func(b *testing.B) {
			s := make([]row, len(rows))
			for b.Loop() {
				copy(s, rows)
				f(s)
			}
		})
	}
}
