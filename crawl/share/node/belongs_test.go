package node

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// TestOfNoNode: a folder of a crawl in parts that no node has made, as "cluster split" makes one, is refused
// and stays as it is.
func TestOfNoNode(t *testing.T) {
	w, dir := serveWeb(t, 2, 3), filepath.Join(t.TempDir(), "wide")
	spec := w.spec(t, dir)
	spec.Seeds = seeds(t)
	d, err := session.OpenDivided(t.Context(), spec, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	err = Run(t.Context(), new(brokertest.MemoryServer).Open(), w.options(t, dir, "n", 2, 1))
	if !errors.As(err, new(*RefusedError)) || !strings.Contains(err.Error(), "crawl --out ") {
		t.Errorf("a folder of no node: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, identityFile)); err == nil || len(rundir.Parts(dir)) != 2 {
		t.Errorf("what was refused is changed: %v", rundir.Parts(dir))
	}
}

// TestOtherCluster: a folder is taken by the cluster that it is of, again, and not by another one
// that is called the same; its parts stay as they are.
func TestOtherCluster(t *testing.T) {
	t.Parallel()
	w := serveWeb(t, 2, 3)
	server := new(brokertest.MemoryServer)
	o := w.options(t, filepath.Join(t.TempDir(), "n"), "n", 2, 1)
	n := start(t, server.Open(), o, 0)
	begin(t, server.Open(), o, 0)
	if reason := untilOver(t, server.Open(), 1); reason != exhausted {
		t.Fatalf("over: %s", reason)
	}
	n.end(t)
	if err := Run(t.Context(), new(brokertest.MemoryServer).Open(), o); !errors.As(err, new(*RefusedError)) || !strings.Contains(err.Error(), "another cluster") {
		t.Errorf("another cluster of the name: %v", err)
	}
	if parts := rundir.Parts(o.Dir); len(parts) != 2 {
		t.Errorf("parts left: %v", parts)
	}
	again := start(t, server.Open(), o, 0)
	again.end(t)
}
