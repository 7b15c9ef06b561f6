package urltable

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestIndexAway: a Table of which texts and the table by hash lie on disk finds each URL, and again after a
// checkpoint was read.
func TestIndexAway(t *testing.T) {
	url := func(id int) string { return fmt.Sprintf("https://h%d.example/%d", id%99, id) }
	const n = 150_000
	store := spill.New(t.TempDir(), slog.New(slog.DiscardHandler))
	defer store.Close()
	disk := store.Records('u')
	newTable := func() *Table {
		var u Table
		u.index.SpillTo(disk.Slots(), 10_000)
		u.SpillTo(disk, 2000)
		return &u
	}
	check := func(u *Table, when string) {
		t.Helper()
		for id := range n {
			if got, ok := u.Number(url(id)); !ok || int(got) != id {
				t.Fatalf("%s: %s has number %d, %v", when, url(id), got, ok)
			}
		}
		if id, ok := u.Number(url(n)); ok {
			t.Errorf("%s: what was not added has number %d", when, id)
		}
	}
	u := newTable()
	for id := range n {
		if got, fresh := u.Add(url(id)); int(got) != id || !fresh {
			t.Fatalf("%s has number %d, %v", url(id), got, fresh)
		}
	}
	check(u, "added")
	var w binenc.Writer
	u.Save(&w)
	again := newTable()
	r := binenc.NewReader(w.Data())
	again.Load(r)
	if err := r.Close(); err != nil || !again.Index() {
		t.Fatal("read again: ", err)
	}
	check(again, "read again")
	if err := store.Err(); err != nil {
		t.Error(err)
	}
}
