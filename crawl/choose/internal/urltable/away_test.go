package urltable_test

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/urltable"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestAway: each number gives its own text back from disk, also when several that want one place
// among those read lately are asked for in turn, and after a checkpoint was read.
func TestAway(t *testing.T) {
	dir := t.TempDir()
	url := func(id int) string { return fmt.Sprintf("https://h%d.example/%d", id%9, id) }
	const n, most = 9000, 200
	store := spill.New(dir, slog.New(slog.DiscardHandler))
	var u urltable.Table
	u.SpillTo(store.Records('u'), most)
	for id := range n {
		if got, fresh := u.Add(url(id)); int(got) != id || !fresh {
			t.Fatalf("%s has number %d, %v", url(id), got, fresh)
		}
	}
	check := func(u *urltable.Table) {
		t.Helper()
		for _, id := range []int32{5, 5 + 1<<12, 5, 5 + 1<<13, 6, 5 + 1<<12, 5, 0, 1 << 12, 0, n - 1} {
			if got := u.At(id); got != url(int(id)) {
				t.Errorf("number %d is %q", id, got)
			}
		}
		for id := range n {
			if got, ok := u.Number(url(id)); !ok || int(got) != id {
				t.Fatalf("%s has number %d, %v", url(id), got, ok)
			}
		}
	}
	check(&u)
	var w binenc.Writer
	u.Save(&w)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	store = spill.New(dir, slog.New(slog.DiscardHandler))
	defer store.Close()
	var again urltable.Table
	again.SpillTo(store.Records('u'), most)
	r := binenc.NewReader(w.Data())
	again.Load(r)
	if err := r.Close(); err != nil || !again.Index() {
		t.Fatal("read again: ", err)
	}
	check(&again)
}
