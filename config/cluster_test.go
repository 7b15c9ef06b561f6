package config

import (
	"strings"
	"testing"
)

// The name of a cluster is part of the names of logs and tables at its broker.
func TestClusterName(t *testing.T) {
	for name, want := range map[string]bool{"ontocrawl": true, "a-b_9": true, strings.Repeat("x", 30): true,
		"": false, strings.Repeat("x", 31): false, "a b": false, "a.b": false, "台风": false, "a*": false, "*": false} {
		if isClusterName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}
