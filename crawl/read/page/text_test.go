package page

import (
	"testing"

	"pgregory.net/rapid"
)

// TestPlainRun: eight bytes at a time end where one at a time does.
func TestPlainRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("ab~! \t\n\x1f\x7f\u00e9台")), 0, 40, -1).Draw(t, "s")
		i := rapid.IntRange(0, len(s)).Draw(t, "i")
		want := i
		for want < len(s) && (seen(s[want]) || s[want] == ' ' && want+1 < len(s) && seen(s[want+1])) {
			want++
		}
		if got := plainRun(s, i); got != want {
			t.Errorf("plainRun(%q, %d) = %d, want %d", s, i, got, want)
		}
	})
	for s, want := range map[string]int{
		"": 0, "The quick brown fox jumps over": 30, "eight by  te": 8, "sevenby  x": 7, "sixteen bytes ab  c": 16, "ends in space ": 13,
		"long enough text\u00a0x": 16, "long enough text\x7fx": 16, "long enough\ttext and more": 11,
	} {
		if got := plainRun(s, 0); got != want {
			t.Errorf("plainRun(%q) = %d, want %d", s, got, want)
		}
	}
}
