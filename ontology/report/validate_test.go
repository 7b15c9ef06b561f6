package report

import (
	"slices"
	"testing"
)

func TestWrap(t *testing.T) {
	t.Parallel()
	got := wrap("one two three 风暴潮 four", 9)
	want := []string{"one two", "three", "风暴潮", "four"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
