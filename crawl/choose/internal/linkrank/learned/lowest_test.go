package learned

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSelectFirst: the k first come to the front, as if all were sorted.
func TestSelectFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.IntRange(-4, 4), 1, 200).Draw(t, "scores")
		all := make([]standing, len(scores))
		for i, s := range scores {
			all[i] = standing{float64(s), int32(i)}
		}
		order := func(a, b standing) int {
			if a.before(b) {
				return -1
			}
			return 1
		}
		want := slices.SortedFunc(slices.Values(all), order)
		k := rapid.IntRange(0, len(all)).Draw(t, "k")
		selectFirst(all, k)
		if got := slices.SortedFunc(slices.Values(all[:k]), order); !slices.Equal(got, want[:k]) {
			t.Fatalf("%v, want %v", got, want[:k])
		}
	})
}
