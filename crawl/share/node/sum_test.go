package node

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// TestCountedLater: the pages of a node that was away when the crawl ended are not in the
// sum, and the view says so; they count when it comes back.
func TestCountedLater(t *testing.T) {
	t.Parallel()
	w := serveWeb(t, 2, 4)
	server := new(brokertest.MemoryServer)
	b := server.Open()
	o := w.options(t, filepath.Join(t.TempDir(), "n"), "n", 2, 1)
	n := start(t, server.Open(), o, 0)
	begin(t, b, o, 0)
	if reason := untilOver(t, b, 1); reason != exhausted {
		t.Fatalf("over: %s", reason)
	}
	n.end(t)
	whole, err := Look(t.Context(), b)
	if err != nil || whole.Sum.Pages == 0 || len(whole.Wrong) != 0 || !whole.Settled() {
		t.Fatalf("%+v, %v", whole, err)
	}
	id := whole.Nodes[0].Node
	if err := remove(t.Context(), b, sumPrefix+id); err != nil { // as if it had been killed before it could write it
		t.Fatal(err)
	}
	v, err := Look(t.Context(), b)
	if err != nil || v.Sum.Pages != 0 || len(v.Wrong) != 1 || v.Wrong[0].Kind != cluster.Uncounted || v.Wrong[0].Node != id || v.Counted() {
		t.Errorf("without what the node has: %+v, %v", v, err)
	}
	asked := w.different()
	again := start(t, server.Open(), o, 0)
	for until := time.Now().Add(patience); ; {
		if v, err = Look(t.Context(), b); err != nil {
			t.Fatal(err)
		}
		if v.Settled() && len(v.Wrong) == 0 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("not counted: %+v", v)
		}
	}
	again.end(t)
	if v.Sum.Pages != whole.Sum.Pages || w.different() != asked {
		t.Errorf("%d pages and %d addresses asked for, want %d and %d", v.Sum.Pages, w.different(), whole.Sum.Pages, asked)
	}
}

// different is how many addresses were asked for.
func (w *web) different() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.asked)
}
