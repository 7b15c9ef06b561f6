package node

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// TestCursor: a log is cut below the last entry whose letters, and all before, are durable, and
// only when enough is gained; it knows the lives and letters of what is gone.
func TestCursor(t *testing.T) {
	c := &cursor{}
	c.begin(cut{})
	letter := func(from int, number uint64) []*crawl.Letter { return []*crawl.Letter{{From: from, Number: number}} }
	c.pass(1, map[int]int{0: 1}, nil) // a fence
	c.pass(2, map[int]int{0: 1}, letter(0, 1))
	c.pass(3, map[int]int{0: 1, 2: 4}, letter(2, 7))
	c.pass(4, map[int]int{0: 1, 2: 4}, letter(0, 2))
	if at, ok := c.advance([]uint64{1, 0, 0}, 1); !ok || at.Below != 2 {
		t.Errorf("one letter: %+v, %v", at, ok)
	}
	if _, ok := c.advance([]uint64{2, 0, 6}, 2); ok {
		t.Error("a letter before it is not durable")
	}
	want := cut{Below: 4, Lives: map[int]int{0: 1, 2: 4}, Heard: map[int]uint64{0: 2, 2: 7}}
	at, ok := c.advance([]uint64{2, 0, 7}, 3)
	if d := cmp.Diff(want, at); d != "" || !ok {
		t.Errorf("%v (-want +got):\n%s", ok, d)
	}
	c.begin(at)
	if _, ok := c.advance([]uint64{9, 9, 9}, 1); ok {
		t.Error("nothing was read since")
	}
	var none *cursor
	none.begin(at)
	none.pass(1, nil, nil)
}

// TestTrim: the logs of letters do not grow without end: what the journals have is cut, a
// crawl that goes on reads from there, in another process, and finds the pages of one machine.
// Where parts may be begun anew nothing is cut.
func TestTrim(t *testing.T) {
	t.Parallel()
	w := serveWeb(t, 8, 18)
	want := w.whole(t)
	for _, keep := range []bool{false, true} {
		server := new(brokertest.MemoryServer)
		b := server.Open()
		dirs := []string{filepath.Join(t.TempDir(), "n0"), filepath.Join(t.TempDir(), "n1")}
		var began [4]int64
		budgets := []int{40, 60, 80, 0} // the first is enough for each part to take letters
		if keep {
			budgets = budgets[3:]
		}
		for round, budget := range budgets {
			var nodes []*started
			for i, dir := range dirs {
				o := w.options(t, dir, fmt.Sprint("n", i), 4, 2)
				lost := leastLost
				if !keep {
					lost = 0
				}
				nodes = append(nodes, start(t, server.Open(), o, lost))
			}
			c := begin(t, b, w.options(t, t.TempDir(), "client", 4, 2), budget)
			untilOver(t, b, c.Number)
			for _, n := range nodes {
				n.end(t)
			}
			for part := range 4 {
				first, _, err := b.Bounds(t.Context(), letterLog(part))
				if err != nil {
					t.Fatal(err)
				}
				if !keep && round == 3 && (began[part] < 2 || first <= began[part]) {
					t.Errorf("log %d began at %d after the first crawl, at %d after the last", part, began[part], first)
				}
				if round == 0 {
					began[part] = first
				}
				if keep && first != 1 {
					t.Errorf("round %d: log %d was cut at %d, and the part may be begun anew", round, part, first)
				}
			}
		}
		var parts []string
		for _, dir := range dirs {
			parts = append(parts, rundir.Parts(dir)...)
		}
		if d := cmp.Diff(want, pagesIn(t, parts...)); d != "" {
			t.Errorf("(-whole +nodes):\n%s", d)
		}
	}
}
