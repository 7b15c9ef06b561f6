package gsedict_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/semsim/lexicon/internal/gsedict"
)

// The name in the linker belongs to the version of gse in go.mod. Another version may
// have another, and then the list is empty.
func TestListIsGses(t *testing.T) {
	t.Parallel()
	list, err := gsedict.Simplified()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(list, "\n"); n < 140_000 || !strings.Contains(list, "\n台风 ") {
		t.Errorf("%d lines of %d bytes", n, len(list))
	}
}
