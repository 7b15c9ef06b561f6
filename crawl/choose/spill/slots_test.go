package spill

import (
	"bytes"
	"log/slog"
	"runtime"
	"strings"
	"testing"
)

// TestSlots: nothing can be taken before the store is opened, or after it is closed; what was taken holds what was
// written, also after the store is closed; the folder shows no file; a fault of the slots is the store's.
func TestSlots(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("tables by hash lie in memory here")
	}
	dir := t.TempDir() + "/links"
	s := New(dir, slog.New(slog.DiscardHandler))
	h := s.Records('e')
	if _, ok := h.Slots().Take(8); ok {
		t.Fatal("taken before anything was spilled")
	}
	h.Put(1, []byte("evidence"))
	h.Flush()
	one, ok := h.Slots().Take(1 << 16)
	two, ok2 := h.Slots().Take(1 << 16)
	if !ok || !ok2 || one == two {
		t.Fatalf("%d, %v and %d, %v", one, ok, two, ok2)
	}
	want := bytes.Repeat([]byte{7}, 1<<16)
	if _, err := h.Slots().WriteAt(want, two); err != nil {
		t.Fatal(err)
	}
	for _, name := range names(t, dir) {
		if strings.HasPrefix(name, "slots") {
			t.Errorf("the folder shows %s", name)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 1<<16)
	if _, err := h.Slots().ReadAt(got, two); err != nil || !bytes.Equal(got, want) {
		t.Errorf("what was written is not read: %v", err)
	}
	if _, ok := h.Slots().Take(8); ok {
		t.Error("taken after the store was closed")
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
	if _, err := h.Slots().ReadAt(got, 1<<20); err == nil || s.Err() == nil {
		t.Errorf("a fault: %v, of the store: %v", err, s.Err())
	}
}
