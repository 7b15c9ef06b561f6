package node

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker/memory"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// TestOtherCluster: a folder is taken by the cluster that it is of, again, and not by another one
// that is called the same; its parts stay as they are.
func TestOtherCluster(t *testing.T) {
	w := serveWeb(t, 2, 3)
	server := new(memory.Server)
	o := w.options(t, filepath.Join(t.TempDir(), "n"), "n", 2, 1)
	n := start(t, server.Open(), o, 0)
	begin(t, server.Open(), o, 0)
	if reason := untilOver(t, server.Open(), 1); reason != Exhausted {
		t.Fatalf("over: %s", reason)
	}
	n.end(t)
	if err := Run(t.Context(), new(memory.Server).Open(), o); !errors.As(err, new(*RefusedError)) || !strings.Contains(err.Error(), "another cluster") {
		t.Errorf("another cluster of the name: %v", err)
	}
	if parts := rundir.Parts(o.Dir); len(parts) != 2 {
		t.Errorf("parts left: %v", parts)
	}
	again := start(t, server.Open(), o, 0)
	again.end(t)
}
