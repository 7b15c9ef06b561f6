package node

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/cluster/clustertest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// TestSamePage: six sites have a page with the same bytes. Each of two nodes finds the copies
// of its own parts, and keeps one that stands; in the merged folder the first of all stands.
func TestSamePages(t *testing.T) {
	t.Parallel()
	const sites = 6
	w := serveWeb(t, 0, 0)
	w.Config.Handler = &clustertest.Web{Sites: sites, Addresses: sites, Pages: 6, SamePage: true}
	server := new(brokertest.MemoryServer)
	b := server.Open()
	var nodes []*started
	for i := range 2 {
		nodes = append(nodes, start(t, server.Open(), w.options(t, filepath.Join(t.TempDir(), "n"), fmt.Sprint("n", i), 4, 2), 0))
	}
	begin(t, b, w.options(t, t.TempDir(), "client", 4, 2), 0)
	if reason := untilOver(t, b, 1); reason != exhausted {
		t.Errorf("over: %s", reason)
	}
	var dirs []string
	for _, n := range nodes {
		n.end(t)
		dirs = append(dirs, n.dir)
		if stand, all := sameIn(t, rundir.Parts(n.dir)...); len(stand) != 1 || all < 2 {
			t.Errorf("%s: %v stand, of %d", n.dir, stand, all)
		}
	}
	out := filepath.Join(t.TempDir(), "merged")
	if _, err := Merge(t.Context(), dirs, out, quiet); err != nil {
		t.Fatal(err)
	}
	stand, all := sameIn(t, out)
	first := ""
	for p, err := range rundir.Pages(out) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(p.URL, "/p3") {
			first = p.URL
			break
		}
	}
	if len(stand) != 1 || stand[0] != first || all != sites {
		t.Errorf("merged: %v stand of %d, the first is %s", stand, all, first)
	}
}

// sameIn are the same pages in run folders that are no copies, and how many there are in all.
func sameIn(t *testing.T, dirs ...string) (stand []string, all int) {
	t.Helper()
	for _, dir := range dirs {
		for p, err := range rundir.Pages(dir) {
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(p.URL, "/p3") {
				continue
			}
			if all++; p.DuplicateOf == "" {
				stand = append(stand, p.URL)
			} else if p.Relevant || !p.Exact {
				t.Errorf("a copy is relevant, or not exact: %+v", p)
			}
		}
	}
	return stand, all
}
