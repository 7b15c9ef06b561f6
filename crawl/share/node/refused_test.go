package node

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// TestUnreadable: an entry of a log that cannot be read is put aside, and the letters after it
// are heard. It is met again when the part is opened again, and put aside once.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	w := serveWeb(t, 4, 9)
	want := w.whole(t)
	server := new(brokertest.MemoryServer)
	b := server.Open()
	junk := []byte{entryVersion, 1, 0, 1, 3, 'x', 'y', 'z'}
	for part := range 2 {
		if _, err := broker.Append(t.Context(), b, letterLog(part), "junk", broker.Any, junk); err != nil {
			t.Fatal(err)
		}
	}
	o := w.options(t, filepath.Join(t.TempDir(), "n"), "n", 2, 1)
	n := start(t, server.Open(), o, 0)
	begin(t, b, o, 10)
	if reason := untilOver(t, b, 1); reason != Budget {
		t.Errorf("over: %s", reason)
	}
	begin(t, b, o, 0)
	if reason := untilOver(t, b, 2); reason != exhausted {
		t.Errorf("over: %s", reason)
	}
	n.end(t)
	if d := cmp.Diff(want, pagesIn(t, rundir.Parts(n.dir)...)); d != "" {
		t.Errorf("(-whole +node):\n%s", d)
	}
	kept, err := filepath.Glob(filepath.Join(n.dir, refusedDir, "*"))
	if len(kept) != 2 || err != nil {
		t.Fatalf("%v, %v", kept, err)
	}
	if data, err := os.ReadFile(filepath.Join(n.dir, refusedDir, "L.1-1")); !bytes.Equal(data, junk) {
		t.Errorf("kept: %q, %v", data, err)
	}
}

// TestNewerEntry: an entry of a later version is not put aside: its letters are for a later program.
func TestNewerEntry(t *testing.T) {
	t.Parallel()
	in := inbox{}
	if _, err := in.open(broker.Entry{Seq: 7, Data: []byte{entryVersion + 1}}); err == nil || !bytes.Contains([]byte(err.Error()), []byte("entry 7 has version 2")) {
		t.Errorf("%v", err)
	}
}
